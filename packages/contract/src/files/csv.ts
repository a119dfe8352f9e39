// Tables as CSV files, byte for byte as C-02 requires: semicolons, CR LF, a byte-order mark, every value quoted. Text
// that a spreadsheet would read as a formula gets an apostrophe in front; numbers never do.

export type CsvValue = string | number | null | undefined
export type CsvRecord = Readonly<Record<string, CsvValue>>

export const CSV_TYPE = 'text/csv;charset=utf-8'

const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'
const NUMBER = /^-?\d+(\.\d+)?$/
const FORMULA = /^[=+\-@\t\r]/

/** The columns are the first record's keys. Without labels, the keys are the labels. */
export function buildCsv(records: readonly CsvRecord[], labels?: readonly string[]): string {
  const keys = Object.keys(records[0] ?? {})
  const header = labels ?? keys
  if (header.length === 0) return ''
  return csvHead(header) + csvRows(records.map((record) => keys.map((key) => record[key])))
}

/** The start of a file whose rows come later. */
export const csvHead = (labels: readonly string[]): string => BYTE_ORDER_MARK + formatLine(labels)

/** Rows to append to a file. */
export const csvRows = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((row) => LINE_END + formatLine(row)).join('')

const formatLine = (values: readonly CsvValue[]): string => values.map(quoted).join(';')

function quoted(value: CsvValue): string {
  const text = String(value ?? '')
  const isFormula = FORMULA.test(text) && !NUMBER.test(text)
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`
}
