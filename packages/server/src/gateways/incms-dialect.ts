// The requests to the utility's InCMS vending interface: every header, field and call is here and, for its answers, in
// incms-answers.ts and incms-errors.ts. What differs between utilities is in their profiles.
import { type Bututs, bututs, type Day, toNoon, toDalasi } from '@flexpower/contract'
import type { UtilityAccess } from '../config/access.ts'
import { readToken } from './access-tokens.ts'
import type { GatewayCall, Dialect } from './connection.ts'
import { readError, readLoginError } from './incms-errors.ts'
import { type Profile, renameFields } from './incms-profile.ts'
import type { BillPayment, ElectricityOrder } from './utility.ts'

/** A post-paid account has no meter: the utility itself sends a single blank. */
const NO_METER = ' '
const PREPAID_UNITS = 'KWP'
export const CASH = 'FP001'

export function createCalls(profile: Profile, { vendorId, vendorUser }: UtilityAccess) {
  const { style, criteria, pageSize, orderFields } = profile
  const paths = Object.fromEntries(
    Object.entries(profile.paths).map(([name, path]) => [
      name,
      path.replaceAll('{version}', profile.version),
    ]),
  ) as Profile['paths']
  const vendor = { idVendor: vendorId, codUser: vendorUser }

  const ask = (path: string, given: Record<string, string | number> = {}): GatewayCall =>
    style === 'body'
      ? { method: 'POST', path, body: { ...vendor, ...given } }
      : { method: 'GET', path, query: inWords(given) }
  const send = (method: 'POST' | 'PATCH', path: string, given: object): GatewayCall => ({
    method,
    path,
    body: style === 'body' ? { ...vendor, ...given } : given,
  })
  const search = (kind: 'meter' | 'account', number: string): GatewayCall =>
    ask(paths.search, { [criteria.type]: criteria[kind], [criteria.value]: number })
  const purchases = (of: { meterSerial: string } | { account: string }, from: Date, to: Date): GatewayCall =>
    ask(paths.customerEnquiry, { ...of, dateFrom: from.getTime(), dateTo: to.getTime() })
  const order = (body: object, phone: string): GatewayCall =>
    send('POST', paths.sell, { ...body, ...orderFields, ...(style === 'body' && { phoneNo: phone }) })

  return {
    vendorInfo: ask(paths.vendorInfo),
    preview: (meter: string, amount: Bututs) =>
      ask(paths.preview, { meterSerial: meter, totalPayment: toDalasi(amount), debtPayment: 0 }),
    searchMeter: (meter: string) => search('meter', meter),
    searchAccount: (account: string) => search('account', account),
    sell: (given: ElectricityOrder) => order(describeOrder(given), given.phone),
    payBill: (given: BillPayment) => order(describePayment(given), given.phone),
    /** Not every installation has it: after any other answer, the customer enquiry finds the sale. */
    saleByReference: (reference: string) => ask(paths.transaction, { requestID: reference }),
    saleByTransaction: (transaction: string) =>
      style === 'body'
        ? ask(paths.transaction, { transactionId: transaction })
        : ask(`${paths.transaction}${encodeURIComponent(transaction)}`),
    customerPurchases: (meter: string, from: Date, to: Date) => purchases({ meterSerial: meter }, from, to),
    accountPayments: (account: string, from: Date, to: Date) => purchases({ account }, from, to),
    /** The utility uses the day of the instant; noon is within it in every zone near The Gambia's. */
    shiftPurchases: (day: Day, page: number): GatewayCall => ({
      ...ask(paths.shiftEnquiry, {
        codUserShift: vendorUser,
        paymentDate: toNoon(day).getTime(),
        ...(pageSize !== null && { size: pageSize, page }),
      }),
      isLong: true,
    }),
    changePassword: (current: string, next: string): GatewayCall => ({
      ...send('PATCH', paths.login, { currentPwd: current, newPwd: next }),
      secrets: [current, next],
    }),
    /** It may be any vendor's user, so it names them in every style. */
    resetPassword: (idVendor: string, codUser: string): GatewayCall => ({
      method: 'POST',
      path: paths.login,
      body: { idVendor, codUser },
    }),
  }
}

export function createDialect(access: UtilityAccess, profile: Profile): Dialect {
  const baseUrl = access.url.replace(/\/+$/, '')
  const { tenant, scope } = profile
  const prefix = tenant === '' ? '' : `t/${encodeURIComponent(tenant)}/`
  /** The vendor and its user, as the login and a header name them. */
  const origin = `${access.vendorId}#${access.vendorUser}`
  const basic = Buffer.from(access.client).toString('base64')
  const always = { accept: 'application/json', 'accept-encoding': 'identity' }
  return {
    logIn: (password) => ({
      method: 'POST',
      url: `${baseUrl}/token`,
      headers: {
        ...always,
        authorization: `Basic ${basic}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        grant_type: 'password',
        username: origin,
        password,
        ...(scope !== '' && { scope }),
      }).toString(),
    }),
    readToken,
    address: ({ method, path, query, body }, token) => ({
      method,
      url: `${baseUrl}/${prefix}${path}${formatQuery(query)}`,
      headers: {
        ...always,
        authorization: `Bearer ${token}`,
        ...(profile.style === 'query' && { 'x-incms-origin-d': origin }),
        ...(tenant !== '' && { 'x-incms-tenant': tenant }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    readBody: (body) => renameFields(body, profile.fields),
    readError: (status, text, body) => readError(status, text, body, profile.refusals),
    readLoginError,
    secrets: (password) => [
      password,
      new URLSearchParams({ '': password }).toString().slice(1),
      access.client.slice(access.client.indexOf(':') + 1),
      basic,
    ],
  }
}

const inWords = (given: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))

const formatQuery = (query: GatewayCall['query']): string =>
  query === undefined || Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query).toString()}`

export const describeOrder = ({ reference, meter, amount, phone, quote: quoted }: ElectricityOrder) => ({
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
  // Here too: not every installation stores the requestID.
  comment: `${reference} ${phone}`,
})

export const describePayment = ({ reference, account, amount, phone, bill }: BillPayment) => ({
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
