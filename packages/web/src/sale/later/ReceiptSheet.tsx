// The printed receipt, for rolls of 58 and 80 mm (CP-14): black on white, as wide as the paper. The part between head
// and foot depends on the product.
import { formatDay, formatTime } from '@flexpower/contract'
import type { ReactNode } from 'react'
import { site } from '../../api/site.ts'
import { Receipt, ReceiptFacts } from '../../ui/receipt/Receipt.tsx'

/** What every receipt has. */
interface Receipted {
  receiptNumber: string
  at: Date
  transactionId: string
  cashierName: string
  location: string
}

interface ReceiptSheetProps {
  sale: Receipted
  /** 0 for the original. */
  copy: number
  /** The reference by which the counter finds the sale again. */
  foundBy: string
  children: ReactNode
}

export const ReceiptSheet = ({ sale, copy, foundBy, children }: ReceiptSheetProps) => (
  <Receipt label="Receipt">
    <header className="receipt-centre">
      <h1>{site.productName}</h1>
      <p>{site.companyName}</p>
      <p>{site.address}</p>
      {copy > 0 && <p className="receipt-copy">COPY {copy}</p>}
    </header>
    <hr />
    <ReceiptFacts
      lines={[
        { label: 'Receipt', value: sale.receiptNumber },
        { label: 'Date', value: `${formatDay(sale.at)}, ${formatTime(sale.at)}` },
        // Sales of the first release have a receipt number as well as a reference.
        ...(sale.transactionId === sale.receiptNumber
          ? []
          : [{ label: 'Transaction ID', value: sale.transactionId }]),
        { label: 'Cashier', value: sale.cashierName },
        { label: 'Location', value: sale.location },
      ]}
    />
    <hr />
    {children}
    <hr />
    <footer className="receipt-centre">
      <p>Lost this paper? The same counter prints it again from the {foundBy}.</p>
      <p>{site.phones.join(' · ')}</p>
      <p>{site.supportEmail}</p>
    </footer>
  </Receipt>
)
