// How the end of a bill's payment is asked for and told.
import { formatGmd, postpaid, type PostpaidPayment } from '@flexpower/contract'
import { call } from '../../api/client.ts'
import type { Ending } from '../sale-end.ts'

export const postpaidEnding: Ending<PostpaidPayment> = {
  ask: (reference) => call(postpaid.status, { reference }),
  tell: (payment) => ({
    title: `The bill of ${payment.customerName} is paid: ${formatGmd(payment.tendered)}`,
    text: `Account ${payment.accountReference}, receipt ${payment.receiptNumber}. Give it to the customer.`,
  }),
}
