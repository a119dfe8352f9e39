// How the end of a cash power sale is asked for and told.
import { electricity, type ElectricitySale, formatGmd } from '@flexpower/contract'
import { call } from '../../api/client.ts'
import type { Ending } from '../sale-end.ts'

export const electricityEnding: Ending<ElectricitySale> = {
  ask: (reference) => call(electricity.status, { reference }),
  tell: (sale) => ({
    title: `The token for ${sale.customerName} has come: ${formatGmd(sale.tendered)}`,
    text: `Meter ${sale.meter}, receipt ${sale.receiptNumber}. Give it to the customer.`,
  }),
}
