// Prints a receipt. The server counts the print first, so that every reprint says which copy it is; then it is printed
// in a separate window. A failure stays visible.
import { sales } from '@flexpower/contract'
import { useCallback, useState } from 'react'
import { call } from '../api/client.ts'
import { openPrintWindow } from '../layout/print-window.ts'
import { IconButton } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { Announcement, Printer, PrintReceipt } from './product.ts'

const BLOCKED: Announcement = {
  title: 'The browser blocked the print window',
  text: 'Allow pop-ups for this site and print again. The sale itself is not affected.',
}
const UNREACHABLE: Announcement = {
  title: 'The receipt was not printed',
  text: 'The server did not answer. The sale itself is not affected; print again in a moment.',
}

/** `load`: the receipt of the product, which no page needs before the first print. */
export function usePrinter<Sale extends { id: number }>(
  load: () => Promise<PrintReceipt<Sale>>,
): Printer<Sale> {
  const [problem, setProblem] = useState<Announcement | null>(null)
  const print = useCallback(
    (sale: Sale) => {
      const target = openPrintWindow()
      if (target === null) setProblem(BLOCKED)
      else
        void printIn(target, sale, load).then(
          () => setProblem(null),
          () => {
            target.close()
            setProblem(UNREACHABLE)
          },
        )
    },
    [load],
  )
  return { problem, dismiss: () => setProblem(null), print }
}

async function printIn<Sale extends { id: number }>(
  target: Window,
  sale: Sale,
  load: () => Promise<PrintReceipt<Sale>>,
): Promise<void> {
  const [{ copy }, print] = await Promise.all([call(sales.countPrint, { id: sale.id }), load()])
  await print(target, sale, copy)
}

export function PrintNotice({ printer }: { printer: Pick<Printer<never>, 'problem' | 'dismiss'> }) {
  if (printer.problem === null) return null
  return (
    <Notice
      tone="warning"
      title={printer.problem.title}
      action={
        <IconButton icon="close" size={16} label="Dismiss" className="-my-2" onClick={printer.dismiss} />
      }
    >
      {printer.problem.text}
    </Notice>
  )
}
