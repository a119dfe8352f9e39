import { bututs } from '@flexpower/contract'
import { afterEach, expect, test } from 'vitest'
import { inTransaction } from '../db/db.ts'
import { makeUser } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'
import { type Load, loadCredit } from './credits.ts'

const world = await createWorld()
const { db, clock } = world
const { id: userId } = await makeUser(db, clock)

const load = (amount: number, slipReference: string, traits: Partial<Load> = {}) =>
  inTransaction(db, (tx) =>
    loadCredit(tx, {
      userId,
      kind: 'electricity',
      amount: bututs(amount),
      slipReference,
      loadedBy: userId,
      at: clock.now(),
      ...traits,
    }),
  )
const transfers = () => db.selectFrom('transfer').selectAll().orderBy('entry_id').execute()

afterEach(world.expectCleanBooks)

test('each load adds to its own float, and is stored with the balance after it', async () => {
  expect(await load(10_000, 'one')).toBe(10_000)
  expect(await load(2_500, 'two')).toBe(12_500)
  expect(await load(700, 'one', { kind: 'airtime' })).toBe(700)
  const credits = await db
    .selectFrom('credit')
    .select(['user_id', 'kind', 'amount', 'slip_reference', 'balance_after', 'loaded_by', 'created_at'])
    .orderBy('id')
    .execute()
  const common = { user_id: userId, loaded_by: userId, created_at: clock.now() }
  expect(credits).toEqual([
    { ...common, kind: 'electricity', amount: 10_000, slip_reference: 'one', balance_after: 10_000 },
    { ...common, kind: 'electricity', amount: 2_500, slip_reference: 'two', balance_after: 12_500 },
    { ...common, kind: 'airtime', amount: 700, slip_reference: 'one', balance_after: 700 },
  ])
  expect(await transfers()).toMatchObject([
    { leg: 0, source: 'bank', destination: `float/electricity/${userId}`, amount: 10_000 },
    { leg: 0, source: 'bank', destination: `float/electricity/${userId}`, amount: 2_500 },
    { leg: 0, source: 'bank', destination: `float/airtime/${userId}`, amount: 700 },
  ])
})

test('a load of zero uses up its slip and moves nothing; the smallest load moves', async () => {
  const before = (await transfers()).length
  expect(await load(0, 'nothing')).toBe(12_500)
  expect(await transfers()).toHaveLength(before)
  expect(await load(1, 'a butut')).toBe(12_501)
  expect(await transfers()).toHaveLength(before + 1)
})

test('a slip is loaded once, however it is written, and a second load changes nothing', async () => {
  for (const slip of ['two', ' TWO ', 'nothing'])
    await expect(load(5, slip)).rejects.toMatchObject({ constraint: 'credit_kind_slip_key_key' })
  expect(await load(0, 'three')).toBe(12_501)
})
