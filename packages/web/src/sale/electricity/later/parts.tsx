// The parts of Cash Power that are loaded after a press: the modal, the card, the printed receipt, and the list as a
// file for a spreadsheet (CP-12).
import { type ElectricitySale, formatToken, toDalasi } from '@flexpower/contract'
import { type FileColumns, momentValue } from '../../../list/columns.tsx'
import { printIn } from '../../../lib/print.ts'
import type { PrintReceipt } from '../../product.ts'
import { headings } from '../sales.tsx'
import { ElectricityReceipt } from './ElectricityReceipt.tsx'

export { ElectricityCard as SaleCard } from './ElectricityCard.tsx'
export { ElectricityModal as SaleModal } from './ElectricityModal.tsx'

/** The receipt brings its style sheet, which the print window takes from the page. */
export const printReceipt: PrintReceipt<ElectricitySale> = (target, sale, copy) =>
  printIn(target, `Receipt ${sale.receiptNumber}`, <ElectricityReceipt sale={sale} copy={copy} />)

/** Tokens in blocks: a spreadsheet would read twenty bare digits as a number and round them. */
const columns: FileColumns<ElectricitySale> = {
  [headings.at]: momentValue,
  [headings.customerName]: (sale) => sale.customerName,
  [headings.meter]: (sale) => sale.meter,
  [headings.tendered]: (sale) => toDalasi(sale.tendered),
  [headings.vended]: (sale) => toDalasi(sale.vended),
  [headings.fee]: (sale) => toDalasi(sale.fee),
  [headings.tokens]: (sale) => sale.tokens.map(formatToken).join(', '),
  [headings.cashierName]: (sale) => sale.cashierName,
  [headings.location]: (sale) => sale.location,
  [headings.transactionId]: (sale) => sale.transactionId,
}

export const fileColumns = (withLocation: boolean): FileColumns<ElectricitySale> =>
  Object.fromEntries(
    Object.entries(columns).filter(([heading]) => withLocation || heading !== headings.location),
  )
