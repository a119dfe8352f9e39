// A list of any length as a file. It is read in large windows and written as they arrive, so that neither the server
// nor this page ever holds all of it as one text.
import { buildCsv, CSV_TYPE, csvHead, csvRows, type Window, WINDOW_MOST } from '@flexpower/contract'
import type { Column, FileColumns, FileValue } from '../columns.tsx'
import { csvFileName } from './csv.ts'
import { createWorkbook } from './xlsx.ts'
import type { ListQuestion } from '../list-window.ts'

export interface ListFile {
  name: string
  content: Blob
}

export interface FilePlan<Row> {
  kind: 'csv' | 'xlsx'
  /** Without the file extension. */
  name: string
  columns: FileColumns<Row>
  /** Called after every window with the rows written and the total, as far as that is known. */
  onProgress: (written: number, total: number) => void
}

export async function buildFile<Row>(
  windows: AsyncIterable<Window<Row>>,
  { kind, name, columns, onProgress }: FilePlan<Row>,
): Promise<ListFile> {
  const labels = Object.keys(columns)
  const values = Object.values(columns)
  const writer = kind === 'csv' ? csvWriter(labels) : workbookWriter(labels)
  let written = 0
  for await (const { rows, total } of windows) {
    await writer.add(rows.map((row) => values.map((value) => value(row))))
    written += rows.length
    onProgress(written, Math.max(total, written))
  }
  return { name: kind === 'csv' ? csvFileName(name) : `${name}.xlsx`, content: await writer.finish() }
}

/** The columns of a file, from the columns of its table. */
export const readFileColumns = <Row>(
  columns: readonly Pick<Column<Row>, 'header' | 'file'>[],
): FileColumns<Row> =>
  Object.assign(
    {},
    ...columns.map(({ header, file }) => (typeof file === 'function' ? { [header]: file } : file)),
  )

/** All rows of a short table, which are already loaded. */
export function buildTableCsv<Row>(columns: FileColumns<Row>, rows: readonly Row[]): string {
  const entries = Object.entries(columns)
  const records = rows.map((row) => Object.fromEntries(entries.map(([label, value]) => [label, value(row)])))
  return buildCsv(records, Object.keys(columns))
}

interface Writer {
  add: (rows: FileValue[][]) => Promise<void> | void
  finish: () => Promise<Blob> | Blob
}

function csvWriter(labels: string[]): Writer {
  const parts = [new Blob([csvHead(labels)])]
  return {
    // One blob each: browsers move blobs to disk when there are many.
    add: (rows) => void parts.push(new Blob([csvRows(rows)])),
    finish: () => new Blob(parts, { type: CSV_TYPE }),
  }
}

function workbookWriter(labels: string[]): Writer {
  const workbook = createWorkbook(labels)
  return { add: (rows) => workbook.add(rows.map((row) => row.map(String))), finish: workbook.finish }
}

// Reads a whole list, however long, in large windows.
/**
 * The whole list, or the rest of it from a cursor on, one large window after the other. A caller that stops iterating
 * stops the reading.
 */
export async function* readAll<Row>(
  { ask }: ListQuestion<Row>,
  signal: AbortSignal,
  from?: number,
): AsyncGenerator<Window<Row>> {
  for (let cursor = from; ; ) {
    const part = await ask({ limit: WINDOW_MOST, cursor }, signal)
    yield part
    if (part.next === null) return
    cursor = part.next
  }
}
