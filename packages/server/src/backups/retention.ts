// Removes old backups, file first: a crash in between leaves a row whose file is gone, which the next round finishes.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, DAY_MS } from '../runtime/clock.ts'
import type { Context } from '../runtime/context.ts'
import { inTransaction } from '../db/db.ts'
import { recordAct } from '../ledger/acts.ts'

/** Returns how many were removed. The newest verified one stays, however old it is. */
export async function removeOld(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  folder: string,
): Promise<number> {
  const { db, clock, config } = context
  const old = await db
    .selectFrom('backup')
    .select(['id', 'file'])
    .where('state', 'in', ['verified', 'failed'])
    .where('created_at', '<', after(clock.now(), -config.backups.keepDays * DAY_MS))
    .where('id', 'not in', (select) =>
      select
        .selectFrom('backup')
        .select('id')
        .where('state', '=', 'verified')
        .orderBy('created_at', 'desc')
        .limit(1),
    )
    .execute()
  for (const { id, file } of old) {
    await rm(join(folder, file), { force: true })
    await inTransaction(db, async (tx) => {
      await tx.deleteFrom('backup').where('id', '=', id).execute()
      await recordAct(
        tx,
        { context },
        { action: 'removed an old backup', record: `backup/${id}`, title: file },
      )
    })
  }
  return old.length
}
