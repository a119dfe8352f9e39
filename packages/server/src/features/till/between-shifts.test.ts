import { api, bututs } from '@flexpower/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../runtime/clock.ts'
import { changeFor, openTillDesk } from './testing/till-desk.ts'

const { world, admin, hire, open, close, move, sell } = await openTillDesk()
const { clock } = world

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

test('more out of the drawer than it can have asks first, and does not say how much there is', async () => {
  await open(cashier, 10_000)
  const out = { kind: 'out', amount: bututs(10_001), reason: 'Rent' } as const
  await expect(cashier.call(api.till.move, out)).rejects.toThrow(
    /^This is more than the drawer can have\. Nothing was recorded yet\. Record it anyway\?$/,
  )
  expect((await cashier.call(api.till.current, {})).session?.movements).toEqual([])
  await move(cashier, 'out', 10_001)
  expect(await readRow()).toMatchObject({ attention: ['below_zero'], session: { expected: -1 } })
})
