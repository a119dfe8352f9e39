// The receipt of an airtime sale: which number got how much credit.
import { type AirtimeSale, formatGmd } from '@flexpower/contract'
import { facts, type Paper } from '../../../ui/receipt/paper.ts'
import { describeSale } from '../../later/describe-sale.ts'
import type { CountedPrint } from '../../product.ts'

export const describeReceipt = (sale: AirtimeSale, { copy }: CountedPrint): Paper =>
  describeSale({
    sale,
    copy,
    foundBy: 'mobile number',
    body: [
      facts([{ label: 'Operator', value: sale.operator, isStrong: true }]),
      { kind: 'large', label: 'Mobile Number', value: sale.phone },
      { kind: 'large', label: 'Credit, paid', value: formatGmd(sale.tendered) },
      { kind: 'text', text: 'The operator has added it to the phone.' },
    ],
  })
