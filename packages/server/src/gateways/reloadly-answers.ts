// Compares what Reloadly answers about a top-up with what was ordered: an answer about something else is no answer, and
// a report that has our reference with a different order is a contradiction, which a person decides.
import { type AirtimeCost, type Bututs, bututs, CURRENCY, formatGmd, localPhone } from '@flexpower/contract'
import { z } from 'zod'
import type { AirtimeBalance, RecordedTopUp, ReportedTopUp, ToppedUp, TopUpOrder } from './airtime.ts'
import { instant, money, optionalQuantity, optionalWords, quantity, words } from './exact-json.ts'
import { type Contradiction, contradiction, type Refused, type Unknown, unknown } from './outcome.ts'
import { ourName } from './reloadly-operators.ts'

/** How far their clock and ours may differ. */
const CLOCKS_DIFFER_MS = 10 * 60_000

/** What it cost us. Nothing depends on it, so a missing or unreadable value does no harm. */
const charged = {
  requestedAmount: optionalQuantity,
  requestedAmountCurrencyCode: optionalWords,
  discount: optionalQuantity,
  discountCurrencyCode: optionalWords,
  balanceInfo: z
    .object({
      oldBalance: optionalQuantity,
      newBalance: optionalQuantity,
      cost: optionalQuantity,
      currencyCode: optionalWords,
      updatedAt: instant.nullish().catch(null),
    })
    .nullish(),
}

const transaction = z.object({
  ...charged,
  transactionId: words.pipe(z.string().min(1)),
  status: words,
  operatorTransactionId: optionalWords,
  customIdentifier: optionalWords,
  recipientPhone: optionalWords,
  deliveredAmount: money.nullish(),
  deliveredAmountCurrencyCode: optionalWords,
})
type Transaction = z.output<typeof transaction>

/** A refusal: the operator gave up, and nothing stays charged. */
export function readTopUp(
  body: unknown,
  order: TopUpOrder,
  receivedAt: Date,
): ToppedUp | Refused | Unknown | null {
  const parsed = transaction.safeParse(body)
  if (!parsed.success) return null
  const { data } = parsed
  if (data.customIdentifier === '' && data.recipientPhone === '')
    return unknown('the answer does not say what it is about')
  if (data.customIdentifier !== '' && data.customIdentifier !== order.reference)
    return unknown('the answer is about another order')
  const differences = compare(data, order)
  return differences.length > 0 ? contrary(differences, data, order) : readStatus(data, receivedAt)
}

function contrary(differences: readonly string[], data: Transaction, order: TopUpOrder): Unknown {
  const { deliveredAmount: delivered, deliveredAmountCurrencyCode: currency } = data
  const what = differences.join(' and ')
  const isKnown = delivered !== null && delivered !== undefined && ['', CURRENCY].includes(currency)
  const amounts = isKnown ? `: ${formatGmd(delivered)} of ${formatGmd(order.amount)}` : ''
  return {
    ...unknown(`the answer has ${what}`),
    message: `The operator answered with ${what}${amounts}.`,
    isContrary: true,
  }
}

function readStatus(data: Transaction, receivedAt: Date): ToppedUp | Refused | Unknown | null {
  const { status, deliveredAmount: delivered = null } = data
  if (status === 'PROCESSING') return unknown('the operator is still working on it')
  if (status === 'FAILED' || status === 'REFUNDED') return gaveUp(status)
  if (status !== 'SUCCESSFUL') return unknown('the answer has a status that is not documented')
  if (delivered === null) return null
  return {
    transaction: data.transactionId,
    operatorTransaction: data.operatorTransactionId,
    delivered,
    // Their transactionDate has no zone, and has been seen in another one than UTC.
    deliveredAt: data.balanceInfo?.updatedAt ?? receivedAt,
    cost: readCost(data, delivered),
  }
}

type Charged = z.output<z.ZodObject<typeof charged>>

function readCost(data: Charged, delivered: Bututs | null): AirtimeCost {
  const { balanceInfo: info, requestedAmount: requested } = data
  const currency = info?.currencyCode || data.discountCurrencyCode || data.requestedAmountCurrencyCode
  const difference = (info?.oldBalance ?? Number.NaN) - (info?.newBalance ?? Number.NaN)
  return {
    currency: currency || null,
    cost: info?.cost ?? (Number.isFinite(difference) ? round(difference) : null),
    discount: data.discount ?? null,
    rate: requested && delivered !== null ? round(delivered / 100 / requested) : null,
  }
}

/** They use five places. */
const round = (value: number): number => Math.round(value * 100_000) / 100_000

/** An order in another currency was rounded up to its hundredth: the phone may receive this much more. */
function findRounding(data: Charged, delivered: Bututs | null): Bututs {
  const { requestedAmount: requested, requestedAmountCurrencyCode: currency } = data
  const isOurs = currency === '' || currency === CURRENCY
  return bututs(isOurs || !requested || delivered === null ? 0 : Math.ceil(delivered / (requested * 100)))
}

const gaveUp = (status: 'FAILED' | 'REFUNDED'): Refused => ({
  kind: 'refused',
  code: status,
  message: 'The operator could not deliver the airtime.',
  detail: `status ${status}`,
})

