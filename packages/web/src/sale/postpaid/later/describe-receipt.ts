// The receipt of a payment: whose bill it is, what was paid and what is still due.
import { formatGmd, type PostpaidPayment } from '@flexpower/contract'
import { site } from '../../../api/site.ts'
import { facts, type Paper, rule } from '../../../ui/receipt/paper.ts'
import { describeSale } from '../../later/describe-sale.ts'
import type { CountedPrint } from '../../product.ts'

export const describeReceipt = (payment: PostpaidPayment, { copy }: CountedPrint): Paper =>
  describeSale({
    sale: payment,
    copy,
    foundBy: 'account reference',
    body: [
      facts([
        { label: 'Customer', value: payment.customerName, isStrong: true },
        { label: 'Address', value: payment.serviceAddress },
        { label: 'Account', value: payment.accountReference, isStrong: true },
        { label: `${site.utilityName} receipt`, value: payment.receiptToken },
      ]),
      rule,
      facts([{ label: 'Vend Amount', value: formatGmd(payment.vended) }]),
      { kind: 'large', label: 'Paid', value: formatGmd(payment.tendered) },
      ...(payment.dueAfter === null ? [] : [{ kind: 'text', text: describeDue(payment.dueAfter) } as const]),
    ],
  })

const describeDue = (due: NonNullable<PostpaidPayment['dueAfter']>): string =>
  due > 0 ? `Still due: ${formatGmd(due)}` : 'Nothing more is due.'
