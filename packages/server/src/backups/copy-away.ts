// Backups leave the machine: the newest verified one is copied to the target, read back as a whole once a day, and old
// copies are removed there. If the target is away, the backup here stays good; it is tried again, and Admins are told.
import { join } from 'node:path'
import { alone } from '../db/alone.ts'
import { type Db, inTransaction } from '../db/db.ts'
import { recordAct } from '../ledger/acts.ts'
import { lowerAlert, raiseAlert } from '../mail/alerts.ts'
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import type { Context } from '../runtime/context.ts'
import { repeat } from '../runtime/repeat.ts'
import { readOrMakeKey } from './key.ts'
import { backupFolder } from './make.ts'
import { openStore } from './open-store.ts'
import { checkBackup } from './read-backup.ts'
import { isOnDiskOf, sameDiskWarning } from './same-disk.ts'
import { BackupDamaged, SealedOtherwise } from './sealed-file.ts'
import { isSealedHereWith } from './sealed-here.ts'
import { type BackupStore, TargetProblem } from './store.ts'

type CopyParts = Pick<Context, 'config' | 'db' | 'clock' | 'log'>

const LOOK_EVERY_MS = MINUTE_MS
const RETRY_MS = 10 * MINUTE_MS
const CHECK_EVERY_MS = DAY_MS
/** A day, and time to make one. */
const ARRIVES_WITHIN_MS = 26 * HOUR_MS
const ALERT = 'backup copy'

/** Ours alone: whatever else is kept in the same place stays there. */
const NAME = /^flexpower-(\d{4}-\d\d-\d\d)-(\d\d)-(\d\d)-(\d\d)-[\da-f]{4}\.backup$/

/** Copies and checks what is due, unless another process does; without a target nothing is. */
export async function copyDue(parts: CopyParts, signal = new AbortController().signal): Promise<void> {
  const { config, db } = parts
  const { target } = config.backups
  if (target === null) {
    await inTransaction(db, (tx) => lowerAlert(tx, ALERT, 0))
    return
  }
  await alone(db, 'backup copy', async () => {
    const away: Away = { ...parts, target: target.name, store: openStore(target), signal }
    const failure = (await copyNewest(away)) ?? (await checkNewest(away))
    await tell(away, failure)
  })
}

interface Away extends CopyParts {
  target: string
  store: BackupStore
  signal: AbortSignal
}

const columns = [
  'id',
  'file',
  'created_at',
  'copied_to',
  'copied_at',
  'copy_checked_at',
  'copy_tried_at',
  'copy_failure',
] as const

const findNewest = (db: Db) =>
  db
    .selectFrom('backup')
    .select(columns)
    .where('state', '=', 'verified')
    .orderBy('created_at', 'desc')
    .limit(1)

/** Why it could not be copied, or null. */
async function copyNewest(away: Away): Promise<string | null> {
  const { db, clock, config, target, store, signal } = away
  const newest = await findNewest(db).executeTakeFirst()
  if (!newest || newest.copied_to === target) return null
  const now = clock.now()
  if (newest.copy_failure !== null && isTooSoon(newest, now)) return newest.copy_failure
  const failed = await attempt(away, () =>
    store.put(join(backupFolder(config), newest.file), newest.file, signal),
  )
  const failure = failed?.sentence ?? null
  const copied = { copied_to: target, copied_at: clock.now(), copy_checked_at: null, copy_tried_at: null }
  const result = { copy_tried_at: now, copy_failure: failure, ...(failed === null && copied) }
  await inTransaction(db, async (tx) => {
    await tx.updateTable('backup').set(result).where('id', '=', newest.id).execute()
    if (failed === null) await record(tx, away, newest, 'copied a backup')
  })
  if (failed === null) await attempt(away, () => removeOldCopies(away, newest.file))
  return failure
}

/** A time in the future comes from a clock that has been set back since. */
const isTooSoon = ({ copy_tried_at: at }: { copy_tried_at: Date | null }, now: Date) =>
  at !== null && at > after(now, -RETRY_MS) && at <= now

const record = (
  tx: Parameters<typeof recordAct>[0],
  { clock, target }: Away,
  { id, file }: { id: number; file: string },
  action: string,
  details: object = {},
) =>
  recordAct(
    tx,
    { context: { clock } },
    { action, record: `backup/${id}`, title: file, after: { target, ...details } },
  )

/** Reads all of the newest copy, once a day. One that is damaged or gone is no copy, so it is made again. */
async function checkNewest(away: Away): Promise<string | null> {
  const { db, clock, target } = away
  const copy = await findNewest(db).where('copied_to', '=', target).executeTakeFirst()
  const now = clock.now()
  const isChecked = copy?.copy_checked_at && copy.copy_checked_at > after(now, -CHECK_EVERY_MS)
  if (!copy || isChecked) return null
  if (isTooSoon(copy, now)) return copy.copy_failure
  let isRead = true
  const failed = await attempt(away, async () => {
    isRead = await readCopy(away, copy.file)
  })
  if (failed === null) {
    const checked = { ...(isRead && { copy_checked_at: now }), copy_tried_at: now, copy_failure: null }
    await db.updateTable('backup').set(checked).where('id', '=', copy.id).execute()
    return null
  }
  const sentence = `The copy of ${copy.file} could not be read back. ${failed.sentence}`
  const noCopy = { copied_to: null, copied_at: null, copy_checked_at: null }
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('backup')
      .set({ copy_tried_at: now, copy_failure: sentence, ...(failed.isLost && noCopy) })
      .where('id', '=', copy.id)
      .execute()
    if (failed.isLost)
      await record(tx, away, copy, 'found a copy of a backup unreadable', { reason: failed.sentence })
  })
  return sentence
}

