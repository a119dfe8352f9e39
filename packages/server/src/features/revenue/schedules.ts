// Reports that are sent by mail: who gets which one, and how often.
import {
  type Api,
  type EnteredSchedule,
  type ReportKind,
  reportKinds,
  reportPeriods,
  scheduledGroupings,
} from '@flexpower/contract'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../db/db.ts'
import type { Call, Handlers } from '../../http/handle.ts'
import { recordAct } from '../../ledger/acts.ts'
import { shownChoice, shownInstant, shownLines } from '../../lists/shown-text.ts'
import { tableList } from '../../lists/table-list.ts'
import { Refusal } from '../../refusal.ts'
import { findNextTime } from './due-reports.ts'

type Calls = Api['revenue']

export const scheduleCalls = {
  schedules,
  addSchedule,
  changeSchedule,
  removeSchedule,
} satisfies Partial<Handlers['revenue']>

async function schedules({ context: { db, clock } }: Call<Calls['schedules']>) {
  const now = clock.now()
  return tableList({
    query: db
      .selectFrom('report_schedule')
      .innerJoin('users', 'users.id', 'created_by')
      .selectAll('report_schedule')
      .select('users.name as creator')
      .select((row) =>
        row
          .selectFrom('report_sending')
          .select(({ fn }) => fn.max('to_day').as('until'))
          .whereRef('schedule_id', '=', 'report_schedule.id')
          .as('sent_until'),
      )
      .where('report_schedule.deleted_at', 'is', null),
    place: sql`report_schedule.id`,
    at: sql`report_schedule.created_at`,
    text: shownLines(
      shownInstant(sql`report_schedule.created_at`),
      shownChoice(sql`report`, reportKinds),
      shownChoice(sql`grouping`, scheduledGroupings),
      shownChoice(sql`every`, reportPeriods),
      sql`array_to_string(recipients, ', ')`,
      sql`users.name`,
    ),
    show: (row) => ({
      id: row.id,
      report: row.report,
      grouping: row.grouping,
      every: row.every,
      recipients: row.recipients,
      at: row.created_at,
      createdBy: row.creator,
      sentUntil: row.sent_until,
      nextAt: findNextTime(row, now),
      version: row.version,
    }),
  })
}

async function addSchedule(call: Call<Calls['addSchedule']>) {
  const { context, input, caller } = call
  const now = context.clock.now()
  await inTransaction(context.db, async (tx) => {
    const { id } = await tx
      .insertInto('report_schedule')
      .values({ ...input, created_by: caller.userId, created_at: now, since: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAct(tx, call, { action: 'scheduled a report', ...describe(id, input), after: facts(input) })
  })
  return { message: 'The report is scheduled.' }
}

async function changeSchedule(call: Call<Calls['changeSchedule']>) {
  const { context, input } = call
  const { id, seenVersion, ...entered } = input
  await inTransaction(context.db, async (tx) => {
    const before = await lockSchedule(tx, id)
    if (seenVersion !== undefined && seenVersion !== before.version)
      throw new Refusal(
        'conflict',
        'Somebody changed this report while you were editing. Your changes are not saved. Load the newer state, then save again.',
      )
    await tx
      .updateTable('report_schedule')
      .set({
        ...entered,
        version: before.version + 1,
        // Days become weeks, or the other way round: it begins again.
        ...(entered.every !== before.every && { since: context.clock.now() }),
      })
      .where('id', '=', id)
      .execute()
    await recordAct(tx, call, {
      action: 'changed a scheduled report',
      ...describe(id, entered),
      before: facts(before),
      after: facts(entered),
    })
  })
  return { message: 'The report is changed.' }
}

async function removeSchedule(call: Call<Calls['removeSchedule']>) {
  const { context, input } = call
  await inTransaction(context.db, async (tx) => {
    const before = await lockSchedule(tx, input.id)
    await tx
      .updateTable('report_schedule')
      .set({ deleted_at: context.clock.now(), version: before.version + 1 })
      .where('id', '=', input.id)
      .execute()
    await recordAct(tx, call, {
      action: 'deleted a scheduled report',
      ...describe(input.id, before),
      before: facts(before),
    })
  })
  return { message: 'The report is no longer sent.' }
}

async function lockSchedule(tx: Tx, id: number) {
  const row = await tx
    .selectFrom('report_schedule')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'There is no such scheduled report. Nothing was changed.')
  return row
}

const describe = (id: number, { report }: { report: ReportKind }) => ({
  record: `report/${id}`,
  title: reportKinds[report],
})

const facts = ({ report, grouping, every, recipients }: EnteredSchedule) => ({
  report: reportKinds[report],
  rows: scheduledGroupings[grouping],
  sent: reportPeriods[every],
  recipients: recipients.join(', '),
})
