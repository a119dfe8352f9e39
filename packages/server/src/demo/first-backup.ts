// The demo's first backup, so that its screen has one to show: made and verified in the background once the server listens.
import type { Context } from '../runtime/context.ts'

/** Unless there is one, or one is being made; one that failed, because the server was stopped meanwhile, is made again. */
export async function makeFirstBackup({ db, backups, log }: Pick<Context, 'db' | 'backups' | 'log'>) {
  try {
    const query = db.selectFrom('backup').select('id').where('state', '<>', 'failed')
    if (await query.limit(1).executeTakeFirst()) return
    await (await backups.make(null))?.finished
  } catch (error) {
    log.warn({ err: error }, 'the first backup of the demo could not be made')
  }
}
