// The receipt of a bill's payment: whose bill, what was paid, what is still due.
import { formatGmd, type PostpaidPayment } from '@flexpower/contract'
import { site } from '../../api/site.ts'
import { ReceiptFacts, ReceiptLarge, ReceiptSheet } from '../ReceiptSheet.tsx'

interface PaymentReceiptProps {
  payment: PostpaidPayment
  /** 0 for the original. */
  copy: number
}

export const PaymentReceipt = ({ payment, copy }: PaymentReceiptProps) => (
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
    {payment.dueAfter !== null && <p>{dueText(payment.dueAfter)}</p>}
  </ReceiptSheet>
)

const dueText = (due: NonNullable<PostpaidPayment['dueAfter']>): string =>
  due > 0 ? `Still due: ${formatGmd(due)}` : 'Nothing more is due.'
