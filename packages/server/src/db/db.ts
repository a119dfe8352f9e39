// Access to PostgreSQL. `Db` and `Tx` are different types on purpose: functions that move money take a `Tx`, functions
// that call a gateway take a `Db`. So calling a gateway inside a transaction does not compile.
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { Connection, createWitness, type Limits, settingsFor, usualLimits } from './connection.ts'
import { POOL_CONNECTIONS } from './enough-connections.ts'
import { PooledConnection } from './pooled-connection.ts'
import { type NotReady, type Readiness, watchReadiness } from './readiness.ts'
import type { Schema } from './schema.ts'

declare const outside: unique symbol
declare const inside: unique symbol
export type Db = Kysely<Schema> & { readonly [outside]: true }
export type Tx = Transaction<Schema> & { readonly [inside]: true }

export interface OpenDb {
  db: Db
  close(): Promise<void>
}

export interface DbOptions {
  /** PostgreSQL itself. */
  url: string
  /** A pooler in transaction mode in front of it, for everything that needs no session of its own. */
  poolerUrl?: string | null
  connections?: number
  /** The longest that one statement may take; 0: as long as it needs. */
  statementMs?: number
  limits?: Limits
  /** Called for connections lost while idle; without a listener such a loss would end the process. */
  onConnectionLost: (error: Error) => void
}

const STATEMENT_MS = 30_000
/** PostgreSQL releases what a transaction holds if its process has disappeared. */
const IDLE_MS = 60_000
/** And the locks of a session, once the machine at the other end is gone. */
const NOTICE_THE_DEAD = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 }

/** Settings of PostgreSQL. */
type PostgresSettings = Record<string, string | number>

// int8 and the numeric of its sums as numbers (our ids and bututs stay far below 2^53), days as text: a Date would
// depend on the machine's zone.
const INT8 = 20
const INT8_LIST = 1016
const NUMERIC = 1700
const DATE = 1082
const types = new pg.TypeOverrides()
types.setTypeParser(INT8, Number)
types.setTypeParser(INT8_LIST, (text) => text.slice(1, -1).split(',').map(Number))
types.setTypeParser(NUMERIC, Number)
types.setTypeParser(DATE, String)

export function openDb({
  url,
  poolerUrl = null,
  connections = POOL_CONNECTIONS,
  statementMs = STATEMENT_MS,
  limits = usualLimits,
  onConnectionLost,
}: DbOptions): OpenDb {
  const live = new Set<Connection>()
  const shared = {
    witness: createWitness(url, limits),
    // What cut off one connection has cut off the others too: they are checked now, not one by one when somebody waits
    // for them.
    onSilent: (since: number) => {
      for (const connection of live) connection.suspect(since)
    },
    max: connections,
    application_name: 'flexpower',
    types,
  }
  const own = { statement_timeout: statementMs, idle_in_transaction_session_timeout: IDLE_MS }
  const watch = (pool: pg.Pool) => {
    pool.on('error', onConnectionLost)
    pool.on('connect', (client) => {
      const connection = client as unknown as Connection
      live.add(connection)
      connection.on('end', () => live.delete(connection))
      connection.on('error', onConnectionLost)
    })
    return pool
  }
  const openDirect = (more: PostgresSettings) => {
    const options = writeOptions({ ...NOTICE_THE_DEAD, ...own, ...more })
    return watch(
      new pg.Pool({ ...settingsFor(url, limits), ...shared, Client: Connection as never, options }),
    )
  }
  const openPooled = (through: string) => (more: PostgresSettings) => {
    const settings = { ...settingsFor(through, limits), ...shared, eachTransaction: { ...own, ...more } }
    return watch(new pg.Pool({ ...settings, Client: PooledConnection as never }))
  }
  const openPool = poolerUrl === null ? openDirect : openPooled(poolerUrl)
  const overPool = (pool: pg.Pool) => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }) as Db
  const usual = openPool({})
  const db = overPool(usual)
  const preparing = openPool(BY_KEY_ONLY)
  preparingPools.set(db, preparing)
  usualPools.set(db, usual)
  const sessions = poolerUrl === null ? db : overPool(openDirect({}))
  sessionDbs.set(db, sessions)
  const readiness = watchReadiness(poolerUrl ?? url, { withinMs: limits.readyMs, onSilent: shared.onSilent })
  readinesses.set(db, readiness)
  return {
    db,
    close: async () => {
      await Promise.all([db.destroy(), sessions.destroy(), preparing.end(), readiness.close()])
    },
  }
}

