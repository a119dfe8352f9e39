// What a screen of the counter can do with the printer, and what it must tell when that did not work.
export interface PrintProblem {
  title: string
  text: string
}

export interface Printer<Sale> {
  print: (sale: Sale) => void
  problem: PrintProblem | null
  dismiss: () => void
}

/** Draws a receipt into an open window and prints it; `copy` is 0 for the original. */
export type PrintReceipt<Sale> = (target: Window, sale: Sale, copy: number) => Promise<void>
