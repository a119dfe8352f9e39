// What the aggregator offers: countries, operators and the amounts they accept, rates, discounts, promotions and the
// balance, with the field names that its official client reads.
import { z } from 'zod'
import type { SimulatedClock } from '../clock.ts'
import { type Account, fromBututs } from './account.ts'
import type { AirtimeBooks } from './books.ts'
import {
  nationalNumber,
  findOperator,
  operators,
  type OperatorTerms,
  type SimulatedOperator,
} from './operators.ts'
import { failure, cutPage, type Reply, written } from './reply.ts'

export const COUNTRY = 'GM'
export const DISCOUNT_PERCENT = 4
/** GMD 1 and GMD 10,000. */
export const AMOUNT_LEAST = 100
export const AMOUNT_MOST = 1_000_000

const country = {
  isoName: COUNTRY,
  name: 'Gambia',
  currencyCode: 'GMD',
  currencyName: 'Gambian Dalasi',
  currencySymbol: 'D',
  flag: 'https://s3.amazonaws.com/rld-flags/gm.svg',
  callingCodes: ['+220'],
}

const promotion = {
  id: 5001,
  promotionId: 5001,
  operatorId: 1207,
  title: 'QCell double bonus',
  title2: '',
  description: 'A second time the amount, for calls at night.',
  startDate: '2026-11-01 00:00:00',
  endDate: '2026-11-30 23:59:59',
  denominations: 'From USD 1',
  localDenominations: 'From GMD 50',
}

export interface Catalogue {
  account: Account
  findTerms(operatorId: number): OperatorTerms
  /** From now on. */
  setTerms(operatorId: number, terms: Partial<OperatorTerms>): void
  /** Null: it offers nothing at this path. */
  answer(method: string, path: string, query: URLSearchParams, body: unknown): Reply | null
}

export function createCatalogue(books: AirtimeBooks, account: Account, clock: SimulatedClock): Catalogue {
  const changed = new Map<number, Partial<OperatorTerms>>()
  const findTerms = (id: number): OperatorTerms => ({
    supportsLocalAmounts: true,
    fixed: null,
    ...changed.get(id),
  })
  const show = (operator: SimulatedOperator) => showOperator(operator, findTerms(operator.id), account)
  const rows: Record<string, (query: URLSearchParams) => Reply> = {
    '/accounts/balance': () => ok(showBalance(books, account, clock)),
    '/countries': () => ok([country]),
    [`/countries/${COUNTRY}`]: () => ok(country),
    '/operators': (query) => cutPage(operators, query, show),
    [`/operators/countries/${COUNTRY}`]: () => ok(operators.map(show)),
    '/operators/commissions': (query) =>
      cutPage(operators, query, (operator) => showDiscount(operator, clock)),
    '/promotions': (query) => cutPage([promotion], query, (each) => each),
    [`/promotions/${promotion.id}`]: () => ok(promotion),
    [`/promotions/countries/${COUNTRY}`]: () => ok([promotion]),
    [`/promotions/operators/${promotion.operatorId}`]: () => ok([promotion]),
  }
  return {
    account,
    findTerms,
    setTerms: (id, terms) => void changed.set(id, { ...changed.get(id), ...terms }),
    answer(method, path, query, body) {
      if (method === 'GET' && rows[path]) return rows[path](query)
      const [, id = '', rest = ''] = /^\/operators\/(\d+)(\/[a-z-]+)?$/.exec(path) ?? []
      const operator = operators.find((each) => String(each.id) === id)
      const asked = `${method} ${rest}`
      if (id === '' || !['GET ', 'GET /commissions', 'POST /fx-rate'].includes(asked))
        return detect(path, show)
      if (operator === undefined) return failure(404, 'OPERATOR_NOT_FOUND', 'Operator not found', path)
      if (asked === 'GET /commissions') return ok(showDiscount(operator, clock))
      return asked === 'GET ' ? ok(show(operator)) : quoteRate(operator, account, body, path)
    },
  }
}

