// The other sides' lists of a day, each line with the order of ours behind it, and what else has to be asked before a
// sale counts as the same on both sides.
import type { Bututs, Day, OtherSide } from '@flexpower/contract'
import type { Context } from '../../runtime/context.ts'
import type { ReportedTopUp } from '../../gateways/airtime.ts'
import type { UtilityPurchase } from '../../gateways/utility.ts'
import { requireAnswer } from '../../utility-answer.ts'
import { type TheirLine, type Matched, matchLines } from './match.ts'
import { describeSide, nameSide } from './other-sides.ts'
import { compareTokens } from './tokens.ts'

export interface Lists {
  /** Each day is asked for once. Throws when the other side cannot be asked. */
  of(day: Day): Promise<Matched[]>
  /** Looks more closely at lines that match a sale of ours. */
  check(pairs: readonly Matched[]): Promise<Matched[]>
}

export function openLists(context: Context, otherSide: OtherSide): Lists {
  const asked = new Map<Day, Matched[]>()
  const list = otherSide === 'utility' ? listPurchases : listTopUps
  return {
    async of(day) {
      const matched = asked.get(day) ?? (await list(context, day))
      asked.set(day, matched)
      return matched
    },
    check: async (pairs) => (otherSide === 'utility' ? compareTokens(context, pairs) : pairs.slice()),
  }
}

export type MatchedPurchase = Matched<TheirLine & { purchase: UtilityPurchase }>

export const matchPurchases = (
  context: Pick<Context, 'db' | 'products'>,
  purchases: readonly UtilityPurchase[],
): Promise<MatchedPurchase[]> =>
  matchLines(
    context.db,
    describeSide(context, 'utility'),
    purchases.map((purchase) => ({
      transaction: purchase.utilityTransaction,
      receipt: purchase.receipt,
      subject: purchase.meter,
      account: purchase.account,
      amount: purchase.amount,
      at: purchase.at,
      references: purchase.references,
      cost: null,
      purchase,
    })),
  )

/** What all our cashiers sold on that day, by the utility's books. */
export const listPurchases = async (context: Context, day: Day): Promise<MatchedPurchase[]> =>
  matchPurchases(context, requireAnswer(context, 'list the day', await context.utility.shiftPurchases(day)))

/** An order that the operator gave up was not sold, and a pending one is no evidence that a sale of ours was delivered. */
async function listTopUps(context: Context, day: Day): Promise<Matched[]> {
  const { db, airtime } = context
  if (airtime === null) throw new Error('no airtime is sold here, so there is nothing to compare it with')
  const outcome = await airtime.listTopUps(day)
  const topUps = requireAnswer(context, 'list the day', outcome, nameSide(context, 'airtime'))
  const sold = topUps.filter(({ status }) => status !== 'given up')
  const matched = await matchLines(db, describeSide(context, 'airtime'), sold.map(readLine))
  return matched
    .filter(({ line, order }) => line.status === 'delivered' || !order?.sale)
    .map(allowRounding)
    .map((row) => (row.match === 'same' ? compareOrdered(row) : row))
}

type TopUpLine = TheirLine & Pick<ReportedTopUp, 'status' | 'ordered' | 'rounding'>

function readLine(topUp: ReportedTopUp): TopUpLine {
  const { transaction, reference, phone, ordered, delivered, status, at, rounding, cost } = topUp
  return {
    transaction,
    receipt: '',
    subject: phone,
    account: '',
    amount: (status === 'delivered' ? (delivered ?? ordered) : ordered) ?? (0 as Bututs),
    at,
    references: reference === '' ? [] : [reference],
    status,
    ordered,
    rounding,
    cost,
  }
}

/** An order in another currency was rounded up: slightly more than was paid for is no difference. */
function allowRounding(row: Matched<TopUpLine>): Matched<TopUpLine> {
  const surplus = row.line.amount - (row.order?.ordered ?? row.line.amount)
  const isRounded = row.match === 'amount differs' && surplus > 0 && surplus <= row.line.rounding
  return isRounded ? { ...row, match: 'same' } : row
}

/** The order may have been for a different amount than the delivery. */
const compareOrdered = (row: Matched<TopUpLine>): Matched<TopUpLine> =>
  row.line.ordered === null || row.line.ordered === row.order?.ordered
    ? row
    : { ...row, match: 'amount differs', line: { ...row.line, amount: row.line.ordered } }
