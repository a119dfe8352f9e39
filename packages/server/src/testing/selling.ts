// Sells through the server as a counter does, for tests that need real sales and are about something else.
import { randomUUID } from 'node:crypto'
import { API_BASE } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import type { TestCaller } from './world.ts'

/** Verifies and sells to a meter of the fleet; answers the reply of the sale. */
export async function sellOnce(seller: TestCaller, meterNumber: number, amount = 100) {
  const body = { ['meter_number']: fleetMeter(meterNumber), amount, telephone: '7712345' }
  await seller.send('POST', `${API_BASE}verify`, { body })
  return seller.send('POST', `${API_BASE}transactions`, {
    body,
    headers: { 'idempotency-key': randomUUID() },
  })
}
