import { expect, test } from 'vitest'
import { endpoints } from './api.ts'
import { floats } from './floats.ts'
import { LIVE_READS } from './live.ts'
import { till } from './till.ts'

test('what is read again after a hint are calls that read', () => {
  const reading = new Set(endpoints.filter(([, { method }]) => method === 'GET').map(([, { path }]) => path))
  for (const path of Object.values(LIVE_READS).flat()) expect(reading).toContain(path)
})

test('a sale is in the statements of its float and its drawer, and in the figures of its shift', () => {
  for (const { path } of [floats.statement, floats.sums, till.statement, till.sums, till.one])
    expect(LIVE_READS.sales).toContain(path)
  for (const { path } of [till.statement, till.sums]) expect(LIVE_READS.till).toContain(path)
})
