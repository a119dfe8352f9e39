// Booking a sale that the other side has and we do not, from the difference that the comparison found.
import * as z from 'zod/mini'
import { airtimeCost } from './airtime.ts'
import { endpoint } from './endpoint.ts'
import { PRODUCTS } from './sales.ts'
import { secondAdminFields } from './second-admin.ts'
import {
  amount,
  codec,
  done,
  fields,
  form,
  gmd,
  id,
  instant,
  isMissing,
  line,
  optionalLine,
  within,
} from './wire.ts'

/** Sent instead of a cashier's id when no float pays for it. */
export const HOUSE = 'house'

const cashierId = id('Cashier')
/** A cashier's id; null: on the house's account. One of the two is required. */
const cashier = codec<number | null, number | string>(
  (given) => {
    if (given === HOUSE) return null
    if (isMissing(given)) return new Error('Cashier is required')
    const read = z.safeDecode(cashierId, given as number)
    return read.success ? read.data : new Error('Cashier is not valid')
  },
  (value) => value ?? HOUSE,
)
const tendered = amount('Amount', 1, 'Amount must be above 0')
const reason = line('Reason', 500)

const entered = { cashier, tendered: ['amount', tendered], reason } as const
export const bookingForm = form(entered)
export type CheckedBooking = z.output<typeof bookingForm>

/** The sale as the other side has it now. */
const theirSale = fields({
  product: z.enum(PRODUCTS),
  /** Meter, account or phone number. */
  subject: z.string(),
  transactionId: ['transaction_id', z.string()],
  /** The customer's name; for airtime, which has none, the operator's. */
  customerName: ['customer_name', z.string()],
  at: instant,
  /** What the other side received for it; for airtime, what the phone received. */
  amount: gmd,
  /** Kilowatt-hours; null where none are sold. */
  units: z.nullable(z.number()),
  tokens: z.array(z.string()),
  /** For airtime; null if it is not known. */
  cost: z.nullable(airtimeCost),
})
export type TheirSale = z.output<typeof theirSale>

const floatEffect = fields({
  name: z.string(),
  before: gmd,
  /** Below zero: the float does not cover it, and booking is refused. */
  after: gmd,
})

export const bookingOffer = fields({
  theirs: theirSale,
  /** The reference that it had here before and gets back; null: it gets a new one. */
  reference: z.nullable(z.string()),
  /** The requested amount, or the one whose fee by today's bands leaves what they received; null: there is no such amount. */
  tendered: ['amount', z.nullable(gmd)],
  /** The amount follows from their record and cannot be chosen. */
  isTenderedFixed: ['amount_is_fixed', z.boolean()],
  fee: z.nullable(gmd),
  /** No current fee band gives this fee for this amount, so a second Admin must confirm it. */
  isFeeOutsideBands: ['fee_outside_bands', z.boolean()],
  commission: z.nullable(gmd),
  /** The effect on the float of the named cashier; null: no float changes. */
  float: z.nullable(floatEffect),
  /** Who ordered it, if our books know; null: not known. */
  suggestedCashier: ['suggested_cashier', z.nullable(id())],
  needsSecondAdmin: ['needs_second_admin', z.boolean()],
})
export type BookingOffer = z.output<typeof bookingOffer>

/** A booking that waits for a second Admin. */
export const waitingBooking = fields({
  at: ['created_at', instant],
  askedBy: ['created_by', z.string()],
  /** Null: on the house's account. */
  cashierName: ['cashier_name', z.nullable(z.string())],
  tendered: ['amount', gmd],
  fee: gmd,
  /** No fee band gave this fee when it was requested. */
  isFeeOutsideBands: ['fee_outside_bands', z.boolean()],
  reason: z.string(),
  ...secondAdminFields,
})
export type WaitingBooking = z.output<typeof waitingBooking>

export const bookings = {
  /** What the other side has now, and what booking it with this cashier and amount would do. Nothing is written. */
  show: endpoint({
    method: 'GET',
    path: 'reconciliation/{id}',
    access: 'admin',
    request: fields({
      id: id(),
      cashier: z.optional(cashier),
      tendered: ['amount', z.optional(tendered)],
    }),
    response: within('data', bookingOffer),
  }),
  book: endpoint({
    method: 'POST',
    path: 'reconciliation/{id}/book',
    access: 'admin',
    request: fields({ id: id(), ...entered }),
    response: fields({
      message: z.string(),
      /** `waiting`: the amount or the fee needs a second Admin, and no money has moved yet. */
      state: z.enum(['booked', 'waiting']),
      reference: z.nullable(z.string()),
    }),
  }),
  confirm: endpoint({
    method: 'POST',
    path: 'reconciliation/{id}/book/confirm',
    access: 'admin',
    request: fields({ id: id() }),
    response: fields({ message: z.string(), reference: z.string() }),
  }),
  /** Withdrawn by the Admin who asked, or declined by a second Admin. */
  decline: endpoint({
    method: 'POST',
    path: 'reconciliation/{id}/book/decline',
    access: 'admin',
    request: fields({ id: id(), reason: optionalLine('Reason') }),
    response: done,
  }),
}
