// The calls of the vending interface: prices, sales, look-ups, enquiries, over the books. A sale takes effect in one
// step without a pause, so parallel ones cannot overdraw the vendor or share a token id; it is answered when durable.
import { encodeAmount, type ManagementAction, nextTokenId } from '@flexpower/sts'
import { z } from 'zod'
import { type Books, inventPast, type Sale, type SoldSoFar } from './books.ts'
import type { SimulatedClock } from './clock.ts'
import { findBillSentinel } from './bill-sentinels.ts'
import {
  type Customer,
  findCustomer,
  customerOfAccount,
  type PostpaidAccount,
  findPostpaidAccount,
} from './customers.ts'
import { demoAccess } from './login.ts'
import { planKeyChange, readMeter } from './meters.ts'
import { BASE_DATE, mintCredit, mintKeyChange, mintManagement } from './mint.ts'
import { createEnquiries, type Enquiries } from './enquiries.ts'
import { type Face, type Told, wrap } from './faces.ts'
import { failure, type Reply } from './reply.ts'
import { type SaleAnswer, findSentinel } from './sentinels.ts'
import { debtOnlyPrice, type TariffPrice, findPrice, UNITS_PER_KWH } from './tariff.ts'

const DESCRIPTION = 'FlexPower Gambia Ltd'
const PREPAID_UNITS = 'KWP'
/** GMD 1 and GMD 1,000,000. */
const PAYMENT_LEAST = 100
const PAYMENT_MOST = 100_000_000
const FIRST_TRANSACTION = 700_000_001

export interface SimulatedVending extends Enquiries {
  vendorInfo(): Reply
  preview(query: URLSearchParams): Reply
  sell(body: unknown): Promise<Reply>
  /** Orders as they would have been sold, each at its own time: they replace everything that was sold before. */
  sellPast(body: unknown): Promise<Reply>
  /** By the utility's own number, or by the `requestID` of the order. */
  lookUp(found: { transactionId: string } | { requestId: string }): Promise<Reply>
  customer(query: URLSearchParams): Reply
}

const dalasi = z.number().transform((value, context) => {
  const bututs = Math.round(value * 100)
  if (Math.abs(value * 100 - bututs) < 1e-6 && Number.isSafeInteger(bututs)) return bututs
  context.addIssue({ code: 'custom', message: 'has more than two decimals' })
  return z.NEVER
})

const order = z.object({
  account: z.coerce.string(),
  meterSerial: z.string(),
  totalPayment: dalasi,
  debtPayment: dalasi,
  percentageDebt: z.number(),
  accountBalance: dalasi,
  units: z.number(),
  unitsPayment: dalasi,
  unitsType: z.literal(PREPAID_UNITS),
  tariffDescription: z.string(),
  comment: z.string().max(200),
  requestID: z.string().max(100).optional(),
  paymentMethod: z.string().optional(),
})

const pastOrders = z.array(order.extend({ at: z.number().int() }))

