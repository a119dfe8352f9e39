// Top-ups at the aggregator: ordering, their status and the report, over the books. An order takes effect in one step
// without a pause, so parallel ones can neither overdraw the account nor share an identifier.
import { z } from 'zod'
import type { SimulatedClock } from '../clock.ts'
import { fromBututs, toBututs } from './account.ts'
import { type AirtimeBooks, findCost, readRequested, type TopUp } from './books.ts'
import { AMOUNT_LEAST, AMOUNT_MOST, type Catalogue, COUNTRY, DISCOUNT_PERCENT } from './catalogue.ts'
import { nationalNumber, findOperator, operators } from './operators.ts'
import { failure, cutPage, type Reply, written } from './reply.ts'
import { type AirtimeSentinel, findAirtimeSentinel, type TopUpAnswer } from './sentinels.ts'

const FIRST_TRANSACTION = 41_000_001
/** The real one has been seen to write times five hours behind UTC, without a zone. */
const TRANSACTION_DATE_LAG_MS = 5 * 60 * 60_000

export interface TopUps {
  order(body: unknown, isAsync: boolean): Promise<Reply>
  /** Orders as they would have been delivered, each at its own time: they replace everything that was ordered before. */
  orderPast(body: unknown): Promise<Reply>
  status(transactionId: string): Promise<Reply>
  /** One line of the report. */
  transaction(transactionId: string): Promise<Reply>
  report(query: URLSearchParams): Promise<Reply>
}

const order = z.object({
  operatorId: z.coerce.number(),
  amount: z.number().refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6),
  /** False: the amount is in the currency of the account. */
  useLocalAmount: z.boolean().default(false),
  customIdentifier: z.string().max(100).optional(),
  recipientPhone: z.object({ countryCode: z.literal(COUNTRY), number: z.string() }),
})

/** The operator is the one of the number. */
const pastOrders = z.array(order.omit({ operatorId: true }).extend({ at: z.number().int() }))

type Offer = Pick<Catalogue, 'account' | 'findTerms'>

export function createTopUps(books: AirtimeBooks, offer: Offer, clock: SimulatedClock): TopUps {
  /** How often each top-up was looked up in the report, for the sentinels that count. */
  const lookUps = new Map<string, number>()
  const show = (topUp: TopUp) => showTopUp(books, topUp)
  return {
    async order(body, isAsync) {
      const parsed = order.safeParse(body)
      if (!parsed.success) return failure(400, 'INVALID_INPUT_PROVIDED', z.prettifyError(parsed.error))
      const phone = nationalNumber(parsed.data.recipientPhone.number)
      if (phone === null) return failure(400, 'INVALID_RECIPIENT_PHONE', 'The phone number does not exist.')
      const sentinel = findAirtimeSentinel(phone)
      if (sentinel?.instead) return { status: 200, body: null, fault: sentinel.instead }
      const topUp = accept(books, offer, parsed.data, { phone, sentinel, at: clock.now().getTime() })
      if ('status' in topUp) return topUp
      const answer = show(topUp)
      await books.record({ kind: 'topUp', topUp })
      return {
        status: 200,
        body: isAsync
          ? { transactionId: Number(topUp.transactionId) }
          : (sentinel?.change?.(answer) ?? answer),
        ...(sentinel?.afterwards && { fault: sentinel.afterwards }),
      }
    },
    orderPast: (body) => recordPast(books, offer, body),
    async status(transactionId) {
      const topUp = books.byTransaction(transactionId)
      await books.settled()
      if (topUp === null) return failure(404, 'TRANSACTION_NOT_FOUND', 'Transaction not found')
      const status = books.readStatus(topUp)
      const code = status === 'FAILED' ? 'TRANSACTION_FAILED_ON_OPERATOR' : null
      return { status: 200, body: { code, message: null, status, transaction: show(topUp) } }
    },
    async transaction(transactionId) {
      const topUp = books.byTransaction(transactionId)
      await books.settled()
      return topUp === null
        ? failure(404, 'TRANSACTION_NOT_FOUND', 'Transaction not found')
        : { status: 200, body: show(topUp) }
    },
    async report(query) {
      await books.settled()
      const isListed = (topUp: TopUp) => clock.now().getTime() >= topUp.at + topUp.listedAfterMs
      const identifier = query.get('customIdentifier')
      if (identifier === null) return reportBetween(books.topUps.filter(isListed), query, show)
      const found = books.byIdentifier(identifier)
      if (found === null || !isListed(found)) return cutPage([], query, show)
      const asked = (lookUps.get(found.transactionId) ?? 0) + 1
      lookUps.set(found.transactionId, asked)
      const fault = findAirtimeSentinel(found.phone)?.lookup?.(asked)
      return { ...cutPage([found], query, show), ...(fault && { fault }) }
    },
  }
}

