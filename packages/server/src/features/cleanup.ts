// Cleanup: sales older than some days move from the daily lists to the archive. They are counted first, then moved with
// the Admin's password, after a verified backup. Every cleanup can be undone. Nothing is ever deleted.
import {
  type Api,
  bututs,
  cleanupStates,
  type Day,
  countOf,
  formatDay,
  TIME_ZONE,
  toDay,
  toNoon,
} from '@flexpower/contract'
import { sql } from 'kysely'
import { after, DAY_MS } from '../runtime/clock.ts'
import type { Caller, Context, Origin } from '../runtime/context.ts'
import { alone } from '../db/alone.ts'
import { type Db, inTransaction, type Tx } from '../db/db.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { recordAct } from '../ledger/acts.ts'
import { archive, bringBack, countOld, type Moved } from '../ledger/archive.ts'
import { shownChoice, shownCount, shownDay, shownGmd, shownInstant, shownLines } from '../lists/shown-text.ts'
import { tableList } from '../lists/table-list.ts'
import { requireOwnPassword } from '../identity/confirm-password.ts'
import { Refusal, wrongField } from '../refusal.ts'

type Calls = Api['cleanup']

export const cleanup: Handlers['cleanup'] = { run, list, undo }

const LOCK = 'cleanup'
const STOPPED = 'The server stopped before it was finished. Nothing was moved.'

interface Who {
  caller: Caller
  origin: Origin
}

async function run({ context, input, caller, origin }: Call<Calls['run']>) {
  const { days, dryRun } = input
  // "Older than N days": more than N days between the sale's day and today.
  const until = toDay(after(context.clock.now(), -(days + 1) * DAY_MS))
  const old = await countOld(context.db, until)
  const upTo = `up to ${formatDay(toNoon(until))}`
  if (dryRun)
    return { until, ...old, message: `${countOf(old.sales, 'sale')} ${upTo} can go to the archive.` }
  // The Admin's password is needed: somebody at an unlocked computer must not move the books.
  if (input.password === undefined) throw wrongField('password', 'Password is required')
  await requireOwnPassword(context, caller, input.password)
  if (old.sales === 0)
    throw new Refusal('refused', `There is no sale ${upTo} in the lists. Nothing was changed.`)
  await begin(context, (begun) => cleanUp(context, { caller, origin }, { days, until, ...old }, begun))
  return {
    until,
    ...old,
    message: `A backup is made and verified first; then ${countOf(old.sales, 'sale')} ${upTo} go to the archive.`,
  }
}

async function list({ context }: Call<Calls['list']>) {
  await sweep(context)
  return tableList({
    query: context.db
      .selectFrom('cleanup')
      .innerJoin('users', 'users.id', 'cleanup.created_by')
      .leftJoin('users as undoer', 'undoer.id', 'cleanup.undone_by')
      .leftJoin('backup', 'backup.id', 'cleanup.backup_id')
      .selectAll('cleanup')
      .select(['users.name as by', 'undoer.name as undoer_name', 'backup.file', 'backup.progress']),
    place: sql`cleanup.id`,
    at: sql`cleanup.created_at`,
    text: shownLines(
      shownInstant(sql`cleanup.created_at`),
      sql`users.name`,
      shownDay(sql`until`),
      sql`days || ' days'`,
      shownCount(sql`sales`),
      shownGmd(sql`tendered`),
      shownChoice(sql`cleanup.state`, cleanupStates),
      sql`cleanup.failure`,
      sql`${shownDay(sql`undone_at at time zone ${sql.lit(TIME_ZONE)}`)} || ' by ' || undoer.name`,
    ),
    amount: sql`tendered`,
    show: (row) => ({
      id: row.id,
      at: row.created_at,
      by: row.by,
      days: row.days,
      until: row.until,
      state: row.state,
      progress: row.state === 'backing up' ? (row.progress ?? 0) : null,
      backup: row.file,
      sales: row.sales,
      tendered: row.tendered,
      failure: row.failure,
      undoneAt: row.undone_at,
      undoneBy: row.undoer_name,
    }),
  })
}

async function undo({ context, input, caller, origin }: Call<Calls['undo']>) {
  await requireOwnPassword(context, caller, input.password)
  await begin(context, (begun) => undoOne(context, { caller, origin }, input.id, begun))
  return { message: 'The sales are on their way back into the lists.' }
}

