// After the books went back to an earlier state, by a restore or a failover, they may lack sales. Every day that may
// lack some is compared with each other side, and Admins see an alert until everything is settled.
import { type CatchUp, type Day, toDay, formatEpoch } from '@flexpower/contract'
import { after, DAY_MS } from '../../runtime/clock.ts'
import type { Context } from '../../runtime/context.ts'
import { type Db, inTransaction, type Tx } from '../../db/db.ts'
import type { Epoch } from '../../db/schema.ts'
import type { Call } from '../../http/handle.ts'
import { recordAct } from '../../ledger/acts.ts'
import { repeat } from '../../runtime/repeat.ts'
import { compareDay, whileComparing } from './compare-day.ts'
import type { Compared } from './nightly.ts'
import { connectedSides } from './other-sides.ts'

const LOOK_EVERY_MS = 15_000

/** The time that may be missing in the books. If several were never closed: from the first to the last. */
interface Gap {
  newest: Epoch
  epochs: number[]
  booksUntil: Date
  startedAt: Date
  days: [Day, ...Day[]]
}

async function readGap(db: Db): Promise<Gap | null> {
  const open = await db
    .selectFrom('epoch')
    .selectAll()
    .where('caught_up_at', 'is', null)
    .orderBy('number')
    .execute()
  const newest = open.at(-1)
  if (!newest) return null
  const booksUntil = new Date(Math.min(...open.map((epoch) => epoch.books_until.getTime())))
  const startedAt = new Date(Math.max(...open.map((epoch) => epoch.started_at.getTime())))
  return {
    newest,
    epochs: open.map(({ number }) => number),
    booksUntil,
    startedAt,
    days: daysBetween(booksUntil, startedAt),
  }
}

/** Both included. */
function daysBetween(from: Date, to: Date): Gap['days'] {
  const days: Gap['days'] = [toDay(from)]
  for (let at = after(from, DAY_MS); toDay(at) <= toDay(to); at = after(at, DAY_MS)) days.push(toDay(at))
  return days
}

interface Progress {
  /** What has not been compared since the books went back. */
  due: Compared[]
  openDifferences: number
}

async function readProgress(context: Context, tx: Db | Tx, { days, startedAt }: Gap): Promise<Progress> {
  const last = days.at(-1) ?? days[0]
  const compared = await tx
    .selectFrom('comparison')
    .select(['other_side', 'day'])
    .where('day', '>=', days[0])
    .where('day', '<=', last)
    .where('at', '>=', startedAt)
    .execute()
  const done = new Set(compared.map(({ other_side: side, day }) => `${side} ${day}`))
  const open = await tx
    .selectFrom('difference')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('day', '>=', days[0])
    .where('day', '<=', last)
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    due: connectedSides(context).flatMap((otherSide) =>
      days.filter((day) => !done.has(`${otherSide} ${day}`)).map((day) => ({ otherSide, day })),
    ),
    openDifferences: open.count,
  }
}

const isFinished = ({ due, openDifferences }: Progress): boolean => due.length === 0 && openDifferences === 0

/** Does what is left to do now; called repeatedly until nothing is left. */
export async function catchUp(context: Context): Promise<void> {
  const gap = await readGap(context.db)
  if (gap === null) return
  await whileComparing(context, () => compareGap(context, gap))
  await closeGap(context, gap)
}

async function compareGap(context: Context, gap: Gap): Promise<void> {
  const { due } = await readProgress(context, context.db, gap)
  const silent = new Set<Compared['otherSide']>()
  // A side that does not answer for one day is asked for the next days later.
  for (const { otherSide, day } of due)
    if (!silent.has(otherSide))
      try {
        await compareDay(context, otherSide, day)
      } catch (error) {
        silent.add(otherSide)
        const words = 'a day since the books went back could not be compared, it is tried again'
        context.log.error({ err: error, otherSide, day }, words)
      }
}

async function closeGap(context: Context, gap: Gap): Promise<void> {
  const { db, clock, log } = context
  const { newest, epochs, booksUntil, startedAt, days } = gap
  await inTransaction(db, async (tx) => {
    if (!isFinished(await readProgress(context, tx, gap))) return
    const closed = await tx
      .updateTable('epoch')
      .set({ caught_up_at: clock.now() })
      .where('number', 'in', epochs)
      // Another process may have been faster.
      .where('caught_up_at', 'is', null)
      .returning('number')
      .execute()
    if (closed.length === 0) return
    await recordAct(
      tx,
      { context },
      {
        action: 'brought the books up to date',
        record: `epoch/${newest.number}`,
        title: `epoch ${formatEpoch(newest.number)}, ${newest.cause}`,
        after: { booksUntil, startedAt, daysCompared: days.length, openDifferences: 0 },
      },
    )
    log.info({ epochs, days: days.length }, 'the books are up to date again')
  })
}

export async function readCatchUp({ context }: Pick<Call, 'context'>): Promise<CatchUp | null> {
  const gap = await readGap(context.db)
  if (gap === null) return null
  const progress = await readProgress(context, context.db, gap)
  // The row says so a moment later.
  if (isFinished(progress)) return null
  const { newest, booksUntil, startedAt, days } = gap
  return {
    epoch: newest.number,
    cause: newest.cause,
    booksUntil,
    startedAt,
    days: days.length,
    daysCompared: days.length - new Set(progress.due.map(({ day }) => day)).size,
    openDifferences: progress.openDifferences,
  }
}

/** Runs at once and then every few seconds until it is stopped. */
export function startCatchUp(context: Context, everyMs = LOOK_EVERY_MS): () => Promise<void> {
  let pauseMs = 0
  return repeat({
    pauseMs: () => pauseMs,
    run: () => {
      pauseMs = everyMs
      return catchUp(context)
    },
    onFailure: (error) => context.log.error({ err: error }, 'the catching up of the books could not look'),
  })
}