/**
 * False: it has another key than this server, as while FLEXPOWER_BACKUP_KEY is changed, so only another server can tell
 * whether it is whole. A copy whose file here has our key is damaged instead.
 */
async function readCopy({ config, log, store, signal }: Away, file: string): Promise<boolean> {
  const key = await readOrMakeKey(config)
  try {
    await checkBackup({ file, store, key, signal })
    return true
  } catch (error) {
    if (!(error instanceof SealedOtherwise)) throw error
    if ((await isSealedHereWith(key, join(backupFolder(config), file))) === true) throw error
    log.warn({ file }, 'a copy of a backup was not read back: it has another key than this server')
    return false
  }
}

/** By the moment in their names: the rows of those before a restore are gone. The newest stays. */
async function removeOldCopies(away: Away, newest: string): Promise<void> {
  const { db, clock, config, store } = away
  const before = after(clock.now(), -config.backups.keepDays * DAY_MS)
  for (const name of await store.list()) {
    const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
    if (day === undefined || name === newest) continue
    if (new Date(`${day}T${hours}:${minutes}:${seconds}Z`) >= before) continue
    await store.remove(name)
    await inTransaction(db, (tx) =>
      recordAct(
        tx,
        { context: { clock } },
        {
          action: 'removed an old copy of a backup',
          record: 'backups',
          title: name,
          after: { target: away.target },
        },
      ),
    )
  }
}

interface Failed {
  /** For an Admin; the log has the rest. */
  sentence: string
  /** The target answers, and what it has is not the backup. */
  isLost: boolean
}

async function attempt(away: Away, work: () => Promise<unknown>): Promise<Failed | null> {
  const { log, signal } = away
  try {
    await requireDisk(away)
    await work()
    return null
  } catch (error) {
    if (signal.aborted) return { sentence: 'The server stopped before it was finished.', isLost: false }
    log.error({ err: error }, 'a backup could not be copied or read back')
    if (error instanceof TargetProblem) return { sentence: error.message, isLost: error.isMissing }
    if (error instanceof BackupDamaged) return { sentence: error.message, isLost: true }
    const isGone = (error as { code?: string }).code === 'ENOENT'
    const unknown = 'The server met something that it does not know: its log names the cause.'
    return { sentence: isGone ? 'Its file is not on this server.' : unknown, isLost: false }
  }
}

/**
 * A mount point without its disk is an empty folder on the disk that burns. What arrived before tells it from a new folder.
 */
async function requireDisk({ db, config, target, store }: Away): Promise<void> {
  const place = config.backups.target
  if (place?.kind !== 'folder' || !(await isOnDiskOf(config.dataDir, place.folder))) return
  if ((await store.list()).some((name) => NAME.test(name))) return
  const arrived = db.selectFrom('backup').select('id').where('copied_to', '=', target).limit(1)
  if (await arrived.executeTakeFirst())
    throw new TargetProblem(
      `The folder ${place.folder} is empty, on the disk of the data folder, and backups arrived there before: mount its disk first.`,
    )
}

/** At the first failure, and once more when nothing has arrived for 26 hours. */
async function tell(away: Away, failure: string | null): Promise<void> {
  const { db, clock, config, target } = away
  const { arrived, first } = await db
    .selectFrom('backup')
    .select(({ fn }) => [
      fn.max('copied_at').filterWhere('copied_to', '=', target).as('arrived'),
      fn.min('finished_at').filterWhere('state', '=', 'verified').as('first'),
    ])
    .executeTakeFirstOrThrow()
  const since = arrived ?? first
  const isAutomatic = config.backups.atMinute !== null
  const isLate = isAutomatic && since !== null && since < after(clock.now(), -ARRIVES_WITHIN_MS)
  await inTransaction(db, async (tx) => {
    if (failure === null && !isLate) return lowerAlert(tx, ALERT, 0)
    const kept = 'The backups on this server are not affected, and selling goes on.'
    return raiseAlert(tx, away, {
      subject: ALERT,
      level: isLate ? 2 : 1,
      title: isLate ? 'No backup has left this server for 26 hours' : 'A backup could not be copied',
      text: `${failure ?? `Nothing has arrived at ${target}.`} ${kept} It is tried again every ten minutes.`,
      isSentBySms: isLate,
    })
  })
}

export function startCopying(context: Context): () => Promise<void> {
  const stopping = new AbortController()
  const warned = sameDiskWarning(context.config).then((sentence) => sentence && context.log.warn(sentence))
  const stop = repeat({
    pauseMs: () => LOOK_EVERY_MS,
    run: () => copyDue(context, stopping.signal),
    onFailure: (error) => context.log.error({ err: error }, 'backups could not be copied'),
  })
  return async () => {
    stopping.abort()
    await warned
    await stop()
  }
}
