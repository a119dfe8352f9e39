// Follows two recipes of CONTRIBUTING.md literally, in a copy of the project: each step names a file and has the text
// that goes into it. What is not written there is not done, so a recipe that misses a file fails.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { makeScratchCopy, type ScratchCopy } from './scratch-copy.ts'

// Half a minute on a quiet machine; unknown on a busy one.
vi.setConfig({ testTimeout: 600_000 })

const text = readFileSync(join(dirname(import.meta.dirname), 'CONTRIBUTING.md'), 'utf8')

interface Step {
  path: string
  /** `diff` for an existing file, anything else for a new one. */
  language: string
  block: string
}

function readRecipe(title: string): Step[] {
  const section = text.split(/^### /m).find((each) => each.startsWith(`${title}\n`)) ?? ''
  const steps = section.split(/^\d+\. /m).slice(1)
  return steps.map((step) => {
    const [, path = ''] = /^`([^`]+)`/.exec(step) ?? []
    const [, indent = '', language = '', block = ''] =
      /^( *)```(\w+)\n([\s\S]*?)^ *```$/m.exec(step) ??
      expect.fail(`A step of "${title}" has no text: ${path}`)
    return { path, language, block: block.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }
  })
}

function follow(copy: ScratchCopy, { path, language, block }: Step): void {
  if (language !== 'diff') return copy.write(path, block)
  for (const hunk of block.split(/^@@.*\n/m)) {
    const lines = hunk.split('\n').slice(0, -1)
    const pick = (left: string) =>
      lines.flatMap((line) => (line.startsWith(left) ? [] : [`${line.slice(1)}\n`])).join('')
    copy.replace(path, pick('+'), pick('-'))
  }
}

const call = readRecipe('Add a call')
const listScreen = readRecipe('Add a list screen')
const copy = makeScratchCopy()
afterAll(copy.remove)

test('a call takes five files and a list screen ten', () => {
  expect(call.length).toBeLessThanOrEqual(5)
  expect(listScreen.length).toBeLessThanOrEqual(10)
})

test('what the recipes say compiles', () => {
  for (const step of [...call, ...listScreen]) follow(copy, step)
  expect(copy.listChanges().added).toEqual(['packages/web/src/charges/DeletedChargesPage.tsx'])
  expect(copy.findTypeErrors()).toEqual([])
})

test('the call answers, and the list screen has its windows, its route and its place in the menu', () => {
  const names = [
    'backups.newest S-',
    'the newest verified backup',
    'charges.deleted',
    'these are the lists',
    'beside them only',
    'every call has an entry',
    'every address of both areas',
    'every screen says',
  ]
  const files = [
    'packages/contract/src/api.test.ts',
    'packages/server/src/features/backups.test.ts',
    'packages/server/src/http/permissions.test.ts',
    'packages/server/src/lists/table-list.test.ts',
    'packages/web/src/layout/menu.test.ts',
    'packages/web/src/routes.test.ts',
  ]
  const { code, output } = copy.run('vitest', ['run', ...files, '-t', names.join('|'), '--maxWorkers=1'])
  expect(code, output).toBe(0)
  expect(output).toContain(`${files.length} passed`)
})
