// A sale as the other side has it now, under its own number: all that is needed to write it into our books. One function for
// each side; the rest of booking does not know which side it is.
import {
  type AirtimeCost,
  type Bututs,
  bututs,
  isCredit,
  noonOf,
  type OtherSide,
  type ProductName,
} from '@flexpower/contract'
import type { Selectable } from 'kysely'
import type { Context } from '../../runtime/context.ts'
import type { Schema } from '../../db/schema.ts'
import { neverSent } from '../../gateways/outcome.ts'
import type { Recorded } from '../../gateways/utility.ts'
import { Refusal } from '../../refusal.ts'
import type { Delivery } from '../../sales/product.ts'
import { percentOf } from '../../sales/pricing.ts'
import { answerOf } from '../../utility-answer.ts'
import { nameSide } from './other-sides.ts'

export type DifferenceRow = Selectable<Schema['difference']>

export interface TheirSale {
  product: ProductName
  subject: string
  phone: string
  transaction: string
  at: Date
  /** What they received; of airtime, what the phone received. */
  amount: Bututs
  units: number | null
  /** What it cost us; null where they do not tell, or charge what was ordered. */
  cost: AirtimeCost | null
  /** What came with the order and may name it. */
  remarks: string
  /** Who or what it was sold to, as a list shows it. */
  name: string
  /** What the customer paid and the fee of it, where they follow from theirs; null: they are between the customer and us. */
  fixed: { tendered: Bututs; fee: Bututs } | null
  delivery: Delivery
  /** What only this product keeps of its order. */
  quote: object
}

/** Throws when the other side does not have it any more, or cannot be asked. */
export const readTheirSale = (context: Context, difference: DifferenceRow): Promise<TheirSale> =>
  readers[difference.other_side](context, difference)

const readers: Record<OtherSide, (context: Context, difference: DifferenceRow) => Promise<TheirSale>> = {
  utility: readAtUtility,
  airtime: readAtAggregator,
}

async function readAtUtility(context: Context, difference: DifferenceRow): Promise<TheirSale> {
  const outcome = await context.utility.readTransaction({
    transaction: difference.reference,
    receipt: difference.reference,
    subject: difference.subject,
    at: noonOf(difference.day),
  })
  const recorded = answerOf(context, 'show this sale', outcome)
  return isBill(recorded) ? paidBill(recorded, difference) : soldUnits(context, recorded, difference)
}

async function readAtAggregator(context: Context, { reference }: DifferenceRow): Promise<TheirSale> {
  const { airtime, config } = context
  const who = nameSide(context, 'airtime')
  const outcome =
    airtime === null ? neverSent('airtime is not sold here') : await airtime.readTransaction(reference)
  const topUp = answerOf(context, 'show this sale', outcome, who)
  const { transaction, operator, operatorTransaction, phone, at, delivered, cost } = topUp
  const tendered = topUp.ordered ?? delivered
  if (topUp.status !== 'delivered' || delivered === null || tendered === null)
    throw notBooked(`${who} has not delivered this top-up.`)
  if (operator === null) throw notBooked(`${who} names an operator whose airtime is not sold here.`)
  return {
    product: 'airtime',
    subject: phone,
    phone,
    transaction,
    at,
    amount: delivered,
    units: null,
    cost,
    remarks: topUp.reference,
    name: operator,
    fixed: { tendered, fee: percentOf(tendered, config.airtimeDiscount) },
    delivery: { customerName: '', tokens: [], details: { operator, transaction, operatorTransaction, cost } },
    quote: { operator },
  }
}

const notBooked = (why: string) =>
  new Refusal('refused', `${why} Nothing was booked; settle the difference with a note when it is clear.`)

const isBill = ({ meter, tokens }: Recorded) => meter === '' && tokens.length === 0

const common = (recorded: Recorded, at: Date) => ({
  phone: findPhone(recorded.remarks),
  transaction: recorded.utilityTransaction,
  at,
  amount: recorded.amount,
  cost: null,
  remarks: recorded.remarks,
})

/** Orders of ours carry the customer's number behind the reference. */
const findPhone = (remarks: string): string =>
  remarks.split(/\s+/).findLast((word) => /^\d{7,15}$/.test(word)) ?? ''

const soldAt = ({ paidAt }: Recorded, { day }: DifferenceRow): Date => paidAt ?? noonOf(day)

function paidBill(recorded: Recorded, difference: DifferenceRow): TheirSale {
  const { utilityTransaction, receipt, serviceAddress, accountBalance: dueAfter, customerName } = recorded
  const paidAt = soldAt(recorded, difference)
  return {
    ...common(recorded, paidAt),
    product: 'postpaid',
    subject: recorded.account,
    units: null,
    fixed: { tendered: recorded.amount, fee: bututs(0) },
    name: customerName,
    quote: { account: recorded.account, customerName, serviceAddress, due: dueAfter },
    delivery: {
      customerName,
      tokens: [],
      details: { utilityTransaction, receipt, serviceAddress, dueAfter, paidAt },
    },
  }
}

function soldUnits({ config }: Context, recorded: Recorded, difference: DifferenceRow): TheirSale {
  const { meter, amount, remarks: _, customerName, tokens, ...kept } = recorded
  const hasCredit = tokens.some(isCredit)
  if (!hasCredit && recorded.debtPaid < amount)
    throw notBooked(`${config.site.utilityName} does not tell the token of this sale.`)
  const paidAt = soldAt(recorded, difference)
  const subject = meter || difference.subject
  return {
    ...common(recorded, paidAt),
    product: 'electricity',
    subject,
    units: recorded.units,
    fixed: null,
    name: customerName,
    quote: { ...kept, customerName, meter: subject, debtOnly: !hasCredit },
    delivery: { customerName, tokens, details: { ...kept, paidAt } },
  }
}
