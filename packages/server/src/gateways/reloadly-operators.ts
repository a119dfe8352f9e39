// The operators as Reloadly lists them: which of them sell plain airtime, which amounts they accept and in which
// currency an order must be. An amount that an operator does not accept is refused here, before anything is sent.
import {
  type AirtimeOffer,
  type Bututs,
  bututs,
  CURRENCY,
  describeOffer,
  type Operator,
  OPERATORS,
  takesAmount,
  toDalasi,
} from '@flexpower/contract'
import { z } from 'zod'
import { optionalQuantity, words } from './exact-json.ts'
import { accepted, type Outcome, type Refused } from './outcome.ts'
import type { OrderedAmount } from './reloadly-dialect.ts'

const flag = z.boolean().nullish()
const amounts = z.array(optionalQuantity).nullish().catch(null)
const operator = z.object({
  id: words.nullish(),
  operatorId: words.nullish(),
  name: words,
  bundle: flag,
  data: flag,
  pin: flag,
  comboProduct: flag,
  supportsLocalAmounts: flag,
  denominationType: words.nullish(),
  senderCurrencyCode: words.nullish(),
  fx: z.object({ rate: optionalQuantity }).nullish().catch(null),
  minAmount: optionalQuantity,
  maxAmount: optionalQuantity,
  localMinAmount: optionalQuantity,
  localMaxAmount: optionalQuantity,
  fixedAmounts: amounts,
  localFixedAmounts: amounts,
  suggestedAmountsMap: z.record(z.string(), optionalQuantity).nullish().catch(null),
})
type Listed = z.output<typeof operator>
type Figure = number | null | undefined

export interface ListedOperator extends AirtimeOffer {
  id: string
  /** Dalasi for one unit of the account's currency; null: they do not say. */
  rate: number | null
  takesDalasi: boolean
  /** How each of the fixed amounts is ordered; null: any amount is possible. */
  fixed: ReadonlyMap<Bututs, OrderedAmount> | null
}

export type ListedOperators = ReadonlyMap<Operator, ListedOperator>

/**
 * Those of ours that sell plain airtime. A bundle, data, a PIN or a combination of them may have the operator's name
 * too. If the list does not say what each is, the shortest name is the operator itself.
 */
export function readOperators(body: unknown): ListedOperators | null {
  const parsed = z.array(operator).safeParse(body)
  if (!parsed.success) return null
  const found = new Map<Operator, ListedOperator>()
  for (const listed of parsed.data.toSorted((a, b) => a.name.length - b.name.length)) {
    const ours = ourName(listed.name)
    const id = listed.id ?? listed.operatorId ?? ''
    const isAirtime = ![listed.bundle, listed.data, listed.pin, listed.comboProduct].includes(true)
    if (isAirtime && ours !== null && id !== '' && !found.has(ours))
      found.set(ours, readOffer(listed, ours, id))
  }
  return found
}

/** In an object, because null would mean that the answer cannot be read. */
export function readOperator(body: unknown): { operator: Operator | null } | null {
  const parsed = operator.safeParse(body)
  return parsed.success ? { operator: ourName(parsed.data.name) } : null
}

/** They add the country: `QCell Gambia`. */
export function ourName(theirs: string): Operator | null {
  const first = theirs.trim().split(/\s+/, 1)[0]?.toLowerCase()
  return OPERATORS.find((each) => each.toLowerCase() === first) ?? null
}

function readOffer(listed: Listed, ours: Operator, id: string): ListedOperator {
  const rate = readRate(listed)
  const takesDalasi = listed.supportsLocalAmounts !== false
  const fixed = listed.denominationType === 'FIXED' ? readFixed(listed, rate, takesDalasi) : null
  const limit = (local: Figure, theirs: Figure): Bututs | null => {
    const dalasi = takesDalasi ? local : theirs && rate && theirs * rate
    return fixed === null && typeof dalasi === 'number' ? toBututs(dalasi) : null
  }
  return {
    operator: ours,
    id,
    rate,
    takesDalasi,
    fixed,
    amounts: fixed && [...fixed.keys()].toSorted((a, b) => a - b),
    least: limit(listed.localMinAmount, listed.minAmount),
    most: limit(listed.localMaxAmount, listed.maxAmount),
  }
}

function readRate({ fx, senderCurrencyCode }: Listed): number | null {
  if (senderCurrencyCode === CURRENCY) return 1
  return fx?.rate && fx.rate > 0 ? fx.rate : null
}

/** By what the phone receives. If the operator lists no amounts in dalasi, it is what theirs are worth. */
function readFixed(
  listed: Listed,
  rate: number | null,
  takesDalasi: boolean,
): ReadonlyMap<Bututs, OrderedAmount> {
  const local = present(listed.localFixedAmounts)
  if (takesDalasi && local.length > 0)
    return new Map(local.map((amount) => [toBututs(amount), { amount, useLocalAmount: true }]))
  const told = new Map(
    Object.entries(listed.suggestedAmountsMap ?? {}).map(([key, value]) => [Number(key), value]),
  )
  return new Map(
    present(listed.fixedAmounts).flatMap((amount) => {
      const dalasi = told.get(amount) ?? (rate === null ? null : amount * rate)
      return dalasi === null ? [] : [[toBututs(dalasi), { amount, useLocalAmount: false }] as const]
    }),
  )
}

const present = (given: Listed['fixedAmounts']): number[] =>
  (given ?? []).filter((amount) => amount !== null && amount !== undefined)

const toBututs = (dalasi: number): Bututs => bututs(Math.round(dalasi * 100))

/** How this amount is ordered, or why it cannot be. */
export function chooseAmount(offer: ListedOperator, amount: Bututs): Outcome<OrderedAmount> {
  const { operator: name, fixed, takesDalasi, rate } = offer
  if (fixed?.size === 0) return notSold(name)
  if (!takesAmount(offer, amount)) return notTaken(offer, amount)
  const listed = fixed?.get(amount)
  if (listed) return accepted(listed)
  if (takesDalasi) return accepted({ amount: toDalasi(amount), useLocalAmount: true })
  if (rate === null) return notSold(name)
  // Rounded up to the hundredth: the phone must not receive less than the customer paid for.
  return accepted({ amount: Math.ceil(Number((amount / rate).toFixed(6))) / 100, useLocalAmount: false })
}

const notTaken = (offer: AirtimeOffer, amount: Bututs): Refused => ({
  kind: 'refused',
  code: 'AMOUNT_NOT_TAKEN',
  message: `${describeOffer(offer)} Nothing was sold; choose another amount.`,
  detail: `${amount} bututs are not among the amounts that are listed`,
})

export const notSold = (name: Operator): Refused => ({
  kind: 'refused',
  code: 'OPERATOR_NOT_LISTED',
  message: `Airtime of ${name} cannot be bought at the moment.`,
  detail: `${name} is not among the operators that are listed`,
})
