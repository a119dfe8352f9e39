// How much a cashier may sell at once and in a day, in all products together. Checked when a sale is verified and again
// before it is opened. Two sales of one cashier in the same instant may both find room; each is still bounded by the
// float, which is what protects the money.
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
  limits: SaleLimits
}

/** Why this amount may not be sold; null: it may. Without limits nothing is read. */
export async function explainLimit(
  parts: { db: Db; clock: Clock },
  seller: Selling,
  tendered: Bututs,
): Promise<Refusal | null> {
  const { perSale, perDay } = seller.limits
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
    select (select coalesce(sum(tendered), 0) from sale_day
        where product = any(${[...PRODUCTS]}::text[]) and day = ${toDay(clock.now())} and user_id = ${userId})
      + (select coalesce(sum(tendered), 0) from vend where user_id = ${userId} and state in ('sent', 'unknown', 'manual')) as sold`.execute(
    db,
  )
  return bututs(Math.max(0, perDay - (rows[0]?.sold ?? 0)))
}
