// Phone numbers that make the aggregator or the operator behind it misbehave, one fault each, so that a fault can be
// requested from any counter and for any operator.
import { type Fault, HUGE_BYTES, type RawFault } from '../faults.ts'
import type { Fate } from './books.ts'

/** The part of an answer that a sentinel changes. */
export interface TopUpAnswer extends Record<string, unknown> {
  status: string
  recipientPhone: string
  customIdentifier: string | null
}

export interface AirtimeSentinel {
  phone: string
  name: string
  does: string
  /** Answered like this, and nothing is sold. */
  instead?: Fault
  /** Ordered, and then answered like this. */
  afterwards?: Fault
  /** Ordered, and answered with something else. */
  change?: (answer: TopUpAnswer) => TopUpAnswer
  /** This percentage of what was ordered reaches the phone. */
  deliversPercent?: number
  /** What happens to the order; by default delivered at once. */
  fate?: Fate
  /** For this long the report does not have it. */
  listedAfterMs?: number
  /** What goes wrong when it is looked up in the report for the n-th time. */
  lookup?: (asked: number) => Fault | null
  /** How a careful client reads the answer to the order. */
  outcome: 'accepted' | 'refused' | 'unknown'
  /** How it ends when it is looked up afterwards, for as long as needed; open: a person has to decide. */
  ends: 'sold' | 'not sold' | 'open'
}

/** Until a pending order is decided. */
export const PROCESSING_MS = 5_000
const LISTED_LATE_MS = 3_000

const documented = (errorCode: string, message: string): RawFault => ({
  status: 400,
  body: JSON.stringify({ timeStamp: '', message, path: '/topups', errorCode, infoLink: null, details: [] }),
})

const OPERATOR_AWAY: RawFault = {
  ...documented('OPERATOR_UNAVAILABLE', 'Operator is unavailable'),
  status: 503,
}
/** As long as a failing operator has been seen to hold a call. */
const HELD_MS = 50_000

const LOST = { outcome: 'unknown', ends: 'sold' } as const

