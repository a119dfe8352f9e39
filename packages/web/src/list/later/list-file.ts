// A list of any length as a file: read in large windows and written as they come, so that neither the server nor this page
// ever holds it as one text.
import type { Window } from '@flexpower/contract'
import { CSV_TYPE, csvFileName, csvHead, csvRows } from './csv.ts'
import { createWorkbook } from './xlsx.ts'
import type { FileColumns, FileValue } from '../list-table-props.ts'

export interface ListFile {
  name: string
  content: Blob
}

export interface FilePlan<Row> {
  kind: 'csv' | 'xlsx'
  /** Without its ending. */
  name: string
  columns: FileColumns<Row>
  /** Told after every window: so many of so many, as far as that is known. */
  onProgress: (written: number, total: number) => void
}

export async function fileOf<Row>(
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

interface Writer {
  add: (rows: FileValue[][]) => Promise<void> | void
  finish: () => Promise<Blob> | Blob
}

function csvWriter(labels: string[]): Writer {
  const parts = [new Blob([csvHead(labels)])]
  return {
    // A blob each: a browser puts those on disk when there are many.
    add: (rows) => void parts.push(new Blob([csvRows(rows)])),
    finish: () => new Blob(parts, { type: CSV_TYPE }),
  }
}

function workbookWriter(labels: string[]): Writer {
  const workbook = createWorkbook(labels)
  return { add: (rows) => workbook.add(rows.map((row) => row.map(String))), finish: workbook.finish }
}
