// The list of sales as a file for a spreadsheet (CP-12).
import { type ElectricitySale, formatToken, toDalasi } from '@flexpower/contract'
import { soldValues } from '../sold-values.ts'
import type { FileColumns } from '../../list/columns.tsx'
import { headings } from './sale-rows.ts'

/** Tokens in blocks: a spreadsheet takes twenty bare digits for a number and rounds them. */
const columns: FileColumns<ElectricitySale> = {
  [headings.at]: soldValues.at,
  [headings.customerName]: (sale) => sale.customerName,
  [headings.meter]: (sale) => sale.meter,
  [headings.tendered]: soldValues.tendered,
  [headings.vended]: soldValues.vended,
  [headings.fee]: (sale) => toDalasi(sale.fee),
  [headings.tokens]: (sale) => sale.tokens.map(formatToken).join(', '),
  [headings.cashierName]: soldValues.cashierName,
  [headings.location]: soldValues.location,
  [headings.transactionId]: (sale) => sale.transactionId,
}

export const saleFileColumns = (withLocation: boolean): FileColumns<ElectricitySale> =>
  Object.fromEntries(
    Object.entries(columns).filter(([heading]) => withLocation || heading !== headings.location),
  )
