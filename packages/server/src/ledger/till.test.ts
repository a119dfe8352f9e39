// A count and a sale at the same moment, one held up in the middle of its transaction: whichever is first, the count has
// exactly the sales that are in the session.
import { bututs, formatEpoch, toDay } from '@flexpower/contract'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { inTransaction } from '../db/db.ts'
import { note, openTillDesk } from '../features/till/testing/till-desk.ts'
import { bookSale, type HeldSale, type Opening } from './book.ts'
import { moveCash, slipNumber } from './till.ts'

const { world, hire, open, close, sell, readVend } = await openTillDesk()
const { db, clock } = world

afterEach(world.expectCleanBooks)

let serial = 0
function describeSale(userId: number): Opening {
  serial += 1
  const at = clock.now()
  return {
    reference: `reference-${serial}`,
    receiptCode: `code-${serial}`,
    userId,
    key: `key-${serial}`,
    keyIsOurs: false,
    product: 'electricity',
    subject: `meter-${serial}`,
    phone: '7712345',
    tendered: bututs(10_000),
    floatKind: 'electricity',
    at,
    terms: { fee: 0, commission: 0, chargeId: null, quote: {} },
    verifiedSince: at,
    askAt: at,
    till: 'joined',
  }
}

const confirmation = (sale: HeldSale) => ({
  id: sale.id,
  userId: sale.userId,
  at: clock.now(),
  day: toDay(clock.now()),
  customerName: 'Mariama Bah',
  tokens: [],
  cashierName: 'Fatou',
  location: 'Banjul',
  details: { utilityTransaction: '' },
  payee: 'utility',
  settledBy: null,
  note: null,
})

/** Somebody waits for a lock that somebody else holds. */
async function untilWaiting(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if ((rows[0]?.waiting ?? 0) > 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('a count waits for a sale that is being opened, and has it', async () => {
  const cashier = await hire()
  const session = await open(cashier)
  const opening = describeSale(cashier.user.id)
  const closing = await inTransaction(db, async (tx) => {
    const { kind } = await bookSale(tx, opening, confirmation)
    expect(kind).toBe('open')
    const begun = close(cashier, session.id, [note(100, 1)])
    await untilWaiting()
    return { begun }
  })
  expect(await closing.begun).toMatchObject({ state: 'closed', expected: 10_000, difference: 0 })
})

test('a count waits for a movement that is being recorded, and has it', async () => {
  const cashier = await hire()
  const session = await open(cashier)
  const closing = await inTransaction(db, async (tx) => {
    const at = clock.now()
    await moveCash(tx, {
      userId: cashier.user.id,
      kind: 'in',
      amount: bututs(10_000),
      reason: 'x',
      at,
      key: 'x',
    })
    const begun = close(cashier, session.id, [note(100, 1)])
    await untilWaiting()
    return { begun }
  })
  expect(await closing.begun).toMatchObject({ state: 'closed', expected: 10_000, difference: 0 })
})

test('a sale that comes during a count waits for it, and is in no session', async () => {
  const cashier = await hire()
  const session = await open(cashier)
  const selling = await inTransaction(db, async (tx) => {
    await tx
      .updateTable('till_session')
      .set({ counted_at: clock.now(), counted_by: cashier.user.id, pieces: '[]', counted: bututs(0) })
      .where('id', '=', session.id)
      .execute()
    const begun = sell(cashier)
    await untilWaiting()
    return { begun }
  })
  const { status, reference } = await selling.begun
  expect(status).toBe('success')
  expect((await readVend(reference)).till_session_id).toBeNull()
  expect(await close(cashier, session.id, [])).toMatchObject({ state: 'closed', expected: 0 })
})

test('the number of a slip has the letters of its epoch, as references have', async () => {
  const { rows } = await sql<{ epoch: number; slip: string | null }>`
    select epoch, ${slipNumber('t')} as slip
      from (select n::smallint as epoch, 12 as number from unnest(${EPOCHS}::int[]) n) t`.execute(db)
  expect(rows).toEqual(EPOCHS.map((epoch) => ({ epoch, slip: `${formatEpoch(epoch)}-00012` })))
  const { rows: others } = await sql<{ slip: string | null }>`
    select ${slipNumber('t')} as slip from (values (null::smallint, null::int), (1, 123456)) t (epoch, number)`.execute(
    db,
  )
  expect(others).toEqual([{ slip: null }, { slip: 'A-123456' }])
})

const EPOCHS = [...Array.from({ length: 600 }, (_, at) => at + 1), 10_648, 32_767]
