// `npm run restore -- FILE`: makes a database from a backup, only into an empty one, and audits it. The file may be in a
// bucket (`s3://bucket/prefix/FILE`). An obstacle is reported in one sentence, exit 1, and existing data is unchanged.
import { basename, resolve } from 'node:path'
import { readKey } from '../packages/server/src/backups/key.ts'
import { type Manifest, rowsIn } from '../packages/server/src/backups/manifest.ts'
import { auditRestored, restoreBackup, RestoreRefused } from '../packages/server/src/backups/restore.ts'
import { BackupDamaged } from '../packages/server/src/backups/sealed-file.ts'
import { openStore } from '../packages/server/src/backups/open-store.ts'
import { type ReadableStore, TargetProblem } from '../packages/server/src/backups/store.ts'
import { readPlace } from '../packages/server/src/config/backup-target.ts'
import { systemClock } from '../packages/server/src/runtime/clock.ts'
import type { Config } from '../packages/server/src/config/config.ts'
import { type Db, inTransaction, openDb } from '../packages/server/src/db/db.ts'
import { recordAct } from '../packages/server/src/ledger/acts.ts'
import { secretKeyMisfit } from '../packages/server/src/secrets/secret-key.ts'
import { readConfig } from './configuration.ts'
import { withDatabase } from './database.ts'
import { readCode } from './postgres-cluster.ts'
import { sentenceFor } from './tell.ts'

async function restore([given, ...surplus]: readonly string[]): Promise<void> {
  if (given === undefined || surplus.length > 0)
    throw new RestoreRefused('Name one backup and nothing else: npm run restore -- FILE')
  const config = readConfig()
  const key = await readKey(config)
  if (key === null)
    throw new RestoreRefused(
      `There is no key to open it with: set FLEXPOWER_BACKUP_KEY, or put the demo’s backup.key back into ${config.dataDir}.`,
    )
  const named = findBackup(config, given)
  const { file } = named
  await withDatabase(
    config,
    async (url) => {
      const manifest = await restoreInto(url, named, key)
      const { db, close } = openDb({ url, connections: 1, onConnectionLost: () => {} })
      await recordRestore(db, file, manifest)
        .then(() => tellOfSecretKey(db, config))
        .finally(close)
    },
    { creates: true },
  )
}

function findBackup({ backups }: Config, given: string): { file: string; store?: ReadableStore } {
  // npm runs in the project's folder; the path is relative to the person's own.
  if (!given.startsWith('s3:') && !given.startsWith('file:'))
    return { file: resolve(process.env['INIT_CWD'] ?? '', given) }
  const file = basename(given)
  const place = readPlace(given.slice(0, -file.length))
  if (place === null || !file.endsWith('.backup'))
    throw new RestoreRefused('Name the backup as s3://bucket/prefix/flexpower-….backup or as a file.')
  if (place.kind === 'folder') return { file, store: openStore(place) }
  if (backups.s3 === null)
    throw new RestoreRefused(
      'Set FLEXPOWER_BACKUP_S3_KEY_ID and FLEXPOWER_BACKUP_S3_SECRET to read the bucket, and its endpoint if it is not Amazon’s.',
    )
  return { file, store: openStore({ ...place, ...backups.s3 }) }
}

async function restoreInto(
  url: string,
  named: { file: string; store?: ReadableStore },
  key: Buffer,
): Promise<Manifest> {
  const startedAt = performance.now()
  const manifest = await restoreBackup({ url, ...named, key, onProgress: showProgress() })
  const seconds = Math.ceil((performance.now() - startedAt) / 1000)
  console.log(`${rowsIn(manifest).toLocaleString('en')} rows of ${manifest.at} restored in ${seconds} s.`)
  const broken = await auditRestored(url, manifest)
  for (const { invariant, examples } of broken)
    console.log(`Broken: ${invariant}\n  ${examples.map((example) => JSON.stringify(example)).join('\n  ')}`)
  if (broken.length > 0)
    throw new RestoreRefused(
      'The books in this backup are not right: do not sell on them. The rows are there to be looked at; no server starts on this database.',
    )
  console.log(
    'The books are right. "npm start" starts on them; everybody signs in again. The history of backups in them ends before this one.',
  )
  return manifest
}

/** For the Admins who miss what was sold, decided and backed up since. */
const recordRestore = (db: Db, file: string, manifest: Manifest): Promise<void> =>
  inTransaction(db, (tx) =>
    recordAct(
      tx,
      { context: { clock: systemClock } },
      {
        action: 'restored the books from a backup',
        record: 'books',
        title: basename(file),
        after: { made_at: manifest.at, rows: rowsIn(manifest) },
      },
    ),
  )

/**
 * The books do not need this key, but sealed secrets in the database do: better reported now than when a user cannot
 * sign in.
 */
async function tellOfSecretKey(db: Db, config: Config): Promise<void> {
  const misfit = await secretKeyMisfit({ db, config })
  if (misfit !== null) console.log(misfit)
}

/** On a terminal only, where a line can be overwritten. */
function showProgress(): (share: number) => void {
  let shown = -1
  return (share) => {
    const percent = Math.floor(share * 100)
    if (!process.stderr.isTTY || percent === shown) return
    shown = percent
    process.stderr.write(`\r${percent} %${percent === 100 ? '\n' : ''}`)
  }
}

function explain(error: unknown, file: string): string {
  if (error instanceof RestoreRefused || error instanceof BackupDamaged || error instanceof TargetProblem)
    return error.message
  const known = sentenceFor(error)
  if (known !== null) return known
  if (readCode(error) === 'ENOENT' || readCode(error) === 'EISDIR') return `There is no file ${file}.`
  if (readCode(error) === 'EACCES') return `This user may not read ${file}.`
  return `The backup could not be restored: ${error instanceof Error ? error.message : String(error)}`
}

const words = process.argv.slice(2)
try {
  await restore(words)
} catch (error) {
  console.error(explain(error, words[0] ?? ''))
  process.exitCode = 1
}
