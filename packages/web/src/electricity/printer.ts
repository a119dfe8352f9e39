// What a screen of the counter can do with the printer, and what it must tell when that did not work.
import type { ElectricitySale } from '@flexpower/contract'

export interface PrintProblem {
  title: string
  text: string
}

export interface Printer {
  print: (sale: ElectricitySale) => void
  problem: PrintProblem | null
  dismiss: () => void
}
