// Meters that make the utility misbehave, one fault each, so that a fault can be requested from any counter. Their
// price is given as usual; the sale goes wrong.
import { tokenIdAt } from '@flexpower/sts'
import { type Fault, HUGE_BYTES } from './faults.ts'
import { BASE_DATE, FIRST_KEY, mintCredit } from './mint.ts'

/** The part of a sale's answer that a sentinel changes. */
export interface SaleAnswer extends Record<string, unknown> {
  meterSerial: string
  kctTokens: string[]
  listtoken: string[]
}

/** How a sale or a payment goes wrong, and how it ends. */
export interface Mishap {
  name: string
  does: string
  /** Answered like this, and nothing is sold. */
  instead?: Fault
  /** Sold, and then answered like this. */
  afterwards?: Fault
  /** Sold, and answered with something else. */
  change?: (answer: SaleAnswer, at: Date) => Record<string, unknown>
  /** The record and the lists show this many bututs more than were paid. */
  recordsMore?: number
  /** Neither the record nor the lists repeat what came with the order, and it is not found by its `requestID`. */
  forgetsOrder?: true
  /** What goes wrong when the sale is looked up for the n-th time. */
  lookup?: (asked: number) => Fault | null
  /** How a careful client reads the answer to the sale. */
  outcome: 'accepted' | 'refused' | 'unknown'
  /** How the sale ends when it is looked up afterwards; open: a person has to decide. */
  ends: 'sold' | 'not sold' | 'open'
}

export interface Sentinel extends Mishap {
  meter: string
  /** The customer's name, if it is not the sentinel's own. */
  customer?: string
  keyChange?: 'revision'
}

export const documented = (status: number, code: string, msgUser: string): Fault => ({
  status,
  body: JSON.stringify({ code, msgUser, msgDeveloper: `${code} (sentinel)` }),
})

const LOST = { outcome: 'unknown', ends: 'sold' } as const
const STRANGER = '37201148261'
const MEGABYTES = HUGE_BYTES / 1024 / 1024

