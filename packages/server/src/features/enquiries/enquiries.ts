// What the utility itself has on record, with our own sale beside each line and the differences marked.
import { type Api, DATES_REVERSED, type Purchase } from '@flexpower/contract'
import { after, endOfDay, startOfDay } from '../../runtime/clock.ts'
import type { Context } from '../../runtime/context.ts'
import type { Call, Handlers } from '../../http/handle.ts'
import { Refusal, wrongField } from '../../refusal.ts'
import { requireAnswer } from '../../utility-answer.ts'
import { readCatchUp } from './catch-up.ts'
import { listPurchases, matchPurchases, type MatchedPurchase } from './lists.ts'
import { compare, reconciliation, settle } from './reconciliation.ts'
import { compareTokens } from './tokens.ts'

type Calls = Api['enquiries']

export const enquiries: Handlers['enquiries'] = {
  customer,
  shift,
  reconciliation,
  compare,
  catchUp: readCatchUp,
  settle,
}

async function customer({ context, input: { meter, from, to } }: Call<Calls['customer']>) {
  if (to <= from) throw wrongField('to', DATES_REVERSED)
  // Both days are included, and so is everything up to the last millisecond of the second.
  const outcome = await context.utility.customerPurchases(meter, startOfDay(from), after(endOfDay(to), -1))
  const purchases = requireAnswer(context, 'list the purchases', outcome)
  return showPurchases(context, await matchPurchases(context, purchases))
}

async function shift({ context, input }: Call<Calls['shift']>) {
  const { db } = context
  // A cashier who has left had shifts too.
  const user = await db.selectFrom('users').select('id').where('id', '=', input.user).executeTakeFirst()
  if (!user) throw new Refusal('not_found', 'There is no such user.')
  // The utility knows one user for all our cashiers: only our own books say whose sale it was.
  const matched = await listPurchases(context, input.day)
  return showPurchases(
    context,
    matched.filter(({ order }) => order?.userId === user.id),
  )
}

export async function showPurchases(context: Context, matched: MatchedPurchase[]): Promise<Purchase[]> {
  const compared = await compareTokens(context, matched)
  return compared
    .toSorted((a, b) => b.line.at.getTime() - a.line.at.getTime())
    .map(({ line: { purchase }, order, match }) => ({
      ...purchase,
      transactionId: purchase.utilityTransaction,
      cashierName: order?.cashierName ?? purchase.cashierName,
      match,
      sale:
        order === null || match === 'not in our books'
          ? null
          : { id: order.id, reference: order.reference, vended: order.vended, tendered: order.tendered },
    }))
}
