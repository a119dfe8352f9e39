// Air power: mobile credit of the four operators.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { limits, type Operator, OPERATORS } from './limits.ts'
import { list } from './list.ts'
import { type Bututs, CURRENCY, formatGmd } from './money.ts'
import { localPhone } from './phone.ts'
import { soldAs } from './sales.ts'
import { amount, digitsLine, fields, gmd, id, ignored, instant, line, nothing, within } from './wire.ts'

/** The likely operator of a number, by its first digit. Numbers can be ported, so it is only a suggestion. */
export const suggestedOperator = (phone: string): Operator | null =>
  operatorOfPrefix[localPhone(phone)[0] ?? ''] ?? null

const operatorOfPrefix: Partial<Record<string, Operator>> = {
  2: 'Africell',
  3: 'QCell',
  5: 'QCell',
  6: 'Comium',
  7: 'Africell',
  9: 'Gamcel',
}

export const airtimeSale = fields({
  id: id(),
  at: ['created_at', instant],
  phone: ['mobile_number', z.string()],
  operator: ['type', z.string()],
  tendered: ['amount', gmd],
  vended: ['vend_amount', gmd],
  cashierName: ['recorded_by', z.string()],
  cashierId: ['recorded_by_user', id()],
  location: z.string(),
  transactionId: ['transaction_id', z.string()],
  /** By which anybody can check its receipt; null: sold before there were codes. */
  receiptCode: ['receipt_code', z.nullable(z.string())],
})
export type AirtimeSale = z.output<typeof airtimeSale>

const airtimeOffer = fields({
  operator: z.enum(OPERATORS),
  /** The only amounts that it accepts; null: every amount between the minimum and the maximum. */
  amounts: z.nullable(z.array(gmd)),
  /** Null: not known. */
  least: z.nullable(gmd),
  most: z.nullable(gmd),
})
/** Which amounts an operator accepts. */
export type AirtimeOffer = z.output<typeof airtimeOffer>

export const takesAmount = ({ amounts, least, most }: AirtimeOffer, asked: Bututs): boolean =>
  amounts?.includes(asked) ?? (asked >= (least ?? asked) && asked <= (most ?? asked))

/** `QCell sells only GMD 10.00, GMD 25.00 and GMD 50.00.` */
export function describeOffer({ operator, amounts, least, most }: AirtimeOffer): string {
  const listed = (amounts ?? []).map((each) => formatGmd(each))
  const last = listed.pop()
  if (last !== undefined)
    return `${operator} sells only ${listed.length === 0 ? last : `${listed.join(', ')} and ${last}`}.`
  if (least !== null && most !== null) return `${operator} takes ${formatGmd(least)} to ${formatGmd(most)}.`
  if (least !== null) return `${operator} takes ${formatGmd(least)} or more.`
  return most === null ? `${operator} takes any amount.` : `${operator} takes at most ${formatGmd(most)}.`
}

/** What we paid for a top-up, in the currency of our account with the aggregator. Null: its answer did not say. */
export const airtimeCost = fields({
  currency: z.nullable(z.string()),
  /** What the account was charged. */
  cost: z.nullable(z.number()),
  /** Our margin, which was not charged. */
  discount: z.nullable(z.number()),
  /** Dalasi delivered for one unit of the order's currency. */
  rate: z.nullable(z.number()),
})
export type AirtimeCost = z.output<typeof airtimeCost>

/** `USD 1.36, discount USD 0.06, GMD 70.42 for USD 1`; empty if nothing is known. */
export function describeCost({ currency, cost, discount, rate }: AirtimeCost): string {
  const written = (figure: number) => `${currency ?? ''} ${figure.toFixed(2)}`.trim()
  return [
    cost === null ? '' : written(cost),
    discount === null ? '' : `discount ${written(discount)}`,
    rate === null || currency === null || currency === CURRENCY
      ? ''
      : `${CURRENCY} ${rate.toFixed(2)} for ${currency} 1`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}

const soldOrPending = soldAs(airtimeSale)

export const airtime = {
  sell: endpoint({
    method: 'POST',
    path: 'transactions/airtime',
    access: 'staff',
    lane: 'sales',
    failure: 'airtime',
    request: fields({
      phone: ['mobile_number', digitsLine('Mobile Number', limits.phoneLeast, limits.phoneMost)],
      amount: amount('Amount', 100, 'Amount must be at least 1'),
      operator: [
        'vendor_type',
        z.enum(OPERATORS, { error: `Vendor must be one of ${OPERATORS.join(', ')}` }),
      ],
      claimedUser: ['user_id', ignored],
      claimedLocation: ['user_location', ignored],
      claimedVended: ['vend_amount', ignored],
    }),
    response: soldOrPending,
  }),
  /** The outcome of a sale: the same answer as the sale itself gave, or would have given. */
  status: endpoint({
    method: 'GET',
    path: 'transactions/airtime/{reference}/status',
    access: 'staff',
    failure: 'airtime',
    request: fields({ reference: line('Reference', 40) }),
    response: soldOrPending,
  }),
  /** Which amounts each operator accepts now; null: the aggregator cannot be reached, so any amount may be tried. */
  offers: endpoint({
    method: 'GET',
    path: 'transactions/airtime/offers',
    access: 'staff',
    request: nothing,
    response: within('data', z.nullable(z.array(airtimeOffer))),
  }),
  /** What a top-up cost us; null: it was sold before the cost was stored, or confirmed by hand. */
  cost: endpoint({
    method: 'GET',
    path: 'transactions/airtime/{id}/cost',
    access: 'admin',
    request: fields({ id: id() }),
    response: within('data', z.nullable(airtimeCost)),
  }),
  list: list({
    path: 'transactions/airtime',
    access: 'staff',
    lane: 'reading',
    row: airtimeSale,
    envelope: 'data',
  }),
}

/** The sale as its form sends it: as typed, because only the server checks it (AP-03). */
export const airtimeAsTyped = {
  ...airtime.sell,
  request: fields({
    phone: ['mobile_number', z.string()],
    amount: z.string(),
    operator: ['vendor_type', z.string()],
    claimedUser: ['user_id', ignored],
    claimedLocation: ['user_location', ignored],
    claimedVended: ['vend_amount', ignored],
  }),
}
