// Post paid as the counter trades it.
import { postpaid, type PostpaidPayment } from '@flexpower/contract'
import { postpaidEnding } from '../endings/postpaid.ts'
import type { Trade } from '../trade.ts'

export const trade: Trade<PostpaidPayment> = {
  ...postpaidEnding,
  product: 'postpaid',
  lists: [postpaid.list],
}
