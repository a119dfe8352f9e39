// The calls of the aggregator's interface: operators, top-ups, their status and report, over the books. An order takes effect
// in one step without a pause in it, so parallel ones can neither overdraw the account nor share an identifier.
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { type AirtimeBooks, costOf, type TopUp } from './books.ts'
import { nationalNumber, operatorOf, operators, type SimulatedOperator } from './operators.ts'
import { failure, type Reply } from './reply.ts'
import { type AirtimeSentinel, airtimeSentinelOf, type TopUpAnswer } from './sentinels.ts'

const COUNTRY = 'GM'
const CURRENCY = 'GMD'
const DISCOUNT_PERCENT = 4
/** GMD 1 and GMD 10,000. */
const AMOUNT_LEAST = 100
const AMOUNT_MOST = 1_000_000
/** Of the report, at most and by itself. */
const PAGE_SIZE = 200
const FIRST_TRANSACTION = 41_000_001
/** What the real one writes has been seen five hours behind UTC, without saying so. */
const TRANSACTION_DATE_LAG_MS = 5 * 60 * 60_000

export interface TopUps {
  balance(): Reply
  operators(): Reply
  detect(phone: string): Reply
  order(body: unknown, isAsync: boolean): Promise<Reply>
  /** Orders as they would have been delivered, each at its own time: they replace everything that was ordered before. */
  orderPast(body: unknown): Promise<Reply>
  status(transactionId: string): Promise<Reply>
  report(query: URLSearchParams): Promise<Reply>
}

const order = z.object({
  operatorId: z.coerce.number(),
  amount: z.number().refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6),
  useLocalAmount: z.literal(true),
  customIdentifier: z.string().max(100).optional(),
  recipientPhone: z.object({ countryCode: z.literal(COUNTRY), number: z.string() }),
})

/** The operator is the one of the number. */
const pastOrders = z.array(order.omit({ operatorId: true }).extend({ at: z.number().int() }))

export function createTopUps(books: AirtimeBooks, clock: Clock): TopUps {
  /** How often the report was asked for each top-up, for the sentinels that count. */
  const lookUps = new Map<string, number>()
  return {
    balance: () => ({
      status: 200,
      body: {
        balance: books.balance / 100,
        currencyCode: CURRENCY,
        currencyName: 'Gambian Dalasi',
        updatedAt: written(clock.now().getTime()),
      },
    }),
    operators: () => ({ status: 200, body: operators.map(operatorAnswer) }),
    detect(phone) {
      const number = nationalNumber(phone)
      const operator = number === null ? null : operatorOf(number)
      return operator === null
        ? failure(
            404,
            'COULD_NOT_AUTO_DETECT_OPERATOR',
            'Could not auto detect operator for given phone number',
          )
        : { status: 200, body: operatorAnswer(operator) }
    },
    async order(body, isAsync) {
      const parsed = order.safeParse(body)
      if (!parsed.success) return failure(400, 'INVALID_INPUT_PROVIDED', z.prettifyError(parsed.error))
      const phone = nationalNumber(parsed.data.recipientPhone.number)
      if (phone === null) return failure(400, 'INVALID_RECIPIENT_PHONE', 'The phone number does not exist.')
      const sentinel = airtimeSentinelOf(phone)
      if (sentinel?.instead) return { status: 200, body: null, fault: sentinel.instead }
      const topUp = accept(books, parsed.data, phone, sentinel, clock.now().getTime())
      if ('status' in topUp) return topUp
      const answer = answerOf(books, topUp)
      await books.record({ kind: 'topUp', topUp })
      return {
        status: 200,
        body: isAsync
          ? { transactionId: Number(topUp.transactionId) }
          : (sentinel?.change?.(answer) ?? answer),
        ...(sentinel?.afterwards && { fault: sentinel.afterwards }),
      }
    },
    orderPast: (body) => recordPast(books, body),
    async status(transactionId) {
      const topUp = books.byTransaction(transactionId)
      await books.settled()
      if (topUp === null) return failure(404, 'TRANSACTION_NOT_FOUND', 'Transaction not found')
      const status = books.statusOf(topUp)
      const code = status === 'FAILED' ? 'TRANSACTION_FAILED_ON_OPERATOR' : null
      return { status: 200, body: { code, message: null, status, transaction: answerOf(books, topUp) } }
    },
    async report(query) {
      await books.settled()
      const isListed = (topUp: TopUp) => clock.now().getTime() >= topUp.at + topUp.listedAfterMs
      const identifier = query.get('customIdentifier')
      if (identifier === null) return reportBetween(books, books.topUps.filter(isListed), query)
      const found = books.byIdentifier(identifier)
      if (found === null || !isListed(found)) return pageOf([])
      const asked = (lookUps.get(found.transactionId) ?? 0) + 1
      lookUps.set(found.transactionId, asked)
      const fault = airtimeSentinelOf(found.phone)?.lookup?.(asked)
      return { ...pageOf([answerOf(books, found)]), ...(fault && { fault }) }
    },
  }
}

/** Newest first, by the dates as they are written. */
function reportBetween(books: AirtimeBooks, topUps: readonly TopUp[], query: URLSearchParams): Reply {
  const [from, to] = ['startDate', 'endDate'].map((name) => query.get(name))
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? PAGE_SIZE)]
  const [first, last] = [from, to].map((date) => (date ? readWritten(date) : null))
  const areDatesRight = (from === null && to === null) || (Number.isFinite(first) && Number.isFinite(last))
  if (!areDatesRight || !(page >= 1) || !(size >= 1 && size <= PAGE_SIZE))
    return failure(400, 'INVALID_INPUT_PROVIDED', 'The dates, the page or its size are not right.')
  const found = topUps
    .filter(({ at }) => {
      const date = at - TRANSACTION_DATE_LAG_MS
      return date >= (first ?? -Infinity) && date <= (last ?? Infinity)
    })
    .toReversed()
  return pageOf(
    found.slice((page - 1) * size, page * size).map((topUp) => answerOf(books, topUp)),
    { page, size, total: found.length },
  )
}

