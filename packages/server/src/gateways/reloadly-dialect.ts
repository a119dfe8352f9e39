// What is said to Reloadly's airtime interface, and its operators: every path, header and field of it is here, in
// reloadly-answers.ts and in reloadly-errors.ts, so that whoever corrects a detail does so in these alone.
import { type Operator, OPERATORS, toDalasi } from '@flexpower/contract'
import { z } from 'zod'
import type { AirtimeAccess } from '../config.ts'
import { readToken } from './access-tokens.ts'
import type { TopUpOrder } from './airtime.ts'
import type { Call, Dialect } from './connection.ts'
import { words } from './exact-json.ts'
import { readError } from './reloadly-errors.ts'

const ACCEPT = 'application/com.reloadly.topups-v1+json'
const COUNTRY = 'GM'
const REPORT = 'topups/reports/transactions'
/** Their own default. */
const PAGE_SIZE = 200

export const calls = {
  balance: { method: 'GET', path: 'accounts/balance' },
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
  status: (number: string) => ({ method: 'GET', path: `topups/${encodeURIComponent(number)}/status` }),
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
    readError,
    readLoginError: readError,
    secrets: (secret) => [secret],
  }
}

/** `2026-11-14 14:20:00` */
const writeDate = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')

const flag = z.boolean().nullish()
const operator = z.object({
  id: words.nullish(),
  operatorId: words.nullish(),
  name: words,
  bundle: flag,
  data: flag,
  pin: flag,
  comboProduct: flag,
})

export type OperatorIds = ReadonlyMap<Operator, string>

/** Those of ours that sell plain airtime: a bundle, data, a PIN or a combination of them may have the operator's name too. */
export function readOperators(body: unknown): OperatorIds | null {
  const parsed = z.array(operator).safeParse(body)
  if (!parsed.success) return null
  return new Map(
    parsed.data
      .filter((each) => ![each.bundle, each.data, each.pin, each.comboProduct].includes(true))
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
export function ourName(theirs: string): Operator | null {
  const first = theirs.trim().split(/\s+/, 1)[0]?.toLowerCase()
  return OPERATORS.find((each) => each.toLowerCase() === first) ?? null
}
