// Access to PostgreSQL. `Db` and `Tx` are different types on purpose: functions that move money take a `Tx`, functions
// that call a gateway take a `Db`. So calling a gateway inside a transaction does not compile.
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { Connection, createWitness, type Limits, settingsFor, usualLimits } from './connection.ts'
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
  url: string
  connections?: number
  /** The longest that one statement may take; 0: as long as it needs. */
  statementMs?: number
  limits?: Limits
  /** Called for connections lost while idle; without a listener such a loss would end the process. */
  onConnectionLost: (error: Error) => void
}

const STATEMENT_MS = 30_000
/** PostgreSQL releases what a transaction holds if its process has disappeared. */
const IDLE_IN_TRANSACTION_MS = 60_000
/** And the locks of a session, once the machine at the other end is gone. */
const NOTICE_THE_DEAD = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

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
  connections = 10,
  statementMs = STATEMENT_MS,
  limits = usualLimits,
  onConnectionLost,
}: DbOptions): OpenDb {
  const live = new Set<Connection>()
  const shared = {
    ...settingsFor(url, limits),
    witness: createWitness(url, limits),
    // What cut off one connection has cut off the others too: they are checked now, not one by one when somebody waits
    // for them.
    onSilent: (since: number) => {
      for (const connection of live) connection.suspect(since)
    },
  }
  const openPool = (options: string) => {
    const pool = new pg.Pool({
      ...shared,
      Client: Connection as never,
      max: connections,
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      application_name: 'flexpower',
      options: `${NOTICE_THE_DEAD} ${options}`,
      types,
    })
    pool.on('error', onConnectionLost)
    pool.on('connect', (client) => {
      const connection = client as unknown as Connection
      live.add(connection)
      connection.on('end', () => live.delete(connection))
      connection.on('error', onConnectionLost)
    })
    return pool
  }
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: openPool('') }) }) as Db
  const preparing = openPool(BY_KEY_ONLY)
  preparingPools.set(db, preparing)
  const readiness = watchReadiness(url, { withinMs: limits.readyMs, onSilent: shared.onSilent })
  readinesses.set(db, readiness)
  return {
    db,
    close: async () => {
      await Promise.all([db.destroy(), preparing.end(), readiness.close()])
    },
  }
}

/** All or nothing, under READ COMMITTED: races are decided by conditional writes and constraints, not by isolation. */
export function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute((transaction) => work(transaction as Tx))
}

/**
 * PostgreSQL keeps the plan of a prepared statement. A plan made while a table is small would read the whole table, or
 * a whole index, and still do so as it grows: a confirmation took six times as long after forty thousand sales. So: row
 * by row, by key.
 */
const BY_KEY_ONLY = [
  ...['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'material'].map((way) => `-c enable_${way}=off`),
  '-c random_page_cost=0.1',
].join(' ')

const preparingPools = new WeakMap<Db, pg.Pool>()

/**
 * A hand-written statement, prepared once for each connection under its name and committed by itself: for paths where
 * every microsecond is multiplied by the number of sales. It reads by key, on connections separate from all others. Not
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
