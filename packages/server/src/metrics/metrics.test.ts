import { randomUUID } from 'node:crypto'
import { api, API_BASE } from '@flexpower/contract'
import { expect, onTestFinished, test } from 'vitest'
import { readBalancesDue } from '../features/balances.ts'
import { lookAtBooks } from '../ledger/audit.ts'
import { loadFloat } from '../testing/make.ts'
import { sellOnce } from '../testing/selling.ts'
import { createWorld } from '../testing/world.ts'
import { watchBooks } from './books.ts'
import { createMetrics } from './declare.ts'
import { offerMetrics, serveMetrics, writeMetrics } from './serve.ts'

const world = await createWorld({ saleMs: 1_000 })
const { db, clock, context } = world
const cashier = await world.signIn()
await loadFloat(db, clock, cashier.user.id, 100_000_00)

const LOST = '99900000029'
const REFUSED = '99900000177'

async function sell(meter: string) {
  const body = { ['meter_number']: meter, amount: 100, telephone: '7712345' }
  await cashier.send('POST', `${API_BASE}verify`, { body })
  return cashier.send('POST', `${API_BASE}transactions`, {
    body,
    headers: { 'idempotency-key': randomUUID() },
  })
}

/** The value of a series as Prometheus reads it; undefined if it is missing. */
async function read(series: string): Promise<number | undefined> {
  const text = await writeMetrics([await world.metrics.scrape()])
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('sales are counted by product and result, and an undecided one again when it ends', async () => {
  expect((await sellOnce(cashier, 1)).status).toBe(200)
  await sell(REFUSED)
  await sell(LOST)
  expect(await read('flexpower_sales_total{product="electricity",result="sold"}')).toBe(1)
  expect(await read('flexpower_sales_total{product="electricity",result="refused"}')).toBe(1)
  expect(await read('flexpower_sales_total{product="electricity",result="undecided"}')).toBe(1)
  await world.recover()
  expect(await read('flexpower_sales_total{product="electricity",result="sold"}')).toBe(2)
  await world.expectCleanBooks()
})

test('orders are counted by what their answer proves', async () => {
  const orders = (outcome: string) =>
    read(`flexpower_exchange_seconds_count{side="utility",purpose="order",outcome="${outcome}"}`)
  expect([await orders('accepted'), await orders('refused'), await orders('unknown')]).toEqual([1, 1, 1])
})

test('requests are counted under the pattern of their path, never under a value', async () => {
  await cashier.send('GET', `${API_BASE}backups/123456/download`)
  await cashier.send('GET', '/no/such/7712345')
  const text = await writeMetrics([await world.metrics.scrape()])
  expect(text).toContain(
    `flexpower_http_requests_total{method="GET",route="${API_BASE}backups/:id/download",status="4xx"} 1`,
  )
  expect(text).toContain('flexpower_http_requests_total{method="GET",route="none",status="4xx"} 1')
  expect(text).not.toContain('7712345')
  expect(text).not.toContain('123456')
})

test('refused sign-ins are counted', async () => {
  const login = { email: cashier.user.email, password: 'wrong-password' }
  await expect(world.visitor.call(api.session.login, login)).rejects.toThrow('not right')
  expect(await read('flexpower_logins_refused_total{reason="password"}')).toBe(1)
})

test('batches, places, waits and pools are measured', async () => {
  expect(await read('flexpower_ledger_batch_sales_count{statement="open"}')).toBe(3)
  expect(await read('flexpower_admission_working{lane="sales"}')).toBe(0)
  expect(await read('flexpower_admission_waiting{lane="sales"}')).toBe(0)
  expect(await read('flexpower_admission_wait_seconds_count{lane="sales"}')).toBeGreaterThan(2)
  expect(await read('flexpower_pool_most{pool="prepared"}')).toBe(10)
  expect(await read('flexpower_pool_waiting{pool="usual"}')).toBe(0)
})

test('the books are read at most once in ten seconds, however often the metrics are', async () => {
  let reads = 0
  const books = watchBooks(context, {
    readAccounts: async () => {
      reads += 1
      return []
    },
  })
  const all = await Promise.all([books(), books(), books()])
  expect(all[0]).toEqual(all[2])
  await books()
  expect(reads).toBe(1)
})

test('figures of the books: floats, balances, runway, audit', async () => {
  const fresh = createMetrics()
  fresh.read({
    books: watchBooks(context, {
      readAccounts: async () => [
        { otherSide: 'utility', amount: 250_000_00, lastsDays: 2.5, readAt: clock.now() },
      ],
    }),
  })
  await readBalancesDue(context)
  await lookAtBooks({ db, clock, log: world.context.log })
  const text = await writeMetrics([await fresh.scrape()])
  const { balance } = await db
    .selectFrom('float_balance')
    .select('balance')
    .where('user_id', '=', cashier.user.id)
    .executeTakeFirstOrThrow()
  expect(text).toContain(`flexpower_floats_dalasi{kind="electricity"} ${balance / 100}`)
  expect(text).toContain('flexpower_account_runway_days{side="utility"} 2.5')
  expect(text).toContain('flexpower_account_balance{side="utility"} 250000')
  expect(text).toContain('flexpower_ledger_broken_invariants 0')
  expect(text).toContain('flexpower_database_up 1')
  expect(text).toMatch(/^flexpower_held_dalasi 0$/m)
  // There was no backup: its age is missing, not zero.
  expect(text).not.toMatch(/^flexpower_backup_age_seconds /m)
})

test('without the database the scrape comes in time, and what cannot be read is missing', async () => {
  const never = new Promise<never>(() => {})
  const fresh = createMetrics()
  fresh.countSale('airtime', 'sold')
  fresh.read({ books: watchBooks(context, { readAccounts: () => never, withinMs: 20 }) })
  const text = await writeMetrics([await fresh.scrape()])
  expect(text).toContain('flexpower_database_up 0')
  expect(text).not.toMatch(/^flexpower_held_dalasi /m)
  expect(text).toContain('flexpower_sales_total{product="airtime",result="sold"} 1')
})

test('they are served at GET /metrics on a port of their own, and nowhere else', async () => {
  const served = await serveMetrics({ host: '127.0.0.1', port: 0 }, async () => [
    await world.metrics.scrape(),
  ])
  onTestFinished(served.close)
  const answer = await fetch(served.address)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(await answer.text()).toContain('flexpower_sales_total')
  expect((await fetch(new URL('/', served.address))).status).toBe(404)
  expect((await fetch(served.address, { method: 'POST' })).status).toBe(404)
  expect((await fetch(new URL('/metrics', world.address))).status).toBe(404)
  const taken = serveMetrics(
    { host: '127.0.0.1', port: Number(new URL(served.address).port) },
    async () => [],
  )
  await expect(taken).rejects.toThrow(/Port \d+ for the metrics is in use already/)
})

test('a port that is taken is tried again until it is free', async () => {
  const first = await serveMetrics({ host: '127.0.0.1', port: 0 }, async () => [])
  const failures: string[] = []
  const offered = await offerMetrics(
    { host: '127.0.0.1', port: Number(new URL(first.address).port) },
    async () => [],
    { onFailure: ({ message }) => failures.push(message), pauseMs: 10 },
  )
  await expect.poll(() => failures.length).toBeGreaterThan(1)
  await first.close()
  await expect.poll(async () => (await fetch(first.address).catch(() => null))?.status).toBe(200)
  await offered.close()
  await expect(fetch(first.address)).rejects.toThrow('fetch failed')
})
