// Finds out what happened to an order whose answer was lost: by our reference, then on the utility's own list of what
// the customer bought or paid. Absence needs proof: "it does not have it" only if nothing on the list could be ours.
// Our reference with a different order is a contradiction, which a person decides.
import { type Bututs, type EvidenceLine, findReferences } from '@flexpower/contract'
import { DAY_MS, latestWithin } from '../runtime/clock.ts'
import {
  accepted,
  type Contradiction,
  contradiction,
  type Evidence,
  isUnknown,
  type Outcome,
  type Unknown,
  unknown,
} from './outcome.ts'
import type { UtilityPurchase } from './utility.ts'

/** A sale or payment of the utility, as far as it can be compared with an order. */
export interface SeenSale
  extends Pick<
    UtilityPurchase,
    'utilityTransaction' | 'receipt' | 'meter' | 'account' | 'amount' | 'references'
  > {
  /** Null: the utility did not say. */
  at: Date | null
  /** Its record, which may name the order, could not be read. */
  isUnread?: boolean
}

/** One of the utility's records, and its meaning when read as the answer to our order. */
export interface OnRecord<T> {
  line: SeenSale
  sale: T | Unknown
}

export interface Lookup<T> {
  order: LostOrder
  byReference(): Promise<Outcome<OnRecord<T>>>
  byTransaction(transaction: string): Promise<Outcome<OnRecord<T>>>
  listed(from: Date, to: Date): Promise<Outcome<UtilityPurchase[]>>
  /** What the line has in the place of the order's subject; empty if it has nothing. */
  subjectOf(line: SeenSale): string
}

interface LostOrder {
  reference: string
  /** The meter, or the account of a bill. */
  subject: string
  amount: Bututs
  sentAt: Date
}

/** How far their clock and ours may differ. */
const CLOCKS_DIFFER_MS = 10 * 60_000
/**
 * An order may wait in their queue, and our reference on an earlier line must be seen too. Our own clock may have been
 * days wrong when the order was sent: a list that leaves out the right day would prove an absence that is none.
 */
const LISTED_AROUND_MS = 7 * DAY_MS
/** All at once, so that a look-up ends within the time that recovery reserves for it. */
const FETCHED_MOST = 20

export async function findSale<T>(lookup: Lookup<T>): Promise<Outcome<T | Contradiction | null>> {
  const known = await lookup.byReference()
  if (known.kind === 'accepted') {
    const { is } = judge(lookup, known.value.line)
    if (is === 'ours') return readFound(known.value)
    if (is === 'contradiction') return accepted(contradict(lookup, [known.value.line]))
  }
  // Any other answer, also a refused look-up, is not about this sale: the list decides.
  const sentAt = lookup.order.sentAt.getTime()
  const listed = await lookup.listed(new Date(sentAt - LISTED_AROUND_MS), new Date(sentAt + LISTED_AROUND_MS))
  if (listed.kind !== 'accepted') return undecided(listed)
  const lines = await completeLines(lookup, listed.value)
  const judged = (is: Verdict['is']) => lines.filter((line) => judge(lookup, line).is === is)
  const [ours, contradicting] = [judged('ours'), judged('contradiction')]
  const [only] = ours
  if (contradicting.length > 0 || ours.length > 1)
    return accepted(contradict(lookup, [...ours, ...contradicting]))
  if (only) return fetchFound(lookup, only)
  const open = judged('open')
  if (open.length === 0) return accepted(null)
  const reason = 'the utility lists a sale to this customer, and nothing says whose it is'
  return { ...unknown(reason), evidence: gatherEvidence(lookup, open) }
}

interface Verdict {
  is: 'ours' | 'contradiction' | 'not ours' | 'open'
  /** What contradicts the order. */
  why: string[]
}

/**
 * A record is somebody else's only if it says so: by another whole reference, by another customer, by a time before our
 * order. A list's time alone proves nothing, because clocks differ: the record behind it must have been read.
 */
function judge<T>({ order, subjectOf }: Lookup<T>, line: SeenSale): Verdict {
  const references = referencesOn(line)
  const spelling = compareSubjects(subjectOf(line), order.subject)
  const isEarlier = isBefore(line.at, order.sentAt)
  if (!references.includes(order.reference)) {
    const isNotOurs = references.length > 0 || spelling === 'another' || (isEarlier && !line.isUnread)
    return { is: isNotOurs ? 'not ours' : 'open', why: [] }
  }
  const why = [
    references.some((each) => each !== order.reference) && 'a second reference',
    line.amount !== order.amount && 'another amount',
    spelling === 'another' && 'another customer',
    spelling === 'differently' && 'a number that is written differently',
    isEarlier && 'a time before our order',
  ].filter((each) => each !== false)
  return { is: why.length === 0 ? 'ours' : 'contradiction', why }
}

