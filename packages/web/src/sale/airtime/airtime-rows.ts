// The columns of the list of airtime sales, in the table and in its file (AP-04).
import type { AirtimeSale } from '@flexpower/contract'
import { soldHeadings } from '../sold-columns.tsx'
import { soldValues } from '../sold-values.ts'
import type { FileColumns } from '../../list/columns.tsx'

export const headings = { ...soldHeadings, phone: 'Mobile Number', operator: 'Company' } as const

export const fileColumns: FileColumns<AirtimeSale> = {
  [headings.at]: soldValues.at,
  [headings.phone]: ({ phone }) => phone,
  [headings.operator]: ({ operator }) => operator,
  [headings.tendered]: soldValues.tendered,
  [headings.vended]: soldValues.vended,
  [headings.cashierName]: soldValues.cashierName,
  [headings.location]: soldValues.location,
}
