// The sales of cash power as the server has them: where they are listed, under which headings, and how one of them ended.
import { electricity, type ElectricitySale, formatGmd } from '@flexpower/contract'
import { call } from '../../api/client.ts'
import type { ProductSales } from '../product.ts'
import { soldHeadings } from '../sold-columns.tsx'
import { rememberMeter } from './known-meters.ts'

export const electricitySales: ProductSales<ElectricitySale> = {
  lists: [electricity.list, electricity.listOf],
  readStatus: (reference) => call(electricity.status, { reference }),
  describe: (sale) => ({
    title: `The token for ${sale.customerName} has come: ${formatGmd(sale.tendered)}`,
    text: `Meter ${sale.meter}, receipt ${sale.receiptNumber}. Give it to the customer.`,
  }),
  remember: ({ meter, customerName }, phone) => rememberMeter({ meter, name: customerName, phone }),
}

/** CP-10, and CP-13 for a cashier: the table and the file have the same ones, but for Action. */
export const headings = {
  at: soldHeadings.at,
  customerName: 'Customer Name',
  meter: 'Meter Number',
  tendered: soldHeadings.tendered,
  vended: soldHeadings.vended,
  fee: 'Fee',
  tokens: 'List Token',
  cashierName: soldHeadings.cashierName,
  location: soldHeadings.location,
  transactionId: 'Transaction ID',
} as const
