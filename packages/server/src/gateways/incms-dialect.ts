// The names of the utility's InCMS vending interface, in the dialect that NAWEC speaks: every path, header and field of
// it is in this file and in no other, so that a real deployment corrects details here alone.
import { type Bututs, bututs, type Day, noonOf, toDalasi } from '@flexpower/contract'
import { z } from 'zod'
import type { UtilityAccess } from '../config.ts'
import type { GrantedToken } from './access-tokens.ts'
import type { Call, Dialect } from './connection.ts'
import { instant, money, Numeral, optionalWords, quantity, words } from './exact-json.ts'
import { readTokens } from './meter-token.ts'
import { type Refused, type Unknown, unknown } from './outcome.ts'
import type { Order, PriceLine, Purchase, Vended, VendorInfo } from './utility.ts'

const SCOPE = 'token_public token_private'
const PAYMENT = 'venPayment/1.0.1/'
const LOGIN = 'venLogin/1.0.1/'
const SEARCH_BY_METER = 'MY003'
const PREPAID_UNITS = 'KWP'
const CASH = 'FP001'

const LIFETIME_UNSTATED_MS = 5 * 60_000
const LIFETIME_MOST_MS = 24 * 60 * 60_000

export const calls = {
  vendorInfo: { method: 'GET', path: 'venInfoVendor/1.0.1/' },
  preview: (meter: string, amount: Bututs) => ({
    method: 'GET',
    path: PAYMENT,
    query: { meterSerial: meter, totalPayment: String(toDalasi(amount)), debtPayment: '0' },
  }),
  searchMeter: (meter: string) => ({
    method: 'GET',
    path: 'venMeter/1.0.1/',
    query: { criteriaType: SEARCH_BY_METER, meterSerial: meter },
  }),
  sell: (order: Order) => ({ method: 'POST', path: PAYMENT, body: orderBody(order) }),
  /** An extension of ours: installations without it refuse, and the customer enquiry finds the sale. */
  saleByReference: (reference: string) => ({ method: 'GET', path: PAYMENT, query: { requestID: reference } }),
  saleByTransaction: (transaction: string) => ({
    method: 'GET',
    path: `${PAYMENT}${encodeURIComponent(transaction)}`,
  }),
  customerPurchases: (meter: string, from: Date, to: Date) => ({
    method: 'GET',
    path: 'venCustomerEnquiries/1.0.1/',
    query: { meterSerial: meter, dateFrom: String(from.getTime()), dateTo: String(to.getTime()) },
  }),
  /** The utility means the day that the instant falls on; noon is within it in every zone near The Gambia's. */
  shiftPurchases: (userCode: string, day: Day) => ({
    method: 'GET',
    path: 'venShitEnquiries/1.0.1/',
    query: { codUserShift: userCode, paymentDate: String(noonOf(day).getTime()) },
    isLong: true,
  }),
  changePassword: (current: string, next: string) => ({
    method: 'PATCH',
    path: LOGIN,
    body: { currentPwd: current, newPwd: next },
    secrets: [current, next],
  }),
  resetPassword: (vendorId: string, vendorUser: string) => ({
    method: 'POST',
    path: LOGIN,
    body: { idVendor: vendorId, codUser: vendorUser },
  }),
} satisfies Record<string, Call | ((...given: never[]) => Call)>

