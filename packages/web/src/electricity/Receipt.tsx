// The customer's paper, for rolls of 58 and 80 mm (CP-14): black on white, as wide as the paper is.
import { type ElectricitySale, formatDay, formatGmd, formatTime, formatToken } from '@flexpower/contract'
import type { ReactNode } from 'react'
import { site } from '../api/site.ts'
import { chargeLines, type ReceiptLine, tenderedLine, tokenTitle } from './receipt-lines.ts'
import { formatUnits } from './words.ts'
import './receipt.css'

interface ReceiptProps {
  sale: ElectricitySale
  /** 0 for the original. */
  copy: number
}

export function Receipt({ sale, copy }: ReceiptProps) {
  return (
    <article className="receipt" aria-label="Receipt">
      <header className="receipt-centre">
        <h1>{site.productName}</h1>
        <p>{site.companyName}</p>
        <p>{site.address}</p>
        {copy > 0 && <p className="receipt-copy">COPY {copy}</p>}
      </header>
      <hr />
      <Facts
        lines={[
          { label: 'Receipt', value: sale.receiptNumber },
          { label: 'Date', value: `${formatDay(sale.at)}, ${formatTime(sale.at)}` },
          { label: 'Transaction ID', value: sale.transactionId },
          { label: 'Cashier', value: sale.cashierName },
          { label: 'Location', value: sale.location },
        ]}
      />
      <hr />
      <Facts
        lines={[
          { label: 'Customer', value: <b>{sale.customerName}</b> },
          { label: 'Address', value: sale.serviceAddress },
          { label: 'Account', value: sale.account },
          { label: 'Meter', value: <b>{sale.meter}</b> },
          { label: 'Tariff', value: sale.tariff },
        ]}
      />
      <hr />
      <Tokens sale={sale} />
      <hr />
      <Facts lines={chargeLines(sale)} />
      <Large {...tenderedLine(sale)} />
      {sale.accountBalance > 0 && <p>Arrears still owed: {formatGmd(sale.accountBalance)}</p>}
      <hr />
      <footer className="receipt-centre">
        <p>Lost this paper? The same counter prints it again from the meter number.</p>
        <p>{site.phones.join(' · ')}</p>
        <p>{site.supportEmail}</p>
      </footer>
    </article>
  )
}

function Tokens({ sale }: { sale: ElectricitySale }) {
  const { tokens } = sale
  if (tokens.length === 0)
    return <p className="receipt-centre">This payment went to arrears. No token comes with it.</p>
  return (
    <>
      {tokens.length > 1 && (
        <p className="receipt-centre">
          <b>Key in all {tokens.length}, in this order</b>
        </p>
      )}
      {tokens.map((token, index) => (
        <div key={token} className="receipt-token">
          <p>{tokenTitle(index, tokens.length)}</p>
          <p className="receipt-digits">{formatToken(token)}</p>
        </div>
      ))}
      <Large label="Units" value={formatUnits(sale.units)} />
    </>
  )
}

/** A fact that a sale does not have leaves no line. */
const Facts = ({ lines }: { lines: readonly { label: string; value: ReactNode }[] }) => (
  <dl>
    {lines
      .filter(({ value }) => value !== '')
      .map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

const Large = ({ label, value }: ReceiptLine) => (
  <p className="receipt-large">
    <span>{label}</span>
    <span>{value}</span>
  </p>
)
