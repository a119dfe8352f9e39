// The sales of airtime as the server has them: where they are listed, with which columns, and how one of them ended.
import { airtime, type AirtimeSale, formatGmd } from '@flexpower/contract'
import { call } from '../../api/client.ts'
import type { FileColumns } from '../../list/list-table-props.ts'
import type { ProductSales } from '../product.ts'
import { soldHeadings } from '../sold-columns.tsx'
import { soldValues } from '../sold-values.ts'

export const airtimeSales: ProductSales<AirtimeSale> = {
  lists: [airtime.list],
  readStatus: (reference) => call(airtime.status, { reference }),
  describe: (sale) => ({
    title: `${formatGmd(sale.tendered)} has reached ${sale.operator} number ${sale.phone}`,
    text: `Sale ${sale.transactionId}. Tell the customer.`,
  }),
}

/** AP-04: the table and the file have the same ones. */
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
