// The receipt of a cash power sale (CP-14): the customer and the meter, the tokens, and where the money went.
import { type ElectricitySale, formatGmd, formatToken } from '@flexpower/contract'
import { ReceiptFacts, ReceiptLarge } from '../../../ui/receipt/Receipt.tsx'
import { ReceiptSheet } from '../../later/ReceiptSheet.tsx'
import { listCharges, describeTendered, titleToken } from './receipt-lines.ts'
import { formatUnits } from './price-parts.ts'

interface ElectricityReceiptProps {
  sale: ElectricitySale
  /** 0 for the original. */
  copy: number
}

export const ElectricityReceipt = ({ sale, copy }: ElectricityReceiptProps) => (
  <ReceiptSheet sale={sale} copy={copy} foundBy="meter number">
    <ReceiptFacts
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
    <ReceiptFacts lines={listCharges(sale)} />
    <ReceiptLarge {...describeTendered(sale)} />
    {sale.accountBalance > 0 && <p>Arrears still owed: {formatGmd(sale.accountBalance)}</p>}
  </ReceiptSheet>
)

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
          <p>{titleToken(sale, index)}</p>
          <p className="receipt-digits">{formatToken(token)}</p>
        </div>
      ))}
      <ReceiptLarge label="Units" value={formatUnits(sale.units)} />
    </>
  )
}