async function recordPast(books: AirtimeBooks, body: unknown): Promise<Reply> {
  const parsed = pastOrders.safeParse(body)
  if (!parsed.success) return failure(400, 'INVALID_INPUT_PROVIDED', z.prettifyError(parsed.error))
  const topUps = inventPast(books.balance, parsed.data)
  if ('status' in topUps) return topUps
  await books.record({ kind: 'past', topUps })
  return { status: 200, body: topUps.map((topUp) => answerOf(books, topUp)) }
}

/** The account ends with the balance that it has now. */
function inventPast(balance: number, orders: z.output<typeof pastOrders>): TopUp[] | Reply {
  const topUps: TopUp[] = []
  const identifiers = new Map<string, TopUp>()
  const soFar = {
    topUps,
    balance: Number.MAX_SAFE_INTEGER,
    byIdentifier: (identifier: string) => identifiers.get(identifier) ?? null,
  }
  for (const given of orders) {
    const phone = nationalNumber(given.recipientPhone.number)
    const operator = phone === null ? null : operatorOf(phone)
    if (phone === null || operator === null)
      return failure(400, 'INVALID_RECIPIENT_PHONE', 'The phone number does not exist.')
    const topUp = accept(soFar, { ...given, operatorId: operator.id }, phone, null, given.at)
    if ('status' in topUp) return topUp
    topUps.push(topUp)
    identifiers.set(topUp.customIdentifier, topUp)
  }
  let left = balance
  return topUps
    .toReversed()
    .map((topUp) => {
      left += costOf(topUp)
      return { ...topUp, balanceBefore: left }
    })
    .toReversed()
}

function accept(
  books: Pick<AirtimeBooks, 'topUps' | 'balance' | 'byIdentifier'>,
  given: z.output<typeof order>,
  phone: string,
  sentinel: AirtimeSentinel | null,
  at: number,
): TopUp | Reply {
  const operator = operators.find(({ id }) => id === given.operatorId)
  if (operator === undefined) return failure(404, 'OPERATOR_NOT_FOUND', 'Operator not found')
  const amount = Math.round(given.amount * 100)
  if (amount < AMOUNT_LEAST || amount > AMOUNT_MOST)
    return failure(400, 'INVALID_LOCAL_AMOUNT_FOR_OPERATOR', 'This operator takes GMD 1 to GMD 10,000.')
  const customIdentifier = given.customIdentifier ?? ''
  if (books.byIdentifier(customIdentifier) !== null)
    return failure(400, 'CUSTOM_IDENTIFIER_ALREADY_USED', 'The custom identifier was used before.')
  const discount = Math.round((amount * DISCOUNT_PERCENT) / 100)
  const balanceBefore = books.balance
  if (balanceBefore < costOf({ amount, discount }))
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
    amount,
    discount,
    balanceBefore,
    fate: sentinel?.fate ?? { status: 'SUCCESSFUL', afterMs: 0 },
    listedAfterMs: sentinel?.listedAfterMs ?? 0,
  }
}

function answerOf(books: AirtimeBooks, topUp: TopUp): TopUpAnswer {
  const status = books.statusOf(topUp)
  const cost = costOf(topUp)
  const { deliversPercent = 100 } = airtimeSentinelOf(topUp.phone) ?? {}
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
    discountCurrencyCode: CURRENCY,
    requestedAmount: topUp.amount / 100,
    requestedAmountCurrencyCode: CURRENCY,
    deliveredAmount: Math.round((topUp.amount * deliversPercent) / 100) / 100,
    deliveredAmountCurrencyCode: CURRENCY,
    transactionDate: written(topUp.at - TRANSACTION_DATE_LAG_MS),
    pinDetail: null,
    balanceInfo: {
      oldBalance: topUp.balanceBefore / 100,
      newBalance: (topUp.balanceBefore - cost) / 100,
      cost: cost / 100,
      currencyCode: CURRENCY,
      updatedAt: written(topUp.at),
    },
  }
}

const operatorAnswer = (operator: SimulatedOperator) => ({
  id: operator.id,
  operatorId: operator.id,
  name: operator.name,
  bundle: false,
  data: operator.data ?? false,
  pin: false,
  comboProduct: operator.comboProduct ?? false,
  supportsLocalAmounts: true,
  denominationType: 'RANGE',
  localMinAmount: AMOUNT_LEAST / 100,
  localMaxAmount: AMOUNT_MOST / 100,
  country: { isoName: COUNTRY, name: 'Gambia' },
})

const pageOf = (
  content: readonly TopUpAnswer[],
  { page, size, total } = { page: 1, size: PAGE_SIZE, total: content.length },
): Reply => ({
  status: 200,
  body: {
    content,
    totalElements: total,
    totalPages: Math.ceil(total / size),
    number: page - 1,
    size,
    numberOfElements: content.length,
    first: page === 1,
    last: page * size >= total,
    empty: content.length === 0,
  },
})

/** Without leading zeros too, as the official client writes it; NaN for anything else. */
function readWritten(date: string): number {
  const parts = /^(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{1,2}):(\d{1,2}))?$/.exec(date)?.slice(1)
  if (parts === undefined) return Number.NaN
  const [year = 0, month = 1, ...rest] = parts.map((part) => Number(part ?? 0))
  return Date.UTC(year, month - 1, ...rest)
}

/** `2026-11-14 14:20:00` */
const written = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