export const airtimeSentinels: readonly AirtimeSentinel[] = [
  {
    phone: '3990001',
    name: 'Slow Operator',
    does: 'Is processing for five seconds, then delivered.',
    fate: { status: 'SUCCESSFUL', afterMs: PROCESSING_MS },
    ...LOST,
  },
  {
    phone: '3990002',
    name: 'Failing Operator',
    does: 'Is processing for five seconds, then failed: the money comes back.',
    fate: { status: 'FAILED', afterMs: PROCESSING_MS },
    outcome: 'unknown',
    ends: 'not sold',
  },
  {
    phone: '3990003',
    name: 'Refunding Operator',
    does: 'Is processing for five seconds, then refunded: the money comes back.',
    fate: { status: 'REFUNDED', afterMs: PROCESSING_MS },
    outcome: 'unknown',
    ends: 'not sold',
  },
  {
    phone: '3990004',
    name: 'Endless Processing',
    does: 'Is processing for ever: somebody has to decide.',
    fate: { status: 'PROCESSING', afterMs: 0 },
    outcome: 'unknown',
    ends: 'open',
  },
  {
    phone: '3990005',
    name: 'Failed At Once',
    does: 'Answers at once that it failed.',
    fate: { status: 'FAILED', afterMs: 0 },
    outcome: 'refused',
    ends: 'not sold',
  },
  {
    phone: '3990006',
    name: 'Refunded At Once',
    does: 'Answers at once that it was refunded.',
    fate: { status: 'REFUNDED', afterMs: 0 },
    outcome: 'refused',
    ends: 'not sold',
  },
  {
    phone: '3990007',
    name: 'Wrong Number',
    does: 'Refuses: the number does not exist.',
    instead: documented('INVALID_RECIPIENT_PHONE', 'The phone number does not exist.'),
    outcome: 'refused',
    ends: 'not sold',
  },
  {
    phone: '3990008',
    name: 'Balance Used Up',
    does: 'Refuses: the balance at the aggregator is used up.',
    instead: documented('INSUFFICIENT_BALANCE', 'The account has not enough funds for this top-up.'),
    outcome: 'refused',
    ends: 'not sold',
  },
  {
    phone: '3990009',
    name: 'Vague Refusal',
    does: 'Answers with status 400 that something went wrong, and delivered all the same.',
    afterwards: documented('PROVIDER_INTERNAL_ERROR', 'Something went wrong at the operator.'),
    ...LOST,
  },
  {
    phone: '3990010',
    name: 'Silence Before',
    does: 'Never answers and never delivers: the report does not have it.',
    instead: 'no answer',
    outcome: 'unknown',
    ends: 'not sold',
  },
  {
    phone: '3990011',
    name: 'Silence After',
    does: 'Delivers, and the answer never comes.',
    afterwards: 'no answer',
    ...LOST,
  },
  {
    phone: '3990012',
    name: 'Reset After',
    does: 'Delivers, and the connection breaks in the middle of the answer.',
    afterwards: 'reset mid-body',
    ...LOST,
  },
  {
    phone: '3990013',
    name: 'Error After',
    does: 'Delivers, and answers with status 500.',
    afterwards: 'server error',
    ...LOST,
  },
  {
    phone: '3990014',
    name: 'Error Before',
    does: 'Answers with status 500 and never delivers.',
    instead: 'server error',
    outcome: 'unknown',
    ends: 'not sold',
  },
  {
    phone: '3990015',
    name: 'Html Page',
    does: 'Delivers, and answers with a page of HTML and status 200.',
    afterwards: 'html',
    ...LOST,
  },
  {
    phone: '3990016',
    name: 'Cut Json',
    does: 'Delivers, and the JSON of the answer stops half way.',
    afterwards: 'truncated json',
    ...LOST,
  },
  {
    phone: '3990017',
    name: 'New Status',
    does: 'Delivers, and answers with a status that no document knows.',
    change: (answer) => ({ ...answer, status: 'AWAITING_CONFIRMATION' }),
    ...LOST,
  },
  {
    phone: '3990018',
    name: 'Other Number',
    does: 'Delivers, and answers with the top-up of another number.',
    change: (answer) => ({ ...answer, recipientPhone: '2207012345', customIdentifier: 'somebody-else' }),
    ...LOST,
  },
  {
    phone: '3990019',
    name: 'Slow Answer',
    does: 'Delivers, and takes three seconds to say so.',
    afterwards: 'slow',
    outcome: 'accepted',
    ends: 'sold',
  },
  {
    phone: '3990020',
    name: 'Byte By Byte',
    does: 'Delivers, and sends one byte of the answer a second.',
    afterwards: 'one byte a second',
    ...LOST,
  },
  {
    phone: '3990021',
    name: 'Huge Answer',
    does: `Delivers, and answers with ${HUGE_BYTES / 1024 / 1024} MB.`,
    afterwards: 'huge body',
    ...LOST,
  },
  {
    phone: '3990022',
    name: 'Gzip Bomb',
    does: `Delivers, and answers with a few bytes that unpack to ${HUGE_BYTES / 1024 / 1024} MB.`,
    afterwards: 'gzip bomb',
    ...LOST,
  },
  {
    phone: '3990023',
    name: 'Redirected',
    does: 'Delivers, and redirects to itself: who follows orders again.',
    afterwards: 'redirect',
    ...LOST,
  },
  {
    phone: '3990024',
    name: 'Twice Answered',
    does: 'Delivers once, and sends the same answer twice.',
    afterwards: 'duplicate response',
    outcome: 'accepted',
    ends: 'sold',
  },
  {
    phone: '3990025',
    name: 'Listed Late',
    does: 'Delivers with status 500, and the report has it only three seconds later.',
    afterwards: 'server error',
    listedAfterMs: LISTED_LATE_MS,
    ...LOST,
  },
  {
    phone: '3990026',
    name: 'Third Time Lucky',
    does: 'Delivers with status 500; the report answers only the third time.',
    afterwards: 'server error',
    lookup: (asked) => (asked < 3 ? 'server error' : null),
    ...LOST,
  },
  {
    phone: '3990027',
    name: 'Never Known',
    does: 'Delivers with status 500, and so answers every report: somebody has to decide.',
    afterwards: 'server error',
    lookup: () => 'server error',
    outcome: 'unknown',
    ends: 'open',
  },
  {
    phone: '3990028',
    name: 'Short Delivery',
    does: 'Delivers nine tenths of what was ordered and calls it successful: somebody has to decide.',
    deliversPercent: 90,
    outcome: 'unknown',
    ends: 'open',
  },
  {
    phone: '3990029',
    name: 'Operator Away',
    does: 'Refuses: the operator takes no top-ups at the moment.',
    instead: documented('OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE', 'Operator is currently inactive'),
    outcome: 'refused',
    ends: 'not sold',
  },
  {
    phone: '3990030',
    name: 'Recently Recharged',
    does: 'Refuses: the number was topped up a moment ago.',
    instead: documented('PHONE_RECENTLY_RECHARGED', 'Phone number has been recently recharged'),
    outcome: 'refused',
    ends: 'not sold',
  },
  {
    phone: '3990031',
    name: 'Other Operator',
    does: 'Refuses: the number belongs to another operator.',
    instead: documented('OPERATOR_AND_RECIPIENT_PHONE_MISMATCH', 'Operator and phone do not match'),
    outcome: 'refused',
    ends: 'not sold',
  },
  {
    phone: '3990032',
    name: 'Operator Fails',
    does: 'Answers with status 503 that the operator is not available, and delivered all the same.',
    afterwards: OPERATOR_AWAY,
    ...LOST,
  },
  {
    phone: '3990033',
    name: 'Held Call',
    does: 'Holds the call for fifty seconds, answers with status 503 that the operator is not available, and never delivers.',
    instead: { ...OPERATOR_AWAY, afterMs: HELD_MS },
    outcome: 'unknown',
    ends: 'not sold',
  },
]

const byPhone = new Map(airtimeSentinels.map((sentinel) => [sentinel.phone, sentinel]))

export const findAirtimeSentinel = (phone: string): AirtimeSentinel | null => byPhone.get(phone) ?? null
