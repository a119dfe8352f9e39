// Every night the day that has ended is compared with each other side. One process does it, and tries again later if
// the other side cannot be asked. A missed day is made up for.
import { type Day, toDay, type OtherSide } from '@flexpower/contract'
import { after, DAY_MS, endOfDay, MINUTE_MS } from '../../runtime/clock.ts'
import type { Context } from '../../runtime/context.ts'
import { repeat } from '../../runtime/repeat.ts'
import { compareDay, whileComparing } from './compare-day.ts'
import { connectedSides } from './other-sides.ts'

const LOOK_EVERY_MS = 5 * MINUTE_MS
const DAYS_MADE_UP = 31
/** A sale confirmed in the last moment of a day may be written in the first moments of the next. */
const CLOSED_AFTER_MS = 15 * MINUTE_MS

export interface Compared {
  otherSide: OtherSide
  day: Day
}

/** Returns what it compared. */
export async function compareDue(context: Context): Promise<Compared[]> {
  const compared = await whileComparing(context, async () => {
    const done: Compared[] = []
    for (const otherSide of connectedSides(context))
      for (const day of await daysDue(context, otherSide))
        try {
          await compareDay(context, otherSide, day)
          done.push({ otherSide, day })
        } catch (error) {
          context.log.error({ err: error, otherSide, day }, 'a day could not be compared, it is tried again')
        }
    return done
  })
  return compared ?? []
}

/**
 * Yesterday, and what was missed since the first day that was ever compared. A comparison before a day was closed does
 * not count.
 */
async function daysDue({ db, clock }: Context, otherSide: OtherSide): Promise<Day[]> {
  const now = after(clock.now(), -CLOSED_AFTER_MS)
  const rows = await db
    .selectFrom('comparison')
    .select(['day', 'at'])
    .where('other_side', '=', otherSide)
    .orderBy('day')
    .execute()
  const closed = new Set(
    rows.filter(({ day, at }) => at >= after(endOfDay(day), CLOSED_AFTER_MS)).map(({ day }) => day),
  )
  const days = Array.from({ length: DAYS_MADE_UP }, (_, ago) =>
    toDay(after(now, (ago - DAYS_MADE_UP) * DAY_MS)),
  )
  const yesterday = toDay(after(now, -DAY_MS))
  const first = rows[0]?.day ?? yesterday
  return days.filter((day) => (day >= first || day === yesterday) && !closed.has(day))
}

/** Checks every few minutes until it is stopped. */
export const startNightlyComparison = (context: Context, everyMs = LOOK_EVERY_MS): (() => Promise<void>) =>
  repeat({
    pauseMs: () => everyMs,
    run: () => compareDue(context),
    onFailure: (error) => context.log.error({ err: error }, 'the nightly comparison could not look'),
  })
