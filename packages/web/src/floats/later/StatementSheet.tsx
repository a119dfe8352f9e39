// The statement on paper, oldest first, as a bank writes it. Its opening and its closing are those of its own lines,
// because a sale may come between the two calls.
import {
  describeDays,
  formatAmount,
  countOf,
  formatDay,
  formatTime,
  lineKinds,
  type StatementLine,
  type StatementSums,
  sumLines,
} from '@flexpower/contract'
import { createElement } from 'react'
import { call } from '../../api/client.ts'
import {
  openSheetWindow,
  type PaperColumn,
  PaperSheet,
  type PaperSheetProps,
} from '../../layout/later/PaperSheet.tsx'
import { printIn } from '../../lib/print.ts'
import { readAll } from '../../list/later/list-file.ts'
import { listQuestion } from '../../list/list-window.ts'
import { toast } from '../../ui/toast.ts'
import type { Days, StatementSource } from './statement-source.ts'

const columns: readonly PaperColumn<StatementLine>[] = [
  { id: 'at', header: 'Date', cell: ({ at }) => `${formatDay(at)} ${formatTime(at)}` },
  { id: 'what', header: 'Movement', cell: ({ what }) => lineKinds[what] },
  { id: 'reference', header: 'Reference', cell: ({ reference }) => reference },
  { id: 'about', header: 'About', cell: ({ about }) => about },
  { id: 'amount', header: 'Amount', align: 'right', cell: ({ amount }) => formatAmount(amount) },
  { id: 'balance', header: 'Balance', align: 'right', cell: ({ balance }) => formatAmount(balance) },
]

const describeSheet = (
  { title, account }: Pick<StatementSource<object>, 'title' | 'account'>,
  days: Days,
  { name, opening: before }: Pick<StatementSums, 'name' | 'opening'>,
  rows: readonly StatementLine[],
): PaperSheetProps<StatementLine> => {
  const { opening, closing } = sumLines(rows, before)
  return {
    title,
    about: [`${name}, ${account}`, describeDays(days)],
    columns,
    rows,
    rowKey: ({ id }) => id,
    before: { at: 'Opening', balance: formatAmount(opening) },
    after: { at: 'Closing', balance: formatAmount(closing) },
    note: `${countOf(rows.length, 'movement')}.`,
  }
}

/** In the click handler, or the browser blocks the window. False when it did. */
export function printStatement<Of extends object>(source: StatementSource<Of>, days: Days): boolean {
  const target = openSheetWindow()
  if (target === null) return false
  Promise.all([call(source.sums, { ...source.of, ...days }), readLines(source, days)]).then(
    ([sums, lines]) =>
      printIn(
        target,
        `${source.title} ${sums.name}`,
        createElement(PaperSheet<StatementLine>, describeSheet(source, days, sums, lines)),
      ),
    () => {
      target.close()
      toast.error('The statement could not be read, so nothing was printed. Press again in a moment.')
    },
  )
  return true
}

async function readLines<Of extends object>({ list, of }: StatementSource<Of>, days: Days) {
  const question = listQuestion(list, of, { search: '', order: 'oldest', ...days })
  const lines: StatementLine[] = []
  for await (const { rows } of readAll(question, new AbortController().signal)) lines.push(...rows)
  return lines
}
