// Moves old sales to the archive: first counted, then backed up, then moved; and back again. Nothing is ever deleted.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { list } from './list.ts'
import { ownPasswordLine } from './password.ts'
import { codec, count, day, done, fields, gmd, id, instant, isMissing } from './wire.ts'

const DAYS_MOST = 3650
const LEAST = 'Days must be at least 1'

/** How many days of transactions stay in the lists. */
const days = codec<number, number | string>(
  (given) => {
    if (isMissing(given)) return new Error('Days is required')
    const isPlain = (typeof given === 'number' || typeof given === 'string') && /^\d+$/.test(String(given))
    if (!isPlain) return new Error('Days must be a whole number')
    if (Number(given) < 1) return new Error(LEAST)
    return Number(given) > DAYS_MOST ? new Error(`Days cannot exceed ${DAYS_MOST}`) : Number(given)
  },
  (value) => value,
)

export const cleanupForm = z.object({ days })

const password = ownPasswordLine()

const cleanupRun = fields({
  id: id(),
  at: ['created_at', instant],
  by: ['recorded_by', z.string()],
  days: count,
  /** The last day that was moved. */
  until: day('Until is required'),
  state: ['status', z.enum(['backing up', 'archiving', 'done', 'failed', 'undoing', 'undone'])],
  /** Progress of the backup that is made first, in percent; null when it is not being made. */
  progress: z.nullable(count),
  /** The backup's file; null once it is removed. */
  backup: ['location', z.nullable(z.string())],
  /** The sales that were moved; while it is running, those that were counted. */
  sales: count,
  tendered: ['amount', gmd],
  failure: ['message', z.nullable(z.string())],
  undoneAt: ['undone_at', z.nullable(instant)],
  undoneBy: ['undone_by', z.nullable(z.string())],
})
export type CleanupRun = z.output<typeof cleanupRun>

/** As screens show it, and as a search finds it. */
export const cleanupStates: Record<CleanupRun['state'], string> = {
  'backing up': 'Making a backup',
  archiving: 'Archiving',
  done: 'Archived',
  failed: 'Failed',
  undoing: 'Coming back',
  undone: 'Undone',
}

export const cleanup = {
  /**
   * A dry run counts and changes nothing. Otherwise the caller's password is required, and the answer comes once the
   * run has started.
   */
  run: endpoint({
    method: 'POST',
    path: 'cleanup',
    access: 'admin',
    request: fields({
      days,
      dryRun: ['dry_run', z.boolean('Dry run must be true or false')],
      password: z.optional(password),
    }),
    response: fields({
      message: z.string(),
      until: day('Until is required'),
      sales: count,
      tendered: ['amount', gmd],
    }),
  }),
  /** Newest first. */
  list: list({ path: 'cleanup', access: 'admin', row: cleanupRun, envelope: 'data' }),
  undo: endpoint({
    method: 'POST',
    path: 'cleanup/{id}/undo',
    access: 'admin',
    request: fields({ id: id(), password }),
    response: done,
  }),
}
