// The audit of actions: an entry is written in the same transaction as the action, so neither exists without the other.
// The database links the entries into a chain and refuses to change them (migration 0004); the audit of the books
// checks the chain.
import type { Clock } from '../runtime/clock.ts'
import type { Caller, Origin } from '../runtime/context.ts'
import type { Tx } from '../db/db.ts'

/** The user who makes the call, or the operator at the machine, who is none; without a caller the server itself. */
export interface Actor {
  context: { clock: Clock }
  caller?: Pick<Caller, 'name'> & { userId: number | null }
  origin?: Pick<Origin, 'address'>
}

export interface AuditEntry {
  /** Text that continues after a name: 'changed a user'. */
  action: string
  /** `user/12` */
  record: string
  /** The record's name, for readers when the record is gone. */
  title: string
  /** Field by field, never a password. */
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

export async function recordAct(
  tx: Tx,
  { context, caller, origin }: Actor,
  entry: AuditEntry,
): Promise<void> {
  await tx
    .insertInto('act')
    .values({
      at: context.clock.now(),
      user_id: caller?.userId ?? null,
      user_name: caller?.name ?? null,
      deed: entry.action,
      record: entry.record,
      title: entry.title,
      address: origin?.address ?? '',
      before: entry.before ? JSON.stringify(entry.before) : null,
      after: entry.after ? JSON.stringify(entry.after) : null,
    })
    .execute()
}

/** What most actions are about. */
export const onUser = ({ id, name }: { id: number; name: string }) => ({ record: `user/${id}`, title: name })
