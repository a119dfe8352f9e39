// The owner's figures, from the rollups: the same speed at any number of sales. Cash power figures count confirmed
// electricity sales only, by tendered amount.
import { type Api, bututs, type Bututs, type Day, dayOf, firstOfMonth } from '@flexpower/contract'
import type { Db } from '../db/db.ts'
import type { Product } from '../db/schema.ts'
import type { Handler } from '../http/handle.ts'
import { Refusal } from '../refusal.ts'

type Calls = Api['dashboard']

export const dailySales: Handler<Calls['dailySales']> = async ({ context: { db, clock } }) => {
  const today = dayOf(clock.now())
  return (await totals(db, 'electricity', today, today)).tendered
}

export const monthlySales: Handler<Calls['monthlySales']> = async ({ context: { db, clock } }) => {
  const today = dayOf(clock.now())
  return (await totals(db, 'electricity', firstOfMonth(today), today)).tendered
}

export const transactionCount: Handler<Calls['transactionCount']> = async ({ context: { db, clock } }) => {
  const today = dayOf(clock.now())
  return (await totals(db, 'electricity', today, today)).sales
}

export const filter: Handler<Calls['filter']> = async ({ context: { db, clock }, input }) => {
  if (input.day > dayOf(clock.now())) throw new Refusal('refused', 'Data is not found')
  const { tendered, sales } = await totals(db, 'electricity', input.day, input.day)
  return { status: 'success', total: tendered, count: sales }
}

async function totals(
  db: Db,
  product: Product,
  from: Day,
  to: Day,
): Promise<{ tendered: Bututs; sales: number }> {
  const row = await db
    .selectFrom('sale_day')
    .select(({ fn }) => [
      fn.sum<string | null>('tendered').as('tendered'),
      fn.sum<string | null>('sales').as('sales'),
    ])
    .where('product', '=', product)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .executeTakeFirstOrThrow()
  return { tendered: bututs(Number(row.tendered ?? 0)), sales: Number(row.sales ?? 0) }
}
