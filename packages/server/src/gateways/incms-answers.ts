// Reads the answers of the utility's InCMS vending interface, tolerantly where it is careless and strictly where money
// is: an answer about something else is no answer.
import { type Bututs, bututs, findReferences } from '@flexpower/contract'
import { z } from 'zod'
import { instant, money, name, Numeral, optionalWords, quantity, words } from './exact-json.ts'
import type { OnRecord } from './find-sale.ts'
import { CASH } from './incms-dialect.ts'
import { readTokens } from './meter-token.ts'
import { type Unknown, unknown } from './outcome.ts'
import type {
  UtilityBill,
  BillPayment,
  ElectricityOrder,
  PaidBill,
  PriceLine,
  UtilityPurchase,
  Recorded,
  Vended,
  VendorInfo,
} from './utility.ts'

const vendorInfo = z.object({
  idVendor: words.pipe(z.string().min(1)),
  descVendor: name,
  balance: money,
  modifiedIdVendor: z.union([z.boolean(), words]).nullish(),
})

export function readVendorInfo(body: unknown): VendorInfo | null {
  const parsed = vendorInfo.safeParse(body)
  if (!parsed.success) return null
  const { idVendor, descVendor, balance, modifiedIdVendor } = parsed.data
  const vendorIdChanged = ['true', '1'].includes(String(modifiedIdVendor).toLowerCase())
  return { vendorId: idVendor, description: descVendor, balance, vendorIdChanged }
}

const topUp = z.object({
  conceptName: name,
  concept: name,
  units: quantity.nullish(),
  price: quantity.nullish(),
  amount: money,
})

/** What a preview and a sale have in common. */
const priced = z.object({
  customerName: name,
  serviceAddress: name,
  account: optionalWords,
  meterSerial: optionalWords,
  tariffDescription: name,
  debtPayment: money.nullish(),
  percentageDebt: quantity.nullish(),
  accountBalance: money.nullish(),
  units: quantity.nullish(),
  unitsTopUp: z.array(topUp).nullish(),
})

/** Everything that a preview and a sale have in common, under our names. */
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
    unitPrice: readUnitPrice(priceLines, units),
    priceLines,
    debtPaid: data.debtPayment ?? bututs(0),
    debtPercent: data.percentageDebt ?? 0,
    accountBalance: data.accountBalance ?? bututs(0),
  }
}

/** The energy lines are those whose units times price is their amount; of a VAT line that is a hundred times as much. */
function readUnitPrice(lines: readonly PriceLine[], units: number): number {
  const energy = lines.filter(
    (line) => line.units > 0 && Math.abs(line.units * line.price * 100 - line.amount) < 2,
  )
  const [only, ...others] = energy
  if (only === undefined || others.length === 0 || units === 0) return only?.price ?? 0
  return Math.round(energy.reduce((sum, { amount }) => sum + amount, 0) / units) / 100
}

/** How money for a meter or an account may be taken; null if the answer does not say. */
export interface Standing {
  collection: 'open' | 'inactive' | 'debtOnly' | null
  isPostpaid: boolean
}

const customer = z.object({ collectionInd: optionalWords, indicatorPrePostAccount: optionalWords })

function describeStanding({ collectionInd, indicatorPrePostAccount }: z.output<typeof customer>): Standing {
  const kinds: Record<string, Standing['collection'] | undefined> = {
    0: 'open',
    1: 'inactive',
    2: 'debtOnly',
  }
  return { collection: kinds[collectionInd] ?? null, isPostpaid: indicatorPrePostAccount === '0' }
}

export function readStanding(body: unknown): Standing | null {
  const parsed = customer.safeParse(Array.isArray(body) ? body[0] : body)
  return parsed.success ? describeStanding(parsed.data) : null
}

const owing = customer.extend({
  customerName: name,
  serviceAddress: name,
  account: optionalWords,
  accountBalance: money,
})

