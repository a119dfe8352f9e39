// Customers who get money back: their sale was voided after the shift in which they paid was counted.
import {
  type Answer,
  type DoubtfulSale,
  formatGmd,
  formatMoment,
  type till,
  type TillSession,
} from '@flexpower/contract'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PayBackDialog } from './PayBackDialog.tsx'

interface RefundsProps {
  current: Answer<typeof till.current>
  onPaid: (session: TillSession) => void
}

export function Refunds({ current: { refunds, session }, onPaid }: RefundsProps) {
  const [paying, setPaying] = useState<DoubtfulSale | null>(null)
  const canPay = session?.state === 'open'
  return (
    <>
      {refunds.map((sale) => (
        <Notice
          key={sale.id}
          tone="warning"
          title={`${formatGmd(sale.tendered)} is owed to the customer of ${sale.subject}`}
          action={canPay && <Button onClick={() => setPaying(sale)}>Paid back</Button>}
        >
          Sale {sale.reference} of {formatMoment(sale.at)} was voided after that shift was counted.{' '}
          {canPay ? 'When you pay it back, record it here.' : 'Open a shift to pay it back.'}
        </Notice>
      ))}
      {paying !== null && <PayBackDialog sale={paying} onPaid={onPaid} onClose={() => setPaying(null)} />}
    </>
  )
}