/** Newest first, by the dates as they are written. */
function reportBetween(
  topUps: readonly TopUp[],
  query: URLSearchParams,
  show: (topUp: TopUp) => TopUpAnswer,
): Reply {
  const [from, to] = ['startDate', 'endDate'].map((name) => query.get(name))
  const [first, last] = [from, to].map((date) => (date ? readWritten(date) : null))
  const areDatesRight = (from === null && to === null) || (Number.isFinite(first) && Number.isFinite(last))
  if (!areDatesRight) return failure(400, 'INVALID_INPUT_PROVIDED', 'The dates are not right.')
  const found = topUps
    .filter(({ at }) => {
      const date = at - TRANSACTION_DATE_LAG_MS
      return date >= (first ?? -Infinity) && date <= (last ?? Infinity)
    })
    .toReversed()
  return cutPage(found, query, show)
}

async function recordPast(books: AirtimeBooks, offer: Offer, body: unknown): Promise<Reply> {
  const parsed = pastOrders.safeParse(body)
  if (!parsed.success) return failure(400, 'INVALID_INPUT_PROVIDED', z.prettifyError(parsed.error))
  const topUps = inventPast(books.balance, offer, parsed.data)
  if ('status' in topUps) return topUps
  await books.record({ kind: 'past', topUps })
  return { status: 200, body: topUps.map((topUp) => showTopUp(books, topUp)) }
}

/** The account ends with the balance that it has now. */
function inventPast(balance: number, offer: Offer, orders: z.output<typeof pastOrders>): TopUp[] | Reply {
  const topUps: TopUp[] = []
  const identifiers = new Map<string, TopUp>()
  const soFar = {
    topUps,
    balance: Number.MAX_SAFE_INTEGER,
    byIdentifier: (identifier: string) => identifiers.get(identifier) ?? null,
  }
  for (const given of orders) {
    const phone = nationalNumber(given.recipientPhone.number)
    const operator = phone === null ? null : findOperator(phone)
    if (phone === null || operator === null)
      return failure(400, 'INVALID_RECIPIENT_PHONE', 'The phone number does not exist.')
    const topUp = accept(
      soFar,
      offer,
      { ...given, operatorId: operator.id },
      { phone, sentinel: null, at: given.at },
    )
    if ('status' in topUp) return topUp
    topUps.push(topUp)
    identifiers.set(topUp.customIdentifier, topUp)
  }
  let left = balance
  return topUps
    .toReversed()
    .map((topUp) => {
      left += findCost(topUp)
      return { ...topUp, balanceBefore: left }
    })
    .toReversed()
}

interface Circumstances {
  phone: string
  sentinel: AirtimeSentinel | null
  at: number
}

function accept(
  books: Pick<AirtimeBooks, 'topUps' | 'balance' | 'byIdentifier'>,
  offer: Offer,
  given: z.output<typeof order>,
  { phone, sentinel, at }: Circumstances,
): TopUp | Reply {
  const operator = operators.find(({ id }) => id === given.operatorId)
  if (operator === undefined) return failure(404, 'OPERATOR_NOT_FOUND', 'Operator not found')
  const priced = price(offer, given)
  if ('status' in priced) return priced
  const customIdentifier = given.customIdentifier ?? ''
  if (books.byIdentifier(customIdentifier) !== null)
    return failure(400, 'CUSTOM_IDENTIFIER_ALREADY_USED', 'The custom identifier was used before.')
  const balanceBefore = books.balance
  if (balanceBefore < findCost(priced))
    return failure(400, 'INSUFFICIENT_BALANCE', 'The account has not enough funds for this top-up.')
  const number = FIRST_TRANSACTION + books.topUps.length
  return {
    transactionId: String(number),
    operatorTransactionId: `${operator.id}${number}`,
    customIdentifier,
    at,
    operatorId: operator.id,
    operatorName: operator.name,
    phone,
    ...priced,
    balanceBefore,
    fate: sentinel?.fate ?? { status: 'SUCCESSFUL', afterMs: 0 },
    listedAfterMs: sentinel?.listedAfterMs ?? 0,
  }
}

