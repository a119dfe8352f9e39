// Air power: mobile credit of the four operators.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { limits, type Operator, OPERATORS } from './limits.ts'
import { list } from './list.ts'
import { soldAs } from './sales.ts'
import { amount, digitsLine, fields, gmd, id, ignored, instant, line } from './wire.ts'

/** Whose number it most likely is, by its first digit; numbers can be ported, so it is only a suggestion. */
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

/** A number of The Gambia as people there say it: without the country's code, whichever way that was written. */
export const localPhone = (phone: string): string => /^(?:00)?220(\d{7})$/.exec(phone)?.[1] ?? phone

export const airtimeSale = fields({
  id: id(),
  at: ['created_at', instant],
  phone: ['mobile_number', z.string()],
  operator: ['type', z.string()],
  tendered: ['amount', gmd],
  vended: ['vend_amount', gmd],
  cashierName: ['recorded_by', z.string()],
  location: z.string(),
  transactionId: ['transaction_id', z.string()],
})
export type AirtimeSale = z.output<typeof airtimeSale>

const soldOrPending = soldAs(airtimeSale)

export const airtime = {
  sell: endpoint({
    method: 'POST',
    path: 'transactions/airtime',
    access: 'staff',
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
  /** What became of a sale: answers like the sale itself did, or would have. */
  status: endpoint({
    method: 'GET',
    path: 'transactions/airtime/{reference}/status',
    access: 'staff',
    failure: 'airtime',
    request: fields({ reference: line('Reference', 40) }),
    response: soldOrPending,
  }),
  list: list({ path: 'transactions/airtime', access: 'staff', row: airtimeSale, envelope: 'data' }),
}

/** The fields of a sale's form, called as on the wire, so that the server's `errors` find them. */
export const airtimeFields = { phone: 'mobile_number', amount: 'amount', operator: 'vendor_type' } as const

/** The sale as its form sends it: as typed, because nobody but the server checks it (AP-03). */
export const airtimeAsTyped = {
  ...airtime.sell,
  request: fields({
    phone: [airtimeFields.phone, z.string()],
    amount: z.string(),
    operator: [airtimeFields.operator, z.string()],
    claimedUser: ['user_id', ignored],
    claimedLocation: ['user_location', ignored],
    claimedVended: ['vend_amount', ignored],
  }),
}
