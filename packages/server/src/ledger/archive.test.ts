import { type Day, toDay } from '@flexpower/contract'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { DAY_MS } from '../runtime/clock.ts'
import { inTransaction } from '../db/db.ts'
import { loadFloat } from '../testing/make.ts'
import { sellOnce } from '../testing/selling.ts'
import { createWorld } from '../testing/world.ts'
import { archive, bringBack, countOld } from './archive.ts'

const world = await createWorld()
const { db, clock } = world
const cashier = await world.signIn({ remember: true })
await loadFloat(db, clock, cashier.user.id, 1_000_000)

// Two on one day, one on the next.
const first = toDay(clock.now())
await sellOnce(cashier, 1, 100)
await sellOnce(cashier, 2, 250)
clock.pass(DAY_MS)
const second = toDay(clock.now())
await sellOnce(cashier, 3, 75)

const NOTHING = { sales: 0, tendered: 0 }
const BEFORE = '2000-01-01' as Day

afterEach(world.expectCleanBooks)

async function newCleanup(): Promise<number> {
  const { id } = await db
    .insertInto('cleanup')
    .values({
      created_at: clock.now(),
      created_by: cashier.user.id,
      days: 1,
      until: first,
      state: 'done',
      finished_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const idsIn = async (table: 'sale' | 'archived_sale') =>
  (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)

test('CL-01 what would be moved is counted, to the day and the butut', async () => {
  expect(await countOld(db, BEFORE)).toEqual(NOTHING)
  expect(await countOld(db, first)).toEqual({ sales: 2, tendered: 35_000 })
  expect(await countOld(db, second)).toEqual({ sales: 3, tendered: 42_500 })
})

test('CL-01 the sales up to a day are moved, the others stay, and all of them come back as they were', async () => {
  const [one, other] = [await newCleanup(), await newCleanup()]
  const all = await db.selectFrom('sale').selectAll().orderBy('id').execute()
  const [a, b, c] = all.map(({ id }) => id)
  await inTransaction(db, async (tx) => {
    expect(await archive(tx, one, BEFORE)).toEqual(NOTHING)
    // Millions of rows take longer than any call may.
    const { rows } = await sql`show statement_timeout`.execute(tx)
    expect(rows).toEqual([{ statement_timeout: '0' }])
  })
  expect(await inTransaction(db, (tx) => archive(tx, one, first))).toEqual({ sales: 2, tendered: 35_000 })
  expect([await idsIn('sale'), await idsIn('archived_sale')]).toEqual([[c], [a, b]])
  expect(await inTransaction(db, (tx) => archive(tx, other, second))).toEqual({ sales: 1, tendered: 7_500 })
  expect([await idsIn('sale'), await idsIn('archived_sale')]).toEqual([[], [a, b, c]])
  // Each cleanup brings back its own.
  expect(await inTransaction(db, (tx) => bringBack(tx, one))).toEqual({ sales: 2, tendered: 35_000 })
  expect([await idsIn('sale'), await idsIn('archived_sale')]).toEqual([[a, b], [c]])
  expect(await inTransaction(db, (tx) => bringBack(tx, one))).toEqual(NOTHING)
  expect(await inTransaction(db, (tx) => bringBack(tx, other))).toEqual({ sales: 1, tendered: 7_500 })
  expect(await db.selectFrom('sale').selectAll().orderBy('id').execute()).toEqual(all)
})