/** What differs from the order. What was not delivered has no amount worth comparing. */
function compare(data: Transaction, order: { phone: string; amount: Bututs; sentAt?: Date }): string[] {
  const { recipientPhone, deliveredAmountCurrencyCode: currency, deliveredAmount: delivered } = data
  const at = data.balanceInfo?.updatedAt
  const earliest = (order.sentAt?.getTime() ?? 0) - CLOCKS_DIFFER_MS
  return [
    recipientPhone !== '' && !recipientPhone.endsWith(order.phone) && 'another number',
    currency !== '' && currency !== CURRENCY && 'another currency',
    data.status === 'SUCCESSFUL' &&
      delivered !== null &&
      delivered !== undefined &&
      isOther(delivered, order.amount, findRounding(data, delivered)) &&
      'another amount delivered',
    at !== null && at !== undefined && at.getTime() < earliest && 'a time before our order',
  ].filter((each) => each !== false)
}

const isOther = (delivered: Bututs, ordered: Bututs, rounding: Bututs): boolean =>
  delivered < ordered || delivered > ordered + rounding

const report = z.object({
  content: z.array(z.looseObject({ customIdentifier: optionalWords })),
  totalElements: words.nullish(),
})

/** In an object, because null would mean that the answer cannot be read. */
export function readReport(
  body: unknown,
  order: TopUpOrder & { sentAt: Date },
  receivedAt: Date,
): { found: ToppedUp | Refused | Contradiction | null } | Unknown | null {
  const parsed = report.safeParse(body)
  if (!parsed.success) return null
  const { content, totalElements } = parsed.data
  const ours = content.filter(({ customIdentifier }) => customIdentifier === order.reference)
  if (ours.length === 0) {
    const isEmpty = content.length === 0 && (totalElements ?? '0') === '0'
    // A report that lists others has not searched for ours, and ours may be on its next page.
    return isEmpty ? { found: null } : unknown('the report is not about our order')
  }
  const rows = z.array(transaction).safeParse(ours)
  if (!rows.success) return null
  const [row, ...others] = rows.data
  if (row === undefined) return null
  if (others.length > 0) return { found: contradict('more than once', order, rows.data) }
  const differences = compare(row, order)
  if (differences.length > 0)
    return { found: contradict(`with ${differences.join(' and ')}`, order, rows.data) }
  const told = readStatus(row, receivedAt)
  return told === null || ('kind' in told && told.kind === 'unknown') ? told : { found: told }
}

const contradict = (
  how: string,
  { phone, amount, reference, sentAt }: TopUpOrder & { sentAt: Date },
  rows: readonly Transaction[],
): Contradiction =>
  contradiction(`our reference is on record ${how}`, {
    ordered: { transaction: '', receipt: '', at: sentAt, subject: phone, amount, reference },
    seen: rows.map((row) => ({
      transaction: row.transactionId,
      receipt: '',
      at: row.balanceInfo?.updatedAt ?? null,
      subject: row.recipientPhone,
      amount: row.deliveredAmount ?? null,
      reference: row.customIdentifier,
    })),
  })

const reported = z
  .object({
    ...charged,
    transactionId: words.pipe(z.string().min(1)),
    status: words,
    customIdentifier: optionalWords,
    recipientPhone: optionalWords,
    deliveredAmount: money.nullish(),
    deliveredAmountCurrencyCode: optionalWords,
    transactionDate: instant,
  })
  .transform((row): ReportedTopUp => {
    const delivered = inOurCurrency(row.deliveredAmount, row.deliveredAmountCurrencyCode)
    const requested = typeof row.requestedAmount === 'number' ? row.requestedAmount : null
    return {
      transaction: row.transactionId,
      reference: row.customIdentifier,
      phone: localPhone(row.recipientPhone),
      ordered: inOurCurrency(
        requested === null ? null : bututs(Math.round(requested * 100)),
        row.requestedAmountCurrencyCode,
      ),
      delivered,
      rounding: findRounding(row, delivered),
      cost: readCost(row, delivered),
      status: reportedStatus(row.status),
      // Their transactionDate has no zone.
      at: row.balanceInfo?.updatedAt ?? row.transactionDate,
    }
  })

const inOurCurrency = (amount: Bututs | null | undefined, currency: string): Bututs | null =>
  currency === '' || currency === CURRENCY ? (amount ?? null) : null

/** Whatever is neither delivered nor given up may still be delivered. */
function reportedStatus(status: string): ReportedTopUp['status'] {
  if (status === 'SUCCESSFUL') return 'delivered'
  return status === 'FAILED' || status === 'REFUNDED' ? 'given up' : 'under way'
}

const recorded = z.object({
  transaction: z.looseObject({ operatorName: optionalWords, operatorTransactionId: optionalWords }),
})

/** By their own number: there is no order here to compare the answer with. */
export function readRecorded(body: unknown, number: string): RecordedTopUp | Unknown | null {
  const named = recorded.safeParse(body)
  const told = reported.safeParse(named.data?.transaction)
  if (!named.success || !told.success) return null
  if (told.data.transaction !== number) return unknown('the answer is about another transaction')
  const { operatorName, operatorTransactionId: operatorTransaction } = named.data.transaction
  return { ...told.data, operator: ourName(operatorName), operatorTransaction }
}

const reportPage = z.object({ content: z.array(reported), totalElements: quantity })

/** A page of the report; `total`: how many there are on all pages. */
export function readReportPage(body: unknown): { topUps: ReportedTopUp[]; total: number } | null {
  const parsed = reportPage.safeParse(body)
  return parsed.success ? { topUps: parsed.data.content, total: parsed.data.totalElements } : null
}

const account = z.object({ balance: money, currencyCode: words.pipe(z.string().regex(/^[A-Z]{3}$/)) })

export function readBalance(body: unknown): AirtimeBalance | null {
  const parsed = account.safeParse(body)
  return parsed.success ? { amount: parsed.data.balance, currency: parsed.data.currencyCode } : null
}
