import { bututs, type Credit } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { buildTableCsv, readFileColumns } from '../list/later/list-file.ts'
import { buildColumns } from './CreditsTable.tsx'

const credit: Credit = {
  id: 1,
  agent: 12,
  at: new Date('2026-11-14T14:18:00Z'),
  agentName: 'Fatou Ceesay',
  kind: 'electricity',
  amount: bututs(500_000),
  corrected: null,
  slipReference: '=1+1',
  loadedBy: 'Binta Saidy',
  floatAfter: bututs(620_050),
}

test('CR-01 C-02 the file has the columns of the table, plain amounts, and no formula', () => {
  const header = '"Date";"Agent";"Type";"Amount";"Bank Transaction Ref";"Loaded by";"Balance after"'
  const columns = readFileColumns(
    buildColumns(undefined, { isOneAgent: true, isWide: true, onAgent: () => {} }),
  )
  expect(buildTableCsv(columns, [credit])).toBe(
    `\uFEFF${header}\r\n"2026-11-14 14:18";"Fatou Ceesay";"NAWEC";"5000";"'=1+1";"Binta Saidy";"6200.5"`,
  )
  // A corrected load is what it is now, so that the column adds up to its total.
  expect(buildTableCsv(columns, [{ ...credit, corrected: bututs(450_000) }])).toContain('"NAWEC";"4500";')
})
