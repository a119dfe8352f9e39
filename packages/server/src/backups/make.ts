// Makes backups, one at a time over all server processes: a snapshot into a file, then the proof that it can be
// restored. The result is stored, and a failure is reported to every Admin.
import { randomBytes } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Context } from '../runtime/context.ts'
import { alone } from '../db/alone.ts'
import { type Db, inTransaction, type Tx } from '../db/db.ts'
import { recordAct } from '../ledger/acts.ts'
import { tellOfCauses } from '../notices/notices.ts'
import type { Asker, Backups, Begun } from './backups.ts'
import { failureText } from './failure-text.ts'
import { readOrMakeKey } from './key.ts'
import { rowsIn } from './manifest.ts'
import { removeOld } from './retention.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'
import { dropScratch, hasScratch, verifyBackup } from './verify.ts'

type BackupParts = Pick<Context, 'config' | 'db' | 'clock' | 'log'>

const LOCK = 'backup'
const TELL_EVERY_MS = 1_000
const STOPPED = 'The server stopped before it was finished.'

export const backupFolder = ({ dataDir }: { dataDir: string }): string => resolve(dataDir, 'backups')

export function createBackups(parts: BackupParts): Backups {
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  return {
    make: async (asker, isRetry = false) => {
      const begun = Promise.withResolvers<Begun | null>()
      const work = alone(parts.db, LOCK, async () => {
        await failUnfinished(parts)
        await makeOne(parts, { asker, isRetry, signal: stopping.signal }, ({ id, finished }) =>
          // Who waits for its end may begin the next: then the lock is free.
          begun.resolve({ id, finished: ended.then(() => finished) }),
        )
      })
      const ended: Promise<void> = work.then(
        () => begun.resolve(null),
        (error: unknown) => {
          parts.log.error({ err: error }, 'a backup broke off')
          begun.reject(error)
        },
      )
      underWay.add(ended)
      void ended.finally(() => underWay.delete(ended))
      return begun.promise
    },
    sweep: async () => {
      // Mostly there is nothing, and a backup that begins meanwhile must find the lock free.
      if (await isAnythingLeft(parts)) await alone(parts.db, LOCK, () => clearAway(parts))
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(underWay)
    },
  }
}

function buildUrl({ databaseUrl }: BackupParts['config']): string {
  if (databaseUrl === null) throw new TypeError('a running server has a database')
  return databaseUrl
}

