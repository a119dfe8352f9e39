// The parts of Post Paid that are loaded after a press: the modal, the card, and the printed receipt with whose bill it
// is, what was paid and what is still due.
import { formatGmd, type PostpaidPayment } from '@flexpower/contract'
import { site } from '../../../api/site.ts'
import { printIn } from '../../../lib/print.ts'
import { ReceiptFacts, ReceiptLarge } from '../../../ui/receipt/Receipt.tsx'
import { ReceiptSheet } from '../../later/ReceiptSheet.tsx'
import type { PrintReceipt } from '../../product.ts'

export { PostpaidCard as SaleCard } from './PostpaidCard.tsx'
export { PostpaidModal as SaleModal } from './PostpaidModal.tsx'

/** The receipt brings its style sheet, which the print window takes from the page. */
export const printReceipt: PrintReceipt<PostpaidPayment> = (target, payment, copy) =>
  printIn(target, `Receipt ${payment.receiptNumber}`, <PostpaidReceipt payment={payment} copy={copy} />)

interface PostpaidReceiptProps {
  payment: PostpaidPayment
  /** 0 for the original. */
  copy: number
}

const PostpaidReceipt = ({ payment, copy }: PostpaidReceiptProps) => (
  <ReceiptSheet sale={payment} copy={copy} foundBy="account reference">
    <ReceiptFacts
      lines={[
        { label: 'Customer', value: <b>{payment.customerName}</b> },
        { label: 'Address', value: payment.serviceAddress },
        { label: 'Account', value: <b>{payment.accountReference}</b> },
        { label: `${site.utilityName} receipt`, value: payment.receiptToken },
      ]}
    />
    <hr />
    <ReceiptFacts lines={[{ label: 'Vend Amount', value: formatGmd(payment.vended) }]} />
    <ReceiptLarge label="Paid" value={formatGmd(payment.tendered)} />
    {payment.dueAfter !== null && <p>{describeDue(payment.dueAfter)}</p>}
  </ReceiptSheet>
)

const describeDue = (due: NonNullable<PostpaidPayment['dueAfter']>): string =>
  due > 0 ? `Still due: ${formatGmd(due)}` : 'Nothing more is due.'
