// Who did what: written in the same transaction as the deed, so that neither is there without the other. The database links
// the entries into a chain and refuses to change them (migration 0004); the audit of the books checks the chain.
import type { Clock } from '../runtime/clock.ts'
import type { Caller, Origin } from '../runtime/context.ts'
import type { Tx } from '../db/db.ts'

/** Whoever makes the call; without a caller the server itself. */
export interface Doer {
  context: { clock: Clock }
  caller?: Pick<Caller, 'userId' | 'name'>
  origin?: Pick<Origin, 'address'>
}

export interface Deed {
  /** In words that go on from a name: 'changed a user'. */
  deed: string
  /** `user/12` */
  record: string
  /** What the record is called, for whoever reads this when it is long gone. */
  title: string
  /** Field by field, never a password. */
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

export async function recordAct(tx: Tx, { context, caller, origin }: Doer, deed: Deed): Promise<void> {
  await tx
    .insertInto('act')
    .values({
      at: context.clock.now(),
      user_id: caller?.userId ?? null,
      user_name: caller?.name ?? null,
      deed: deed.deed,
      record: deed.record,
      title: deed.title,
      address: origin?.address ?? '',
      before: deed.before ? JSON.stringify(deed.before) : null,
      after: deed.after ? JSON.stringify(deed.after) : null,
    })
    .execute()
}

/** What most deeds are done to. */
export const onUser = ({ id, name }: { id: number; name: string }) => ({ record: `user/${id}`, title: name })