async function makeOne(
  parts: BackupParts,
  wish: Pick<Making, 'asker' | 'isRetry' | 'signal'>,
  onBegun: (begun: Begun) => void,
): Promise<void> {
  const { config, db, clock } = parts
  const url = buildUrl(config)
  const at = clock.now()
  // Before it has its own row: restored books must not contain an unfinished backup.
  const snapshot = await openSnapshot(url, at, wish.signal)
  const moment = at.toISOString().slice(0, 19).replaceAll(/[T:]/g, '-')
  const file = `flexpower-${moment}-${randomBytes(2).toString('hex')}.backup`
  try {
    const { id } = await db
      .insertInto('backup')
      .values({ file, created_at: at, created_by: wish.asker?.caller.userId ?? null, state: 'writing' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const finished = run(parts, { ...wish, id, file, snapshot, url })
    onBegun({ id, finished })
    await finished
  } finally {
    await snapshot.close()
  }
}

interface Making {
  id: number
  file: string
  asker: Asker | null
  isRetry: boolean
  signal: AbortSignal
  snapshot: Snapshot
  url: string
}

async function run(parts: BackupParts, making: Making): Promise<'verified' | 'failed'> {
  const { config, log } = parts
  const failure = await writeAndVerify(parts, making).catch((error: unknown) => {
    log.error({ err: error, file: making.file }, 'a backup failed')
    return making.signal.aborted ? STOPPED : failureText(error)
  })
  if (failure !== null && making.isRetry) await removeFile(parts, making)
  await inTransaction(parts.db, (tx) => finish(tx, parts, making, failure))
  if (failure === null)
    await removeOld(parts, backupFolder(config)).catch((error: unknown) =>
      log.error({ err: error }, 'old backups could not be removed'),
    )
  return failure === null ? 'verified' : 'failed'
}

/** Null, or what is wrong. */
async function writeAndVerify(parts: BackupParts, making: Making): Promise<string | null> {
  const { id, signal, snapshot, url } = making
  const { config, db } = parts
  const folder = backupFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, making.file)
  const key = await readOrMakeKey(config)
  const manifest = await snapshot.write(file, key, readProgress(parts, id, 'writing'))
  // While it is open, PostgreSQL cannot clean up old rows.
  await snapshot.close()
  const { size } = await stat(file)
  await db
    .updateTable('backup')
    .set({ state: 'checking', progress: 0, bytes: size, row_count: rowsIn(manifest) })
    .where('id', '=', id)
    .execute()
  const broken = await verifyBackup({
    url,
    file,
    key,
    signal,
    onProgress: readProgress(parts, id, 'checking'),
  })
  if (broken.length === 0) return null
  return `The file is whole, but the books in it are not right: ${broken.map(({ invariant }) => invariant).join('; ')}.`
}

async function removeFile({ config, db }: BackupParts, { id, file }: Making): Promise<void> {
  await db.updateTable('backup').set({ bytes: null }).where('id', '=', id).execute()
  await rm(join(backupFolder(config), file), { force: true })
}

/** Stores the percentage from time to time; a lost one does no harm. */
function readProgress({ db, log }: BackupParts, id: number, state: 'writing' | 'checking') {
  let toldAt = performance.now()
  return (share: number) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    const progress = Math.max(0, Math.min(99, Math.floor(share * 100)))
    db.updateTable('backup')
      .set({ progress })
      .where('id', '=', id)
      .where('state', '=', state)
      .execute()
      .catch((error: unknown) => log.warn({ err: error }, 'progress was not written down'))
  }
}

async function finish(
  tx: Tx,
  parts: BackupParts,
  { id, file, asker }: Pick<Making, 'id' | 'file' | 'asker'>,
  failure: string | null,
): Promise<void> {
  const at = parts.clock.now()
  const row = await tx
    .updateTable('backup')
    .set({
      state: failure === null ? 'verified' : 'failed',
      ...(failure === null && { progress: 100 }),
      finished_at: at,
      failure,
    })
    .where('id', '=', id)
    .returning(['bytes', 'row_count'])
    .executeTakeFirstOrThrow()
  await recordAct(
    tx,
    { context: parts, ...asker },
    {
      action: failure === null ? 'made a backup' : 'could not make a backup',
      record: `backup/${id}`,
      title: file,
      after: { bytes: row.bytes, rows: row.row_count, ...(failure !== null && { reason: failure }) },
    },
  )
  if (failure !== null) await tellOfCauses(tx, parts, ['backup failed'])
}

const unfinished = (db: Db) =>
  db.selectFrom('backup').select(['id', 'file']).where('state', 'in', ['writing', 'checking']).execute()

/** Or running: only the holder of the lock can know. */
const isAnythingLeft = async ({ db, config }: BackupParts): Promise<boolean> =>
  (await unfinished(db)).length > 0 || (await hasScratch(db, buildUrl(config)))

/**
 * The caller has the lock: an unfinished backup belongs to no running process, and neither does the database of a
 * check.
 */
async function clearAway(parts: BackupParts): Promise<void> {
  const { config, log } = parts
  await failUnfinished(parts)
  await dropScratch(buildUrl(config)).catch((error: unknown) =>
    log.warn({ err: error }, 'the database of a check that was broken off could not be dropped'),
  )
}

async function failUnfinished(parts: BackupParts): Promise<void> {
  const { config, db, log } = parts
  for (const { id, file } of await unfinished(db)) {
    await inTransaction(db, (tx) => finish(tx, parts, { id, file, asker: null }, STOPPED))
    await rm(`${join(backupFolder(config), file)}.unfinished`, { force: true }).catch((error: unknown) =>
      log.warn({ err: error }, 'what was written of a backup could not be removed'),
    )
  }
}
