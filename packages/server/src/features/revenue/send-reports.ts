// Puts the reports that are due into the outbox, each once for each schedule and period, in any number of processes: the
// row in report_sending is written in the same transaction as the mails, and its primary key refuses a second one.
import { CSV_TYPE, formatCount, formatGmd, formatLongDay, reportKinds, toNoon } from '@flexpower/contract'
import type { Selectable } from 'kysely'
import { type Db, inTransaction, type Tx } from '../../db/db.ts'
import type { Schema } from '../../db/schema.ts'
import { queueMessages, type QueuedMessage } from '../../mail/outbox.ts'
import { PDF_TYPE } from '../../pdf/draw.ts'
import { MINUTE_MS } from '../../runtime/clock.ts'
import type { Context } from '../../runtime/context.ts'
import { repeat } from '../../runtime/repeat.ts'
import { listDue } from './due-reports.ts'
import { drawReport, nameFile, nameReport, writeReportCsv } from './papers.ts'
import { namePeriod, type Period } from './periods.ts'
import { readRevenue } from './read-revenue.ts'

const LOOK_EVERY_MS = MINUTE_MS

type ScheduleRow = Selectable<Schema['report_schedule']>
type Sending = Pick<Context, 'db' | 'clock' | 'config' | 'log'>

/** Returns how many reports were put into the outbox. */
export async function sendReportsDue(parts: Sending): Promise<number> {
  const { db, clock, log } = parts
  const now = clock.now()
  let sent = 0
  for (const schedule of await readSchedules(db))
    for (const period of await leaveOutSent(db, schedule, listDue(schedule, now)))
      try {
        if (await sendOnce(parts, schedule, period)) sent += 1
      } catch (error) {
        log.error(
          { err: error, schedule: schedule.id, period },
          'a report could not be sent, it is tried again',
        )
      }
  return sent
}

const readSchedules = (db: Db): Promise<ScheduleRow[]> =>
  db.selectFrom('report_schedule').selectAll().where('deleted_at', 'is', null).orderBy('id').execute()

async function leaveOutSent(db: Db, { id, every }: ScheduleRow, periods: Period[]): Promise<Period[]> {
  if (periods.length === 0) return []
  const rows = await db
    .selectFrom('report_sending')
    .select('from_day')
    .where('schedule_id', '=', id)
    .where('every', '=', every)
    .where(
      'from_day',
      'in',
      periods.map(({ from }) => from),
    )
    .execute()
  const sent = new Set(rows.map((row) => row.from_day))
  return periods.filter(({ from }) => !sent.has(from))
}

/** False if another process has sent it, or the schedule was changed meanwhile. */
function sendOnce(parts: Sending, { id, version }: ScheduleRow, period: Period): Promise<boolean> {
  return inTransaction(parts.db, async (tx) => {
    // Whoever changes or deletes the schedule at this moment waits, or this does.
    const schedule = await tx
      .selectFrom('report_schedule')
      .selectAll()
      .where('id', '=', id)
      .where('version', '=', version)
      .forShare()
      .executeTakeFirst()
    if (!schedule) return false
    const now = parts.clock.now()
    const { numInsertedOrUpdatedRows: written } = await tx
      .insertInto('report_sending')
      .values({
        schedule_id: id,
        every: schedule.every,
        from_day: period.from,
        to_day: period.to,
        queued_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (written !== 1n) return false
    await queueMessages(tx, await buildMails(tx, parts, schedule, period), now)
    return true
  })
}

async function buildMails(
  tx: Tx,
  { config, clock }: Sending,
  schedule: ScheduleRow,
  period: Period,
): Promise<QueuedMessage[]> {
  const { report: kind, grouping } = schedule
  const report = await readRevenue(tx, { ...period, grouping })
  const { total } = report
  const amount = kind === 'revenue' ? 'revenue' : 'commissions'
  const name = nameFile(kind, period)
  const pdf = await drawReport(kind, grouping, report, { site: config.site, at: clock.now() })
  const csv = Buffer.from(writeReportCsv(kind, grouping, report))
  const message = {
    channel: 'mail' as const,
    subject: `${config.site.productName}: ${nameReport(kind, grouping)}, ${namePeriod(period)}`,
    body: [
      'Hello,',
      `this is the report of ${namePeriodLong(period)}. The complete report is attached as PDF and as CSV.`,
      [
        `Sales: ${formatCount(total.now.sales)} (before: ${formatCount(total.before.sales)})`,
        `Sold: ${formatGmd(total.now.tendered)} (before: ${formatGmd(total.before.tendered)})`,
        `${reportKinds[kind]}: ${formatGmd(total.now[amount])} (before: ${formatGmd(total.before[amount])})`,
      ].join('\n'),
      new URL(`/admin/revenue?from=${period.from}&to=${period.to}&by=${grouping}`, config.publicUrl).href,
      'An Admin can change who gets it, or stop it, on that page.',
    ].join('\n\n'),
    files: [
      { name: `${name}.pdf`, type: PDF_TYPE, content: pdf },
      { name: `${name}.csv`, type: CSV_TYPE, content: csv },
    ],
  }
  const recipients = await leaveOutFormerUsers(tx, schedule.recipients)
  return recipients.map((recipient) => ({ ...message, recipient }))
}

const namePeriodLong = ({ from, to }: Period): string =>
  from === to ? formatLongDay(toNoon(from)) : `${formatLongDay(toNoon(from))} to ${formatLongDay(toNoon(to))}`

/** Somebody whose account was deleted must not go on getting our figures. */
async function leaveOutFormerUsers(tx: Tx, recipients: string[]): Promise<string[]> {
  const users = await tx
    .selectFrom('users')
    .select(['email', 'deleted_at'])
    .where((row) =>
      row(
        row.fn<string>('lower', ['email']),
        'in',
        recipients.map((each) => each.toLowerCase()),
      ),
    )
    .execute()
  const addresses = (isDeleted: boolean) =>
    new Set(
      users
        .filter(({ deleted_at }) => (deleted_at !== null) === isDeleted)
        .map(({ email }) => email.toLowerCase()),
    )
  const [former, present] = [addresses(true), addresses(false)]
  return recipients.filter((each) => !former.has(each.toLowerCase()) || present.has(each.toLowerCase()))
}

export const startReports = (parts: Sending): (() => Promise<void>) =>
  repeat({
    pauseMs: () => LOOK_EVERY_MS,
    run: () => sendReportsDue(parts),
    onFailure: (error) => parts.log.error({ err: error }, 'the reports could not be looked at'),
  })
