import { api, bututs } from '@flexpower/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../db/db.ts'
import { closeSession } from '../../ledger/till.ts'
import { DAY_MS } from '../../runtime/clock.ts'
import { changeFor, openTillDesk } from './testing/till-desk.ts'

const { world, admin, hire, open, close, sell } = await openTillDesk()
const { clock, db } = world

let cashier: Awaited<ReturnType<typeof hire>>
beforeEach(async () => {
  cashier = await hire()
})
afterEach(world.expectCleanBooks)

const tryOpen = (opening: number, traits: { reason?: string; isSure?: boolean } = {}) =>
  cashier.call(api.till.open, { opening: bututs(opening), ...traits })
const readRow = async () => {
  const { cashiers } = await admin.call(api.till.wall, {})
  return cashiers.find((row) => row.cashier === cashier.user.id)
}
const endWith = async (amount: number) => {
  const { id } = await open(cashier, amount)
  return close(cashier, id, changeFor(amount), 'As counted')
}

test('a shift that begins with other cash than the last one ended with asks why', async () => {
  expect(await endWith(122_400)).toMatchObject({ leftBefore: null, openingReason: null })
  await expect(tryOpen(2_000, { isSure: true })).rejects.toThrow(
    'Your last shift ended with GMD 1,224.00 in the drawer. Say why it is GMD 20.00 now. No shift was opened.',
  )
  expect(await cashier.call(api.till.current, {})).toMatchObject({ session: null, leftBefore: 122_400 })
  const session = await tryOpen(2_000, { reason: 'Handed to Awa' })
  expect(session).toMatchObject({ leftBefore: 122_400, openingReason: 'Handed to Awa' })
  expect(await readRow()).toMatchObject({
    attention: ['opened_off'],
    session: { openingDifference: -120_400 },
  })
  await close(cashier, session.id, changeFor(2_000))
  expect(await readRow()).toMatchObject({
    attention: [],
    missingBetween: { count: 1, amount: 120_400 },
  })
})

test('a small difference only asks, and the same amount does not', async () => {
  await endWith(10_000)
  await expect(tryOpen(9_900)).rejects.toThrow(
    'Your last shift ended with GMD 100.00 in the drawer. Open with GMD 99.00? No shift was opened yet.',
  )
  const session = await tryOpen(9_900, { isSure: true })
  expect(session).toMatchObject({ leftBefore: 10_000, openingReason: null })
  await close(cashier, session.id, changeFor(9_900))
  // A reason for nothing is not stored.
  expect(await tryOpen(9_900, { reason: 'None' })).toMatchObject({ leftBefore: 9_900, openingReason: null })
})

test('a drawer that nobody counted is on the wall until it is opened again, with what should be in it', async () => {
  const { id } = await open(cashier, 50_000)
  await admin.call(api.till.closeFor, { id, reason: 'Went home' })
  expect(await readRow()).toMatchObject({ attention: ['not_counted'], notCounted: id })
  await expect(tryOpen(2_000)).rejects.toThrow('Your last shift ended with GMD 500.00')
  await tryOpen(50_000)
  expect(await readRow()).toMatchObject({ attention: [], notCounted: null })
})

test('cash that is sold outside a shift is told to the cashier and to Admins', async () => {
  await sell(cashier, 'electricity', 100)
  await sell(cashier, 'airtime', 25)
  const { id } = await open(cashier)
  await sell(cashier, 'electricity', 50)
  await close(cashier, id, changeFor(5_000))
  expect(await cashier.call(api.till.today, {})).toMatchObject({ outside: 12_500 })
  expect(await readRow()).toMatchObject({ attention: ['outside_shift'], outside: 12_500 })
  clock.pass(DAY_MS)
  expect(await readRow()).toMatchObject({ attention: [], outside: 0 })
})

test('a sale in doubt that ends after its shift was not sold outside one', async () => {
  const { id } = await open(cashier)
  const { reference } = await sell(cashier, 'electricity', 50, 'lost')
  expect(reference).not.toBe('')
  await close(cashier, id, changeFor(5_000))
  clock.pass(DAY_MS / 2)
  await world.recover()
  expect(await readRow()).toMatchObject({ outside: 0 })
})

test('who counts blind learns nothing from more out than the drawer can have; an Admin sees it', async () => {
  await open(cashier, 10_000)
  const out = { kind: 'out', reason: 'Rent' } as const
  for (const amount of [10_000, 1])
    expect(await cashier.call(api.till.move, { ...out, amount: bututs(amount) })).toMatchObject({
      figures: null,
    })
  expect(await readRow()).toMatchObject({ attention: ['below_zero'], session: { expected: -1 } })
})

test('who may see the expected cash is asked about more out than the drawer can have', async () => {
  const boss = await world.signIn({ type: 'Admin' })
  await open(boss, 10_000)
  const out = { kind: 'out', amount: bututs(10_001), reason: 'Rent' } as const
  await expect(boss.call(api.till.move, out)).rejects.toThrow(
    /^This is more than the drawer can have\. Nothing was recorded yet\. Record it anyway\?$/,
  )
  expect((await boss.call(api.till.current, {})).session?.movements).toEqual([])
  expect(await boss.call(api.till.move, { ...out, isSure: true })).toMatchObject({
    figures: { expected: -1 },
  })
})

test('an open shift is told as open, whatever amount is sent again', async () => {
  await endWith(10_000)
  await tryOpen(10_000)
  for (const amount of [10_000, 20_000])
    await expect(tryOpen(amount)).rejects.toThrow(
      /^Your shift is open already since .*, with GMD 100\.00\. Nothing was changed\.$/,
    )
})

test('of several openings at once one is done, and the others say that it is open', async () => {
  const openings = await Promise.allSettled([1, 2, 3, 4].map(() => tryOpen(10_000)))
  const refused = openings.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(3)
  for (const each of refused)
    expect(String((each as PromiseRejectedResult).reason)).toContain('is open already')
})

test('an opening waits for a close that is being written, and is compared with it', async () => {
  await endWith(10_000)
  const { id } = await tryOpen(10_000)
  // Short by so much that it waits for a reason.
  expect(await close(cashier, id, changeFor(3_000))).toMatchObject({ state: 'counted' })
  const { opening } = await inTransaction(db, async (tx) => {
    const at = clock.now()
    await closeSession(tx, { id, by: admin.user.id, reason: 'Known', at, epoch: 1 })
    const sent = tryOpen(3_000)
    // It ends only after the commit.
    await Promise.race([sent.catch(() => null), waitForLock()])
    return { opening: sent }
  })
  expect(await opening).toMatchObject({ leftBefore: 3_000, openingReason: null })
})

async function waitForLock(): Promise<void> {
  for (let isWaiting = false; !isWaiting; ) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
    isWaiting = rows.length > 0
  }
}
