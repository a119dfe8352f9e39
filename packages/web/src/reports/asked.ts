// Which report is requested, as it is in the page's URL: a reload, a bookmark or a link shows the same again. A named
// period keeps its name there, so that "7 days" is still the last seven tomorrow.
import { type Day, type Given, reportForm, type reports } from '@flexpower/contract'
import { isPeriodName, type PeriodName, periodNamed } from '../lib/periods.ts'

export type AskedReport = Given<typeof reports.revenue>

/** The values of the form; the names are the wire's. */
export interface ReportValues {
  from: string
  to: string
  account: string
  entity: string
}

export const periodIn = (params: URLSearchParams): PeriodName | undefined => {
  const name = params.get('period')
  return isPeriodName(name) ? name : undefined
}

export function valuesIn(params: URLSearchParams, today: Day): ReportValues {
  const name = periodIn(params)
  const text = (key: string) => params.get(key) ?? ''
  const days = name === undefined ? { from: text('from'), to: text('to') } : periodNamed(name, today)
  return { ...days, account: text('account'), entity: text('entity') }
}

/** Null while nothing valid is requested. */
export function askedIn(params: URLSearchParams, today: Day): AskedReport | null {
  const read = reportForm.safeParse(valuesIn(params, today))
  return read.success && !endsBeforeStart(read.data) ? read.data : null
}

export const endsBeforeStart = ({ from, to }: Pick<AskedReport, 'from' | 'to'>): boolean => to < from

/** The URL of a report. A named period keeps its name until its days are changed. */
export function paramsFor(
  asked: AskedReport,
  named: PeriodName | undefined,
  today: Day,
): Record<string, string> {
  const { from, to, account } = asked
  const entity = String(asked.entity)
  const days = named && periodNamed(named, today)
  if (named && days?.from === from && days.to === to) return { period: named, account, entity }
  return { from, to, account, entity }
}
