// Sells through the server as a counter does, for tests that need real sales and are about something else.
import { randomUUID } from 'node:crypto'
import { API_BASE } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import type { RawAnswer, TestCaller } from './world.ts'

/** Verifies and sells to a meter of the fleet; returns the reply of the sale. */
export async function sellOnce(seller: TestCaller, meterNumber: number, amount = 100) {
  const body = { ['meter_number']: fleetMeter(meterNumber), amount, telephone: '7712345' }
  await seller.send('POST', `${API_BASE}verify`, { body })
  return seller.send('POST', `${API_BASE}transactions`, {
    body,
    headers: { 'idempotency-key': randomUUID() },
  })
}

/** Like a client that is told to retry because there are too many: the same again, with the same key, after a while. */
export async function untilLetIn(send: () => Promise<RawAnswer>): Promise<RawAnswer> {
  for (;;) {
    const answer = await send()
    const retryAfter = answer.headers.get('retry-after')
    if (![429, 503].includes(answer.status) || retryAfter === null) return answer
    await new Promise((resolve) => setTimeout(resolve, Number(retryAfter) * 1_000 * Math.random()))
  }
}
