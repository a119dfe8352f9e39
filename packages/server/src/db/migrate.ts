// Numbered, forward-only SQL files. Each is applied once, in its own transaction, under an advisory lock, so that any
// number of processes may start together. A file that was changed after it was applied stops the start.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { connect } from './connection.ts'

const folder = new URL('migrations/', import.meta.url)
export const MIGRATION_LOCK = 7_063_201

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
export async function migrate(url: string, upTo = Number.POSITIVE_INFINITY): Promise<number> {
  const client = await connect(url, { application_name: 'flexpower migrate' })
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    return await applyMissing(client, await readMigrations(), upTo)
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

async function applyMissing(client: pg.Client, known: Migration[], upTo: number): Promise<number> {
  await client.query(
    `create table if not exists migration (
       number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<Migration>('select number, name, checksum from migration')
  const applied = new Map(rows.map((row) => [row.number, row]))
  const newest = Math.max(0, ...applied.keys())
  if (newest > known.length)
    throw new SchemaMismatch(
      `The database is at version ${newest}, this program knows ${known.length}: start the newer program.`,
    )
  const migrations = known.filter(({ number }) => number <= upTo)
  for (const migration of migrations) {
    const before = applied.get(migration.number)
    if (before?.checksum === migration.checksum) continue
    if (before)
      throw new SchemaMismatch(
        `Migration ${migration.name} was changed after it was applied: restore the file.`,
      )
    await apply(client, migration)
  }
  return migrations.length - applied.size
}

async function apply(client: pg.Client, { number, name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin')
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
