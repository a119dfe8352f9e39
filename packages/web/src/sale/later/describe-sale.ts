// What every receipt has (CP-14): head and foot. The part between them depends on the product.
import { buildReceiptUrl, formatDay, formatReceiptCode, formatTime } from '@flexpower/contract'
import { site } from '../../api/site.ts'
import { type Block, facts, type Paper, rule } from '../../ui/receipt/paper.ts'

interface Receipted {
  /** Sales of airtime have only their reference. */
  receiptNumber?: string
  at: Date
  transactionId: string
  cashierName: string
  location: string
  /** Leads to the page on which anybody can check the receipt. */
  receiptCode?: string | null
}

interface SalePaper {
  sale: Receipted
  /** 0 for the original. */
  copy: number
  /** The reference by which the counter finds the sale again. */
  foundBy: string
  /** A token can be sent again. */
  hasToken?: boolean
  /** What the product prints between head and foot. */
  body: readonly Block[]
}

export function describeSale({ sale, copy, foundBy, hasToken = false, body }: SalePaper): Paper {
  const { receiptNumber = sale.transactionId, transactionId } = sale
  return {
    title: `Receipt ${receiptNumber}`,
    blocks: [
      { kind: 'heading', text: site.productName },
      { kind: 'centre', text: site.companyName },
      { kind: 'centre', text: site.address },
      ...(copy > 0 ? [{ kind: 'stamp', text: `COPY ${copy}` } as const] : []),
      rule,
      facts([
        { label: 'Receipt', value: receiptNumber },
        { label: 'Date', value: `${formatDay(sale.at)}, ${formatTime(sale.at)}` },
        // Sales of the first release have a receipt number as well as a reference.
        { label: 'Transaction ID', value: transactionId === receiptNumber ? '' : transactionId },
        { label: 'Cashier', value: sale.cashierName },
        { label: 'Location', value: sale.location },
      ]),
      rule,
      ...body,
      rule,
      {
        kind: 'centre',
        text:
          hasToken && site.sendsSms
            ? `Lost this paper? Any counter sends the token to your phone again, and the same counter prints it again from the ${foundBy}.`
            : `Lost this paper? The same counter prints it again from the ${foundBy}.`,
      },
      { kind: 'centre', text: site.phones.join(' · ') },
      { kind: 'centre', text: site.supportEmail },
      ...describeCheck(sale.receiptCode),
    ],
  }
}

/** Where anybody can check that a receipt is genuine. */
function describeCheck(code: string | null | undefined): Block[] {
  if (!code) return []
  // The configured address; only a page that no server wrote has none.
  const origin = site.publicUrl || window.location.origin
  return [
    { kind: 'qr', address: buildReceiptUrl(origin, code) },
    {
      kind: 'centre',
      text: `Is it genuine? Check it with your phone, or at ${origin.replace(/^https?:\/\//, '')}/r`,
    },
    { kind: 'centre', text: formatReceiptCode(code), isStrong: true },
  ]
}
