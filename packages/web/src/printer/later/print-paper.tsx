// Prints a paper as this browser is set up: on a receipt printer without a dialog, or with the browser's dialog in a
// separate window. Everything that talks to printers is loaded at the first such print.
import { openPrintWindow } from '../../layout/print-window.ts'
import { loadChunk } from '../../lib/lazy-page.ts'
import { printIn } from '../../lib/print.ts'
import { Receipt } from '../../ui/receipt/Receipt.tsx'
import type { MakePaper } from '../raw/raw-printer.ts'
import {
  BLOCKED,
  describeFailure,
  PrinterFailure,
  type PrintProblem,
  UNREACHABLE,
} from './describe-failure.ts'
import { type KnownPrinter, type PrinterSettings, readSettings, saveSettings } from './settings.ts'

export const loadRaw = () => loadChunk(() => import('../raw/raw-printer.ts'))

/** dialog: the browser's dialog, whatever is set up. automatic: nobody pressed anything, so nobody can be asked. */
export type PrintWay = 'pressed' | 'dialog' | 'automatic'

export const isRaw = ({ connection }: PrinterSettings): boolean => connection !== 'dialog'

/** Null: printed, or left to the dialog. */
export async function printPaper(
  settings: PrinterSettings,
  way: PrintWay,
  make: MakePaper,
): Promise<PrintProblem | null> {
  try {
    if (isRaw(settings) && way !== 'dialog') {
      const { printRaw } = await loadRaw()
      await rememberPrinter(settings, await printRaw(settings, way === 'pressed', make))
      return null
    }
    return await printInWindow(make)
  } catch (error) {
    return error instanceof PrinterFailure ? describeFailure(error.kind) : UNREACHABLE
  }
}

/** A printer that was chosen while printing is found without asking from now on. */
async function rememberPrinter(settings: PrinterSettings, known: KnownPrinter): Promise<void> {
  if (JSON.stringify(known) !== JSON.stringify(settings.known)) await saveSettings({ ...settings, known })
}

async function printInWindow(make: MakePaper): Promise<PrintProblem | null> {
  const target = openPrintWindow()
  if (target === null) return BLOCKED
  try {
    const { paper } = await make()
    await printIn(target, paper.title, <Receipt paper={paper} />)
    return null
  } catch (error) {
    target.close()
    throw error
  }
}

/** For cash that moves without a receipt. A drawer that cannot be opened has a key. */
export async function openDrawer(): Promise<void> {
  const settings = await readSettings()
  if (!isRaw(settings) || !settings.hasDrawer) return
  try {
    await (await loadRaw()).openDrawerRaw(settings, false)
  } catch {
    // The money is recorded; only the drawer did not open.
  }
}
