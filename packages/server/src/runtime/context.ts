// What every handler gets: the running installation, and who is calling. Nothing is global, so tests run many side by
// side.
import type { UserType } from '@flexpower/contract'
import type { Logger } from 'pino'
import type { Backups } from '../backups/backups.ts'
import type { Clock } from './clock.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Traces } from '../traces/traces.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import type { Replica } from '../db/replica.ts'
import type { AirtimeGateway } from '../gateways/airtime.ts'
import type { UtilityGateway } from '../gateways/utility.ts'
import type { Book } from '../ledger/book.ts'
import type { Live } from '../live/live.ts'
import type { SaleLimits } from '../sales/limits.ts'
import type { Epochs } from '../sales/epoch.ts'
import type { Products } from '../sales/product.ts'
import type { Vending } from '../sales/vending.ts'

export interface Context {
  config: Config
  db: Db
  /** For calls that read much; null: they read `db` too. */
  replica: Replica | null
  clock: Clock
  log: Logger
  utility: UtilityGateway
  /** Null if no mobile operator is connected. */
  airtime: AirtimeGateway | null
  book: Book
  epochs: Epochs
  /** A reference that no sale has had. */
  newReference: (at: Date) => string
  metrics: Metrics
  traces: Traces
  vending: Vending
  backups: Backups
  live: Live
  /** This process's number among those that are alive (db/presence.ts); null if nobody watches. */
  presence: number | null
  /** Work that nobody waits for: begins after the answer was sent; a failure is logged. */
  later: (work: () => Promise<unknown>) => void
  products: Products
}

/** The user of a session, as the database has them now. */
export interface Caller {
  userId: number
  name: string
  location: string
  /** Hundredths of a percent of the fee. */
  commissionPercent: number
  type: UserType
  mayTakePostpaid: boolean
  /** How much they may sell. */
  limits: SaleLimits
  /** The session's row, for signing out. */
  sessionId: number
  /** May do nothing yet but set up the two-step sign-in that this installation requires of Admins. */
  mustSetUp: boolean
}

/** Where a request came from, for throttling and for the audit. */
export interface Origin {
  address: string
  /** From this machine itself, and not through a proxy on it. */
  isLocal: boolean
  agent: string
  requestId: string
  /** Adds to every later log line of the request, also the last one. */
  note: (fields: object) => void
  /** The caller's own key for a request, so that repeating it does it once. */
  idempotencyKey: string | null
  /** The last event of a stream that the caller has seen. */
  lastEventId: number | null
}
