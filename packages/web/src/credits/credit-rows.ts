// The list of loads in words, and its file (CR-01).
import { type Credit, toDalasi } from '@flexpower/contract'
import { site } from '../api/site.ts'
import type { FileColumns } from '../list/list-table-props.ts'
import { momentValue } from '../list/moment-value.ts'

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

export const fileColumns: FileColumns<Credit> = {
  [headings.at]: momentValue,
  [headings.agentName]: ({ agentName }) => agentName,
  [headings.kind]: ({ kind }) => kindText(kind),
  [headings.amount]: ({ amount }) => toDalasi(amount),
  [headings.slipReference]: ({ slipReference }) => slipReference,
  [headings.loadedBy]: ({ loadedBy }) => loadedBy,
  [headings.floatAfter]: ({ floatAfter }) => toDalasi(floatAfter),
}
