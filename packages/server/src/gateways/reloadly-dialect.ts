// The names of Reloadly's airtime interface: every path, header, field, status and error code of it is in this file and in no
// other, so that whoever corrects a detail does so here alone.
import { type Bututs, CURRENCY, localPhone, type Operator, OPERATORS, toDalasi } from '@flexpower/contract'
import { z } from 'zod'
import type { AirtimeAccess } from '../config.ts'
import { readToken } from './access-tokens.ts'
import type { ReportedTopUp, ToppedUp, TopUpOrder } from './airtime.ts'
import type { Call, Dialect } from './connection.ts'
import { instant, money, optionalWords, quantity, words } from './exact-json.ts'
import { type Refused, type Unknown, unknown } from './outcome.ts'

const ACCEPT = 'application/com.reloadly.topups-v1+json'
const COUNTRY = 'GM'
const REPORT = 'topups/reports/transactions'
/** Their own default. */
const PAGE_SIZE = 200

export const calls = {
  operators: {
    method: 'GET',
    path: `operators/countries/${COUNTRY}`,
    query: { includeBundles: 'false', includeData: 'false', includePin: 'false' },
  },
  operatorOf: (phone: string) => ({
    method: 'GET',
    path: `operators/auto-detect/phone/${encodeURIComponent(phone)}/countries/${COUNTRY}`,
  }),
  topUp: ({ reference, phone, amount }: TopUpOrder, operatorId: string) => ({
    method: 'POST',
    path: 'topups',
    body: {
      operatorId,
      amount: toDalasi(amount),
      useLocalAmount: true,
      customIdentifier: reference,
      recipientPhone: { countryCode: COUNTRY, number: phone },
    },
  }),
  report: (reference: string) => ({
    method: 'GET',
    path: REPORT,
    query: { customIdentifier: reference },
  }),
  reportBetween: (from: Date, to: Date, page: number) => ({
    method: 'GET',
    path: REPORT,
    query: {
      startDate: writeDate(from),
      endDate: writeDate(to),
      page: String(page),
      size: String(PAGE_SIZE),
    },
  }),
} satisfies Record<string, Call | ((...given: never[]) => Call)>

