import { randomUUID } from 'node:crypto'
import {
  api,
  API_BASE,
  CLIENT_TOKEN_HEADER,
  PRODUCTS,
  type ProductName,
  SESSION_TOKEN_HEADER,
} from '@flexpower/contract'
import { fleetMeter, postpaidAccounts } from '@flexpower/simulator'
import fc from 'fast-check'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../../launch/free-port.ts'
import { loadFloat } from '../testing/make.ts'
import { openEvents } from '../live/testing/read-events.ts'
import { startServerProcess } from '../testing/server-process.ts'
import { createWorld } from '../testing/world.ts'
import { listPauses, pauseSelling, resumeSelling } from './pause-selling.ts'

const world = await createWorld({ saleMs: 3_000 })
const { db, clock, context } = world
const cashier = await world.signIn({ mayTakePostpaid: true, remember: true })
await loadFloat(db, clock, cashier.user.id, 100_000_000)
await loadFloat(db, clock, cashier.user.id, 100_000_000, 'airtime')

const SENTENCE = 'NAWEC repairs its system until 14:00.'
const paused = `Selling is paused: ${SENTENCE} Nothing was sold and no money moved; sell it when it is resumed.`
const operator = { context, caller: { userId: null, name: 'Operator' }, origin: { address: 'vend-1' } }
const pause = (...products: ProductName[]) => pauseSelling(operator, products, SENTENCE)
const resume = (...products: ProductName[]) => resumeSelling(operator, products)

let serial = 0
/** The body of one sale, as a counter sends it to verify and to sell. */
function newBody(product: ProductName): Record<string, unknown> {
  serial += 1
  if (product === 'airtime')
    return { ['mobile_number']: `7${100_000 + serial}`, amount: 10, ['vendor_type']: 'QCell' }
  if (product === 'postpaid')
    return {
      ['account_reference']: postpaidAccounts[serial % postpaidAccounts.length]?.account,
      amount: 10 + serial,
      telephone: '7712345',
    }
  return { ['meter_number']: fleetMeter(serial), amount: 100, telephone: '7712345' }
}
const verifyPaths: Partial<Record<ProductName, string>> = {
  electricity: 'verify',
  postpaid: 'make-payment-post-paid',
}
const sellPaths: Partial<Record<ProductName, string>> = {
  electricity: 'transactions',
  airtime: 'transactions/airtime',
  postpaid: 'transactions-post-paid',
}
const verify = (product: ProductName, body: object) =>
  cashier.send('POST', API_BASE + (verifyPaths[product] ?? ''), { body })
const sell = (product: ProductName, body: object, key: string = randomUUID()) =>
  cashier.send('POST', API_BASE + (sellPaths[product] ?? ''), { body, headers: { 'idempotency-key': key } })
const readFloats = () =>
  db.selectFrom('float_balance').select(['kind', 'balance']).where('user_id', '=', cashier.user.id).execute()
const countVends = async () => (await db.selectFrom('vend').select('id').execute()).length

afterEach(async () => {
  await resume(...PRODUCTS)
  await world.expectCleanBooks()
})

test.each(PRODUCTS)(
  'a paused product is refused with its sentence, %s: no money moves and no order is sent',
  async (product) => {
    await pause(product)
    const before = [await readFloats(), await countVends(), world.utility.control.sales().length]
    const body = newBody(product)
    if (verifyPaths[product])
      expect(await verify(product, body)).toMatchObject({ body: { status: 'error', message: paused } })
    for (const key of [randomUUID(), randomUUID()])
      expect(await sell(product, body, key)).toMatchObject({ body: { status: 'error', message: paused } })
    expect([await readFloats(), await countVends(), world.utility.control.sales().length]).toEqual(before)
    expect(await resume(product)).toEqual([product])
    expect(await sell(product, body)).toMatchObject({ body: { status: 'success' } })
  },
)

test('the other products are sold as before', async () => {
  await pause('electricity')
  expect(await sell('airtime', newBody('airtime'))).toMatchObject({ body: { status: 'success' } })
  expect(await sell('postpaid', newBody('postpaid'))).toMatchObject({ body: { status: 'success' } })
})

test('a sale that was verified before the pause is refused at OK', async () => {
  const body = newBody('electricity')
  expect(await verify('electricity', body)).toMatchObject({ body: { status: 'success' } })
  await pause('electricity')
  expect(await sell('electricity', body)).toMatchObject({ body: { status: 'error', message: paused } })
})