/** One at a time over all processes. Returns once it has begun, and continues without the caller. */
async function begin(context: Context, work: (begun: () => void) => Promise<void>): Promise<void> {
  const begun = Promise.withResolvers<boolean>()
  alone(context.db, LOCK, async () => {
    await failUnfinished(context)
    await work(() => begun.resolve(true))
  }).then(
    () => begun.resolve(false),
    (error: unknown) => {
      if (!(error instanceof Refusal)) context.log.error({ err: error }, 'a cleanup broke off')
      begun.reject(error)
    },
  )
  if (!(await begun.promise))
    throw new Refusal('conflict', 'A cleanup is under way already. Wait until it is finished.')
}

async function cleanUp(
  context: Context,
  who: Who,
  wish: { days: number; until: Day } & Moved,
  begun: () => void,
): Promise<void> {
  const { db, clock, log } = context
  const backup = await context.backups.make(who)
  if (backup === null)
    throw new Refusal(
      'conflict',
      'A backup is being made just now, and a cleanup also makes one. Nothing was changed; try again when it is finished.',
    )
  const { id } = await db
    .insertInto('cleanup')
    .values({
      created_at: clock.now(),
      created_by: who.caller.userId,
      // The counted number, until the real one is known.
      ...wish,
      state: 'backing up',
      backup_id: backup.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  begun()
  if ((await backup.finished) !== 'verified')
    return fail(db, context, id, 'The backup failed, so nothing was moved.')
  await db.updateTable('cleanup').set({ state: 'archiving' }).where('id', '=', id).execute()
  try {
    await inTransaction(db, (tx) => moveAway(tx, context, who, id, wish.until))
  } catch (error) {
    log.error({ err: error }, 'sales could not be archived')
    await fail(db, context, id, 'The sales could not be moved; all of them are where they were.')
  }
}

async function moveAway(tx: Tx, context: Context, who: Who, id: number, until: Day): Promise<void> {
  const moved = await archive(tx, id, until)
  await tx
    .updateTable('cleanup')
    .set({ state: 'done', finished_at: context.clock.now(), ...moved })
    .where('id', '=', id)
    .execute()
  await recordAct(
    tx,
    { context, ...who },
    {
      action: 'archived old sales',
      record: `cleanup/${id}`,
      title: `Sales up to ${until}`,
      after: { sales: moved.sales },
    },
  )
}

async function undoOne(context: Context, who: Who, id: number, begun: () => void): Promise<void> {
  const { db, clock, log } = context
  const { numUpdatedRows } = await db
    .updateTable('cleanup')
    .set({ state: 'undoing', failure: null })
    .where('id', '=', id)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n)
    throw new Refusal('not_found', 'There is no such cleanup that could be undone. Nothing was changed.')
  begun()
  try {
    await inTransaction(db, async (tx) => {
      const { sales } = await bringBack(tx, id)
      await tx
        .updateTable('cleanup')
        .set({ state: 'undone', undone_at: clock.now(), undone_by: who.caller.userId })
        .where('id', '=', id)
        .execute()
      await recordAct(
        tx,
        { context, ...who },
        {
          action: 'brought archived sales back',
          record: `cleanup/${id}`,
          title: `Cleanup ${id}`,
          after: { sales },
        },
      )
    })
  } catch (error) {
    log.error({ err: error }, 'archived sales could not be brought back')
    const failure = 'The sales could not be brought back; all of them are in the archive.'
    await db.updateTable('cleanup').set({ state: 'done', failure }).where('id', '=', id).execute()
  }
}

/** Nothing has moved. */
const fail = async (db: Db, { clock }: Context, id: number, failure: string): Promise<void> => {
  await db
    .updateTable('cleanup')
    .set({ state: 'failed', finished_at: clock.now(), failure, sales: 0, tendered: bututs(0) })
    .where('id', '=', id)
    .execute()
}

/** What a process that died has left. The move is one transaction, so either all of it happened or nothing. */
const sweep = (context: Context) => alone(context.db, LOCK, () => failUnfinished(context))

async function failUnfinished(context: Context): Promise<void> {
  const { db } = context
  const left = await db
    .selectFrom('cleanup')
    .select(['id', 'state'])
    .where('state', 'in', ['backing up', 'archiving', 'undoing'])
    .execute()
  for (const { id, state } of left)
    if (state === 'undoing')
      await db.updateTable('cleanup').set({ state: 'done' }).where('id', '=', id).execute()
    else await fail(db, context, id, STOPPED)
}
