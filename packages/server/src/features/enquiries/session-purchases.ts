// A till session beside the utility's shift enquiry: which of its sales the utility lists, and which it does not.
import { type Api, toDay } from '@flexpower/contract'
import type { Context } from '../../runtime/context.ts'
import type { Call } from '../../http/handle.ts'
import { Refusal } from '../../refusal.ts'
import { showPurchases } from './enquiries.ts'
import { listPurchases, type MatchedPurchase } from './lists.ts'
import { describeSide } from './other-sides.ts'

/** A session that nobody closed may go on for weeks; the utility is asked once for each day. */
const DAYS_MOST = 31

export async function compareSession({ context, input }: Call<Api['till']['compare']>) {
  const { db } = context
  const session = await db
    .selectFrom('till_session')
    .select('id')
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (!session) throw new Refusal('not_found', 'There is no such shift.')
  const sales = await readSales(context, session.id)
  const days = new Set(sales.flatMap(({ created_at: opened, at }) => [toDay(opened), toDay(at ?? opened)]))
  const listed: MatchedPurchase[] = []
  for (const day of [...days].toSorted().slice(-DAYS_MOST))
    listed.push(...(await listPurchases(context, day)))
  const ids = new Set(sales.map(({ id }) => id))
  const theirs = listed.filter(({ order }) => order !== null && ids.has(order.id))
  const found = new Set(theirs.map(({ order }) => order?.id))
  return {
    purchases: await showPurchases(context, theirs),
    missing: sales
      .filter(({ id }) => !found.has(id))
      .flatMap(({ reference, subject, vended }) => (vended === null ? [] : [{ reference, subject, vended }])),
  }
}

/** Its sales of what the utility sells; `vended` is null until one is confirmed. */
const readSales = (context: Context, sessionId: number) =>
  context.db
    .selectFrom('vend')
    .leftJoin('any_sale', 'any_sale.id', 'vend.id')
    .select([
      'vend.id',
      'vend.reference',
      'vend.subject',
      'vend.created_at',
      'any_sale.at',
      'any_sale.vended',
    ])
    .where('vend.till_session_id', '=', sessionId)
    .where('vend.product', 'in', describeSide(context, 'utility').sold)
    .orderBy('vend.id')
    .execute()
