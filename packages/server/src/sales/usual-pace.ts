// How long the units of a sale last, by what the same meter bought before. It is read when a receipt is printed, never
// while something is sold.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** Seasons change, so older sales say little. */
const HISTORY_DAYS = 180
/** Fewer sales or days are not a habit. */
const SALES_LEAST = 2
const DAYS_LEAST = 7
/** Read at most, so that a meter that buys every hour costs no more than others. */
const SALES_MOST = 60
/** Beyond this it is a guess. */
const ANSWER_MOST = 180

/** In whole days; null: too little history, or the sale has no units. */
export async function estimateDays(db: Db, saleId: number): Promise<number | null> {
  const { rows } = await sql<{ days: number | null }>`
    with printed as (select id, product, subject, at, ${unitsColumn} as units from any_sale where id = ${saleId}),
    earlier as (
      select at, ${unitsColumn} as units from sale
      where subject = (select subject from printed) and id < ${saleId}
        and product = (select product from printed)
        and at > (select at from printed) - ${`${HISTORY_DAYS} days`}::interval
      order by id desc limit ${SALES_MOST}),
    pace as (
      select count(*) as sales, sum(units) as units,
        extract(epoch from (select at from printed) - min(at)) / 86400 as days
      from earlier)
    select round(printed.units * pace.days / nullif(pace.units, 0))::int as days
    from printed, pace where pace.sales >= ${SALES_LEAST} and pace.days >= ${DAYS_LEAST}`.execute(db)
  const days = rows[0]?.days ?? 0
  return days >= 1 && days <= ANSWER_MOST ? days : null
}

/** Null where the product has no units. */
const unitsColumn: RawBuilder<unknown> = sql`(details ->> 'units')::numeric`
