// Cash power: verify a meter, sell, list sales.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ELECTRICITY_LEAST, limits } from './limits.ts'
import { list } from './list.ts'
import { PRODUCTS, soldAs } from './sales.ts'
import {
  amount,
  codec,
  digitsLine,
  fields,
  form,
  gmd,
  id,
  ignored,
  instant,
  line,
  nothing,
  within,
} from './wire.ts'

const meter = digitsLine('Meter Number', limits.meterLeast, limits.meterMost)
const tendered = amount('Amount', ELECTRICITY_LEAST, 'Amount must be at least 50')
const phone = digitsLine('Mobile Number', limits.phoneLeast, limits.phoneMost)

const entered = { meter: ['meter_number', meter], amount: tendered, phone: ['telephone', phone] } as const
export const saleForm = form(entered)

const tokenList = codec<string[], string>(
  (given) =>
    typeof given === 'string' ? given.split(',').filter((token) => token !== '') : new Error('is not a list'),
  (tokens) => tokens.join(','),
)

/** One line of the utility's price: for VAT, `units` is the taxed amount and `price` the percentage. */
const priceLine = fields({ concept: z.string(), units: z.number(), price: z.number(), amount: gmd })

export const electricitySale = fields({
  id: id(),
  at: ['created_at', instant],
  customerName: ['customer_name', z.string()],
  meter: ['meter_number', z.string()],
  tendered: ['amount', gmd],
  vended: ['vend_amount', gmd],
  fee: gmd,
  tokens: ['list_token', tokenList],
  /** What each token is; empty for the paid one, and for sales from before names were stored. */
  tokenNames: ['token_names', z.array(z.string())],
  creditToken: ['token', z.string()],
  cashierName: ['recorded_by', z.string()],
  cashierId: ['recorded_by_user', id()],
  location: z.string(),
  transactionId: ['transaction_id', z.string()],
  receiptNumber: ['receipt_number', z.string()],
  /** By which anybody can check its receipt; null: sold before there were codes. */
  receiptCode: ['receipt_code', z.nullable(z.string())],
  account: z.string(),
  accountBalance: ['account_balance', gmd],
  serviceAddress: ['service_address', z.string()],
  paymentMethod: ['payment_method', z.string()],
  debtPaid: ['debt_payment', gmd],
  debtPercent: ['percentage_debt', z.number()],
  debtShare: ['percentage_debt_calculation', gmd],
  tariff: ['tariff_description', z.string()],
  unitPrice: ['priece', z.number()],
  priceLines: ['units_top_up', z.array(priceLine)],
  units: ['unit_watt', z.number()],
  paidAt: ['payment_date', instant],
})
export type ElectricitySale = z.output<typeof electricitySale>

const asked = { ...entered, claimedUser: ['user_id', ignored] } as const

/** What the utility says about a meter and an amount before anything is paid. */
const quote = fields({
  customerName: ['customer_name', z.string()],
  serviceAddress: ['service_address', z.string()],
  tariff: ['tariff_description', z.string()],
  meter: ['meter_number', z.string()],
  tendered: ['amount', gmd],
  vended: ['vend_amount', gmd],
  fee: gmd,
  units: ['unit_watt', z.number()],
  priceLines: ['units_top_up', z.array(priceLine)],
  debtPaid: ['debt_payment', gmd],
  accountBalance: ['account_balance', gmd],
  /** The money only settles debt; there will be no token. */
  debtOnly: ['debt_only', z.boolean()],
  /** The latest sale to this meter in the last hour, so that nobody sells twice by mistake. */
  recentSale: ['recent_sale', z.nullable(fields({ at: ['created_at', instant], tendered: ['amount', gmd] }))],
})
export type Quote = z.output<typeof quote>

const counter = fields({
  /** Null for an Admin, who sells from the house's account. */
  float: ['nawec_balance', z.nullable(gmd)],
  airtimeFloat: ['airtime_balance', z.nullable(gmd)],
  mayTakePostpaid: ['can_access_post_paid', z.boolean()],
  soldToday: ['sold_today', gmd],
  salesToday: ['sales_today', z.number()],
  commissionToday: ['commission_today', gmd],
  /** Days that the float lasts, as the wall says; null: nothing was sold from it in the seven days before today. */
  floatLastsDays: ['float_lasts_days', z.nullable(z.number())],
  /** Selling needs an open shift, and there is none. */
  needsShift: ['needs_shift', z.boolean()],
  lastSale: [
    'last_sale',
    z.nullable(
      fields({
        at: ['created_at', instant],
        customerName: ['customer_name', z.string()],
        tendered: ['amount', gmd],
      }),
    ),
  ],
  utility: fields({
    state: z.enum(['up', 'slow', 'down']),
    since: instant,
    /** Null before the first answer, and while there are no answers. */
    answersInMs: ['answers_in_ms', z.nullable(z.number())],
  }),
  /** What an operator has paused, with their sentence. A server of the version before does not say it. */
  pauses: z.optional(z.array(fields({ product: z.enum(PRODUCTS), sentence: z.string() }))),
})
export type Counter = z.output<typeof counter>

const soldOrPending = soldAs(electricitySale)

export const electricity = {
  verify: endpoint({
    method: 'POST',
    path: 'verify',
    access: 'staff',
    failure: 'sale',
    request: fields(asked),
    response: fields({ status: z.literal('success'), message: z.string(), quote: ['data', quote] }),
  }),
  sell: endpoint({
    method: 'POST',
    path: 'transactions',
    access: 'staff',
    lane: 'sales',
    failure: 'sale',
    request: fields({
      ...asked,
      claimedName: ['recorded_by', ignored],
      claimedLocation: ['user_location', ignored],
    }),
    response: soldOrPending,
  }),
  /** The outcome of a sale: the same answer as the sale itself gave, or would have given. */
  status: endpoint({
    method: 'GET',
    path: 'transactions/{reference}/status',
    access: 'staff',
    failure: 'sale',
    request: fields({ reference: line('Reference', 40) }),
    response: soldOrPending,
  }),
  /** What a cashier always sees: float, today's sales, and the state of the utility. */
  counter: endpoint({
    method: 'GET',
    path: 'counter',
    access: 'staff',
    request: nothing,
    response: within('data', counter),
  }),
  list: list({
    path: 'transactions',
    access: 'admin',
    lane: 'reading',
    row: electricitySale,
    envelope: 'data',
  }),
  listOf: list({
    path: 'gettransactions/{userId}',
    access: 'staff',
    lane: 'reading',
    of: { userId: id('User') },
    row: electricitySale,
    envelope: 'data',
  }),
}
