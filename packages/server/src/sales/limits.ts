// How much a cashier may sell at once and in a day, in all products together. Told when a sale is verified; the day's
// limit is decided in the statement that opens it (ledger/book-sql.ts).
import { type Bututs, bututs, formatGmd, PRODUCTS, toDay } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { Refusal } from '../refusal.ts'
import type { Clock } from '../runtime/clock.ts'

/** Null: no limit. */
export interface SaleLimits {
  perSale: Bututs | null
  perDay: Bututs | null
}

export const NO_LIMITS: SaleLimits = { perSale: null, perDay: null }

interface Selling {
  userId: number
  limits?: SaleLimits
}

/** Why this amount may not be sold; null: it may. Without limits nothing is read. */
export async function explainLimit(
  parts: { db: Db; clock: Clock },
  seller: Selling,
  tendered: Bututs,
): Promise<Refusal | null> {
  const { perSale, perDay } = seller.limits ?? NO_LIMITS
  const next = 'Nothing was sold and no money moved.'
  if (perSale !== null && tendered > perSale)
    return new Refusal(
      'refused',
      `${formatGmd(tendered)} is more than you may sell at once: ${formatGmd(perSale)}. ${next} Enter a smaller amount, or ask an Admin.`,
    )
  if (perDay === null) return null
  const left = await readLeftToday(parts, seller.userId, perDay)
  if (tendered <= left) return null
  const room = left > 0 ? `only ${formatGmd(left)} is left of` : 'nothing is left of'
  return new Refusal(
    'refused',
    `You may sell ${formatGmd(perDay)} a day, and ${room} it today. ${next} ${left > 0 ? 'Enter a smaller amount, or ask' : 'Ask'} an Admin.`,
  )
}

/** For a sale that the book did not open. */
export const beyondLimit = async (
  parts: { db: Db; clock: Clock },
  seller: Selling,
  tendered: Bututs,
): Promise<Refusal> =>
  (await explainLimit(parts, seller, tendered)) ??
  new Refusal(
    'refused',
    'Another sale of yours used up the day’s limit at this moment, and has ended. Nothing was sold and no money moved; try again.',
  )

export async function refuseBeyondLimit(
  parts: { db: Db; clock: Clock },
  seller: Selling,
  tendered: Bututs,
): Promise<void> {
  const refusal = await explainLimit(parts, seller, tendered)
  if (refusal) throw refusal
}

/** Sold today, and what is still open, counts. */
export async function readLeftToday(
  { db, clock }: { db: Db; clock: Clock },
  userId: number,
  perDay: Bututs,
): Promise<Bututs> {
  const { rows } = await sql<{ sold: number }>`
    select sold_on(${userId}, ${toDay(clock.now())}, ${[...PRODUCTS]}::text[]) as sold`.execute(db)
  return bututs(Math.max(0, perDay - (rows[0]?.sold ?? 0)))
}