export function createVending(books: Books, clock: SimulatedClock, face: () => Face): SimulatedVending {
  const ok = (told: unknown): Reply => ({ status: 200, body: wrap(face(), told) })
  let withoutReference = 0
  /** How often each sale was looked up, for the sentinels that count. */
  const lookUps = new Map<string, number>()
  return {
    vendorInfo: () => ok(vendorAnswer(books)),
    preview(query) {
      const payment = paymentIn(query.get('totalPayment') ?? '')
      if (payment === null) return failure(400, 'AMOUNT', 'The amount is not valid.')
      const meter = query.get('meterSerial') ?? ''
      const debtor = findDebtor(meter, query.get('account') ?? '')
      if (debtor === null) return unknownDebtor(meter)
      return (
        readRefusal(debtor, payment) ?? ok(face().preview(buildPreview(books, debtor, payment, clock.now())))
      )
    },
    async sell(body) {
      const parsed = order.safeParse(body)
      if (!parsed.success) return malformed(parsed.error)
      const { meterSerial, totalPayment: payment } = parsed.data
      const sentinel = findAnySentinel(meterSerial.trim(), parsed.data.account)
      if (sentinel?.instead) return { status: 200, body: null, fault: sentinel.instead }
      const debtor = findDebtor(meterSerial.trim(), parsed.data.account)
      if (debtor === null) return unknownDebtor(meterSerial)
      const refusal = readRefusal(debtor, payment) ?? balanceRefusal(books, payment)
      if (refusal !== null) return refusal
      const sale = makeSale(books, debtor, parsed.data, clock.now())
      await books.record({ kind: 'sale', sale })
      const answer = readAnswer(sale)
      const told = face().sale(sentinel?.change?.(answer, clock.now()) ?? answer)
      return {
        ...ok(told),
        status: face().soldStatus,
        ...(sentinel?.afterwards && { fault: sentinel.afterwards }),
      }
    },
    async sellPast(body) {
      const past = await recordPast(books, clock.now(), body)
      return Array.isArray(past) ? ok(past.map((sale) => face().sale(readAnswer(sale)))) : past
    },
    async lookUp(by) {
      const { withoutReferences } = face()
      const otherwise = withoutReferences[withoutReference % withoutReferences.length]
      if ('requestId' in by && otherwise) {
        withoutReference += 1
        return otherwise
      }
      const sale =
        'requestId' in by ? findOrdered(books, by.requestId) : books.byTransaction(by.transactionId)
      await books.settled()
      if (sale === null) return failure(404, 'PAYMENT_NOT_FOUND', 'The payment does not exist.')
      const asked = (lookUps.get(sale.transactionId) ?? 0) + 1
      lookUps.set(sale.transactionId, asked)
      const fault = findAnySentinel(sale.meter, sale.account)?.lookup?.(asked)
      return { ...ok(face().sale(readAnswer(asRecorded(sale)))), ...(fault && { fault }) }
    },
    customer(query) {
      const { types, meter: byMeter, account: byAccount } = face().criteria
      const kind = types.map((type) => query.get(type)).find((given) => given !== null)
      const meter = kind === byMeter ? (query.get('value') ?? query.get('meterSerial') ?? '') : ''
      const account = kind === byAccount ? (query.get('value') ?? query.get('account') ?? '') : ''
      const prepaid = meter === '' ? customerOfAccount(account) : null
      const debtor = prepaid ? { customer: prepaid, bill: null } : findDebtor(meter, account)
      return debtor === null ? unknownDebtor(meter) : ok([face().customer(customerAnswer(books, debtor))])
    },
    ...createEnquiries(books, face, listRecord),
  }
}

const vendorAnswer = ({ balance }: Books) => ({
  idVendor: demoAccess.vendorId,
  // With the blanks that the real one pads its names with.
  descVendor: `${DESCRIPTION}   `,
  balance: balance / 100,
  modifiedIdVendor: false,
})

async function recordPast(books: Books, now: Date, body: unknown): Promise<Reply | Sale[]> {
  const parsed = pastOrders.safeParse(body)
  if (!parsed.success) return malformed(parsed.error)
  const orders = parsed.data
  const isInOrder = orders.every(({ at }, place) => at >= (orders[place - 1]?.at ?? 0) && at <= now.getTime())
  if (!isInOrder) return failure(400, 'ORDER', 'The past is not in the order of its time.')
  const makers = orders.map((given) => {
    const debtor = findDebtor(given.meterSerial.trim(), given.account)
    return debtor && ((soFar: SoldSoFar) => makeSale(soFar, debtor, given, new Date(given.at)))
  })
  if (makers.includes(null)) return unknownDebtor('')
  const sales = inventPast(makers.filter((make) => make !== null))
  await books.record({ kind: 'past', sales })
  return sales
}

type Debtor = { customer: Customer; bill: null } | { customer: null; bill: PostpaidAccount }

function findDebtor(meter: string, account: string): Debtor | null {
  const customer = findCustomer(meter)
  if (customer) return { customer, bill: null }
  // A post-paid account has no meter: the real one sends a single blank.
  const bill = meter.trim() === '' ? findPostpaidAccount(account) : null
  return bill && { customer: null, bill }
}

const findAnySentinel = (meter: string, account: string) =>
  meter === '' ? findBillSentinel(account) : findSentinel(meter)

const unknownDebtor = (meter: string) =>
  meter.trim() === ''
    ? failure(404, 'ACCOUNT_NOT_FOUND', 'The account does not exist.')
    : failure(404, 'METER_NOT_FOUND', 'The meter does not exist.')