/** What the phone receives and what the account pays, or why the operator does not accept this amount. */
function price(
  { account, findTerms }: Offer,
  { amount: given, useLocalAmount, operatorId }: z.output<typeof order>,
): Pick<TopUp, 'amount' | 'discount' | 'charged'> | Reply {
  const { supportsLocalAmounts, fixed } = findTerms(operatorId)
  if (useLocalAmount && !supportsLocalAmounts)
    return failure(
      400,
      'LOCAL_AMOUNTS_NOT_SUPPORTED_BY_OPERATOR',
      'This operator takes no amounts in local currency.',
    )
  const asked = Math.round(given * 100)
  const amount = useLocalAmount ? asked : toBututs(account, asked)
  const requested = useLocalAmount ? fromBututs(account, asked) : asked
  const listed =
    supportsLocalAmounts && !useLocalAmount ? fixed?.map((each) => fromBututs(account, each)) : fixed
  const isTaken = listed ? listed.includes(asked) : amount >= AMOUNT_LEAST && amount <= AMOUNT_MOST
  if (!isTaken)
    return failure(
      400,
      useLocalAmount ? 'INVALID_LOCAL_AMOUNT_FOR_OPERATOR' : 'INVALID_AMOUNT_FOR_OPERATOR',
      listed ? 'This operator takes only its listed amounts.' : 'This operator takes GMD 1 to GMD 10,000.',
    )
  const { currency, currencyName, rate } = account
  return {
    amount,
    discount: Math.round((requested * DISCOUNT_PERCENT) / 100),
    ...(rate !== 1 && { charged: { currency, currencyName, requested } }),
  }
}

function showTopUp(books: AirtimeBooks, topUp: TopUp): TopUpAnswer {
  const status = books.readStatus(topUp)
  const cost = findCost(topUp)
  const { currency, currencyName } = topUp.charged ?? { currency: 'GMD', currencyName: 'Gambian Dalasi' }
  const { deliversPercent = 100 } = findAirtimeSentinel(topUp.phone) ?? {}
  return {
    transactionId: Number(topUp.transactionId),
    status,
    operatorTransactionId: status === 'SUCCESSFUL' ? topUp.operatorTransactionId : null,
    customIdentifier: topUp.customIdentifier || null,
    recipientPhone: `220${topUp.phone}`,
    recipientEmail: null,
    senderPhone: null,
    countryCode: COUNTRY,
    operatorId: topUp.operatorId,
    operatorName: topUp.operatorName,
    discount: topUp.discount / 100,
    discountCurrencyCode: currency,
    requestedAmount: readRequested(topUp) / 100,
    requestedAmountCurrencyCode: currency,
    deliveredAmount: Math.round((topUp.amount * deliversPercent) / 100) / 100,
    deliveredAmountCurrencyCode: 'GMD',
    transactionDate: written(topUp.at - TRANSACTION_DATE_LAG_MS),
    pinDetail: null,
    balanceInfo: {
      oldBalance: topUp.balanceBefore / 100,
      newBalance: (topUp.balanceBefore - cost) / 100,
      cost: cost / 100,
      currencyCode: currency,
      currencyName,
      updatedAt: written(topUp.at),
    },
  }
}

/** Without leading zeros too, as the official client writes it; NaN for anything else. */
function readWritten(date: string): number {
  const parts = /^(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{1,2}):(\d{1,2}))?$/.exec(date)?.slice(1)
  if (parts === undefined) return Number.NaN
  const [year = 0, month = 1, ...rest] = parts.map((part) => Number(part ?? 0))
  return Date.UTC(year, month - 1, ...rest)
}
