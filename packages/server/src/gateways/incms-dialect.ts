// What is said to the utility's InCMS vending interface, in the dialect that NAWEC speaks: every path, header and field of it
// is here and, for its answers, in incms-answers.ts and incms-errors.ts: a real deployment corrects details in these alone.
import { type Bututs, bututs, type Day, noonOf, toDalasi } from '@flexpower/contract'
import type { UtilityAccess } from '../config.ts'
import { readToken } from './access-tokens.ts'
import type { Call, Dialect } from './connection.ts'
import { readError, readLoginError } from './incms-errors.ts'
import type { BillPayment, Order } from './utility.ts'

const SCOPE = 'token_public token_private'
const PAYMENT = 'venPayment/1.0.1/'
const LOGIN = 'venLogin/1.0.1/'
const SEARCH_BY_METER = 'MY003'
const SEARCH_BY_ACCOUNT = 'MY001'
/** A post-paid account has no meter to name: the utility itself sends a single blank. */
const NO_METER = ' '
const PREPAID_UNITS = 'KWP'
export const CASH = 'FP001'

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
  searchAccount: (account: string) => ({
    method: 'GET',
    path: 'venMeter/1.0.1/',
    query: { criteriaType: SEARCH_BY_ACCOUNT, account },
  }),
  payBill: (payment: BillPayment) => ({ method: 'POST', path: PAYMENT, body: billBody(payment) }),
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
  accountPayments: (account: string, from: Date, to: Date) => ({
    method: 'GET',
    path: 'venCustomerEnquiries/1.0.1/',
    query: { account, dateFrom: String(from.getTime()), dateTo: String(to.getTime()) },
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
    readError,
    readLoginError,
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

const billBody = ({ reference, account, amount, phone, bill }: BillPayment) => ({
  account,
  meterSerial: NO_METER,
  totalPayment: toDalasi(amount),
  debtPayment: toDalasi(amount),
  percentageDebt: 100,
  accountBalance: toDalasi(bill.due),
  units: 0,
  unitsPayment: 0,
  unitsType: PREPAID_UNITS,
  tariffDescription: '',
  paymentMethod: CASH,
  requestID: reference,
  comment: `${reference} ${phone}`,
})