export const sentinels: readonly Sentinel[] = [
  {
    meter: '99900000011',
    name: 'Silence Before',
    does: 'Never answers and never sold: looked up, it does not exist.',
    instead: 'no answer',
    outcome: 'unknown',
    ends: 'not sold',
  },
  {
    meter: '99900000029',
    name: 'Silence After',
    does: 'Sells, and the answer never comes.',
    afterwards: 'no answer',
    ...LOST,
  },
  {
    meter: '99900000037',
    name: 'Reset After',
    does: 'Sells, and the connection breaks in the middle of the answer.',
    afterwards: 'reset mid-body',
    ...LOST,
  },
  {
    meter: '99900000045',
    name: 'Error After',
    does: 'Sells, and answers with status 500.',
    afterwards: 'server error',
    ...LOST,
  },
  {
    meter: '99900000052',
    name: 'Html Page',
    does: 'Sells, and answers with a page of HTML and status 200.',
    afterwards: 'html',
    ...LOST,
  },
  {
    meter: '99900000060',
    name: 'Cut Json',
    does: 'Sells, and the JSON of the answer stops half way.',
    afterwards: 'truncated json',
    ...LOST,
  },
  {
    meter: '99900000078',
    name: 'Wrong Meter',
    does: 'Sells, and answers with the token of another meter.',
    change: (answer, at) => ({
      ...answer,
      meterSerial: STRANGER,
      listtoken: [mintCredit(STRANGER, FIRST_KEY, tokenIdAt(at, BASE_DATE), 100_000)],
    }),
    ...LOST,
  },
  {
    meter: '99900000086',
    name: 'Short Token',
    does: 'Sells, and answers with a token of 19 digits.',
    change: (answer) => ({ ...answer, listtoken: answer.listtoken.map((token) => token.slice(1)) }),
    ...LOST,
  },
  {
    meter: '99900000094',
    name: 'Long Token',
    does: 'Sells, and answers with a token of 21 digits.',
    change: (answer) => ({ ...answer, listtoken: answer.listtoken.map((token) => `${token}7`) }),
    ...LOST,
  },
  {
    meter: '99900000102',
    name: 'No Token',
    does: 'Sells, and answers with an empty list of tokens.',
    change: (answer) => ({ ...answer, listtoken: [] }),
    ...LOST,
  },
  {
    meter: '99900000110',
    name: 'Three Tokens',
    does: 'Sells, and answers with three tokens in one list: two change the key, one is the credit.',
    keyChange: 'revision',
    change: (answer) => ({
      ...answer,
      kctTokens: [],
      listtoken: [...answer.kctTokens, ...answer.listtoken],
    }),
    outcome: 'accepted',
    ends: 'sold',
  },
  {
    meter: '99900000128',
    name: 'Twice Answered',
    does: 'Sells once, and sends the same answer twice.',
    afterwards: 'duplicate response',
    outcome: 'accepted',
    ends: 'sold',
  },
  {
    meter: '99900000136',
    name: 'Byte By Byte',
    does: 'Sells, and sends one byte of the answer a second.',
    afterwards: 'one byte a second',
    ...LOST,
  },
  {
    meter: '99900000144',
    name: 'Huge Answer',
    does: `Sells, and answers with ${MEGABYTES} MB.`,
    afterwards: 'huge body',
    ...LOST,
  },
  {
    meter: '99900000151',
    name: 'Gzip Bomb',
    does: `Sells, and answers with a few bytes that unpack to ${MEGABYTES} MB.`,
    afterwards: 'gzip bomb',
    ...LOST,
  },
  {
    meter: '99900000169',
    name: 'Redirected',
    does: 'Sells, and redirects to itself: who follows buys again.',
    afterwards: 'redirect',
    ...LOST,
  },
  {
    meter: '99900000177',
    name: 'Expired Password',
    does: 'Refuses: the vendor’s password has expired.',
    instead: documented(401, 'PASSWORD_EXPIRED', 'The password of the vendor has expired.'),
    outcome: 'refused',
    ends: 'not sold',
  },
  {
    meter: '99900000185',
    name: 'Balance Used Up',
    does: 'Refuses: the vendor’s balance is used up.',
    instead: documented(400, 'VENDOR_BALANCE', 'The balance of the vendor is not sufficient.'),
    outcome: 'refused',
    ends: 'not sold',
  },
  {
    meter: '99900000193',
    name: 'Slow Answer',
    does: 'Sells, and takes three seconds to say so.',
    afterwards: 'slow',
    outcome: 'accepted',
    ends: 'sold',
  },
  {
    meter: '99900000201',
    name: 'Third Time Lucky',
    does: 'Sells with status 500; looked up, it is known only the third time.',
    afterwards: 'server error',
    lookup: (asked) => (asked < 3 ? 'server error' : null),
    ...LOST,
  },
  {
    meter: '99900000219',
    name: 'Never Known',
    does: 'Sells with status 500, and so is every look-up: somebody has to decide.',
    afterwards: 'server error',
    lookup: () => 'server error',
    outcome: 'unknown',
    ends: 'open',
  },
  {
    meter: '99900000227',
    name: 'Error Before',
    does: 'Answers with status 500 and never sold: looked up, it does not exist.',
    instead: 'server error',
    outcome: 'unknown',
    ends: 'not sold',
  },
  {
    meter: '99900000235',
    name: '<img src=x onerror="ran=1"><script>ran=1</script>',
    does: 'Sells as usual; the name of its customer is a script, which must not run anywhere.',
    outcome: 'accepted',
    ends: 'sold',
  },
  {
    meter: '99900000243',
    name: 'Odd Characters',
    customer: 'Binta\u0000 Jobe\u202E \uD800',
    does: 'Sells as usual; the name of its customer has characters that no database takes.',
    outcome: 'accepted',
    ends: 'sold',
  },
  {
    meter: '99900000250',
    name: 'Other Amount',
    does: 'Sells with status 500; its record shows GMD 5 more than was ordered: somebody has to decide.',
    afterwards: 'server error',
    recordsMore: 500,
    outcome: 'unknown',
    ends: 'open',
  },
  {
    meter: '99900000268',
    name: 'Token Field',
    does: 'Sells, and answers with a token and a response code instead of a list of tokens.',
    change: ({ listtoken, ...answer }) => ({
      ...answer,
      token: listtoken.join(','),
      responseCode: '00',
    }),
    outcome: 'accepted',
    ends: 'sold',
  },
  {
    meter: '99900000276',
    name: 'Named Tokens',
    does: 'Sells, and answers with the name of each token beside it.',
    change: (answer) => ({
      ...answer,
      listtoken: answer.listtoken.map((token) => ({ token, description: 'Energy credit' })),
    }),
    outcome: 'accepted',
    ends: 'sold',
  },
  {
    meter: '99900000284',
    name: 'No Reference',
    does: 'Sells with status 500, and nothing on record says for which order: somebody has to decide.',
    afterwards: 'server error',
    forgetsOrder: true,
    outcome: 'unknown',
    ends: 'open',
  },
]

const byMeter = new Map(sentinels.map((sentinel) => [sentinel.meter, sentinel]))

export const findSentinel = (meter: string): Sentinel | null => byMeter.get(meter) ?? null
