// What the provider earned between two days: every sale, and totals that are the sums of exactly these rows.
import { type Api, bututs, type Bututs, type Day, formatCount, WHOLE_PROVIDER } from '@flexpower/contract'
import type { Db } from '../db/db.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { Refusal, wrongField } from '../refusal.ts'

export const reports: Handlers['reports'] = { revenue }

/** More than a person reads or a browser holds. The day's sums have the number without counting. */
const ROWS_MOST = 200_000

async function revenue({ context: { db }, input }: Call<Api['reports']['revenue']>) {
  const { from, to } = input
  if (to < from) {
    const message = 'End date cannot be before start date'
    throw wrongField('to', message)
  }
  const cashier = input.entity === WHOLE_PROVIDER ? null : input.entity
  if (cashier !== null) await requireUser(db, cashier)
  await refuseTooMany(db, from, to, cashier)
  const sales = await db
    .selectFrom('any_sale')
    .select(['at', 'tendered', 'fee', 'commission', 'cashier_name', 'location'])
    .where('product', '=', 'electricity')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .$if(cashier !== null, (query) => query.where('user_id', '=', cashier ?? 0))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const rows = sales.map((sale) => ({
    at: sale.at,
    amount: sale.tendered,
    cashierName: sale.cashier_name,
    location: sale.location,
    revenue: bututs(sale.fee - sale.commission),
  }))
  return {
    count: rows.length,
    sold: sumUp(rows.map(({ amount }) => amount)),
    revenue: sumUp(rows.map((row) => row.revenue)),
    rows,
  }
}

const sumUp = (amounts: Bututs[]): Bututs => bututs(amounts.reduce((total: number, each) => total + each, 0))

async function requireUser(db: Db, id: number): Promise<void> {
  const user = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
  if (!user)
    throw new Refusal(
      'not_found',
      `There is no cashier with the id ${id}. Send ${WHOLE_PROVIDER} for all of them together.`,
    )
}

async function refuseTooMany(db: Db, from: Day, to: Day, cashier: number | null): Promise<void> {
  const { sales } = await db
    .selectFrom('sale_day')
    .select(({ fn }) => fn.sum<number | null>('sales').as('sales'))
    .where('product', '=', 'electricity')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .$if(cashier !== null, (query) => query.where('user_id', '=', cashier ?? 0))
    .executeTakeFirstOrThrow()
  const sold = sales ?? 0
  if (sold > ROWS_MOST)
    throw new Refusal(
      'refused',
      `These days have ${formatCount(sold)} sales; one report holds at most ${formatCount(ROWS_MOST)}. Choose fewer days or one cashier.`,
    )
}
