// What Reloadly's errors mean, and which of them prove that an order was not delivered: the tables below are the only
// place that says so. For some of them the cashier sees our own text.
import { z } from 'zod'
import type { DocumentedError, Outage, Proof } from './connection.ts'
import { words } from './exact-json.ts'

interface ErrorRow {
  status: number
  codes: readonly string[]
  proves: Exclude<Proof, 'unknown'>
}

/**
 * Found before an order reaches the operator. Everything else, and every other status, leaves open what happened:
 * "identifier used before" even says that the order is there, and an operator that fails with 503 may still deliver.
 */
export const certainErrors: readonly ErrorRow[] = [
  // The access token is unknown or has expired.
  { status: 401, codes: ['INVALID_CREDENTIALS', 'INVALID_TOKEN', 'TOKEN_EXPIRED'], proves: 'not executed' },
  // Our account may not do this.
  { status: 403, codes: ['ACCESS_DENIED', 'INACTIVE_ACCOUNT'], proves: 'refused' },
  { status: 406, codes: ['NOT_ACCEPTABLE'], proves: 'refused' },
  {
    status: 400,
    codes: [
      // Our account.
      'ACCOUNT_NOT_FOUND',
      'INACTIVE_ACCOUNT',
      'INSUFFICIENT_BALANCE',
      'MAX_DAILY_TRANSACTION_COUNT_REACHED',
      'MAX_DAILY_TRANSACTION_AMOUNT_REACHED',
      // The operator.
      'COUNTRY_NOT_SUPPORTED',
      'OPERATOR_NOT_FOUND',
      'OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE',
      'OPERATOR_AND_RECIPIENT_PHONE_MISMATCH',
      // The phone number.
      'INVALID_INPUT_PROVIDED',
      'INVALID_PHONE_NUMBER',
      'INVALID_RECIPIENT_PHONE',
      'PHONE_RECENTLY_RECHARGED',
      // The amount.
      'IMPOSSIBLE_AMOUNT',
      'INVALID_AMOUNT',
      'INVALID_AMOUNT_FOR_OPERATOR',
      'INVALID_AMOUNT_FOR_RECIPIENT_PHONE',
      'INVALID_LOCAL_AMOUNT_FOR_OPERATOR',
      'LOCAL_AMOUNTS_NOT_SUPPORTED_BY_OPERATOR',
    ],
    proves: 'refused',
  },
]

/** What a cashier can do about it, if the aggregator's own text does not say. */
export const sentences: Readonly<Record<string, string | undefined>> = {
  INSUFFICIENT_BALANCE:
    'Our account for airtime is used up. Nothing was sold; tell an Admin, who can pay in at the aggregator.',
  OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE:
    'The operator takes no top-ups at the moment. Nothing was sold; try again in a few minutes.',
  OPERATOR_AND_RECIPIENT_PHONE_MISMATCH:
    'The number belongs to another operator. Nothing was sold; ask the customer, choose the right one and sell again.',
  PHONE_RECENTLY_RECHARGED:
    'The number got this amount a moment ago. Nothing more was sold; ask the customer whether it came, and wait some minutes before you sell again.',
}

const documentedError = z.object({ errorCode: words.pipe(z.string().min(1)), message: words })

const AWAY =
  'The operator does not answer the aggregator at the moment, so it is not known yet whether the phone received the airtime.'

/**
 * Reported by the aggregator itself with 503, after up to 50 seconds: the order may still be delivered, so it is looked
 * up.
 */
export const outages: Readonly<Record<string, string | undefined>> = {
  OPERATOR_UNAVAILABLE: AWAY,
  OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE: AWAY,
}

export function readOutage(status: number, body: unknown): Outage | null {
  const code = documentedError.safeParse(body).data?.errorCode ?? ''
  const message = status === 503 ? outages[code] : undefined
  return message === undefined ? null : { code, message }
}

export function readError(status: number, _text: string, body: unknown): DocumentedError | null {
  const parsed = documentedError.safeParse(body)
  if (!parsed.success) return null
  const { errorCode: code, message } = parsed.data
  const row = certainErrors.find((each) => each.status === status && each.codes.includes(code))
  return {
    kind: 'refused',
    code,
    message: sentences[code] ?? message,
    detail: `${code}: ${message}`,
    proves: row?.proves ?? 'unknown',
  }
}
