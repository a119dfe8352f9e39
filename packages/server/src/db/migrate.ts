// Numbered, forward-only SQL files. Each is applied once, in its own transaction, under an advisory lock, so that any
// number of processes may start together. A file that was changed after it was applied stops the start. A migration never
// waits long for a lock: who came after it would wait too, and nothing would be sold (decision 38).
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connect } from './connection.ts'

const folder = new URL('migrations/', import.meta.url)
export const MIGRATION_LOCK = 7_063_201

/** How long one try may wait for a lock, the usual time between two tries, and for how long it is tried. */
export interface Patience {
  lockMs: number
  pauseMs: number
  tryForMs: number
}

/**
 * Far less than the second after which PostgreSQL looks for a deadlock: whoever reads a migration's tables in another
 * order would else be ended, and not the migration.
 */
export const usualPatience: Patience = { lockMs: 200, pauseMs: 2_000, tryForMs: 600_000 }
/** Waited too long for a lock, or is in a deadlock. */
const IN_THE_WAY = new Set(['55P03', '40P01'])

interface Migration {
  number: number
  name: string
  sql: string
  checksum: string
}

/** The database does not fit this version of the program; the message says which is newer. */
export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch'
}

/** `upTo` leaves later ones out: a backup of an older program is restored as it was and then migrated. */
export async function migrate(
  url: string,
  upTo = Number.POSITIVE_INFINITY,
  patience = usualPatience,
): Promise<number> {
  const client = await connect(url, { application_name: 'flexpower migrate' })
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    return await applyMissing(client, await readMigrations(), upTo, patience)
  } finally {
    await client.end()
  }
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

async function applyMissing(
  client: pg.Client,
  known: Migration[],
  upTo: number,
  patience: Patience,
): Promise<number> {
  await client.query(
    `create table if not exists migration (
       number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<Migration>('select number, name, checksum from migration')
  const applied = new Map(rows.map((row) => [row.number, row]))
  const newest = Math.max(0, ...applied.keys())
  const latest = known.at(-1)?.number ?? 0
  if (newest > latest) await refuseUnknownSchema(client, newest, latest)
  let count = 0
  for (const migration of known.filter(({ number }) => number <= upTo)) {
    const before = applied.get(migration.number)
    if (before?.checksum === migration.checksum) continue
    if (before)
      throw new SchemaMismatch(
        `Migration ${migration.name} was changed after it was applied: restore the file.`,
      )
    await applyPatiently(client, migration, patience)
    count += 1
  }
  return count
}

/** A newer program may have migrated so that this one still works: then a rollback by one version can start. */
async function refuseUnknownSchema(client: pg.Client, newest: number, latest: number): Promise<void> {
  const { rows } = await client.query<{ oldest: number }>('select oldest_program() as oldest')
  const oldest = rows[0]?.oldest ?? newest
  if (latest < oldest)
    throw new SchemaMismatch(
      `The database is at version ${newest} and needs a program that knows ${oldest}, this one knows ${latest}: start the newer program.`,
    )
}

/** Between two tries, whoever waited behind this migration goes on. */
async function applyPatiently(client: pg.Client, migration: Migration, patience: Patience): Promise<void> {
  const giveUpAt = performance.now() + patience.tryForMs
  for (;;)
    try {
      return await apply(client, migration, patience.lockMs)
    } catch (error) {
      const { code } = (error as Error).cause as { code?: string }
      if (!IN_THE_WAY.has(code ?? '') || performance.now() > giveUpAt) throw error
      await sleep(patience.pauseMs * (0.5 + Math.random()))
    }
}

async function apply(
  client: pg.Client,
  { number, name, sql, checksum }: Migration,
  lockMs: number,
): Promise<void> {
  try {
    await client.query(`begin; set local lock_timeout = ${lockMs}`)
    await client.query(sql)
    await client.query('insert into migration (number, name, checksum) values ($1, $2, $3)', [
      number,
      name,
      checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed, nothing of it was kept`, { cause: error })
  }
}
