import { expect, test } from 'vitest'
import { endpoints } from './api.ts'
import { LIVE_READS } from './live.ts'

test('what is read again after a hint are calls that read', () => {
  const reading = new Set(endpoints.filter(([, { method }]) => method === 'GET').map(([, { path }]) => path))
  for (const path of Object.values(LIVE_READS).flat()) expect(reading).toContain(path)
})
