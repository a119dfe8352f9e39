// A table of a report as a file: printed, as PDF from the server, and for a spreadsheet.
import type { Window } from '@flexpower/contract'
import { useState } from 'react'
import { refusalText } from '../form/form-errors.ts'
import type { Column } from '../list/columns.tsx'
import { saveFile } from '../list/later/csv.ts'
import { buildFile, readFileColumns } from '../list/later/list-file.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'

interface FileButtonsProps<Row> {
  /** Without the file extension. */
  name: string
  columns: readonly Column<Row>[]
  /** Undefined while they are read. */
  rows: readonly Row[] | undefined
  readPdf: () => Promise<Blob>
  /** False if the browser blocked the window. */
  print: () => boolean
}

export function FileButtons<Row>({ name, columns, rows, readPdf, print }: FileButtonsProps<Row>) {
  const [isBusy, setBusy] = useState(false)
  const isIdle = rows === undefined
  async function savePdf(): Promise<void> {
    setBusy(true)
    try {
      saveFile(`${name}.pdf`, await readPdf())
    } catch (error) {
      toast.error(refusalText(error, 'The PDF could not be made. Please try again.'))
    } finally {
      setBusy(false)
    }
  }
  async function saveTable(kind: 'csv' | 'xlsx'): Promise<void> {
    const plan = { kind, name, columns: readFileColumns(columns), onProgress: () => {} }
    const made = await buildFile(asOneWindow(rows ?? []), plan)
    saveFile(made.name, made.content)
  }
  return (
    <div className="list-tools flex-wrap">
      <Button
        icon="print"
        disabled={isIdle}
        onClick={() => {
          if (!print()) toast.error('The browser blocked the print window. Allow pop-ups for this site.')
        }}
      >
        Print
      </Button>
      <Button disabled={isIdle} busy={isBusy} onClick={() => void savePdf()}>
        PDF
      </Button>
      <Button icon="download" disabled={isIdle} onClick={() => void saveTable('csv')}>
        CSV
      </Button>
      <Button disabled={isIdle} onClick={() => void saveTable('xlsx')}>
        Excel
      </Button>
    </div>
  )
}

/** The rows are all loaded; files of longer lists are written window by window. */
async function* asOneWindow<Row>(rows: readonly Row[]): AsyncGenerator<Window<Row>> {
  yield { rows: [...rows], total: rows.length, next: null, isTotalExact: true, searchedBackTo: null }
}
