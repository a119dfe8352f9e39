import { bututs, type Credit } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { lineThrough, listPoints } from './float-history.ts'

const credit = (more: Partial<Credit> = {}): Credit => ({
  id: 1,
  agent: 12,
  at: new Date('2026-11-14T14:18:00Z'),
  agentName: 'Fatou Ceesay',
  kind: 'electricity',
  amount: bututs(500_000),
  corrected: null,
  slipReference: 'TBL 4711',
  loadedBy: 'Binta Saidy',
  floatAfter: bututs(620_050),
  ...more,
})

test('a float goes up at each load, down between them, and ends now', () => {
  const first = credit({ id: 1, amount: bututs(1000), floatAfter: bututs(1000) })
  const second = credit({
    id: 2,
    at: new Date('2026-11-15T14:18:00Z'),
    amount: bututs(1000),
    floatAfter: bututs(1200),
  })
  const present = { at: new Date('2026-11-16T14:18:00Z'), float: bututs(300) }
  const points = listPoints([second, credit({ kind: 'airtime' }), first], 'electricity', present)
  expect(points.map(({ float }) => float)).toEqual([0, 1000, 200, 1200, 300])
  expect(lineThrough(points)).toBe('0.00 100.00L0.00 16.67L50.00 83.33L50.00 0.00L100.00 75.00')
  expect(listPoints([first], 'airtime', present)).toEqual([])
})