const ok = (body: unknown): Reply => ({ status: 200, body })

function detect(path: string, show: (operator: SimulatedOperator) => object): Reply | null {
  const phone = /^\/operators\/auto-detect\/phone\/([^/]+)\/countries\/GM$/.exec(path)?.[1]
  if (phone === undefined) return null
  const number = nationalNumber(decodeURIComponent(phone))
  const operator = number === null ? null : findOperator(number)
  return operator === null
    ? failure(
        404,
        'COULD_NOT_AUTO_DETECT_OPERATOR',
        'Could not auto detect operator for given phone number',
        path,
      )
    : ok(show(operator))
}

const rateRequest = z.object({ amount: z.number().positive() })

/** What the phone receives for this much of the account's currency. */
function quoteRate(operator: SimulatedOperator, { rate }: Account, body: unknown, path: string): Reply {
  const parsed = rateRequest.safeParse(body)
  if (!parsed.success) return failure(400, 'INVALID_INPUT_PROVIDED', 'amount must be above 0', path)
  const fxRate = Math.round(parsed.data.amount * rate * 100_000) / 100_000
  return ok({ id: operator.id, name: operator.name, fxRate, currencyCode: country.currencyCode })
}

const showBalance = (books: AirtimeBooks, account: Account, clock: SimulatedClock) => ({
  balance: books.balance / 100,
  currencyCode: account.currency,
  currencyName: account.currencyName,
  updatedAt: written(clock.now().getTime()),
})

const showDiscount = (operator: SimulatedOperator, clock: SimulatedClock) => ({
  operator: {
    id: operator.id,
    operatorId: operator.id,
    name: operator.name,
    countryCode: COUNTRY,
    data: operator.data ?? false,
    bundle: operator.bundle ?? false,
    status: true,
  },
  percentage: DISCOUNT_PERCENT,
  internationalPercentage: DISCOUNT_PERCENT,
  localPercentage: DISCOUNT_PERCENT,
  updatedAt: written(clock.now().getTime()),
})

function showOperator(
  operator: SimulatedOperator,
  { supportsLocalAmounts, fixed }: OperatorTerms,
  account: Account,
) {
  const inAccount = (bututs: number) => fromBututs(account, bututs) / 100
  const isRange = fixed === null
  const ordered = (fixed ?? []).map((amount) => amount / 100)
  return {
    id: operator.id,
    operatorId: operator.id,
    name: operator.name,
    bundle: operator.bundle ?? false,
    data: operator.data ?? false,
    pin: operator.pin ?? false,
    comboProduct: operator.comboProduct ?? false,
    supportsLocalAmounts,
    denominationType: isRange ? 'RANGE' : 'FIXED',
    senderCurrencyCode: account.currency,
    senderCurrencySymbol: account.symbol,
    destinationCurrencyCode: country.currencyCode,
    destinationCurrencySymbol: country.currencySymbol,
    internationalDiscount: DISCOUNT_PERCENT,
    localDiscount: DISCOUNT_PERCENT,
    mostPopularAmount: null,
    mostPopularLocalAmount: null,
    minAmount: isRange ? inAccount(AMOUNT_LEAST) : null,
    maxAmount: isRange ? inAccount(AMOUNT_MOST) : null,
    localMinAmount: isRange && supportsLocalAmounts ? AMOUNT_LEAST / 100 : null,
    localMaxAmount: isRange && supportsLocalAmounts ? AMOUNT_MOST / 100 : null,
    country: { isoName: country.isoName, name: country.name },
    fx: { rate: account.rate, currencyCode: country.currencyCode },
    logoUrls: [],
    fixedAmounts: supportsLocalAmounts ? (fixed ?? []).map(inAccount) : ordered,
    fixedAmountsDescriptions: {},
    localFixedAmounts: supportsLocalAmounts ? ordered : [],
    localFixedAmountsDescriptions: {},
    suggestedAmounts: [],
    suggestedAmountsMap: {},
    promotions: operator.id === promotion.operatorId ? [promotion] : [],
  }
}
