// The tables of reports that are sent by mail, and the files of messages (migration 0032).
import type { Day, ReportKind, ReportPeriod, ScheduledGrouping } from '@flexpower/contract'
import type { Generated, GeneratedAlways } from 'kysely'

export interface ReportTables {
  outbox_file: {
    outbox_id: number
    place: number
    name: string
    type: string
    content: Buffer
  }
  report_schedule: {
    id: GeneratedAlways<number>
    report: ReportKind
    grouping: ScheduledGrouping
    every: ReportPeriod
    recipients: string[]
    created_by: number
    created_at: Date
    since: Date
    deleted_at: Date | null
    version: Generated<number>
  }
  report_sending: {
    schedule_id: number
    every: ReportPeriod
    from_day: Day
    to_day: Day
    queued_at: Date
  }
}
