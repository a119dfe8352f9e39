// What the server counts about itself, as the modules that count see it. Counting is a plain call: no promise, no query.
// Without FLEXPOWER_METRICS_PORT nobody reads it, and `silent` is used.
import type { Lane, OtherSide, ProductName } from '@flexpower/contract'

/** How a sale ended for the counter; `undecided`: the other side has not said, and recovery asks. */
export type SaleResult = 'sold' | 'refused' | 'undecided'

/** One query or order to the other side. `not sent`: it is certain that nothing reached it. */
export interface MeasuredExchange {
  side: OtherSide
  purpose: 'question' | 'order' | 'lookup'
  outcome: 'accepted' | 'refused' | 'unknown' | 'not sent'
  ms: number
}

export interface MeasuredRequest {
  method: string
  /** The pattern of the path, never a value: `/api/v1/backups/:id/download`. */
  route: string
  status: number
  ms: number
}

export interface LaneReading {
  lane: Lane
  working: number
  waiting: number
}

export interface PoolReading {
  pool: 'usual' | 'prepared'
  open: number
  idle: number
  /** Statements that wait for a connection. */
  waiting: number
  most: number
}

/** What the database says about the business at one moment; ages are in seconds. */
export interface BookFigure {
  figure: FigureName
  /** The value of the metric's one label; empty if it has none. */
  label: string
  value: number
}

export type FigureName =
  | 'open sales'
  | 'oldest open sale'
  | 'held'
  | 'messages waiting'
  | 'oldest message'
  | 'messages failed'
  | 'floats'
  | 'account'
  | 'account balance'
  | 'account age'
  | 'account lasts'
  | 'backup age'
  | 'copy target'
  | 'copy age'
  | 'copy check age'
  | 'broken invariants'
  | 'audit age'

/** Read when the metrics are read. */
export interface Readings {
  lanes: () => LaneReading[]
  pools: () => PoolReading[]
  books: () => Promise<BookFigure[] | null>
}

export interface Metrics {
  countSale(product: ProductName, result: SaleResult): void
  observeExchange(exchange: MeasuredExchange): void
  countRequest(request: MeasuredRequest): void
  /** A call was let in after this long; 0: at once. */
  observeWait(lane: Lane, ms: number): void
  countTurnedAway(lane: Lane): void
  /** One statement of the ledger, for so many sales. */
  observeBatch(statement: 'open' | 'confirm' | 'void', items: number): void
  countRefusedLogin(reason: 'password' | 'code' | 'throttled'): void
  /** Adds what is read, not counted. */
  read(readings: Partial<Readings>): void
}

/** What the first of several processes sends to the others to get their metrics. */
export const SCRAPE = 'metrics'

const nothing = () => {}

export const silent: Metrics = {
  countSale: nothing,
  observeExchange: nothing,
  countRequest: nothing,
  observeWait: nothing,
  countTurnedAway: nothing,
  observeBatch: nothing,
  countRefusedLogin: nothing,
  read: nothing,
}