function malformed(error: z.ZodError): Reply {
  const detail = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  return failure(400, 'ORDER', 'The order is not valid.', detail)
}

function paymentIn(written: string): number | null {
  return /^\d{1,10}(\.\d{1,2})?$/.test(written) ? Math.round(Number(written) * 100) : null
}

function readRefusal({ customer }: Debtor, payment: number): Reply | null {
  if (customer?.collection === 'inactive')
    return failure(400, 'METER_INACTIVE', 'The meter is not active.', `collectionInd 1: ${customer.meter}`)
  if (payment < PAYMENT_LEAST) return failure(400, 'AMOUNT_SMALL', 'The amount is too small.')
  if (payment > PAYMENT_MOST) return failure(400, 'AMOUNT_LARGE', 'The amount is too large.')
  return null
}

const balanceRefusal = (books: Books, payment: number): Reply | null =>
  books.balance < payment
    ? failure(400, 'VENDOR_BALANCE', 'The balance of the vendor is not sufficient.')
    : null

function priceFor(books: SoldSoFar, { customer, bill }: Debtor, payment: number, at: Date) {
  if (bill) {
    const owed = books.owed(bill.account, bill.owed)
    return { price: debtOnlyPrice(payment), owed, debtPercent: 100 }
  }
  const { debtPercent, tariff, collection, meter } = customer
  const owed = books.owed(meter, customer.owed)
  if (collection === 'debtOnly') return { price: debtOnlyPrice(payment), owed, debtPercent: 100 }
  const usedUnits = books.supply(meter, at).monthUnits
  const price = findPrice({ payment, tariff, usedUnits, owed, debtPercent })
  return { price, owed, debtPercent: owed > 0 ? debtPercent : 0 }
}

/** The fields that a preview and a sale share. */
const pricedWords = (payment: number, price: Pick<TariffPrice, 'debt' | 'units' | 'lines'>) => ({
  totalPayment: payment / 100,
  debtPayment: price.debt / 100,
  units: price.units / UNITS_PER_KWH,
  unitsPayment: (payment - price.debt) / 100,
  unitsType: PREPAID_UNITS,
  unitsTopUp: price.lines.map((line) => ({ ...line, amount: line.amount / 100 })),
})

function buildPreview(books: SoldSoFar, debtor: Debtor, payment: number, at: Date) {
  const { price, owed, debtPercent } = priceFor(books, debtor, payment, at)
  return {
    ...listNames(debtor),
    ...readStanding(debtor),
    ...pricedWords(payment, price),
    percentageDebt: debtPercent,
    accountBalance: owed / 100,
  }
}

const listNames = ({ customer, bill }: Debtor) => ({
  // Padded, and a single blank if there is no meter, as in real answers.
  customerName: `${(customer ?? bill).name}  `,
  serviceAddress: (customer ?? bill).address,
  account: (customer ?? bill).account,
  meterSerial: customer?.meter ?? ' ',
  tariffDescription: customer?.tariff.description ?? 'Post paid',
})

const readStanding = ({ customer }: Debtor) => ({
  collectionInd: customer === null ? 0 : { open: 0, inactive: 1, debtOnly: 2 }[customer.collection],
  indicatorPrePostAccount: customer === null ? 0 : 1,
})

const customerAnswer = (books: SoldSoFar, debtor: Debtor) => ({
  ...listNames(debtor),
  ...readStanding(debtor),
  accountBalance:
    (debtor.customer
      ? books.owed(debtor.customer.meter, debtor.customer.owed)
      : books.owed(debtor.bill.account, debtor.bill.owed)) / 100,
})

function makeSale(books: SoldSoFar, debtor: Debtor, given: z.output<typeof order>, now: Date): Sale {
  const { customer, bill } = debtor
  const payment = given.totalPayment
  const { price, owed, debtPercent } = priceFor(books, debtor, payment, now)
  const number = FIRST_TRANSACTION + books.sales.length
  return {
    transactionId: String(number),
    receipt: `NW${number}`,
    at: now.getTime(),
    user: demoAccess.vendorUser,
    requestId: given.requestID ?? '',
    comment: given.comment,
    paymentMethod: given.paymentMethod ?? 'FP001',
    meter: customer?.meter ?? '',
    account: (customer ?? bill).account,
    payment,
    debt: price.debt,
    debtPercent,
    owed: owed - price.debt,
    units: price.units,
    lines: price.lines,
    ...tokensFor(books, customer, price.units, now),
  }
}

