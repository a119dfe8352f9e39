// Receipts: a purchase is found again at any counter, its token is sent again to the phone of the purchase, and a sale tells
// its whole story. And the code by which anybody can check a receipt: `7KQM-3RXW-9DTA`.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PRODUCTS } from './sales.ts'
import type { Bututs } from './money.ts'
import {
  amount,
  codec,
  count,
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

/** A purchase as any counter may see it: nothing of the token, the customer's name or the phone. */
const foundReceipt = fields({
  id: id(),
  at: ['created_at', instant],
  product: z.enum(PRODUCTS),
  /** What it was sold to; of somebody else's sale with its middle hidden. */
  subject: z.string(),
  tendered: ['amount', gmd],
  location: z.string(),
  /** The caller may see all of it: an Admin, or the cashier who sold it. */
  isOwn: ['own', z.boolean()],
  timesSentAgain: ['times_sent_again', count],
  /** Why it cannot be sent again; null: it can. */
  refusal: z.nullable(z.string()),
})
export type FoundReceipt = z.output<typeof foundReceipt>

/** The newest matches, at most this many. */
export const RECEIPTS_FOUND_MOST = 20

/** The steps of a sale, as far as they are recorded. */
const STORY_STEPS = [
  'sent',
  'unknown',
  'manual',
  'confirmed',
  'voided',
  'message',
  'sent again',
  'refunded',
  'shift closed',
] as const

const storyStep = fields({
  at: ['created_at', instant],
  kind: z.enum(STORY_STEPS),
  /** Who did it; null: the server, or for `sent again` the customer. */
  by: ['recorded_by', z.nullable(z.string())],
  note: z.nullable(z.string()),
})
export type StoryStep = z.output<typeof storyStep>

const saleStory = fields({
  id: id(),
  product: z.enum(PRODUCTS),
  reference: z.string(),
  receiptCode: ['receipt_code', z.nullable(z.string())],
  state: z.enum(['sent', 'unknown', 'manual', 'confirmed', 'voided']),
  subject: z.string(),
  /** Empty: the purchase had none. */
  phone: z.string(),
  /** For airtime, which has no customer name, the operator. */
  customerName: ['customer_name', z.string()],
  tendered: ['amount', gmd],
  /** Null until it is sold. */
  fee: z.nullable(gmd),
  /** In kWh; null until it is sold, and for what has none. */
  units: ['unit_watt', z.nullable(z.number())],
  /** Empty until it is sold, and for what has none. */
  tokens: z.array(z.string()),
  cashierName: ['recorded_by', z.string()],
  location: z.string(),
  /** How often the other side was asked what happened to it. */
  asked: count,
  /** How often its receipt was printed. */
  prints: count,
  /** The shift in which it was sold; null: in none. Its slip has a number when it is closed. */
  shift: z.nullable(fields({ id: id(), slip: z.nullable(z.string()) })),
  steps: z.array(storyStep),
  /** Why it cannot be sent again; null: it can. */
  refusal: z.nullable(z.string()),
})
export type SaleStory = z.output<typeof saleStory>

const anyAmount = amount('Amount')
const knownAmount = codec<Bututs | undefined, number | string>(
  (given) => {
    if (isMissing(given)) return undefined
    const read = z.safeDecode(anyAmount, given as string)
    return read.success ? read.data : new Error(read.error.issues[0]?.message)
  },
  (value) => (value === undefined ? '' : value / 100),
)

/** A meter, a phone number, a receipt code, or a receipt number together with its amount. */
const sought = { words: ['q', line('What you look for')], amount: z.optional(knownAmount) } as const
export const receiptForm = form(sought)

export const receipts = {
  /** Purchases of any counter. A receipt number alone finds nothing: numbers of old receipts can be counted up. */
  find: endpoint({
    method: 'GET',
    path: 'receipts',
    access: 'staff',
    request: fields(sought),
    response: within('data', z.array(foundReceipt)),
  }),
  /**
   * Sends the token to the phone of the purchase. For somebody else's sale `words` must be what it was found by, so that
   * nobody can send by counting ids.
   */
  sendAgain: endpoint({
    method: 'POST',
    path: 'receipts/{id}/send',
    access: 'staff',
    request: fields({ ...sought, id: id(), words: ['q', optionalLine('Search')] }),
    response: done,
  }),
  /** What happened to a sale, step by step. A Cashier may ask only about their own sales. */
  story: endpoint({
    method: 'GET',
    path: 'receipts/{id}/story',
    access: 'staff',
    request: fields({ id: id() }),
    response: within('data', saleStory),
  }),
}

/**
 * Twelve random characters (58 bits), so that nobody can guess a code: no 0 and O, no 1, I and L, and no U, which looks
 * like a V in handwriting.
 */
const SYMBOLS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const HALF_CHARACTERS = 6
const GROUP_CHARACTERS = 4

/** A code is made of two random whole numbers below this. */
export const RECEIPT_CODE_RANDOM = SYMBOLS.length ** HALF_CHARACTERS

export const buildReceiptCode = (random: readonly [number, number]): string => random.map(inSymbols).join('')

function inSymbols(value: number): string {
  let text = ''
  for (let left = value; text.length < HALF_CHARACTERS; left = Math.floor(left / SYMBOLS.length))
    text += SYMBOLS.charAt(left % SYMBOLS.length)
  return text
}

const whole = new RegExp(`^[${SYMBOLS}]{${2 * HALF_CHARACTERS}}$`)

/** As somebody types it: in any case, with or without blanks and dashes. Null: not a code. */
export function parseReceiptCode(text: string): string | null {
  const code = text.replaceAll(/[\s\p{Pd}]/gu, '').toUpperCase()
  return whole.test(code) ? code : null
}

/** As it is printed: in groups of four. */
export const formatReceiptCode = (code: string): string =>
  (code.match(new RegExp(`.{${GROUP_CHARACTERS}}`, 'g')) ?? [code]).join('-')

/** Where a receipt can be checked. `origin` is configured: what a request claims must never get onto paper. */
export const buildReceiptUrl = (origin: string, code: string): string => new URL(`/r/${code}`, origin).href
