import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetUnprinted, keepProblem, keepUnprinted, listUnprinted } from './unprinted.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  vi.stubGlobal('document', { cookie: 'user_id=7' })
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
    },
  })
})
afterEach(() => {
  stored.clear()
  vi.unstubAllGlobals()
})

const sale = { product: 'electricity', id: 3, reference: 'A-1', what: 'Mariama Bah, GMD 100.00' } as const
const problem = { title: 'Not printed', text: 'The printer was disconnected.' }

test('a receipt that the printer did not confirm is remembered with its problem', () => {
  keepUnprinted(sale)
  keepProblem({ ...sale, problem })
  expect(listUnprinted()).toEqual([{ ...sale, problem }])
})

test('a printer that fails late does not bring back a receipt that was printed in another way meanwhile', () => {
  keepUnprinted(sale)
  forgetUnprinted(sale)
  keepProblem({ ...sale, problem })
  expect(listUnprinted()).toEqual([])
})
