// What every handler gets: the running installation, and who is calling. Nothing global, so tests run many side by side.
import type { UserType } from '@flexpower/contract'
import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { UtilityGateway } from './gateways/utility.ts'

export interface Context {
  config: Config
  db: Db
  clock: Clock
  log: Logger
  utility: UtilityGateway
}

/** The person behind a session, as the database knows them now. */
export interface Caller {
  userId: number
  type: UserType
  mayTakePostpaid: boolean
  /** The session's row, for signing out. */
  sessionId: number
}

/** Where a request came from, for throttling and for the records. */
export interface Origin {
  address: string
  agent: string
  requestId: string
}
