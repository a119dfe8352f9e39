// Sales without an Idempotency-Key, many identical ones at the same moment at two server processes: one is sold.
import { API_BASE } from '@flexpower/contract'
import { fleetMeter, postpaidAccounts } from '@flexpower/simulator'
import { afterAll, afterEach, expect, test } from 'vitest'
import { assemble, createApp } from '../app.ts'
import { MINUTE_MS } from '../clock.ts'
import { openDb } from '../db/db.ts'
import { loadFloat } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'

const AT_ONCE = 16
const ROUNDS = 4

const world = await createWorld()
const { clock } = world
const otherDb = openDb({ url: world.databaseUrl, onConnectionLost: () => {} })
const other = await createApp(assemble({ ...world.context, db: otherDb.db }), null)
const addresses = [world.address, await other.listen({ host: '127.0.0.1', port: 0 })]
afterAll(async () => {
  await other.close()
  await otherDb.close()
})
const cashier = await world.signIn({ mayTakePostpaid: true, remember: true })
for (const kind of ['electricity', 'airtime'] as const)
  await loadFloat(world.db, clock, cashier.user.id, 100_000_000, kind)
const admin = await world.signIn({ type: 'Admin', mayTakePostpaid: true, remember: true })

afterEach(world.expectCleanBooks)

interface Answer {
  status: string
  message: string
}

const products: [product: string, path: string, body: (round: number) => object][] = [
  [
    'electricity',
    'transactions',
    (round) => ({ ['meter_number']: fleetMeter(round), amount: 100, telephone: '7712345' }),
  ],
  [
    'airtime',
    'transactions/airtime',
    (round) => ({ ['mobile_number']: String(7_100_000 + round), amount: 100, ['vendor_type']: 'QCell' }),
  ],
  [
    'post-paid',
    'transactions-post-paid',
    () => ({ ['account_reference']: postpaidAccounts[0]!.account, amount: 100, telephone: '7712345' }),
  ],
]

let serial = 0

test.each(products)(
  '16 identical sales of %s without a key, at once, are one sale',
  async (_, path, body) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = body((serial += 1))
      // Both on a float and on the house, which no row of a float puts in line.
      const seller = round % 2 === 0 ? cashier : admin
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, async (__, place) => {
          const address = new URL(API_BASE + path, addresses[place % addresses.length])
          const { status, body: said } = await seller.send('POST', address.href, { body: order })
          expect(status).toBeLessThan(300)
          return said as Answer
        }),
      )
      expect(answers.filter(({ status }) => status === 'success')).toHaveLength(1)
      for (const { message } of answers.filter(({ status }) => status !== 'success'))
        expect(message).toMatch(/less than a minute ago|is still open/)
      clock.pass(MINUTE_MS)
    }
  },
)
