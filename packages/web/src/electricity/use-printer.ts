// Printing a receipt: counts it at the server first, so that every reprint says which copy it is, then prints it in a
// window of its own. What did not work stays in sight.
import { electricity, type ElectricitySale } from '@flexpower/contract'
import { createElement, useState } from 'react'
import { call } from '../api/client.ts'
import { loadChunk } from '../lib/lazy-page.ts'
import { openPrintWindow, printIn } from '../lib/print.ts'

export interface PrintProblem {
  title: string
  text: string
}

export interface Printer {
  print: (sale: ElectricitySale) => void
  problem: PrintProblem | null
  dismiss: () => void
}

const BLOCKED: PrintProblem = {
  title: 'The browser blocked the print window',
  text: 'Allow pop-ups for this site and print again. The sale itself is not affected.',
}
const UNREACHABLE: PrintProblem = {
  title: 'The receipt was not printed',
  text: 'The server did not answer. The sale itself is not affected; print again in a moment.',
}

/** Loads the receipt ahead of need: with its code comes its style, which the window borrows. */
export const loadReceipt = () => loadChunk(() => import('./Receipt.tsx'))

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
  const [{ copy }, { Receipt }] = await Promise.all([
    call(electricity.countPrint, { id: sale.id }),
    loadReceipt(),
  ])
  await printIn(target, `Receipt ${sale.receiptNumber}`, createElement(Receipt, { sale, copy }))
}
