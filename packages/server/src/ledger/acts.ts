// Who did what: written in the same transaction as the deed, so that neither is there without the other. The database links
// the entries into a chain and refuses to change them (migration 0004); the audit of the books checks the chain.
import type { Caller, Origin } from '../context.ts'
import type { Tx } from '../db/db.ts'

export interface Deed {
  at: Date
  /** Null: the server itself. */
  caller: Pick<Caller, 'userId' | 'name'> | null
  origin: Pick<Origin, 'address'> | null
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

export async function recordAct(tx: Tx, deed: Deed): Promise<void> {
  await tx
    .insertInto('act')
    .values({
      at: deed.at,
      user_id: deed.caller?.userId ?? null,
      user_name: deed.caller?.name ?? null,
      deed: deed.deed,
      record: deed.record,
      title: deed.title,
      address: deed.origin?.address ?? '',
      before: deed.before ? JSON.stringify(deed.before) : null,
      after: deed.after ? JSON.stringify(deed.after) : null,
    })
    .execute()
}
