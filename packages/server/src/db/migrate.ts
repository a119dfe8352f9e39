// Numbered, forward-only SQL files. Each is applied once, in its own transaction, under an advisory lock, so that any
// number of processes may start together. A file that was changed after it was applied stops the start. A migration never
// waits long for a lock: who came after it would wait too, and nothing would be sold (decision 38).
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { describeAway, isDatabaseAway } from './away.ts'
import { connect } from './connection.ts'
import { NOTHING_IS_LEFT_HELD } from './db.ts'

const folder = new URL('migrations/', import.meta.url)
const MIGRATION_LOCK = 7_063_201

/** How a migration waits for tables that are in use. */
export interface Patience {
  /** For a lock, in one try. */
  lockMs: number
  /** Usually, between two tries. */
  pauseMs: number
  tryForMs: number
  /** Told before a wait. */
  tell(sentence: string): void
}

/**
 * Far less than the second after which PostgreSQL looks for a deadlock: whoever reads a migration's tables in another
 * order would else be ended, and not the migration.
 */
export const usualPatience: Patience = {
  lockMs: 200,
  pauseMs: 2_000,
  tryForMs: 600_000,
  tell: (sentence) => process.stderr.write(`${sentence}\n`),
}

interface Migration {
  number: number
  name: string
  sql: string
  checksum: string
}

/** The database does not fit this program, or could not be made to; the message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** `upTo` leaves later ones out: a backup of an older program is restored as it was and then migrated. */
export async function migrate(
  url: string,
  upTo = Number.POSITIVE_INFINITY,
  patience = usualPatience,
): Promise<number> {
  const known = await readMigrations()
  const client = await connect(url, { application_name: 'flexpower migrate', options: NOTHING_IS_LEFT_HELD })
  try {
    // A program that has nothing to change starts while another one waits for a table.
    if ((await listMissing(client, known, upTo)).length === 0) return 0
    await lockOthersOut(client, patience)
    await client.query(
      `create table if not exists migration (
         number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const missing = await listMissing(client, known, upTo)
    for (const migration of missing) await applyPatiently(client, migration, patience)
    return missing.length
  } finally {
    await client.end()
  }
}

/** Until the connection ends. */
async function lockOthersOut(client: pg.Client, { tell }: Patience): Promise<void> {
  const { rows } = await client.query<{ is_held: boolean }>('select pg_try_advisory_lock($1) as is_held', [
    MIGRATION_LOCK,
  ])
  if (rows[0]?.is_held === true) return
  tell('Another process migrates the database: waiting for it …')
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
}

/** Those that this program knows, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return {
        number: Number(name.slice(0, 4)),
        name,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      }
    }),
  )
}

/** Refuses a database that this program cannot work on. */
async function listMissing(client: pg.Client, known: Migration[], upTo: number): Promise<Migration[]> {
  const { rows: there } = await client.query(`select where to_regclass('migration') is not null`)
  const { rows } =
    there.length === 0
      ? { rows: [] }
      : await client.query<Migration>('select number, name, checksum from migration')
  const applied = new Map(rows.map((row) => [row.number, row]))
  const newest = Math.max(0, ...applied.keys())
  const latest = known.at(-1)?.number ?? 0
  if (newest > latest) await refuseUnknownSchema(client, newest, latest)
  const asked = known.filter(({ number }) => number <= upTo)
  const changed = asked.find(
    ({ number, checksum }) => (applied.get(number)?.checksum ?? checksum) !== checksum,
  )
  if (changed)
    throw new MigrationError(`Migration ${changed.name} was changed after it was applied: restore the file.`)
  return asked.filter(({ number }) => !applied.has(number))
}

/** A newer program may have migrated so that this one still works: then a rollback by one version can start. */
async function refuseUnknownSchema(client: pg.Client, newest: number, latest: number): Promise<void> {
  const { rows } = await client.query<{ oldest: number }>('select oldest_program() as oldest')
  const oldest = rows[0]?.oldest ?? newest
  if (latest < oldest)
    throw new MigrationError(
      `The database is at version ${newest} and needs a program that knows ${oldest}, this one knows ${latest}: start the newer program.`,
    )
}

const LOCK_TIMEOUT = '55P03'
const DEADLOCK = '40P01'

/** Between two tries, whoever waited behind this migration goes on. */
async function applyPatiently(client: pg.Client, migration: Migration, patience: Patience): Promise<void> {
  const { lockMs, pauseMs, tryForMs, tell } = patience
  const { name } = migration
  const giveUpAt = performance.now() + tryForMs
  for (let tries = 1; ; tries += 1) {
    if (tries > 1) await endVacuums(client)
    const problem = await apply(client, migration, lockMs)
    if (problem === null) return
    if (isDatabaseAway(problem))
      throw new MigrationError(
        `The database went away during migration ${name} (${describeAway(problem)}): start again when it is back, and it is applied.`,
        { cause: problem },
      )
    const { code, message } = problem as { code?: string; message: string }
    if (code !== LOCK_TIMEOUT && code !== DEADLOCK)
      throw new MigrationError(`Migration ${name} failed, nothing of it was kept: ${message}.`, {
        cause: problem,
      })
    if (performance.now() > giveUpAt)
      throw new MigrationError(
        `Migration ${name} failed, nothing of it was kept: a table that it changes was in use for ${tryForMs / 60_000} minutes. pg_stat_activity shows by whom. End that, and start again.`,
        { cause: problem },
      )
    if (tries === 1)
      tell(
        `Migration ${name} waits for a table that is in use: it tries again for ${tryForMs / 60_000} minutes, and selling goes on …`,
      )
    await sleep(pauseMs * (0.5 + Math.random()))
  }
}

/** Null if it was applied, otherwise what PostgreSQL said. */
async function apply(
  client: pg.Client,
  { number, name, sql, checksum }: Migration,
  lockMs: number,
): Promise<unknown> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${lockMs}`)
    await client.query(sql)
    await client.query('insert into migration (number, name, checksum) values ($1, $2, $3)', [
      number,
      name,
      checksum,
    ])
    await client.query('commit')
    return null
  } catch (error) {
    // A connection that is lost has ended its transaction by itself.
    await client.query('rollback').catch(() => {})
    return error
  }
}

/**
 * PostgreSQL interrupts its own vacuum of a table for whoever has waited for it as long as for a deadlock, which a
 * migration never does. This wait is in nobody's way: its lock conflicts with a vacuum and its like only. Nobody knows
 * here which tables the migration needs, and PostgreSQL interrupts nothing that a person has begun, and no vacuum against
 * wraparound. So a table that is not given up, or is another owner's, is passed over, and the migration is tried anyway.
 */
async function endVacuums(client: pg.Client): Promise<void> {
  // A lost connection too: the try that follows reports it.
  const passOver = () => {}
  const vacuumed = await client
    .query<{ name: string; ms: number }>(
      `select distinct relation::regclass::text as name, setting::int as ms
         from pg_locks join pg_class on pg_class.oid = relation join pg_settings on pg_settings.name = 'deadlock_timeout'
         where database = (select oid from pg_database where datname = current_database()) and granted
           and mode = 'ShareUpdateExclusiveLock' and relkind = 'r'
           and relnamespace = quote_ident(current_schema())::regnamespace`,
    )
    .catch(passOver)
  // Statements that are sent together are one transaction, which has ended when they have: nothing stays locked.
  for (const { name, ms } of vacuumed?.rows ?? [])
    await client
      .query(`set local lock_timeout = ${ms * 2}; lock table ${name} in share update exclusive mode`)
      .catch(passOver)
}
