// Deleting a band (CH-01, CH-03, A-30): asked first, in words that say what sales will cost afterwards.
import { type Charge, charges } from '@flexpower/contract'
import { call } from '../api/client.ts'
import { ConfirmActionDialog } from '../form/dialog/ConfirmActionDialog.tsx'
import { toast } from '../ui/toast.ts'
import { bandText, rangeText } from './charge-words.ts'

const NO_ANSWER =
  'The server did not answer, so it is not known whether the charge was deleted. Look at the list before you try again.'

interface DeleteChargeProps {
  charge: Charge
  onClose: () => void
  /** Also after a refusal: the list may have changed. */
  onDone: () => void
}

export const DeleteCharge = ({ charge, onClose, onDone }: DeleteChargeProps) => (
  <ConfirmActionDialog
    danger
    title="Are you sure want to delete?"
    run={async () => {
      await call(charges.remove, { id: charge.id })
      toast.success('Case Power Charges deleted successfully.')
      onClose()
    }}
    failed="Failed to delete."
    noAnswer={NO_ANSWER}
    onClose={onClose}
    onSettled={onDone}
  >
    <p className="font-semibold">{bandText(charge)}</p>
    <p className="text-ink-2">
      {charge.active
        ? `From now on ${rangeText(charge)} is sold without a fee. Past sales keep the fee they had.`
        : 'It is not charged now, so no fee changes.'}
    </p>
  </ConfirmActionDialog>
)
