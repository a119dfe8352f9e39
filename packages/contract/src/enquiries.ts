// What the utility itself has on record: a customer's purchases, a cashier's shift. And the comparison of our books
// with those of the utility and of the airtime aggregator.
import * as z from 'zod/mini'
import { airtimeCost } from './airtime.ts'
import { waitingBooking } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { PRODUCTS } from './sales.ts'
import { type Day, toDay, parseDay } from './time.ts'
import {
  codec,
  count,
  day,
  done,
  fields,
  form,
  gmd,
  id,
  instant,
  line,
  nothing,
  text,
  within,
} from './wire.ts'

const { enquiryMeterLeast: least, enquiryMeterMost: most } = limits
const meterSerial = text('Required', 'Required').check(
  z.trim(),
  z.minLength(1, { error: 'Required', abort: true }),
  z.regex(/^\d+$/, { error: 'Must be numeric', abort: true }),
  z.minLength(least, `Must be at least ${least} digits`),
  z.maxLength(most, `Must be at most ${most} digits`),
)

/** A day, or an ISO date and time, which means its day in The Gambia. */
const isoDay = codec<Day, string>(
  (given) => {
    const isInstant =
      typeof given === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(given)
    const moment = isInstant ? new Date(given) : null
    const written = moment && !Number.isNaN(moment.getTime()) ? toDay(moment) : given
    return parseDay(written) ?? new Error('Required')
  },
  (value) => value,
)

export const DATES_REVERSED = 'Date To must be greater than Date From'

export const customerEnquiryForm = form({
  meter: meterSerial,
  from: day('Required'),
  to: day('Required'),
}).check(z.refine(({ from, to }) => to > from, { error: DATES_REVERSED, path: ['to'] }))

/** How a sale in the utility's books compares with ours. */
const match = z.enum([
  'same',
  /**
   * One of several equal sales of ours, which cannot be told apart. It is no difference, as long as both sides have the
   * same number of them.
   */
  'one of several',
  'amount differs',
  'tokens differ',
  'not in our books',
  'still open here',
])
export type Match = z.output<typeof match>

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
  match,
  /** Our own sale next to it. */
  sale: z.nullable(
    fields({ id: id(), reference: z.string(), vended: ['vend_amount', gmd], tendered: ['amount', gmd] }),
  ),
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

const shift = {
  day: ['paymentDate', day('Payment date is required')],
  user: ['codUserShift', userId],
} as const
export const shiftEnquiryForm = form(shift)

/** The other side: the utility, or the airtime aggregator. */
const otherSide = z.enum(['utility', 'airtime'])
export type OtherSide = z.output<typeof otherSide>

const difference = fields({
  id: id(),
  otherSide: ['other_side', otherSide],
  day: day('is not a day'),
  kind: z.enum(['not on the other side', 'not in our books', 'amount differs', 'tokens differ']),
  reference: z.string(),
  /** The meter, account or phone that it was sold to. */
  subject: z.string(),
  ours: z.nullable(gmd),
  theirs: z.nullable(gmd),
  /** What a top-up cost us, in our record and in theirs. */
  ourCost: ['our_cost', z.nullable(airtimeCost)],
  theirCost: ['their_cost', z.nullable(airtimeCost)],
  foundAt: ['found_at', instant],
  settledAt: ['settled_at', z.nullable(instant)],
  settledBy: ['settled_by', z.nullable(z.string())],
  note: z.nullable(z.string()),
  /** Whether the sale can be booked from it. */
  bookable: z.boolean(),
  waiting: ['waiting_booking', z.nullable(waitingBooking)],
  /** The sale that it was booked as. */
  booked: z.nullable(fields({ product: z.enum(PRODUCTS), reference: z.string() })),
})
export type Difference = z.output<typeof difference>

const comparison = fields({
  otherSide: ['other_side', otherSide],
  day: day('is not a day'),
  at: instant,
  ours: count,
  theirs: count,
  /** Those that are still open. */
  differences: count,
  /** Those that somebody settled, with a note or by booking the sale. */
  settled: count,
  /** How many of theirs are one of several equal sales of ours, which cannot be told apart. They are no differences. */
  ambiguous: count,
})
export type Comparison = z.output<typeof comparison>

/** What is left to do since the books were set back to an earlier state, by a restore or a failover. */
const catchUp = fields({
  epoch: count,
  cause: z.enum(['installed', 'restored', 'went back']),
  /** Everything up to here is in the books; what was sold between this and the start may be missing. */
  booksUntil: ['books_until', instant],
  startedAt: ['started_at', instant],
  days: count,
  daysCompared: ['days_compared', count],
  openDifferences: ['open_differences', count],
})
export type CatchUp = z.output<typeof catchUp>

export const enquiries = {
  customer: endpoint({
    method: 'POST',
    path: 'customerenquiries',
    access: 'admin',
    lane: 'reading',
    request: fields({
      meter: ['meterSerial', meterSerial],
      from: ['dateFrom', isoDay],
      to: ['dateTo', isoDay],
    }),
    response: within('data', z.array(purchase)),
  }),
  shift: endpoint({
    method: 'POST',
    path: 'shitEnquiries',
    preferredPath: 'shiftEnquiries',
    access: 'admin',
    lane: 'reading',
    request: fields(shift),
    response: within('data', z.array(purchase)),
  }),
  /** The days compared so far, newest first, and the differences. */
  reconciliation: endpoint({
    method: 'GET',
    path: 'reconciliation',
    access: 'admin',
    request: nothing,
    response: within('data', fields({ days: z.array(comparison), differences: z.array(difference) })),
  }),
  /** Compares a day with each other side now, in both directions. The server does this every night for the day before. */
  compare: endpoint({
    method: 'POST',
    path: 'reconciliation/run',
    access: 'admin',
    lane: 'reading',
    request: fields({ day: day('Date is required') }),
    response: within('data', z.array(comparison)),
  }),
  /** Null: nothing is missing in the books, as far as the other sides know. */
  catchUp: endpoint({
    method: 'GET',
    path: 'reconciliation/catch-up',
    access: 'admin',
    request: nothing,
    response: within('data', z.nullable(catchUp)),
  }),
  settle: endpoint({
    method: 'POST',
    path: 'reconciliation/{id}/settle',
    access: 'admin',
    request: fields({ id: id(), note: line('Note', 500) }),
    response: done,
  }),
}
