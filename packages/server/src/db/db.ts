// The way to PostgreSQL. `Db` and `Tx` are different types on purpose: what moves money takes a `Tx`, what calls a
// gateway takes a `Db`, and so a gateway cannot be called inside a transaction: it does not compile.
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
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
  /** Told of connections lost while idle; without a listener such a loss would end the process. */
  onConnectionLost: (error: Error) => void
}

const CONNECT_MS = 5_000
const STATEMENT_MS = 30_000

// int8 and the numeric that its sums are as numbers (our ids and bututs stay far below 2^53), days as text: a Date would drag
// in the machine's zone.
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
  onConnectionLost,
}: DbOptions): OpenDb {
  const openPool = (options: string) => {
    const pool = new pg.Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: statementMs,
      application_name: 'flexpower',
      options,
      types,
    })
    pool.on('error', onConnectionLost)
    pool.on('connect', (client) => client.on('error', onConnectionLost))
    return pool
  }
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: openPool('') }) }) as Db
  const preparing = openPool(BY_KEY_ONLY)
  preparingPools.set(db, preparing)
  return {
    db,
    close: async () => {
      await Promise.all([db.destroy(), preparing.end()])
    },
  }
}

/** All or nothing, under READ COMMITTED: races are decided by conditional writes and constraints, not by isolation. */
export function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute((transaction) => work(transaction as Tx))
}

/**
 * PostgreSQL keeps the plan of a prepared statement. Made while a table is small, it would read the whole of it, or of an index,
 * and go on doing so while it grows: a confirmation took six times as long after forty thousand sales. So: row by row, by key.
 */
const BY_KEY_ONLY = [
  ...['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'material'].map((way) => `-c enable_${way}=off`),
  '-c random_page_cost=0.1',
].join(' ')

const preparingPools = new WeakMap<Db, pg.Pool>()

/**
 * A hand-written statement, prepared once a connection under its name and committed by itself: for the paths where every
 * microsecond is multiplied by the number of sales. It reads by key, on connections apart from
 * those of everything else: nothing for what looks at whole tables, as an audit does.
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

/** Whether a statement failed because that unique index, or exclusion constraint, already holds such a row. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean => {
  const { code, constraint: broken } = error as { code?: string; constraint?: string }
  return (code === '23505' || code === '23P01') && broken === constraint
}

/**
 * Lost or refused connections, a server that is starting or stopping or has become a standby, too many clients, a full disk or one
 * that cannot be read: it will pass, and whoever asked may ask again.
 */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57P0[123]|25006|3D000|(08|53|58)\w{3})$/.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      message,
    )
  )
}
