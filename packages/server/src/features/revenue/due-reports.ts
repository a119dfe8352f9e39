// Which reports of a schedule are due, and when the next one is. A report of a day or a week is sent on the morning
// after, once nothing of it can change any more.
import { type Day, type ReportPeriod, toDay } from '@flexpower/contract'
import { after, HOUR_MS, startOfDay } from '../../runtime/clock.ts'
import { addDays, firstOfWeek, type Period } from './periods.ts'

/** At six in the morning: the nightly comparison is over, and nobody has begun to work. */
const SEND_AT_MS = 6 * HOUR_MS
/** After an outage, as many as this are made up for; older ones are on the screen. */
const MADE_UP: Record<ReportPeriod, number> = { day: 7, week: 4 }
const LENGTHS: Record<ReportPeriod, number> = { day: 1, week: 7 }

const findSendingTime = ({ to }: Period): Date => after(startOfDay(addDays(to, 1)), SEND_AT_MS)

const findFirst = (every: ReportPeriod, day: Day): Day => (every === 'week' ? firstOfWeek(day) : day)

const movePeriod = ({ from, to }: Period, every: ReportPeriod, count: number): Period => ({
  from: addDays(from, count * LENGTHS[every]),
  to: addDays(to, count * LENGTHS[every]),
})

/** The day or week that is not over yet. */
function findCurrent(every: ReportPeriod, now: Date): Period {
  const from = findFirst(every, toDay(now))
  return { from, to: addDays(from, LENGTHS[every] - 1) }
}

export interface Schedule {
  every: ReportPeriod
  since: Date
}

/** Oldest first. What was over when the schedule began was not asked for. */
export function listDue({ every, since }: Schedule, now: Date): Period[] {
  const current = findCurrent(every, now)
  return Array.from({ length: MADE_UP[every] }, (_, index) =>
    movePeriod(current, every, index - MADE_UP[every]),
  ).filter((period) => period.to >= toDay(since) && findSendingTime(period) <= now)
}

/** When the next report is sent. */
export function findNextTime(schedule: Schedule, now: Date): Date {
  const current = findCurrent(schedule.every, now)
  const last = movePeriod(current, schedule.every, -1)
  // In the first hours of a day, that of yesterday is still to come.
  const isLastToCome = last.to >= toDay(schedule.since) && findSendingTime(last) > now
  return findSendingTime(isLastToCome ? last : current)
}
