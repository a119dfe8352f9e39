// Why a backup failed, for the Admins who read it on the screen and in a message: our own sentences unchanged, and
// system errors as a sentence that says what to do first. The system's own text is for the log.
import { isDatabaseAway } from '../db/away.ts'
import { RestoreRefused } from './restore.ts'
import { BackupDamaged } from './sealed-file.ts'

const DISK_FULL = 'The disk of the backups is full: make room on it first.'
const NOT_ALLOWED =
  'The server may not write into the folder of backups: let the user that it runs as write there first.'
const IN_THE_WAY = 'A file lies where the folder of backups belongs: move it away first.'

const known: Record<string, string> = {
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: 'The disk of the backups can only be read: make it writable first.',
  EIO: 'The disk of the backups does not do what it should: have it looked at first.',
  EEXIST: IN_THE_WAY,
  ENOTDIR: IN_THE_WAY,
  '42501': 'The database role may not create the database in which the backup is checked: grant it CREATEDB.',
  '53100':
    'The disk of the database is full, and a backup is restored there to check it: make room on it first.',
}

export function failureText(error: unknown): string {
  if (error instanceof BackupDamaged || error instanceof RestoreRefused) return error.message
  const { code } = error as { code?: unknown }
  const sentence = typeof code === 'string' ? known[code] : undefined
  if (sentence !== undefined) return sentence
  return isDatabaseAway(error)
    ? 'The database could not be reached until it was finished.'
    : 'The server met something that it does not know: its log names the cause, with the name of this file.'
}
