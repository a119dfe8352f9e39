// The utility's own record, separate from FlexPower's, so that a test can compare both: what was sold, the vendor's
// balance and password, and what has been keyed into the virtual meters. Memory only ever reflects the journal.
import { join } from 'node:path'
import { openJournal } from './journal.ts'
import type { Memories, MeterMemory } from './meters.ts'
import type { Line } from './tariff.ts'

/** GMD 612,480.00 */
export const OPENING_BALANCE_BUTUTS = 61_248_000

export interface Sale {
  transactionId: string
  receipt: string
  /** Epoch milliseconds. */
  at: number
  /** The user of the interface who sold. */
  user: string
  /** As it was given; the utility does not check whether it has seen it before. */
  requestId: string
  comment: string
  paymentMethod: string
  /** Empty for a bill of a post-paid account. */
  meter: string
  account: string
  payment: number
  debt: number
  debtPercent: number
  /** What is still owed. */
  owed: number
  /** Ten-thousandths of a kWh. */
  units: number
  lines: Line[]
  keyChangeTokens: string[]
  creditTokens: string[]
  /** What sets something in the meter: clear tamper, power limit. */
  settingTokens: string[]
  /** Units that nobody paid for, in separate tokens. */
  freeTokens: string[]
  /** Ten-thousandths of a kWh, beside `units`. */
  freeUnits: number
  /** The latest one that was issued; null without a token that has one. */
  tokenId: number | null
}

/** Records of an earlier release do not have them. */
const NOTHING_EXTRA = { settingTokens: [], freeTokens: [], freeUnits: 0 }

/** In the order of entry, as the answer lists them. */
export const listTokens = (
  sale: Pick<Sale, 'keyChangeTokens' | 'creditTokens' | 'settingTokens' | 'freeTokens'>,
): string[] => [...sale.keyChangeTokens, ...sale.creditTokens, ...sale.settingTokens, ...sale.freeTokens]

type Entry =
  | { kind: 'sale'; sale: Sale }
  /** An invented past, which replaces everything that was sold before. */
  | { kind: 'past'; sales: Sale[] }
  | { kind: 'balance'; bututs: number }
  | { kind: 'port'; port: number }
  | { kind: 'password'; password: string; isMailed: boolean }
  | { kind: 'meter'; meter: string; memory: MeterMemory }

/** What the utility knows about one meter. */
interface Supply {
  latestTokenId: number | null
  month: string
  monthUnits: number
}

/** What has been sold so far, and what follows from it. */
export interface SoldSoFar extends Memories {
  readonly sales: readonly Sale[]
  byTransaction(transactionId: string): Sale | null
  /** The first one, if the same order was sent twice. */
  byRequest(requestId: string): Sale | null
  /** By the number of a meter, or of a post-paid account. */
  ofDebtor(debtor: string): readonly Sale[]
  owed(debtor: string, opening: number): number
  supply(meter: string, at: Date): Supply
}

