// What the utility itself has on record: a customer's purchases, a cashier's shift.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { codec, day, fields, gmd, instant, within } from './wire.ts'

const { enquiryMeterLeast: least, enquiryMeterMost: most } = limits
const meterSerial = z
  .string('Required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'Required', abort: true }),
    z.regex(/^\d+$/, { error: 'Must be numeric', abort: true }),
    z.minLength(least, `Must be at least ${least} digits`),
    z.maxLength(most, `Must be at most ${most} digits`),
  )

export const customerEnquiryForm = z.object({
  meterSerial,
  dateFrom: day('Required'),
  dateTo: day('Required'),
})

export const purchase = fields({
  transactionId: z.string(),
  meter: ['meterSerial', z.string()],
  customerName: z.string(),
  at: ['dateTransaction', instant],
  /** What the utility received: the vend amount. */
  amount: ['totalAmount', gmd],
  units: ['unit', z.number()],
  unitsAmount: ['unitPayment', gmd],
  receipt: z.string(),
  account: z.string(),
  cashierName: ['nameCashier', z.string()],
})
export type Purchase = z.output<typeof purchase>

const userId = codec<number, string | number>(
  (given) => {
    const plain =
      (typeof given === 'string' || typeof given === 'number') && /^[1-9]\d{0,14}$/.test(String(given))
    return plain ? Number(given) : new Error('User is required')
  },
  (value) => value,
)

export const enquiries = {
  customer: endpoint({
    method: 'POST',
    path: 'customerenquiries',
    access: 'admin',
    request: fields({
      meter: ['meterSerial', meterSerial],
      from: ['dateFrom', day('Required')],
      to: ['dateTo', day('Required')],
    }),
    response: within('data', z.array(purchase)),
  }),
  shift: endpoint({
    method: 'POST',
    path: 'shitEnquiries',
    access: 'admin',
    request: fields({
      day: ['paymentDate', day('Payment date is required')],
      user: ['codUserShift', userId],
    }),
    response: within('data', z.array(purchase)),
  }),
}
