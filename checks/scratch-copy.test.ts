// Tests the tool for the tests that add a call, a screen or a product: a copy that ignored changes would pass all of
// them.
import { afterAll, expect, test, vi } from 'vitest'
import { makeScratchCopy } from './scratch-copy.ts'

// Half a minute on a quiet machine; unknown on a busy one.
vi.setConfig({ testTimeout: 600_000 })

const copy = makeScratchCopy()
afterAll(copy.remove)

test('a call without a handler does not compile', () => {
  copy.replace(
    'packages/contract/src/charges.ts',
    'export const charges = {\n',
    `export const charges = {
  forgotten: endpoint({ method: 'GET', path: 'x', access: 'admin', request: fields({}), response: done }),
`,
  )
  expect(copy.listChanges()).toEqual({ changed: ['packages/contract/src/charges.ts'], added: [] })
  expect(copy.findTypeErrors().join('\n')).toContain("Property 'forgotten' is missing")
})
