// Books a sale that only the other side had, as features/enquiries does it, without a difference having to be found.
import { randomUUID } from 'node:crypto'
import { bututs, toDay } from '@flexpower/contract'
import { sql } from 'kysely'
import { inTransaction } from '../../../db/db.ts'
import { bookSale } from '../../../ledger/book.ts'
import type { World } from '../../../testing/world.ts'

interface Difference {
  userId: number
  /** The Admin who books it. */
  by: number
  tendered: number
  fee: number
  commission: number
  soldAt: Date
}

/** False: the float has less, and nothing was booked. */
export const bookDifference = ({ db, clock }: World, given: Difference): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const { userId, by, tendered, fee, commission, soldAt } = given
    const reference = randomUUID()
    const now = clock.now()
    const opened = await bookSale(
      tx,
      {
        reference,
        userId,
        key: reference,
        receiptCode: randomUUID(),
        keyIsOurs: false,
        product: 'electricity',
        subject: reference,
        phone: '7712345',
        tendered: bututs(tendered),
        floatKind: 'electricity',
        at: soldAt,
        terms: { fee, commission, chargeId: null, vended: tendered - fee, quote: {} },
        verifiedSince: soldAt,
        askAt: now,
        till: 'none',
      },
      ({ id }) => ({
        id,
        userId,
        at: now,
        soldAt,
        day: toDay(soldAt),
        customerName: 'Mariama Bah',
        tokens: [],
        cashierName: 'Fatou Ceesay',
        location: 'Banjul',
        details: {},
        payee: 'utility',
        settledBy: null,
        note: null,
      }),
    )
    if (opened.kind !== 'open') return false
    await sql`
      with found as (
        insert into difference (other_side, day, kind, reference, subject, found_at, settled_at)
          values ('utility', ${toDay(soldAt)}, 'not in our books', ${reference}, 'x', ${now}, ${now})
          returning id)
      insert into booking (difference_id, cashier_id, tendered, fee, fee_outside_bands, reason, asked_by, created_at, needs_two,
          state, decided_by, decided_at, sale_id)
        select id, ${userId}, ${tendered}, ${fee}, false, 'x', ${by}, ${now}, false, 'booked', ${by}, ${now}, ${opened.sale.id}
          from found`.execute(tx)
    return true
  })
