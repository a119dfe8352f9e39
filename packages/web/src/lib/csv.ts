// Tables as files for a spreadsheet, byte for byte as C-02 wants them: semicolons, CR LF, a byte-order mark, every value
// quoted. Text that a spreadsheet would take for a formula gets an apostrophe in front; numbers never do.
import { saveFile } from './save-file.ts'
export type CsvValue = string | number | null | undefined
export type CsvRecord = Readonly<Record<string, CsvValue>>

const BYTE_ORDER_MARK = '\uFEFF'
const NUMBER = /^-?\d+(\.\d+)?$/
const FORMULA = /^[=+\-@\t\r]/

/** The columns are the first record's keys; without labels they name themselves. */
export function csvOf(records: readonly CsvRecord[], labels?: readonly string[]): string {
  const keys = Object.keys(records[0] ?? {})
  const header = labels ?? keys
  if (header.length === 0) return ''
  const lines = [header, ...records.map((record) => keys.map((key) => record[key]))]
  return BYTE_ORDER_MARK + lines.map((line) => line.map(quoted).join(';')).join('\r\n')
}

function quoted(value: CsvValue): string {
  const text = String(value ?? '')
  const isFormula = FORMULA.test(text) && !NUMBER.test(text)
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`
}

export const csvFileName = (name = 'export.csv'): string =>
  name.toLowerCase().endsWith('.csv') ? name : `${name}.csv`

/** CP-15: a number of up to five digits, so that two exports of a day do not overwrite each other. */
export const randomFileNumber = (): number => Math.floor(Math.random() * 100_000)

export const downloadCsv = (name: string, content: string): void =>
  saveFile(csvFileName(name), new Blob([content], { type: 'text/csv;charset=utf-8' }))
