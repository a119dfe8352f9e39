// The row that confirming a sale writes, without reading it back.
import type { Bututs } from '@flexpower/contract'
import type { Confirmation, HeldSale } from '../ledger/book.ts'
import type { SaleRow } from './product.ts'

type Shown = Pick<
  Confirmation,
  'at' | 'day' | 'customerName' | 'tokens' | 'cashierName' | 'location' | 'details'
>

export const buildRow = (sale: HeldSale, shown: Shown): SaleRow => ({
  id: sale.id,
  product: sale.product,
  user_id: sale.userId,
  at: shown.at,
  day: shown.day,
  subject: sale.subject,
  phone: sale.phone,
  customer_name: shown.customerName,
  tendered: sale.tendered,
  vended: (sale.tendered - sale.fee) as Bututs,
  fee: sale.fee,
  commission: sale.commission,
  tokens: shown.tokens,
  cashier_name: shown.cashierName,
  location: shown.location,
  transaction_id: sale.reference,
  receipt_number: null,
  details: shown.details,
  receipt_code: sale.receiptCode,
})
