// The parts of Cash Power that are loaded after a press: the modal, the card, the printed receipt, and the list as a
// file for a spreadsheet (CP-12).
import { type ElectricitySale, formatToken, toDalasi } from '@flexpower/contract'
import { type FileColumns, momentValue } from '../../../list/columns.tsx'
import { headings } from '../sales.tsx'

export { ElectricityCard as SaleCard } from './ElectricityCard.tsx'
export { ElectricityModal as SaleModal } from './ElectricityModal.tsx'
export { describeReceipt } from './describe-receipt.ts'

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