/** Without a bill: the search has found nobody. */
export function readBill(
  body: unknown,
  account: string,
): { bill: UtilityBill | null; standing: Standing } | Unknown | null {
  const row: unknown = Array.isArray(body) ? body[0] : body
  if (Array.isArray(body) && row === undefined)
    return { bill: null, standing: { collection: null, isPostpaid: false } }
  const parsed = owing.safeParse(row)
  if (!parsed.success) return null
  const { customerName, serviceAddress, accountBalance, ...found } = parsed.data
  if (found.account !== '' && found.account !== account) return unknown('the answer is about another account')
  return {
    bill: { account, customerName, serviceAddress, due: accountBalance },
    standing: describeStanding(found),
  }
}

/** Most installations do not repeat what was asked. */
const preview = z.intersection(priced.extend({ totalPayment: money.nullish() }), customer)

export function readPreview(body: unknown, meter: string, amount: Bututs) {
  const parsed = preview.safeParse(body)
  if (!parsed.success) return null
  const { data } = parsed
  const isOther =
    (data.totalPayment ?? amount) !== amount || (data.meterSerial !== '' && data.meterSerial !== meter)
  if (isOther) return unknown('the answer is about another payment')
  return { figures: readPriced(data), standing: describeStanding(data) }
}

const sale = priced.extend({
  totalPayment: money,
  transactionId: optionalWords,
  receipt: optionalWords,
  paymentDate: instant.nullish().catch(null),
  paymentMethod: optionalWords,
  requestID: optionalWords,
  comment: optionalWords,
  listtoken: z.array(z.unknown()).nullish(),
  /** What one known client reads, beside a `responseCode`, where others have `listtoken`. */
  token: z
    .union([z.string(), z.instanceof(Numeral)])
    .nullish()
    .catch(null),
  kctTokens: z.array(z.unknown()).nullish(),
  mapTokens: z.array(z.unknown()).nullish(),
  mapUnits: quantity.nullish().catch(null),
  mapAmount: money.nullish().catch(null),
})
type Sale = z.output<typeof sale>

/** The tokens of a sale and what they are, or why they are invalid. */
function readSaleTokens(data: Sale, mayLackCredit: boolean) {
  const { listtoken, token, kctTokens, mapTokens, mapUnits: units = null, mapAmount: amount = null } = data
  const single = typeof token === 'string' ? token.split(',').filter((each) => each.trim() !== '') : [token]
  const listed = listtoken?.length ? listtoken : single.filter((each) => each instanceof Numeral || each)
  const free = mapTokens ?? []
  const named = readTokens({ keyChange: kctTokens ?? [], listed, free, freeUnits: units }, mayLackCredit)
  return 'wrong' in named ? named : { ...named, free: free.length === 0 ? null : { units, amount } }
}

export function readSale(body: unknown, order: ElectricityOrder, receivedAt: Date): Vended | Unknown | null {
  const parsed = sale.safeParse(body)
  if (!parsed.success) return null
  const { data } = parsed
  const transaction = data.transactionId || data.receipt
  if (transaction === '') return null
  const meter = { what: 'meter', told: data.meterSerial, ordered: order.meter } as const
  const contradiction = explainContradiction(data, order, meter)
  if (contradiction !== null) return unknown(contradiction)
  const tokens = readSaleTokens(data, order.quote.debtOnly)
  if ('wrong' in tokens) return unknown(`the answer is no use: ${tokens.wrong}`)
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
    ...tokens,
  }
}

/** A look-up may answer with a list of one. */
const readOnly = (body: unknown): unknown => (Array.isArray(body) && body.length === 1 ? body[0] : body)

/** A record that was looked up: its own fields, whatever was ordered, and its meaning as the answer to the order. */
export function readOnRecord<T>(
  body: unknown,
  readAnswer: (body: unknown) => T | Unknown | null,
): OnRecord<T> | null {
  const parsed = sale.safeParse(readOnly(body))
  if (!parsed.success) return null
  const { data } = parsed
  const line = {
    utilityTransaction: data.transactionId || data.receipt,
    receipt: data.receipt,
    meter: data.meterSerial,
    account: data.account,
    amount: data.totalPayment,
    at: data.paymentDate ?? null,
    references: referencesIn(data),
  }
  return { line, sale: readAnswer(readOnly(body)) ?? unknown('the record lacks the documented fields') }
}