type IssuedTokens = Pick<
  Sale,
  'keyChangeTokens' | 'creditTokens' | 'settingTokens' | 'freeTokens' | 'freeUnits' | 'tokenId'
>

const NO_TOKENS: IssuedTokens = {
  keyChangeTokens: [],
  creditTokens: [],
  settingTokens: [],
  freeTokens: [],
  freeUnits: 0,
  tokenId: null,
}

/** Everything but a key change has its own token id, each later than the one before, in the order of entry. */
function tokensFor(books: SoldSoFar, customer: Customer | null, units: number, now: Date): IssuedTokens {
  if (customer === null || units === 0) return NO_TOKENS
  const { meter, freeUnits } = customer
  const current = readMeter(books, customer)
  const next = planKeyChange(customer, current, now)
  const key = next ?? current
  let tokenId = books.supply(meter, now).latestTokenId
  const takeTokenId = (): number => (tokenId = nextTokenId(now, BASE_DATE, tokenId))
  return {
    keyChangeTokens: next ? mintKeyChange(meter, current, next) : [],
    creditTokens: [mintCredit(meter, key, takeTokenId(), units)],
    settingTokens: listSettings(customer, current.isTampered).map((setting) =>
      mintManagement(meter, key, takeTokenId(), setting),
    ),
    freeTokens: freeUnits > 0 ? [mintCredit(meter, key, takeTokenId(), freeUnits)] : [],
    freeUnits,
    tokenId,
  }
}

function listSettings(
  { powerLimit }: Customer,
  isTampered: boolean,
): { action: ManagementAction; value: number }[] {
  const settings: { action: ManagementAction; value: number }[] = []
  if (isTampered) settings.push({ action: 'clearTamper', value: 0 })
  if (powerLimit !== null) settings.push({ action: 'maximumPower', value: encodeAmount(powerLimit) })
  return settings
}

function readAnswer(sale: Sale): SaleAnswer {
  const debtor = findDebtor(sale.meter, sale.account)
  return {
    ...(debtor && listNames(debtor)),
    ...pricedWords(sale.payment, sale),
    meterSerial: sale.meter || ' ',
    transactionId: sale.transactionId,
    receipt: sale.receipt,
    percentageDebt: sale.debtPercent,
    accountBalance: sale.owed / 100,
    paymentDate: sale.at,
    paymentMethod: sale.paymentMethod,
    comment: sale.comment,
    requestID: sale.requestId,
    kctTokens: sale.keyChangeTokens,
    listtoken: [...sale.creditTokens, ...sale.settingTokens],
    mapTokens: sale.freeTokens,
    mapUnits: sale.freeUnits / UNITS_PER_KWH,
    mapAmount: 0,
  }
}

/** Some records show a different amount than was paid, or nothing of what came with the order. */
function asRecorded(sale: Sale): Sale {
  const { recordsMore = 0, forgetsOrder = false } = findAnySentinel(sale.meter, sale.account) ?? {}
  return {
    ...sale,
    payment: sale.payment + recordsMore,
    ...(forgetsOrder && { comment: '', requestId: '' }),
  }
}

function findOrdered(books: Books, requestId: string): Sale | null {
  const sale = books.byRequest(requestId)
  return sale && asRecorded(sale).requestId === requestId ? sale : null
}

/** As an enquiry lists it. */
function listRecord(sold: Sale): Told {
  const sale = asRecorded(sold)
  const debtor = findDebtor(sale.meter, sale.account)
  return {
    transactionId: sale.transactionId,
    meterSerial: sale.meter || ' ',
    customerName: debtor ? listNames(debtor).customerName : '',
    dateTransaction: sale.at,
    totalAmount: sale.payment / 100,
    unit: sale.units / UNITS_PER_KWH,
    unitPayment: (sale.payment - sale.debt) / 100,
    unitType: PREPAID_UNITS,
    debtPayment: sale.debt / 100,
    receipt: sale.receipt,
    account: sale.account,
    codUser: sale.user,
    nameCashier: sale.user,
    comment: sale.comment,
    requestID: sale.requestId,
  }
}
