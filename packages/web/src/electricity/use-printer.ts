// Printing a receipt: counts it at the server first, so that every reprint says which copy it is, then prints it in a
// window of its own. What did not work stays in sight.
import { type ElectricitySale, sales } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { loadOnDemand } from './load-on-demand.ts'
import type { Printer, PrintProblem } from './printer.ts'

const BLOCKED: PrintProblem = {
  title: 'The browser blocked the print window',
  text: 'Allow pop-ups for this site and print again. The sale itself is not affected.',
}
const UNREACHABLE: PrintProblem = {
  title: 'The receipt was not printed',
  text: 'The server did not answer. The sale itself is not affected; print again in a moment.',
}

/** Must be called in the click itself, or the browser blocks it; null when it does all the same. */
const openPrintWindow = (): Window | null => window.open('', '_blank', 'popup,width=400,height=760')

export function usePrinter(): Printer {
  const [problem, setProblem] = useState<PrintProblem | null>(null)
  return {
    problem,
    dismiss: () => setProblem(null),
    print: (sale) => {
      const target = openPrintWindow()
      if (target === null) setProblem(BLOCKED)
      else
        void printReceipt(target, sale).then(
          () => setProblem(null),
          () => {
            target.close()
            setProblem(UNREACHABLE)
          },
        )
    },
  }
}

async function printReceipt(target: Window, sale: ElectricitySale): Promise<void> {
  const [{ copy }, { printReceiptIn }] = await Promise.all([
    call(sales.countPrint, { id: sale.id }),
    loadOnDemand(),
  ])
  await printReceiptIn(target, sale, copy)
}