/**
 * Its own fields must match our order, and at least one must be there. A comment names another order only by a whole
 * reference of ours: an answer that is repeated from somewhere has the reference of the first order.
 */
function explainContradiction(
  data: Sale,
  ordered: { reference: string; amount: Bututs },
  subject: { what: 'meter' | 'account'; told: string; ordered: string },
): string | null {
  const named = findReferences(`${data.requestID} ${data.comment}`)
  if (data.totalPayment !== ordered.amount) return 'the answer is about another amount'
  if (subject.told !== '' && subject.told !== subject.ordered)
    return `the answer is about another ${subject.what}`
  const isOther = data.requestID !== '' && data.requestID !== ordered.reference
  if (isOther || named.some((each) => each !== ordered.reference)) return 'the answer is about another order'
  if (subject.told === '' && named.length === 0) return 'the answer does not say what it is about'
  return null
}

export function readPaidBill(
  body: unknown,
  payment: BillPayment,
  receivedAt: Date,
): PaidBill | Unknown | null {
  const parsed = sale.safeParse(body)
  if (!parsed.success) return null
  const { data } = parsed
  const { account, amount, bill } = payment
  const transaction = data.transactionId || data.receipt
  if (transaction === '') return null
  if (data.meterSerial !== '') return unknown('the answer is about a meter')
  const billed = { what: 'account', told: data.account, ordered: account } as const
  const contradiction = explainContradiction(data, payment, billed)
  if (contradiction !== null) return unknown(contradiction)
  return {
    utilityTransaction: transaction,
    receipt: data.receipt,
    customerName: data.customerName || bill.customerName,
    dueAfter: data.accountBalance ?? bututs(bill.due - amount),
    paidAt: data.paymentDate ?? receivedAt,
  }
}

/** By the utility's own number: there is no order here to compare the answer with. */
export function readRecorded(
  body: unknown,
  { transaction, receipt }: { transaction: string; receipt: string },
): Recorded | Unknown | null {
  const parsed = sale.safeParse(readOnly(body))
  if (!parsed.success) return null
  const { data } = parsed
  const isOther = data.transactionId === '' ? data.receipt !== receipt : data.transactionId !== transaction
  if (isOther) return unknown('the answer is about another transaction')
  const tokens = readSaleTokens(data, true)
  if ('wrong' in tokens) return unknown(`the answer is no use: ${tokens.wrong}`)
  return {
    utilityTransaction: data.transactionId || data.receipt,
    meter: data.meterSerial,
    amount: data.totalPayment,
    remarks: `${data.requestID} ${data.comment}`,
    receipt: data.receipt,
    ...readPriced(data),
    paidAt: data.paymentDate ?? null,
    paymentMethod: data.paymentMethod || CASH,
    ...tokens,
  }
}

const listed = z.object({
  transactionId: optionalWords,
  receipt: optionalWords,
  meterSerial: optionalWords,
  customerName: name,
  account: optionalWords,
  dateTransaction: instant,
  totalAmount: money,
  unit: quantity.nullish(),
  unitPayment: money.nullish(),
  nameCashier: name,
  requestID: optionalWords,
  comment: optionalWords,
})

export function readPurchases(body: unknown): UtilityPurchase[] | null {
  const parsed = z.array(listed).safeParse(body)
  return parsed.success ? parsed.data.map(readPurchase) : null
}

const readPurchase = (row: z.output<typeof listed>): UtilityPurchase => ({
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
  references: referencesIn(row),
})

const referencesIn = ({ requestID, comment }: { requestID: string; comment: string }): string[] | null =>
  requestID === '' && comment === '' ? null : [requestID, ...comment.split(/\s+/)]