/** As PostgreSQL reads them when a session begins. */
const writeOptions = (settings: PostgresSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/**
 * For a connection of its own: what it holds is released when its process or machine is gone or frozen, the locks of its
 * session too. The system of a frozen process still answers keepalives, so PostgreSQL ends an idle session also outside a
 * transaction: its user never pauses for a minute. Waiting for a lock is not idle.
 */
export const NOTHING_IS_LEFT_HELD = writeOptions({
  ...NOTICE_THE_DEAD,
  idle_in_transaction_session_timeout: IDLE_MS,
  idle_session_timeout: IDLE_MS,
})

const sessionDbs = new WeakMap<Db, Db>()

/** A connection to PostgreSQL itself that nobody else uses meanwhile: for what belongs to a session, such as a lock. */
export const inSession = <Result>(
  db: Db,
  work: (session: Kysely<Schema>) => Promise<Result>,
): Promise<Result> => (sessionDbs.get(db) ?? db).connection().execute(work)

/** All or nothing, under READ COMMITTED: races are decided by conditional writes and constraints, not by isolation. */
export function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute((transaction) => work(transaction as Tx))
}

/**
 * PostgreSQL keeps the plan of a prepared statement. A plan made while a table is small would read the whole table, or
 * a whole index, and still do so as it grows: a confirmation took six times as long after forty thousand sales. So: row
 * by row, by key.
 */
const BY_KEY_ONLY: PostgresSettings = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
  random_page_cost: 0.1,
}

const preparingPools = new WeakMap<Db, pg.Pool>()
const usualPools = new WeakMap<Db, pg.Pool>()

/** How its connections are used at this moment. */
export const readPools = (db: Db) =>
  [['usual', usualPools.get(db)] as const, ['prepared', preparingPools.get(db)] as const].flatMap(
    ([name, pool]) =>
      pool
        ? [
            {
              pool: name,
              open: pool.totalCount,
              idle: pool.idleCount,
              waiting: pool.waitingCount,
              most: pool.options.max,
            },
          ]
        : [],
  )

/**
 * A hand-written statement, prepared once for each connection under its name (unless there is a pooler, see
 * pooled-connection.ts) and committed by itself: for paths where every microsecond is multiplied by the number of sales. It reads by key, on connections separate from all others. Not
 * for statements that read whole tables, such as an audit.
 */
export function statement<Row extends object>(
  name: string,
  text: string,
): (db: Db, values: unknown[]) => Promise<Row[]> {
  return async (db, values) => {
    const pool = preparingPools.get(db)
    if (!pool) throw new TypeError('the database was not opened by openDb')
    const { rows } = await pool.query<Row>({ name, text, values })
    return rows
  }
}

/** The same inside a transaction, as a part of it: not prepared, for what happens rarely. */
export async function statementIn<Row extends object>(
  tx: Tx,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await tx.executeQuery<Row>(CompiledQuery.raw(text, values))
  return rows
}

const readinesses = new WeakMap<Db, Readiness>()

/** Why nothing can be sold at this moment, or null if it can: asked on a separate connection, see readiness.ts. */
export const checkReadiness = (db: Db): Promise<NotReady> =>
  readinesses.get(db)?.check() ?? Promise.resolve('The database was not opened by openDb.')

/** Whether a statement failed because that unique index, or exclusion constraint, already has such a row. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean => {
  const { code, constraint: broken } = error as { code?: string; constraint?: string }
  return (code === '23505' || code === '23P01') && broken === constraint
}
