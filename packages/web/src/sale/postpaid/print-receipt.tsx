// A payment's receipt onto paper. With this code comes the receipt's style, which the print window borrows from the page.
import type { PostpaidPayment } from '@flexpower/contract'
import type { PrintReceipt } from '../printer.ts'
import { printIn } from '../../lib/print.ts'
import { PaymentReceipt } from './PaymentReceipt.tsx'

export const printReceiptIn: PrintReceipt<PostpaidPayment> = (target, payment, copy) =>
  printIn(target, `Receipt ${payment.receiptNumber}`, <PaymentReceipt payment={payment} copy={copy} />)
