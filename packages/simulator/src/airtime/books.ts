// The aggregator's own record, separate from FlexPower's, so that a test can compare both. The result of a top-up is
// decided when it is ordered and takes effect when its time has come, so the record is only ever appended to.
import { join } from 'node:path'
import type { SimulatedClock } from '../clock.ts'
import { openJournal } from '../journal.ts'

/** GMD 250,000.00 */
export const OPENING_BALANCE_BUTUTS = 25_000_000

export type Status = 'PROCESSING' | 'SUCCESSFUL' | 'REFUNDED' | 'FAILED'

export interface Fate {
  /** Its final status. */
  status: Status
  /** Until then it is being processed. */
  afterMs: number
}

export interface TopUp {
  transactionId: string
  operatorTransactionId: string
  /** Unique; empty if none was given. */
  customIdentifier: string
  /** Epoch milliseconds. */
  at: number
  operatorId: number
  operatorName: string
  /** Seven digits. */
  phone: string
  /** What the phone receives, in bututs. */
  amount: number
  /** What the account was charged for it, if that is not in dalasi: hundredths of its currency. */
  charged?: { currency: string; currencyName: string; requested: number }
  /** The vendor's share, which it does not pay, in the currency of the account. */
  discount: number
  balanceBefore: number
  fate: Fate
  /** For how long the report does not have it. */
  listedAfterMs: number
}

type Entry =
  | { kind: 'topUp'; topUp: TopUp }
  /** An invented past, which replaces everything that was ordered before. */
  | { kind: 'past'; topUps: TopUp[] }
  | { kind: 'balance'; bututs: number }
  | { kind: 'port'; port: number }

export interface AirtimeBooks {
  readonly balance: number
  /** The last port; null before the first time. */
  readonly port: number | null
  readonly topUps: readonly TopUp[]
  readStatus(topUp: TopUp): Status
  byTransaction(transactionId: string): TopUp | null
  byIdentifier(customIdentifier: string): TopUp | null
  /** Takes effect at once, and resolves when it is durable. */
  record(entry: Entry): Promise<void>
  /** Resolves when everything that can be read here is durable. */
  settled(): Promise<void>
  close(): Promise<void>
}

type Charged = Pick<TopUp, 'amount' | 'charged' | 'discount'>

/** Before the discount, in the currency of the account. */
export const readRequested = ({ amount, charged }: Charged): number => charged?.requested ?? amount

export const findCost = (topUp: Charged): number => readRequested(topUp) - topUp.discount

export async function openAirtimeBooks(
  dataDir: string,
  options: { openingBalance: number; syncs: boolean; clock: SimulatedClock },
): Promise<AirtimeBooks> {
  const { clock } = options
  const taken = createIndex()
  /** Those whose money comes back when their time has come. */
  let toReturn: TopUp[] = []
  let paid = options.openingBalance
  let port: number | null = null

  const readStatus = ({ at, fate }: TopUp): Status =>
    clock.now().getTime() < at + fate.afterMs ? 'PROCESSING' : fate.status
  const isReturned = (topUp: TopUp) => ['FAILED', 'REFUNDED'].includes(readStatus(topUp))

  function balance(): number {
    const returned = toReturn.filter(isReturned)
    if (returned.length > 0) {
      paid += returned.reduce((sum, topUp) => sum + findCost(topUp), 0)
      toReturn = toReturn.filter((topUp) => !returned.includes(topUp))
    }
    return paid
  }

  function applyTopUp(topUp: TopUp): void {
    taken.add(topUp)
    paid -= findCost(topUp)
    if (['FAILED', 'REFUNDED'].includes(topUp.fate.status)) toReturn.push(topUp)
  }

  /** The balance stays: meanwhile what was sold was paid in. */
  function applyPast(past: readonly TopUp[]): void {
    const kept = balance()
    taken.clear()
    toReturn = []
    for (const topUp of past) applyTopUp(topUp)
    paid = kept
  }

  function apply(entry: Entry): void {
    switch (entry.kind) {
      case 'topUp':
        return applyTopUp(entry.topUp)
      case 'past':
        return applyPast(entry.topUps)
      case 'balance':
        // Counts what was still to come back, so that it is the same after a restart.
        toReturn = []
        paid = entry.bututs
        return
      case 'port':
        port = entry.port
        return
      default:
        throw new TypeError('The record holds an entry of no known kind')
    }
  }

  const file = join(dataDir, 'airtime.jsonl')
  const journal = await openJournal<Entry>(file, (entry) => apply(entry as Entry), options.syncs)
  return {
    get balance() {
      return balance()
    },
    get port() {
      return port
    },
    topUps: taken.topUps,
    readStatus,
    byTransaction: (transactionId) => taken.byTransaction.get(transactionId) ?? null,
    byIdentifier: (customIdentifier) => taken.byIdentifier.get(customIdentifier) ?? null,
    record(entry) {
      apply(entry)
      return journal.append(entry)
    },
    settled: () => journal.settled(),
    close: () => journal.close(),
  }
}

/** Every top-up on record, and how to find one. */
function createIndex() {
  const topUps: TopUp[] = []
  const byTransaction = new Map<string, TopUp>()
  const byIdentifier = new Map<string, TopUp>()
  return {
    topUps,
    byTransaction,
    byIdentifier,
    add(topUp: TopUp) {
      topUps.push(topUp)
      byTransaction.set(topUp.transactionId, topUp)
      if (topUp.customIdentifier !== '') byIdentifier.set(topUp.customIdentifier, topUp)
    },
    clear() {
      topUps.length = 0
      byTransaction.clear()
      byIdentifier.clear()
    },
  }
}
