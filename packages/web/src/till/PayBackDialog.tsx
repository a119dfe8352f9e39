// Records that a customer whose sale was voided after the count got the money back, out of the drawer of who pays.
import { type DoubtfulSale, formatGmd, till, type TillSession } from '@flexpower/contract'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { ConfirmActionDialog } from '../form/dialog/ConfirmActionDialog.tsx'

interface PayBackDialogProps {
  sale: DoubtfulSale
  onPaid: (session: TillSession) => void
  onClose: () => void
}

export function PayBackDialog({ sale, onPaid, onClose }: PayBackDialogProps) {
  const refresh = useRefresh()
  return (
    <ConfirmActionDialog
      title={`Paid back ${formatGmd(sale.tendered)}?`}
      confirmLabel="Paid back"
      cancelLabel="Not yet"
      noAnswer="The server did not answer, so it is not known whether this is recorded. Try again: it is recorded once."
      run={async () => {
        const changed = await call(till.refund, { sale: sale.id })
        onClose()
        onPaid(changed)
      }}
      onClose={onClose}
      onSettled={() => refresh(till.current, till.one)}
    >
      <p>
        Sale {sale.reference} to {sale.subject}. The amount leaves your own drawer, once.
      </p>
    </ConfirmActionDialog>
  )
}
