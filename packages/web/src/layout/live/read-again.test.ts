import { LIVE_KINDS } from '@flexpower/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { countNew, findTops, listReads } from './read-again.ts'

test('every kind has something to read, each once, and an unknown one has nothing', () => {
  for (const kind of LIVE_KINDS) expect(listReads([kind]).length).toBeGreaterThan(0)
  const both = listReads(['sales', 'floats'])
  expect(new Set(both).size).toBe(both.length)
  expect(listReads(['of a newer server'])).toEqual([])
})

const rows = (...ids: number[]) => ids.map((id) => ({ id }))

test('rows are new until the first one that is known', () => {
  expect(countNew(rows(3, 2, 1), rows(3, 2, 1))).toBe(0)
  expect(countNew(rows(3, 2, 1), rows(5, 4, 3))).toBe(2)
  expect(countNew(rows(3, 2, 1), rows(9, 8, 7))).toBe(3)
  expect(countNew([], rows(1))).toBe(1)
  expect(countNew(rows(1), [])).toBe(0)
})

test('only the first page of a list with its newest rows first can get rows above', () => {
  const client = new QueryClient()
  const watch = (queryKey: unknown[]) =>
    new QueryObserver(client, { queryKey, queryFn: () => null }).subscribe(() => {})
  const stops = [
    watch(['transactions', 'window', '{}', 10, null]),
    watch(['transactions', 'window', '{"search":"Awa"}', 10, null]),
    watch(['transactions', 'window', '{"order":"oldest"}', 10, null]),
    watch(['transactions', 'window', '{}', 10, 17]),
    watch(['transactions/open', { limit: 200 }]),
  ]
  expect(findTops(client, 'transactions').map(({ queryKey }) => queryKey[2])).toEqual([
    '{}',
    '{"search":"Awa"}',
  ])
  for (const stop of stops) stop()
  client.clear()
})