test('a repeated request gets the end of its sale, also while its product is paused', async () => {
  const [body, key] = [newBody('electricity'), randomUUID()]
  const first = await sell('electricity', body, key)
  expect(first).toMatchObject({ body: { status: 'success' } })
  await pause('electricity')
  expect((await sell('electricity', body, key)).body).toEqual(first.body)
})

test('an open sale goes on to its end, and the repeated request gets its token', async () => {
  const [body, key] = [newBody('electricity'), randomUUID()]
  world.utility.control.failNext('sell', 'reset', 'afterwards')
  expect(await sell('electricity', body, key)).toMatchObject({ body: { status: 'pending' } })
  await pause('electricity')
  await world.recover()
  expect(await sell('electricity', body, key)).toMatchObject({ body: { status: 'success' } })
})

test('every server process honours it at once', async () => {
  const port = await freePort()
  const other = startServerProcess(world, port)
  onTestFinished(() => void other.kill('SIGKILL'))
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(ask).toBe(true)
  const sellThere = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${API_BASE}${sellPaths.electricity}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [CLIENT_TOKEN_HEADER]: world.config.clientAccessToken,
        [SESSION_TOKEN_HEADER]: cashier.token ?? '',
      },
      body: JSON.stringify(newBody('electricity')),
    })
    return (await answer.json()) as { status: string; message: string }
  }
  expect(await sellThere()).toMatchObject({ status: 'success' })
  await pause('electricity')
  expect(await sellThere()).toMatchObject({ status: 'error', message: paused })
  await resume('electricity')
  expect(await sellThere()).toMatchObject({ status: 'success' })
})

test('however it is paused and resumed between sales, only what is not paused is sold', async () => {
  const move = fc.record({
    product: fc.constantFrom(...PRODUCTS),
    act: fc.constantFrom('pause' as const, 'resume' as const, 'sell' as const, 'sell' as const),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 12 }), async (moves) => {
      await resume(...PRODUCTS)
      const isPaused = new Set<ProductName>()
      for (const { product, act } of moves) {
        if (act === 'sell')
          expect(await sell(product, newBody(product))).toMatchObject({
            body: { status: isPaused.has(product) ? 'error' : 'success' },
          })
        if (act === 'pause') await pause(product)
        if (act === 'resume') expect(await resume(product)).toEqual(isPaused.has(product) ? [product] : [])
        if (act !== 'sell') isPaused[act === 'pause' ? 'add' : 'delete'](product)
      }
    }),
    { numRuns: 15 },
  )
})

test('who paused and resumed it, and why, is on the audit record', async () => {
  await pauseSelling(operator, ['airtime'], '  the operator   is   away ')
  expect(await listPauses(db)).toEqual([
    { product: 'airtime', sentence: 'the operator is away.', since: clock.now() },
  ])
  await pause('airtime')
  await resume('airtime')
  const entries = await db
    .selectFrom('act')
    .select(['user_name', 'address', 'deed as action', 'title', 'before', 'after'])
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  const who = { user_name: 'Operator', address: 'vend-1', title: 'airtime' }
  const first = { sentence: 'the operator is away.' }
  expect(entries).toEqual([
    { ...who, action: 'resumed selling', before: { sentence: SENTENCE }, after: null },
    { ...who, action: 'paused selling', before: first, after: { sentence: SENTENCE } },
    { ...who, action: 'paused selling', before: null, after: first },
  ])
})

test('a pause without a sentence, or with a novel, is refused', async () => {
  for (const sentence of ['', '  ', 'a'.repeat(201)])
    await expect(pauseSelling(operator, ['airtime'], sentence)).rejects.toThrow('Say why, in one sentence')
  expect(await listPauses(db)).toEqual([])
})

test('every open counter is told when a product is paused and resumed, and reads which one and why', async () => {
  const readPauses = async () => (await cashier.call(api.electricity.counter, {})).pauses
  const stranger = await world.signIn({ remember: true })
  const streams = await Promise.all([cashier, stranger].map((caller) => openEvents(world, caller)))
  for (const { events } of streams) await expect.poll(() => events[0]?.name).toBe('opened')
  const countTold = () =>
    streams.map(({ events }) => events.filter(({ data }) => String(data['kinds']).includes('selling')).length)
  expect(await readPauses()).toEqual([])
  await pause('electricity', 'airtime')
  await expect.poll(countTold).toEqual([1, 1])
  expect(await readPauses()).toEqual([
    { product: 'airtime', sentence: SENTENCE },
    { product: 'electricity', sentence: SENTENCE },
  ])
  await resume('airtime')
  await expect.poll(countTold).toEqual([2, 2])
  expect(await readPauses()).toEqual([{ product: 'electricity', sentence: SENTENCE }])
})
