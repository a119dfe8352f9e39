// The list of loads as text: what a search looks through (T-03) and what a spreadsheet gets (CR-01).
import { type Credit, dayOf, formatDay, formatGmd, formatTime, toDalasi } from '@flexpower/contract'
import { site } from '../api/site.ts'
import { csvOf } from '../lib/csv.ts'

export const headings = {
  at: 'Date',
  agentName: 'Agent',
  kind: 'Type',
  amount: 'Amount',
  slipReference: 'Bank Transaction Ref',
  loadedBy: 'Loaded by',
  floatAfter: 'Balance after',
} as const

/** The utility's own name, or Airtime. */
export const kindText = (kind: Credit['kind']): string =>
  kind === 'electricity' ? site.utilityName : 'Airtime'

/** Every shown field as it is shown. */
export const searchTextOf = (credit: Credit): string =>
  [
    `${formatDay(credit.at)} ${formatTime(credit.at)}`,
    credit.agentName,
    kindText(credit.kind),
    formatGmd(credit.amount),
    credit.slipReference,
    credit.loadedBy,
    formatGmd(credit.floatAfter),
  ].join('\n')

export const creditsCsv = (credits: readonly Credit[]): string =>
  csvOf(
    credits.map((credit) => ({
      at: `${dayOf(credit.at)} ${formatTime(credit.at)}`,
      agentName: credit.agentName,
      kind: kindText(credit.kind),
      amount: toDalasi(credit.amount),
      slipReference: credit.slipReference,
      loadedBy: credit.loadedBy,
      floatAfter: toDalasi(credit.floatAfter),
    })),
    Object.values(headings),
  )