const referencesOn = ({ references }: SeenSale): string[] => [
  ...new Set(findReferences((references ?? []).join(' '))),
]

function compareSubjects(theirs: string, ours: string): 'same' | 'differently' | 'another' | 'unnamed' {
  if (theirs === '') return 'unnamed'
  if (theirs === ours) return 'same'
  return foldSubject(theirs) === foldSubject(ours) ? 'differently' : 'another'
}

/** Without what people and programs add to a number: blanks, separators, leading zeros. */
const foldSubject = (subject: string): string =>
  subject
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+/, '')
    .toUpperCase()

function isBefore(at: Date | null, sentAt: Date): boolean {
  return at !== null && latestWithin(at).getTime() < sentAt.getTime() - CLOCKS_DIFFER_MS
}

/** If the list leaves out references, the records behind its lines may have them: those most like ours first. */
async function completeLines<T>(lookup: Lookup<T>, lines: readonly SeenSale[]): Promise<SeenSale[]> {
  const { order, subjectOf } = lookup
  const farFromOurs = ({ amount, at }: SeenSale) =>
    (amount === order.amount ? 0 : DAY_MS * 365) +
    Math.abs((at ?? order.sentAt).getTime() - order.sentAt.getTime())
  const nameless = lines.filter(
    (line) =>
      referencesOn(line).length === 0 && compareSubjects(subjectOf(line), order.subject) !== 'another',
  )
  const toFetch = new Set(nameless.toSorted((a, b) => farFromOurs(a) - farFromOurs(b)).slice(0, FETCHED_MOST))
  return Promise.all(
    lines.map(async (line) => {
      if (!nameless.includes(line)) return line
      const told = toFetch.has(line) ? await lookup.byTransaction(line.utilityTransaction) : null
      return told?.kind === 'accepted' ? merge(line, told.value.line) : { ...line, isUnread: true }
    }),
  )
}

/** A record may leave out what its line on the list has, and vice versa. */
function merge(line: SeenSale, record: SeenSale): SeenSale {
  const names = new Set([record.utilityTransaction, record.receipt].filter((name) => name !== ''))
  const isSame = names.has(line.utilityTransaction) || names.has(line.receipt)
  if (!isSame) return line
  return { ...line, references: [...(line.references ?? []), ...(record.references ?? [])] }
}

async function fetchFound<T>(lookup: Lookup<T>, line: SeenSale): Promise<Outcome<T | Contradiction>> {
  const told = await lookup.byTransaction(line.utilityTransaction)
  if (told.kind !== 'accepted') return undecided(told)
  const record = {
    ...told.value.line,
    references: [...(told.value.line.references ?? []), ...(line.references ?? [])],
  }
  return judge(lookup, record).is === 'ours'
    ? readFound(told.value)
    : accepted(contradict(lookup, [line, told.value.line]))
}

const readFound = <T>({ sale }: OnRecord<T>): Outcome<T> => (isUnknown(sale) ? sale : accepted(sale))

function contradict<T>(lookup: Lookup<T>, lines: readonly SeenSale[]): Contradiction {
  const why = new Set(lines.flatMap((line) => judge(lookup, line).why))
  const what = why.size === 0 ? 'more than once' : `with ${[...why].join(' and ')}`
  return contradiction(`our reference is on record ${what}`, gatherEvidence(lookup, lines))
}

const gatherEvidence = <T>({ order, subjectOf }: Lookup<T>, lines: readonly SeenSale[]): Evidence => ({
  ordered: {
    transaction: '',
    receipt: '',
    at: order.sentAt,
    subject: order.subject,
    amount: order.amount,
    reference: order.reference,
  },
  seen: lines.map((line) => ({
    transaction: line.utilityTransaction,
    receipt: line.receipt,
    at: line.at,
    subject: subjectOf(line),
    amount: line.amount,
    reference: (referencesOn(line).length > 0 ? referencesOn(line) : (line.references ?? [])).join(' '),
  })),
})

/** Why this cannot be the order, even if a person says so: a sentence. Null: it may be. */
export function explainMismatch(ordered: EvidenceLine, seen: EvidenceLine): string | null {
  if (seen.amount !== ordered.amount) return 'Its amount is not the one that was ordered.'
  if (compareSubjects(seen.subject, ordered.subject) === 'another') return 'It is for another customer.'
  const isOther = findReferences(seen.reference).some((reference) => reference !== ordered.reference)
  return isOther ? 'It names another order.' : null
}

const undecided = (outcome: Exclude<Outcome<unknown>, { kind: 'accepted' }>): Unknown =>
  outcome.kind === 'unknown' ? outcome : unknown(`the utility refused the look-up (${outcome.code})`)