export interface Books extends SoldSoFar {
  readonly balance: number
  /** The utility's last port; null before the first time. */
  readonly port: number | null
  readonly password: { password: string; isMailed: boolean } | null
  /** Takes effect at once, and resolves when it is durable. */
  record(entry: Entry): Promise<void>
  /** Resolves when everything that can be read here is durable. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** The Gambia keeps UTC all year. */
export const readMonth = (at: Date): string => at.toISOString().slice(0, 7)

export async function openBooks(dataDir: string, openingBalance: number, syncs: boolean): Promise<Books> {
  const shelf = createShelf(openingBalance)
  const file = join(dataDir, 'utility.jsonl')
  const journal = await openJournal<Entry>(file, (entry) => shelf.apply(entry as Entry), syncs)
  const { state } = shelf
  return {
    ...readShelf(shelf),
    get balance() {
      return state.balance
    },
    get port() {
      return state.port
    },
    get password() {
      return state.password
    },
    record(entry) {
      shelf.apply(entry)
      return journal.append(entry)
    },
    settled: () => journal.settled(),
    close: () => journal.close(),
  }
}

/** Invents a past: each sale is made from what was sold before it, and none is recorded. */
export function inventPast(makers: readonly ((soFar: SoldSoFar) => Sale)[]): Sale[] {
  const shelf = createShelf(0)
  const soFar = readShelf(shelf)
  return makers.map((make) => {
    const sale = make(soFar)
    shelf.apply({ kind: 'sale', sale })
    return sale
  })
}

const readShelf = ({ state, sales }: ReturnType<typeof createShelf>): SoldSoFar => ({
  sales: sales.all,
  byTransaction: (transactionId) => sales.byTransaction.get(transactionId) ?? null,
  byRequest: (requestId) => sales.byRequest.get(requestId) ?? null,
  ofDebtor: (debtor) => sales.byDebtor.get(debtor) ?? [],
  owed: (debtor, opening) => state.owed.get(debtor) ?? opening,
  supply(meter, at) {
    const supply = state.supplies.get(meter)
    const month = readMonth(at)
    return {
      latestTokenId: supply?.latestTokenId ?? null,
      month,
      monthUnits: supply?.month === month ? supply.monthUnits : 0,
    }
  },
  memory: (meter) => state.meters.get(meter) ?? {},
})

function createShelf(openingBalance: number) {
  const state = {
    balance: openingBalance,
    port: null as number | null,
    password: null as Books['password'],
    owed: new Map<string, number>(),
    supplies: new Map<string, Supply>(),
    meters: new Map<string, MeterMemory>(),
  }
  const sales = {
    all: [] as Sale[],
    byTransaction: new Map<string, Sale>(),
    byRequest: new Map<string, Sale>(),
    byDebtor: new Map<string, Sale[]>(),
  }

  function applySale(entered: Sale): void {
    const sale = { ...NOTHING_EXTRA, ...entered }
    const { transactionId, requestId, meter, account, payment, debt, owed, units, tokenId, at } = sale
    sales.all.push(sale)
    sales.byTransaction.set(transactionId, sale)
    if (requestId !== '' && !sales.byRequest.has(requestId)) sales.byRequest.set(requestId, sale)
    state.balance -= payment
    const debtor = meter || account
    // An ordinary meter never owes anything and needs no entry.
    if (debt !== 0) state.owed.set(debtor, owed)
    const earlier = sales.byDebtor.get(debtor)
    if (earlier) earlier.push(sale)
    else sales.byDebtor.set(debtor, [sale])
    if (meter === '') return
    const month = readMonth(new Date(at))
    const before = state.supplies.get(meter)
    state.supplies.set(meter, {
      latestTokenId: tokenId ?? before?.latestTokenId ?? null,
      month,
      monthUnits: units + (before?.month === month ? before.monthUnits : 0),
    })
  }

  /** The balance stays: meanwhile the vendor paid in what it sold. New bills replaced the paid ones. */
  function applyPast(past: readonly Sale[]): void {
    const { balance } = state
    sales.all.length = 0
    for (const index of [sales.byTransaction, sales.byRequest, sales.byDebtor]) index.clear()
    for (const index of [state.owed, state.supplies, state.meters]) index.clear()
    for (const sale of past) applySale(sale)
    state.balance = balance
    state.owed.clear()
  }

  function apply(entry: Entry): void {
    switch (entry.kind) {
      case 'sale':
        return applySale(entry.sale)
      case 'past':
        return applyPast(entry.sales)
      case 'balance':
        state.balance = entry.bututs
        return
      case 'port':
        state.port = entry.port
        return
      case 'password':
        state.password = { password: entry.password, isMailed: entry.isMailed }
        return
      case 'meter':
        state.meters.set(entry.meter, entry.memory)
        return
      default:
        throw new TypeError('The record holds an entry of no known kind')
    }
  }

  return { state, sales, apply }
}
