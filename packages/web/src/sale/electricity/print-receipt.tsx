// A receipt onto paper. With this code comes the receipt's style, which the print window borrows from the page.
import type { ElectricitySale } from '@flexpower/contract'
import type { PrintReceipt } from '../printer.ts'
import { printIn } from '../../lib/print.ts'
import { Receipt } from './Receipt.tsx'

export const printReceiptIn: PrintReceipt<ElectricitySale> = (target, sale, copy) =>
  printIn(target, `Receipt ${sale.receiptNumber}`, <Receipt sale={sale} copy={copy} />)
