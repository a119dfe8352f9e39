// How a file gets to the user: its name, and the download. What a CSV file contains is in the contract, because the
// server sends such files by mail too.
import { CSV_TYPE } from '@flexpower/contract'

export const csvFileName = (name = 'export.csv'): string =>
  name.toLowerCase().endsWith('.csv') ? name : `${name}.csv`

/** CP-15: a number of up to five digits, so that two exports on one day do not overwrite each other. */
export const randomFileNumber = (): number => Math.floor(Math.random() * 100_000)

export const downloadCsv = (name: string, content: string): void =>
  saveFile(csvFileName(name), new Blob([content], { type: CSV_TYPE }))

/** A busy browser reads the file only a while after the click; one that is gone by then is not downloaded, silently. */
const KEPT_MS = 60_000

/** Downloads a file in the browser. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