export function dialectOf(access: UtilityAccess): Dialect {
  const baseUrl = access.url.replace(/\/+$/, '')
  /** The vendor and its user, as the login and a header name them. */
  const origin = `${access.vendorId}#${access.vendorUser}`
  const basic = Buffer.from(access.client).toString('base64')
  return {
    logIn: (password) => ({
      method: 'POST',
      url: `${baseUrl}/token`,
      headers: {
        accept: 'application/json',
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        grant_type: 'password',
        username: origin,
        password,
        scope: SCOPE,
      }).toString(),
    }),
    readToken,
    address: ({ method, path, query, body }, token) => ({
      method,
      url: `${baseUrl}/t/${encodeURIComponent(access.tenant)}/${path}${queryOf(query)}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        'x-incms-origin-d': origin,
        'x-incms-tenant': access.tenant,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    readRefusal,
    secrets: (password) => [
      password,
      new URLSearchParams({ '': password }).toString().slice(1),
      access.client.slice(access.client.indexOf(':') + 1),
      basic,
    ],
  }
}

const queryOf = (query: Call['query']): string =>
  query === undefined ? '' : `?${new URLSearchParams(query).toString()}`

const documentedError = z.object({ code: optionalWords, msgUser: words, msgDeveloper: optionalWords })
const oauthError = z.object({ error: words, error_description: optionalWords })

function readRefusal(body: unknown): Refused | null {
  const vending = documentedError.safeParse(body)
  if (vending.success) {
    const { code, msgUser, msgDeveloper } = vending.data
    return { kind: 'refused', code, message: msgUser, detail: msgDeveloper }
  }
  const login = oauthError.safeParse(body)
  if (!login.success) return null
  const { error: code, error_description: description } = login.data
  const message = description || code
  return { kind: 'refused', code, message, detail: `${code}: ${message}` }
}

const grantedToken = z.object({ access_token: words.pipe(z.string().min(1)), expires_in: words.nullish() })

function readToken(body: unknown): GrantedToken | null {
  const parsed = grantedToken.safeParse(body)
  if (!parsed.success) return null
  const seconds = Number(parsed.data.expires_in ?? Number.NaN)
  const lifetimeMs = Number.isFinite(seconds) ? seconds * 1000 : LIFETIME_UNSTATED_MS
  return { token: parsed.data.access_token, lifetimeMs: Math.min(Math.max(lifetimeMs, 0), LIFETIME_MOST_MS) }
}

const vendorInfo = z.object({
  data: z.object({
    idVendor: words.pipe(z.string().min(1)),
    descVendor: optionalWords,
    balance: money,
    modifiedIdVendor: z.union([z.boolean(), words]).nullish(),
  }),
})

export function readVendorInfo(body: unknown): VendorInfo | null {
  const parsed = vendorInfo.safeParse(body)
  if (!parsed.success) return null
  const { idVendor, descVendor, balance, modifiedIdVendor } = parsed.data.data
  const vendorIdChanged = ['true', '1'].includes(String(modifiedIdVendor).toLowerCase())
  return { vendorId: idVendor, description: descVendor, balance, vendorIdChanged }
}

const topUp = z.object({
  conceptName: optionalWords,
  concept: optionalWords,
  units: quantity.nullish(),
  price: quantity.nullish(),
  amount: money,
})

/** What a preview and a sale have in common. */
const priced = z.object({
  customerName: optionalWords,
  serviceAddress: optionalWords,
  account: optionalWords,
  meterSerial: optionalWords,
  tariffDescription: optionalWords,
  totalPayment: money,
  debtPayment: money.nullish(),
  percentageDebt: quantity.nullish(),
  accountBalance: money.nullish(),
  units: quantity.nullish(),
  unitsTopUp: z.array(topUp).nullish(),
})

/** Everything that a preview and a sale say alike, in our words. */
function readPriced(data: z.output<typeof priced>) {
  const priceLines = (data.unitsTopUp ?? []).map(
    ({ concept, conceptName, units, price, amount }): PriceLine => ({
      concept: conceptName || concept,
      units: units ?? 0,
      price: price ?? 0,
      amount,
    }),
  )
  const units = data.units ?? 0
  return {
    customerName: data.customerName,
    serviceAddress: data.serviceAddress,
    account: data.account,
    tariff: data.tariffDescription,
    units,
    unitPrice: unitPriceOf(priceLines, units),
    priceLines,
    debtPaid: data.debtPayment ?? bututs(0),
    debtPercent: data.percentageDebt ?? 0,
    accountBalance: data.accountBalance ?? bututs(0),
  }
}

/** The energy lines are those whose units times price is their amount; of a VAT line that is a hundred times as much. */
function unitPriceOf(lines: readonly PriceLine[], units: number): number {
  const energy = lines.filter(
    (line) => line.units > 0 && Math.abs(line.units * line.price * 100 - line.amount) < 2,
  )
  const [only, ...others] = energy
  if (only === undefined || others.length === 0 || units === 0) return only?.price ?? 0
  return Math.round(energy.reduce((sum, { amount }) => sum + amount, 0) / units) / 100
}

/** Some answers wrap what they say, some do not. */
const unwrapped = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'data' in body ? body.data : body

/** How money for a meter or an account may be taken; null where the answer does not say. */
export interface Standing {
  collection: 'open' | 'inactive' | 'debtOnly' | null
  isPostpaid: boolean
}

const customer = z.object({ collectionInd: optionalWords, indicatorPrePostAccount: optionalWords })

function standingOf({ collectionInd, indicatorPrePostAccount }: z.output<typeof customer>): Standing {
  const kinds: Record<string, Standing['collection'] | undefined> = {
    0: 'open',
    1: 'inactive',
    2: 'debtOnly',
  }
  return { collection: kinds[collectionInd] ?? null, isPostpaid: indicatorPrePostAccount === '0' }
}

export function readStanding(body: unknown): Standing | null {
  const data = unwrapped(body)
  const parsed = customer.safeParse(Array.isArray(data) ? data[0] : data)
  return parsed.success ? standingOf(parsed.data) : null
}

const preview = z.intersection(priced, customer)

export function readPreview(body: unknown, meter: string, amount: Bututs) {
  const parsed = preview.safeParse(unwrapped(body))
  if (!parsed.success) return null
  const { data } = parsed
  if (data.totalPayment !== amount || (data.meterSerial !== '' && data.meterSerial !== meter))
    return unknown('the answer is about another payment')
  return { figures: readPriced(data), standing: standingOf(data) }
}

const orderBody = ({ reference, meter, amount, phone, quote: quoted }: Order) => ({
  account: quoted.account,
  meterSerial: meter,
  totalPayment: toDalasi(amount),
  debtPayment: toDalasi(quoted.debtPaid),
  percentageDebt: quoted.debtPercent,
  accountBalance: toDalasi(quoted.accountBalance),
  units: quoted.units,
  unitsPayment: toDalasi(bututs(amount - quoted.debtPaid)),
  unitsType: PREPAID_UNITS,
  tariffDescription: quoted.tariff,
  paymentMethod: CASH,
  requestID: reference,
  // Here too: not every installation keeps the requestID.
  comment: `${reference} ${phone}`,
})

const sale = priced.extend({
  transactionId: optionalWords,
  receipt: optionalWords,
  paymentDate: instant.nullish().catch(null),
  paymentMethod: optionalWords,
  requestID: optionalWords,
  comment: optionalWords,
  listtoken: z.array(z.union([z.string(), z.instanceof(Numeral)])).nullish(),
  kctTokens: z.array(z.union([z.string(), z.instanceof(Numeral)])).nullish(),
})
type Sale = z.output<typeof sale>

export function readSale(body: unknown, order: Order, receivedAt: Date): Vended | Unknown | null {
  const parsed = sale.safeParse(unwrapped(body))
  if (!parsed.success) return null
  const { data } = parsed
  const transaction = data.transactionId || data.receipt
  if (transaction === '') return null
  const contradiction = contradictionOf(data, order)
  if (contradiction !== null) return unknown(contradiction)
  const tokens = readTokens(data.kctTokens ?? [], data.listtoken ?? [], order.quote.debtOnly)
  if (!Array.isArray(tokens)) return unknown(`the answer is no use: ${tokens.wrong}`)
  const { customerName, serviceAddress, account, tariff, ...figures } = readPriced(data)
  const { quote: quoted } = order
  return {
    utilityTransaction: transaction,
    receipt: data.receipt,
    customerName: customerName || quoted.customerName,
    serviceAddress: serviceAddress || quoted.serviceAddress,
    account: account || quoted.account,
    tariff: tariff || quoted.tariff,
    ...figures,
    paidAt: data.paymentDate ?? receivedAt,
    paymentMethod: data.paymentMethod || CASH,
    tokens,
  }
}

/** What it says of itself must be our order, and at least one thing must say so. */
function contradictionOf(data: Sale, { reference, meter, amount }: Order): string | null {
  if (data.totalPayment !== amount) return 'the answer is about another amount'
  if (data.meterSerial !== '' && data.meterSerial !== meter) return 'the answer is about another meter'
  if (data.requestID !== '' && data.requestID !== reference) return 'the answer is about another order'
  if (data.meterSerial === '' && data.requestID === '') return 'the answer does not say what it is about'
  return null
}

/** Only what was sold as tokens: nothing of the order is known here that the answer could be held against. */
export function readSoldTokens(body: unknown, transaction: string): string[] | Unknown | null {
  const parsed = sale.safeParse(unwrapped(body))
  if (!parsed.success) return null
  const { data } = parsed
  if ((data.transactionId || data.receipt) !== transaction)
    return unknown('the answer is about another transaction')
  const tokens = readTokens(data.kctTokens ?? [], data.listtoken ?? [], true)
  return Array.isArray(tokens) ? tokens : unknown(`the answer is no use: ${tokens.wrong}`)
}

const listed = z.object({
  transactionId: optionalWords,
  receipt: optionalWords,
  meterSerial: optionalWords,
  customerName: optionalWords,
  account: optionalWords,
  dateTransaction: instant,
  totalAmount: money,
  unit: quantity.nullish(),
  unitPayment: money.nullish(),
  nameCashier: optionalWords,
  requestID: optionalWords,
  comment: optionalWords,
})

export function readPurchases(body: unknown): Purchase[] | null {
  const parsed = z.array(listed).safeParse(unwrapped(body))
  return parsed.success ? parsed.data.map(purchaseOf) : null
}

const purchaseOf = (row: z.output<typeof listed>): Purchase => ({
  utilityTransaction: row.transactionId || row.receipt,
  meter: row.meterSerial,
  customerName: row.customerName,
  at: row.dateTransaction,
  amount: row.totalAmount,
  units: row.unit ?? 0,
  unitsAmount: row.unitPayment ?? bututs(0),
  receipt: row.receipt,
  account: row.account,
  cashierName: row.nameCashier,
  references:
    row.requestID === '' && row.comment === '' ? null : [row.requestID, ...row.comment.split(/\s+/)],
})
