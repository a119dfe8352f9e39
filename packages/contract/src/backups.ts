// Backups of the books: made, verified, kept for a while, and downloaded.
import * as z from 'zod/mini'
import { endpoint, file } from './endpoint.ts'
import { list } from './list.ts'
import { count, fields, id, instant, nothing } from './wire.ts'

const backup = fields({
  id: id(),
  at: ['created_at', instant],
  /** E-09: the file's name; its location is known only to the server. */
  file: ['location', z.string()],
  state: ['status', z.enum(['writing', 'checking', 'verified', 'failed'])],
  /** Of the current step, in percent. */
  progress: count,
  /** Null while there is no complete file, and when there never was one. */
  bytes: ['size', z.nullable(count)],
  /** Its file was written but is not on this server: it was moved, or the database came from another server. */
  isGone: ['is_gone', z.boolean()],
  /** Null: the server itself, at night. */
  by: ['recorded_by', z.nullable(z.string())],
  failure: ['message', z.nullable(z.string())],
})
export type Backup = z.output<typeof backup>

/** As screens show it, and as a search finds it. */
export const backupStates: Record<Backup['state'], string> = {
  writing: 'Being written',
  checking: 'Being checked',
  verified: 'Verified',
  failed: 'Failed',
}

/** The same, for one that is gone. */
export const BACKUP_GONE = 'Its file is not on this server'

export const backups = {
  /** Newest first. */
  list: list({ path: 'backups', access: 'admin', row: backup, envelope: 'data' }),
  /** What is made and removed automatically. */
  rules: endpoint({
    method: 'GET',
    path: 'backups/rules',
    access: 'admin',
    request: nothing,
    response: fields({
      /** When the next one is made automatically, in the past if a night was missed; null: only on request. */
      nextAt: ['next_at', z.nullable(instant)],
      /** The last one failed: this is when it is tried again. */
      isRetry: ['is_retry', z.boolean()],
      keptDays: ['keep_days', count],
      /** Where each is copied to; null: nowhere. */
      target: z.nullable(z.string()),
      /** When the last copy arrived there. */
      copiedAt: ['copied_at', z.nullable(instant)],
      /** When the newest copy was last read back as a whole. */
      copyCheckedAt: ['copy_checked_at', z.nullable(instant)],
      /** Why the newest backup is not copied. */
      copyFailure: ['copy_failure', z.nullable(z.string())],
    }),
  }),
  /** Answers once it has started; the list shows its progress. */
  make: endpoint({
    method: 'POST',
    path: 'backups',
    access: 'admin',
    request: nothing,
    response: fields({ message: z.string(), id: id() }),
  }),
  download: endpoint({
    method: 'GET',
    path: 'backups/{id}/download',
    access: 'admin',
    request: fields({ id: id() }),
    response: file,
  }),
}
