// Cash power: verify a meter, sell, list what was sold.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ELECTRICITY_LEAST, limits } from './limits.ts'
import { amount, codec, digitsLine, fields, gmd, id, ignored, instant, nothing, within } from './wire.ts'

const meter = digitsLine('Meter Number', limits.meterLeast, limits.meterMost)
const tendered = amount('Amount', ELECTRICITY_LEAST, 'Amount must be at least 50')
const phone = digitsLine('Mobile Number', limits.phoneLeast, limits.phoneMost)

/** Field names are the wire's, so that the server's `errors` find their field. */
export const saleForm = z.object({ meter_number: meter, amount: tendered, telephone: phone })

const tokenList = codec<string[], string>(
  (given) =>
    typeof given === 'string' ? given.split(',').filter((token) => token !== '') : new Error('is not a list'),
  (tokens) => tokens.join(','),
)

/** One line of the utility's price: for VAT, `units` is the taxed amount and `price` the percent. */
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
  creditToken: ['token', z.string()],
  cashierName: ['recorded_by', z.string()],
  cashierId: ['recorded_by_user', id()],
  location: z.string(),
  transactionId: ['transaction_id', z.string()],
  receiptNumber: ['receipt_number', z.string()],
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

const asked = {
  meter: ['meter_number', meter],
  amount: tendered,
  phone: ['telephone', phone],
  claimedUser: ['user_id', ignored],
} as const

/** What the utility says of a meter and an amount before anything is paid. */
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
})

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
    failure: 'sale',
    request: fields({
      ...asked,
      claimedName: ['recorded_by', ignored],
      claimedLocation: ['user_location', ignored],
    }),
    response: fields({
      /** pending: the utility has not answered; the money is held and the sale ends by itself. */
      status: z.enum(['success', 'pending']),
      message: z.string(),
      reference: z.string(),
      sale: ['data', z.optional(electricitySale)],
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: 'transactions',
    access: 'admin',
    request: nothing,
    response: within('data', z.array(electricitySale)),
  }),
  listOf: endpoint({
    method: 'GET',
    path: 'gettransactions/{userId}',
    access: 'staff',
    request: fields({ userId: id('User') }),
    response: within('data', z.array(electricitySale)),
  }),
}
