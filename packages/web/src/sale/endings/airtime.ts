// How the end of an airtime sale is asked for and told.
import { airtime, type AirtimeSale, formatGmd } from '@flexpower/contract'
import { call } from '../../api/client.ts'
import type { Ending } from '../sale-end.ts'

export const airtimeEnding: Ending<AirtimeSale> = {
  ask: (reference) => call(airtime.status, { reference }),
  tell: (sale) => ({
    title: `${formatGmd(sale.tendered)} has reached ${sale.operator} number ${sale.phone}`,
    text: `Sale ${sale.transactionId}. Tell the customer.`,
  }),
}
