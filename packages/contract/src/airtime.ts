// Air power: mobile credit of the four operators.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { limits, OPERATORS } from './limits.ts'
import { amount, digitsLine, fields, gmd, ignored, instant, nothing, within } from './wire.ts'

export const airtimeSale = fields({
  at: ['created_at', instant],
  phone: ['mobile_number', z.string()],
  operator: ['type', z.string()],
  tendered: ['amount', gmd],
  vended: ['vend_amount', gmd],
  cashierName: ['recorded_by', z.string()],
  location: z.string(),
})
export type AirtimeSale = z.output<typeof airtimeSale>

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
    response: fields({
      status: z.enum(['success', 'pending']),
      message: z.string(),
      reference: z.string(),
      sale: ['data', z.optional(airtimeSale)],
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: 'transactions/airtime',
    access: 'staff',
    request: nothing,
    response: within('data', z.array(airtimeSale)),
  }),
}
