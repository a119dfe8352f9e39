// Customers who get money back: their sale was voided after the shift in which they paid was counted.
import { type Answer, type DoubtfulSale, formatGmd, till, type TillSession } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { ConfirmActionDialog } from '../form/dialog/ConfirmActionDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { formatMoment } from './till-words.ts'

interface RefundsProps {
  current: Answer<typeof till.current>
  onPaid: (session: TillSession) => void
}

export function Refunds({ current: { refunds, session }, onPaid }: RefundsProps) {
  const [paying, setPaying] = useState<DoubtfulSale | null>(null)
  const refresh = useRefresh()
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
      {paying !== null && (
        <ConfirmActionDialog
          title={`Paid back ${formatGmd(paying.tendered)}?`}
          confirmLabel="Paid back"
          cancelLabel="Not yet"
          noAnswer="The server did not answer, so it is not known whether this is recorded. Try again: it is recorded once."
          run={async () => {
            const changed = await call(till.refund, { sale: paying.id })
            setPaying(null)
            onPaid(changed)
          }}
          onClose={() => setPaying(null)}
          onSettled={() => refresh(till.current)}
        >
          <p>
            Sale {paying.reference} to {paying.subject}. The amount leaves this drawer, once.
          </p>
        </ConfirmActionDialog>
      )}
    </>
  )
}
