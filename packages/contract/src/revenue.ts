// What was sold and earned with all products in a period, beside the period before; the commission of a cashier; and the
// reports that are sent by mail.
import * as z from 'zod/mini'
import { endpoint, file } from './endpoint.ts'
import { list } from './list.ts'
import { PRODUCTS } from './sales.ts'
import {
  codec,
  count,
  day,
  done,
  emailLine,
  fields,
  form,
  gmd,
  id,
  instant,
  isMissing,
  optionalLine,
  version,
  within,
} from './wire.ts'

/** What a row of a report is, with the heading of its column. */
export const groupings = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  cashier: 'Cashier',
  location: 'Location',
} as const
export type Grouping = keyof typeof groupings

const oneOf = <const Values extends readonly string[]>(label: string, values: Values) =>
  z.enum(values, {
    error: ({ input }) =>
      isMissing(input)
        ? `${label} is required`
        : `${label} must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
  })

const grouping = oneOf('Grouping', Object.keys(groupings) as [Grouping, ...Grouping[]])

const days = { from: day('Start date is required'), to: day('End date is required') } as const
const readDay = day('is not a day')

const sums = {
  sales: count,
  /** What customers paid. */
  tendered: ['amount', gmd],
  fees: gmd,
  commissions: gmd,
} as const
const summed = fields({
  ...sums,
  /** Fees less commissions. */
  revenue: gmd,
})
export type RevenueSums = z.output<typeof summed>

const compared = { now: ['sums', summed], before: ['before', summed] } as const

/** What the report is about; without a product, a cashier or a location it is about all of them. */
const asked = {
  ...days,
  grouping: ['by', grouping],
  product: z.optional(oneOf('Product', PRODUCTS as [(typeof PRODUCTS)[number], ...typeof PRODUCTS])),
  cashier: z.optional(id('Cashier')),
  location: optionalLine('Location'),
} as const

const row = fields({
  /** A day, the id of a cashier or a location: unique in its report. */
  key: z.string(),
  name: z.string(),
  /** The days of a day, week or month; null in reports by cashier and by location. */
  from: z.nullable(readDay),
  to: z.nullable(readDay),
  ...compared,
})
export type RevenueRow = z.output<typeof row>

const report = fields({
  from: readDay,
  to: readDay,
  /** The period before: as many days, or as many months if the period is whole months. */
  beforeFrom: ['before_from', readDay],
  beforeTo: ['before_to', readDay],
  rows: z.array(row),
  products: z.array(fields({ product: z.enum(PRODUCTS), ...compared })),
  total: fields(compared),
})
export type RevenueReport = z.output<typeof report>

const statementAsked = {
  ...days,
  grouping: ['by', oneOf('Grouping', ['day', 'week', 'month'])],
  /** Whose; without it the caller's. Only an Admin may ask for another user. */
  cashier: z.optional(id('Cashier')),
} as const

const earned = fields(sums)

const statement = fields({
  cashier: fields({ id: id(), name: z.string(), location: z.string() }),
  from: readDay,
  to: readDay,
  /** Days, weeks or months in which something was sold, the first one first. */
  rows: z.array(fields({ key: z.string(), name: z.string(), from: readDay, to: readDay, sums: earned })),
  products: z.array(fields({ product: z.enum(PRODUCTS), sums: earned })),
  total: earned,
})
export type CommissionStatement = z.output<typeof statement>

/** With the names on the screens. */
export const reportKinds = { revenue: 'Revenue', commission: 'Commission' } as const
export type ReportKind = keyof typeof reportKinds
export const reportPeriods = { day: 'Every day', week: 'Every week' } as const
export type ReportPeriod = keyof typeof reportPeriods
export const scheduledGroupings = { day: 'By day', cashier: 'By cashier', location: 'By location' } as const
export type ScheduledGrouping = keyof typeof scheduledGroupings

export const RECIPIENTS_MOST = 10

const address = emailLine('is not an email address')

/** Addresses in one line, separated by commas, semicolons or blanks. */
const recipients = codec<string[], string>(
  (given) => {
    if (isMissing(given)) return new Error('Recipients are required')
    if (typeof given !== 'string') return new Error('Recipients must be text: addresses separated by commas')
    const found = [...new Set(given.split(/[\s,;]+/).filter((each) => each !== ''))]
    if (found.length === 0) return new Error('Recipients are required')
    if (found.length > RECIPIENTS_MOST) return new Error(`Recipients cannot be more than ${RECIPIENTS_MOST}`)
    const wrong = found.find((each) => !z.safeDecode(address, each).success)
    return wrong === undefined ? found : new Error(`${wrong.slice(0, 100)} is not an email address`)
  },
  (value) => value.join(', '),
)

const scheduled = {
  report: oneOf('Report', Object.keys(reportKinds) as [ReportKind, ...ReportKind[]]),
  grouping: [
    'by',
    oneOf('Grouping', Object.keys(scheduledGroupings) as [ScheduledGrouping, ...ScheduledGrouping[]]),
  ],
  every: oneOf('Period', Object.keys(reportPeriods) as [ReportPeriod, ...ReportPeriod[]]),
  recipients,
} as const
export const scheduleForm = form(scheduled)
export type EnteredSchedule = z.output<typeof scheduleForm>

const schedule = fields({
  id: id(),
  ...scheduled,
  at: ['created_at', instant],
  createdBy: ['recorded_by', z.string()],
  /** The last day of the newest report that was sent; null: none yet. */
  sentUntil: ['sent_until', z.nullable(readDay)],
  /** When the next one is sent. */
  nextAt: ['next_at', instant],
  version,
})
export type ReportSchedule = z.output<typeof schedule>

export const revenue = {
  /** Sums of all three products, from the sums of the days: equally fast at any number of sales. */
  report: endpoint({
    method: 'GET',
    path: 'revenue',
    access: 'admin',
    lane: 'reading',
    request: fields(asked),
    response: within('data', report),
  }),
  /** The same as a PDF file. */
  reportFile: endpoint({
    method: 'GET',
    path: 'revenue/pdf',
    access: 'admin',
    lane: 'reading',
    request: fields(asked),
    response: file,
  }),
  /** What a cashier earned in commission. A Cashier gets only their own. */
  statement: endpoint({
    method: 'GET',
    path: 'commission',
    access: 'staff',
    lane: 'reading',
    request: fields(statementAsked),
    response: within('data', statement),
  }),
  statementFile: endpoint({
    method: 'GET',
    path: 'commission/pdf',
    access: 'staff',
    lane: 'reading',
    request: fields(statementAsked),
    response: file,
  }),
  /** Reports that are sent by mail, newest first. */
  schedules: list({ path: 'revenue/schedules', access: 'admin', row: schedule, envelope: 'data' }),
  addSchedule: endpoint({
    method: 'POST',
    path: 'revenue/schedules',
    access: 'admin',
    request: fields(scheduled),
    response: done,
  }),
  changeSchedule: endpoint({
    method: 'POST',
    path: 'revenue/schedules/{id}',
    access: 'admin',
    request: fields({ id: id(), ...scheduled, seenVersion: ['version', z.optional(version)] }),
    response: done,
  }),
  removeSchedule: endpoint({
    method: 'POST',
    path: 'revenue/schedules/{id}/delete',
    access: 'admin',
    request: fields({ id: id() }),
    response: done,
  }),
}
