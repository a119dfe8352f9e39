// Restores a backup into a database: only into an empty one, all of it or nothing. Rows are written as they were, past
// the triggers that guard live books. Indexes and references are dropped before and created again after, which is both
// faster and a check of the data.
import { sql } from 'kysely'
import { type Copying, openCopying } from '../db/copying.ts'
import { systemClock } from '../runtime/clock.ts'
import { type Db, inTransaction, openDb } from '../db/db.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { auditBooks, type Violation } from '../ledger/audit.ts'
import { beginEpoch, readEpoch } from '../sales/epoch.ts'
import type { Beginning, Manifest, SequenceNote } from './manifest.ts'
import { checkBackup, readBackup, type ReadBackupOptions } from './read-backup.ts'

/** Whether open sales are looked up in time concerns the live server, not the backup: no time has passed in it. */
const NO_TIME = new Date(0)

/** The backup is fine, but it cannot be restored here; the message says why, in one sentence. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused'
}

export interface RestoreOptions extends ReadBackupOptions {
  url: string
  onProgress?: (share: number) => void
}

export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { url, signal } = options
  // Two passes over the file: any error in it shows before anything is touched.
  const { migrations } = await checkBackup(options)
  await refuseOtherSchema(migrations)
  const copying = await openCopying(url, signal)
  try {
    await refuseRows(copying)
    await migrate(url, migrations.at(-1)?.number ?? 0)
    const manifest = await fill(copying, options)
    await migrate(url)
    // Without statistics the first queries would be planned by guesses.
    await copying.query('analyze')
    return manifest
  } finally {
    await copying.close()
  }
}

async function refuseOtherSchema(migrations: Beginning['migrations']): Promise<void> {
  const known = await readMigrations()
  if (migrations.length > known.length)
    throw new RestoreRefused(
      `This backup is of schema ${migrations.length}, and this program knows ${known.length}: restore it with the newer program.`,
    )
  const other = migrations.find(({ checksum }, index) => checksum !== known[index]?.checksum)
  if (other)
    throw new RestoreRefused(
      `This backup was made by another program: its migration ${other.name} is not the one here.`,
    )
}

const listTables = async (copying: Copying): Promise<string[]> => {
  const rows = await copying.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' order by relname`,
  )
  return rows.map(({ name }) => name)
}

async function refuseRows(copying: Copying): Promise<void> {
  const filled: string[] = []
  for (const table of await listTables(copying))
    if ((await copying.query(`select from ${table} limit 1`)).length > 0) filled.push(table)
  if (filled.length > 0)
    throw new RestoreRefused(
      `The database is not empty (there are rows in ${filled.slice(0, 3).join(', ')}${filled.length > 3 ? ' and others' : ''}): restore into an empty one, as docs/runbook.md describes.`,
    )
}

async function fill(copying: Copying, options: RestoreOptions): Promise<Manifest> {
  await copying.query(`begin; set local maintenance_work_mem = '256MB'`)
  try {
    const tables = await listTables(copying)
    await copying.query(`lock table ${tables.join(', ')} in access exclusive mode`)
    // Again, now that nobody else can write.
    await refuseRows(copying)
    for (const table of tables) await copying.query(`alter table ${table} disable trigger user`)
    const putBack = await takeOff(copying)
    // The table was emptied in this transaction, so its rows can be written frozen, and no vacuum has to visit them
    // again.
    await copying.query(`truncate ${tables.join(', ')}`)
    const manifest = await readBackup(options, {
      onProgress: options.onProgress ?? (() => {}),
      onTable: (name, columns, bytes) =>
        copying.copyIn(
          `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin with (freeze)`,
          bytes,
        ),
    })
    for (const statement of putBack) await copying.query(statement)
    for (const table of tables) await copying.query(`alter table ${table} enable trigger user`)
    await setSequences(copying, manifest.sequences)
    await endAccess(copying, tables)
    await copying.query(`create table ${UNAUDITED} ()`)
    await copying.query('commit')
    return manifest
  } catch (error) {
    await copying.query('rollback').catch(() => undefined)
    throw error
  }
}

/** A session that ended since the backup must not be open again, nor may a used link work again. */
async function endAccess(copying: Copying, tables: string[]): Promise<void> {
  for (const table of ['session', 'password_link'])
    if (tables.includes(table))
      await copying.query(`update ${table} set ended_at = now() where ended_at is null`)
}

/**
 * Comes with the restored rows and goes when their audit was clean: until then, and after a restore that was
 * interrupted, no server starts on them.
 */
const UNAUDITED = 'restored_and_not_audited'

/**
 * Audits the restored books, as they were at the moment of the backup. Returns what is broken; if nothing is, a server
 * may start on them, in a new epoch.
 */
export async function auditRestored(url: string, { at }: Pick<Manifest, 'at'>): Promise<Violation[]> {
  const { db, close } = openDb({ url, connections: 1, statementMs: 0, onConnectionLost: () => {} })
  try {
    const broken = await auditBooks(db, NO_TIME)
    if (broken.length === 0) await beginSelling(db, new Date(at))
    return broken
  } finally {
    await close()
  }
}

const beginSelling = (db: Db, booksUntil: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    const at = systemClock.now()
    await beginEpoch(tx, { last: await readEpoch(tx), at, cause: 'restored', booksUntil })
    await sql`drop table if exists ${sql.table(UNAUDITED)}`.execute(tx)
  })

export async function isUnaudited(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass(${UNAUDITED}) is not null as found`.execute(db)
  return rows[0]?.found === true
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * References between tables, and every index that is not also a constraint. Returns the statements that create them
 * again.
 */
async function takeOff(copying: Copying): Promise<string[]> {
  const found = await copying.query<{ off: string; back: string }>(
    `select format('drop index %s', i.indexrelid::regclass) as off, pg_get_indexdef(i.indexrelid) as back, 1 as turn
       from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
     union all
     select format('alter table %s drop constraint %I', conrelid::regclass, conname),
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)), 2
       from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'
     order by turn`,
  )
  for (const { off } of found) await copying.query(off)
  return found.map(({ back }) => back)
}

async function setSequences(copying: Copying, sequences: SequenceNote[]): Promise<void> {
  for (const { name, last, isCalled } of sequences)
    await copying.query('select setval(quote_ident($1)::regclass, $2::bigint, $3)', [name, last, isCalled])
}