export function dialectOf(access: AirtimeAccess): Dialect {
  const baseUrl = withoutSlash(access.url)
  return {
    logIn: (secret) => ({
      method: 'POST',
      url: `${withoutSlash(access.authUrl)}/oauth/token`,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: access.clientId,
        client_secret: secret,
        grant_type: 'client_credentials',
        audience: access.audience,
      }),
    }),
    readToken,
    address: ({ method, path, query, body }, token) => ({
      method,
      url: `${baseUrl}/${path}${query === undefined ? '' : `?${new URLSearchParams(query).toString()}`}`,
      headers: {
        accept: ACCEPT,
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    readRefusal,
    secrets: (secret) => [secret],
  }
}

/** `2026-11-14 14:20:00` */
const writeDate = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

const documentedError = z.object({ errorCode: words.pipe(z.string().min(1)), message: words })

function readRefusal(body: unknown): Refused | null {
  const parsed = documentedError.safeParse(body)
  if (!parsed.success) return null
  const { errorCode: code, message } = parsed.data
  return { kind: 'refused', code, message, detail: `${code}: ${message}` }
}

/**
 * Errors that are found before an order reaches the operator. Every other one leaves open what happened: that an identifier
 * was used before even says that the order is there.
 */
const FOUND_BEFOREHAND = new Set([
  'INVALID_CREDENTIALS',
  'INVALID_TOKEN',
  'TOKEN_EXPIRED',
  'ACCESS_DENIED',
  'NOT_ACCEPTABLE',
  'ACCOUNT_NOT_FOUND',
  'INACTIVE_ACCOUNT',
  'INSUFFICIENT_BALANCE',
  'MAX_DAILY_TRANSACTION_COUNT_REACHED',
  'MAX_DAILY_TRANSACTION_AMOUNT_REACHED',
  'COUNTRY_NOT_SUPPORTED',
  'OPERATOR_NOT_FOUND',
  'OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE',
  'OPERATOR_AND_RECIPIENT_PHONE_MISMATCH',
  'INVALID_INPUT_PROVIDED',
  'INVALID_PHONE_NUMBER',
  'INVALID_RECIPIENT_PHONE',
  'PHONE_RECENTLY_RECHARGED',
  'IMPOSSIBLE_AMOUNT',
  'INVALID_AMOUNT',
  'INVALID_AMOUNT_FOR_OPERATOR',
  'INVALID_AMOUNT_FOR_RECIPIENT_PHONE',
  'INVALID_LOCAL_AMOUNT_FOR_OPERATOR',
  'LOCAL_AMOUNTS_NOT_SUPPORTED_BY_OPERATOR',
])

export const isCertain = ({ code }: Refused): boolean => FOUND_BEFOREHAND.has(code)

const flag = z.boolean().nullish()
const operator = z.object({
  id: words.nullish(),
  operatorId: words.nullish(),
  name: words,
  bundle: flag,
  data: flag,
  pin: flag,
})

export type OperatorIds = ReadonlyMap<Operator, string>

/** Those of ours that sell airtime, and not bundles, data or PINs. */
export function readOperators(body: unknown): OperatorIds | null {
  const parsed = z.array(operator).safeParse(body)
  if (!parsed.success) return null
  return new Map(
    parsed.data
      .filter(({ bundle, data, pin }) => bundle !== true && data !== true && pin !== true)
      .flatMap(({ id, operatorId, name }) => {
        const ours = ourName(name)
        const theirs = id ?? operatorId ?? ''
        return ours === null || theirs === '' ? [] : [[ours, theirs] as const]
      }),
  )
}

/** In an object, because null would mean that the answer cannot be read. */
export function readOperator(body: unknown): { operator: Operator | null } | null {
  const parsed = operator.safeParse(body)
  return parsed.success ? { operator: ourName(parsed.data.name) } : null
}

/** They add the country: `QCell Gambia`. */
function ourName(theirs: string): Operator | null {
  const first = theirs.trim().split(/\s+/, 1)[0]?.toLowerCase()
  return OPERATORS.find((each) => each.toLowerCase() === first) ?? null
}

const transaction = z.object({
  transactionId: words.pipe(z.string().min(1)),
  status: words,
  operatorTransactionId: optionalWords,
  customIdentifier: optionalWords,
  recipientPhone: optionalWords,
  deliveredAmount: money.nullish(),
  deliveredAmountCurrencyCode: optionalWords,
  balanceInfo: z.object({ updatedAt: instant.nullish().catch(null) }).nullish(),
})
type Transaction = z.output<typeof transaction>

/** A refusal: the operator gave up, and nothing was or stays charged. */
export function readTopUp(
  body: unknown,
  order: TopUpOrder,
  receivedAt: Date,
): ToppedUp | Refused | Unknown | null {
  const parsed = transaction.safeParse(body)
  if (!parsed.success) return null
  const { data } = parsed
  const contradiction = contradictionOf(data, order)
  if (contradiction !== null) return unknown(contradiction)
  if (data.status === 'PROCESSING') return unknown('the operator is still working on it')
  if (data.status === 'FAILED' || data.status === 'REFUNDED') return gaveUp(data.status)
  if (data.status !== 'SUCCESSFUL') return unknown('the answer has a status that is not documented')
  const delivered: Bututs | null = data.deliveredAmount ?? null
  if (delivered === null) return null
  return {
    transaction: data.transactionId,
    operatorTransaction: data.operatorTransactionId,
    delivered,
    // Their transactionDate does not say its zone, and has been seen in another one than UTC.
    deliveredAt: data.balanceInfo?.updatedAt ?? receivedAt,
  }
}

const gaveUp = (status: 'FAILED' | 'REFUNDED'): Refused => ({
  kind: 'refused',
  code: status,
  message: 'The operator could not deliver the airtime.',
  detail: `status ${status}`,
})

/** What it says of itself must be our order, and at least one thing must say so. */
function contradictionOf(data: Transaction, { reference, phone }: TopUpOrder): string | null {
  if (data.customIdentifier !== '' && data.customIdentifier !== reference)
    return 'the answer is about another order'
  if (data.recipientPhone !== '' && !data.recipientPhone.endsWith(phone))
    return 'the answer is about another number'
  if (data.customIdentifier === '' && data.recipientPhone === '')
    return 'the answer does not say what it is about'
  if (data.deliveredAmountCurrencyCode !== '' && data.deliveredAmountCurrencyCode !== CURRENCY)
    return 'the answer is about another currency'
  return null
}

const report = z.object({
  content: z.array(z.looseObject({ customIdentifier: optionalWords })),
  totalElements: words.nullish(),
})

/** In an object, because null would mean that the answer cannot be read. */
export function readReport(
  body: unknown,
  order: TopUpOrder,
  receivedAt: Date,
): { found: ToppedUp | Refused | null } | Unknown | null {
  const parsed = report.safeParse(body)
  if (!parsed.success) return null
  const { content, totalElements } = parsed.data
  const ours = content.filter(({ customIdentifier }) => customIdentifier === order.reference)
  if (ours.length > 1) return unknown('the report lists two top-ups with our reference')
  const [row] = ours
  if (row === undefined) {
    const isEmpty = content.length === 0 && (totalElements ?? '0') === '0'
    // A report that lists others has not looked for ours, and ours may stand on its next page.
    return isEmpty ? { found: null } : unknown('the report is not about our order')
  }
  const told = readTopUp(row, order, receivedAt)
  return told === null || isUnknown(told) ? told : { found: told }
}

const isUnknown = (told: ToppedUp | Refused | Unknown): told is Unknown =>
  'kind' in told && told.kind === 'unknown'

const reported = z
  .object({
    transactionId: words.pipe(z.string().min(1)),
    status: words,
    customIdentifier: optionalWords,
    recipientPhone: optionalWords,
    requestedAmount: money.nullish(),
    requestedAmountCurrencyCode: optionalWords,
    deliveredAmount: money.nullish(),
    deliveredAmountCurrencyCode: optionalWords,
    transactionDate: instant,
    balanceInfo: z.object({ updatedAt: instant.nullish().catch(null) }).nullish(),
  })
  .transform(
    (row): ReportedTopUp => ({
      transaction: row.transactionId,
      reference: row.customIdentifier,
      phone: localPhone(row.recipientPhone),
      ordered: inOurCurrency(row.requestedAmount, row.requestedAmountCurrencyCode),
      delivered: inOurCurrency(row.deliveredAmount, row.deliveredAmountCurrencyCode),
      status: reportedStatus(row.status),
      // Their transactionDate does not say its zone.
      at: row.balanceInfo?.updatedAt ?? row.transactionDate,
    }),
  )

const inOurCurrency = (amount: Bututs | null | undefined, currency: string): Bututs | null =>
  currency === '' || currency === CURRENCY ? (amount ?? null) : null

/** Whatever is neither delivered nor given up may still be delivered. */
function reportedStatus(status: string): ReportedTopUp['status'] {
  if (status === 'SUCCESSFUL') return 'delivered'
  return status === 'FAILED' || status === 'REFUNDED' ? 'given up' : 'under way'
}

const reportPage = z.object({ content: z.array(reported), totalElements: quantity })

/** A page of the report; `total`: how many there are on all pages. */
export function readReportPage(body: unknown): { topUps: ReportedTopUp[]; total: number } | null {
  const parsed = reportPage.safeParse(body)
  return parsed.success ? { topUps: parsed.data.content, total: parsed.data.totalElements } : null
}
