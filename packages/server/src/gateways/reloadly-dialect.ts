// The requests to Reloadly's airtime interface: every path, header and field is here, in reloadly-operators.ts, in
// reloadly-answers.ts and in reloadly-errors.ts, so a corrected detail changes only these.
import { toDalasi } from '@flexpower/contract'
import type { AirtimeAccess } from '../config/access.ts'
import { readToken } from './access-tokens.ts'
import type { TopUpOrder } from './airtime.ts'
import type { GatewayCall, Dialect } from './connection.ts'
import { readError, readOutage } from './reloadly-errors.ts'

const ACCEPT = 'application/com.reloadly.topups-v1+json'
const COUNTRY = 'GM'
const REPORT = 'topups/reports/transactions'
/** Their own default. */
const PAGE_SIZE = 200

/** In dalasi if local amounts are used, otherwise in the currency of the account. */
export interface OrderedAmount {
  amount: number
  useLocalAmount: boolean
}

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
  /** In dalasi by default. */
  topUp: (
    { reference, phone, amount }: TopUpOrder,
    operatorId: string,
    ordered: OrderedAmount = { amount: toDalasi(amount), useLocalAmount: true },
  ) => ({
    method: 'POST',
    path: 'topups',
    body: {
      operatorId,
      ...ordered,
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
} satisfies Record<string, GatewayCall | ((...given: never[]) => GatewayCall)>

export function createDialect(access: AirtimeAccess): Dialect {
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
    readOutage,
    secrets: (secret) => [secret],
  }
}

/** `2026-11-14 14:20:00` */
const writeDate = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ')

const withoutSlash = (url: string): string => url.replace(/\/+$/, '')
