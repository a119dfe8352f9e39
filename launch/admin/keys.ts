// Subcommands that follow a new key: what the old one sealed is sealed again, or is said to need the old one still.
import { join } from 'node:path'
import { formatDay } from '@flexpower/contract'
import { backupFolder, createBackups } from '../../packages/server/src/backups/make.ts'
import { numberKey } from '../../packages/server/src/backups/sealed-file.ts'
import { isSealedHereWith } from '../../packages/server/src/backups/sealed-here.ts'
import { countOtherBackupKeys } from '../../packages/server/src/db/presence.ts'
import { Refusal } from '../../packages/server/src/refusal.ts'
import { after, DAY_MS } from '../../packages/server/src/runtime/clock.ts'
import { rotateSecretKey } from '../../packages/server/src/secrets/rotate.ts'
import { asOperator, type Command, type ExitCode, type OperatorCall } from './command.ts'

const rotateSecret: Command = {
  name: 'rotate secret-key',
  parameters: '',
  takes: [0, 0],
  does: 'seals the secrets in the database with a new FLEXPOWER_SECRET_KEY',
  details: `1. Set FLEXPOWER_SECRET_KEY_BEFORE to the old key and FLEXPOWER_SECRET_KEY to the new one (openssl rand -base64 32),
   for this command and for every server, and restart the servers. They open what either key has sealed.
2. Run this command. It may be broken off and repeated.
3. Remove FLEXPOWER_SECRET_KEY_BEFORE, and restart the servers once more.
Backups from before have secrets that the old key sealed: keep it as long as you keep them.`,
  run: () =>
    asOperator(async (call) => {
      const { secretKey, secretKeyBefore } = call.context.config
      if (secretKeyBefore === null || secretKeyBefore.equals(secretKey))
        throw new Refusal(
          'invalid',
          'Set FLEXPOWER_SECRET_KEY_BEFORE to the old key and FLEXPOWER_SECRET_KEY to the new one, here and at every server, and restart the servers first. Nothing was changed.',
        )
      const { again, already, shut } = await rotateSecretKey(call)
      console.log(`Sealed with the new key: ${again} now, ${already} before.`)
      if (shut > 0) {
        console.log(
          `${shut} cannot be opened with either key: find the key that sealed them, or follow docs/runbook.md for a lost key.`,
        )
        return 1
      }
      console.log(
        'Remove FLEXPOWER_SECRET_KEY_BEFORE, and restart the servers. Keep the old key for old backups.',
      )
      return 0
    }),
}

const rotateBackup: Command = {
  name: 'rotate backup-key',
  parameters: '',
  takes: [0, 0],
  does: 'makes a backup with a new FLEXPOWER_BACKUP_KEY, and lists what needs the old one',
  details: `1. Set FLEXPOWER_BACKUP_KEY to the new key (openssl rand -base64 32), for this command and for every server, and
   restart them all.
2. Run this command. It is refused while a server runs that has another key.
Backups that the old key has sealed are not changed: they stay readable with the old key, and only with it.`,
  run: () =>
    asOperator(async (call) => {
      const { key, keepDays } = call.context.config.backups
      if (key === null)
        throw new Refusal(
          'invalid',
          'Set FLEXPOWER_BACKUP_KEY to the new key, here and at every server, and restart the servers first. Nothing was changed.',
        )
      const kept = await listKept(call, key)
      if (kept.at(-1)?.isSealed === true)
        throw new Refusal(
          'invalid',
          'The newest backup was made with this FLEXPOWER_BACKUP_KEY already. To change it, set it to a new key, here and at every server, and restart the servers first. Nothing was changed.',
        )
      await requireKeyEverywhere(call, key)
      const code = await makeBackup(call)
      const sealedBefore = kept.filter(({ isSealed }) => isSealed === false)
      const newest = sealedBefore.at(-1)
      if (newest === undefined) console.log('No backup here needs another key.')
      else {
        const until = formatDay(after(newest.created_at, keepDays * DAY_MS))
        const older =
          sealedBefore.length === 1
            ? '1 older backup here stays'
            : `${sealedBefore.length} older backups here stay`
        console.log(
          `${older} readable with the old key only: keep it until ${until}, and as long as you keep copies elsewhere.`,
        )
      }
      return code
    }),
}

/** A server with the old key would go on making backups with it. */
async function requireKeyEverywhere({ context: { db } }: OperatorCall, key: Buffer): Promise<void> {
  const others = await countOtherBackupKeys(db, numberKey(key))
  if (others > 0)
    throw new Refusal(
      'conflict',
      `${others === 1 ? '1 running server has' : `${others} running servers have`} another FLEXPOWER_BACKUP_KEY. Set the new one at every server, restart them all, and run this again. Nothing was changed.`,
    )
}

async function makeBackup({ context, caller, origin }: OperatorCall): Promise<ExitCode> {
  const backups = createBackups(context)
  const begun = await backups.make({ caller, origin })
  if (begun === null)
    throw new Refusal(
      'conflict',
      'A backup is being made just now, perhaps with the old key. Try again later.',
    )
  const state = await begun.finished
  await backups.stop()
  console.log(
    state === 'verified'
      ? 'A backup was made with the new key and verified.'
      : 'The backup with the new key failed. The list of backups says why.',
  )
  return state === 'verified' ? 0 : 1
}

/** Oldest first, and whether the key has sealed each; null: its file is somewhere else. */
async function listKept({ context: { db, config } }: OperatorCall, key: Buffer) {
  const kept = await db
    .selectFrom('backup')
    .select(['file', 'created_at'])
    .where('state', '=', 'verified')
    .orderBy('created_at')
    .execute()
  const found: { created_at: Date; isSealed: boolean | null }[] = []
  for (const { file, created_at } of kept)
    found.push({ created_at, isSealed: await isSealedHereWith(key, join(backupFolder(config), file)) })
  return found
}

export const keyCommands: readonly Command[] = [rotateSecret, rotateBackup]
