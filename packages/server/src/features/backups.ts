// Backups as an Admin sees them: make one, see how the others ended, download one.
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Api, BACKUP_GONE, backupStates } from '@flexpower/contract'
import { sql } from 'kysely'
import { backupFolder } from '../backups/make.ts'
import { nextBackup } from '../backups/nightly.ts'
import { HOUR_MS } from '../runtime/clock.ts'
import { inTransaction } from '../db/db.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { recordAct } from '../ledger/acts.ts'
import { shownBytes, shownChoice, shownInstant, shownLines } from '../lists/shown-text.ts'
import { tableList } from '../lists/table-list.ts'
import { Refusal } from '../refusal.ts'
import { countAttempt, type Limit } from '../identity/throttle.ts'

type Calls = Api['backups']

export const backups: Handlers['backups'] = { list, rules, make, download }

/** Each takes disk space until it is old. */
const ON_REQUEST: Limit = { most: 30, windowMs: HOUR_MS }

async function list({ context }: Call<Calls['list']>) {
  const { config, db } = context
  await context.backups.sweep()
  // A restored database may list files that are still on the old server.
  const there = await readdir(backupFolder(config)).catch(() => [])
  const isGone = sql<boolean>`(bytes is not null and finished_at is not null and file <> all(${there}::text[]))`
  return tableList({
    query: db
      .selectFrom('backup')
      .leftJoin('users', 'users.id', 'backup.created_by')
      .select(['backup.id', 'backup.created_at as at', 'file', 'state', 'progress', 'bytes', 'failure'])
      .select(['users.name as by', isGone.as('is_gone')]),
    place: sql`backup.id`,
    at: sql`backup.created_at`,
    text: shownLines(
      shownInstant(sql`backup.created_at`),
      sql`file`,
      sql`coalesce('Made by ' || users.name, 'Made by the server')`,
      shownBytes(sql`bytes`),
      sql`case when ${isGone} then ${BACKUP_GONE} end`,
      shownChoice(sql`state`, backupStates),
      sql`failure`,
    ),
    show: ({ id, at, file, state, progress, bytes, is_gone, by, failure }) => ({
      id,
      at,
      file,
      state,
      progress,
      bytes,
      isGone: is_gone,
      by,
      failure,
    }),
  })
}

async function rules({ context }: Call<Calls['rules']>) {
  const { db, clock, config } = context
  const next = await nextBackup(context, clock.now())
  const target = config.backups.target?.name ?? null
  const newest = await db
    .selectFrom('backup')
    .select('copy_failure')
    .where('state', '=', 'verified')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const copies = await db
    .selectFrom('backup')
    .select(({ fn }) => [fn.max('copied_at').as('copied'), fn.max('copy_checked_at').as('checked')])
    .where('copied_to', '=', target)
    .executeTakeFirstOrThrow()
  return {
    nextAt: next?.at ?? null,
    isRetry: next?.isRetry ?? false,
    keptDays: config.backups.keepDays,
    target,
    copiedAt: copies.copied,
    copyCheckedAt: copies.checked,
    copyFailure: target === null ? null : (newest?.copy_failure ?? null),
  }
}

async function make({ context, caller, origin }: Call<Calls['make']>) {
  await countAttempt(context, 'backups on request', ON_REQUEST)
  const begun = await context.backups.make({ caller, origin })
  if (begun === null)
    throw new Refusal('conflict', 'A backup is being made already. Wait until it is finished.')
  return { id: begun.id, message: 'The backup has started. It is checked as soon as it is written.' }
}

async function download(call: Call<Calls['download']>) {
  const { context, input } = call
  const { config, db } = context
  const row = await db
    .selectFrom('backup')
    .select(['file', 'bytes', 'state'])
    .where('id', '=', input.id)
    .executeTakeFirst()
  if (!row || row.bytes === null) throw new Refusal('not_found', 'There is no such backup.')
  if (row.state === 'checking')
    throw new Refusal('conflict', 'This backup is still being checked. Export it when it is verified.')
  const path = join(backupFolder(config), row.file)
  const found = await stat(path).catch(() => null)
  if (!found)
    throw new Refusal(
      'not_found',
      'The file of this backup is not on this server: it was moved, or the database came from another one.',
    )
  await inTransaction(db, (tx) =>
    recordAct(tx, call, { action: 'downloaded a backup', record: `backup/${input.id}`, title: row.file }),
  )
  return { name: row.file, bytes: found.size, content: createReadStream(path) }
}
