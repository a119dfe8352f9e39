// Deleting a band (CH-01, CH-03, A-30): asked first, in words that say what sales will cost afterwards.
import { type Charge, charges } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { refusalText } from '../lib/refusal.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'
import { bandText, rangeText } from './charge-words.ts'

const FAILED = 'Failed to delete.'
const NO_ANSWER =
  'No answer came, so it is not known whether the charge was deleted. Look at the list before you try again.'

interface DeleteChargeProps {
  charge: Charge
  onClose: () => void
  /** Also after a refusal: the list may have changed. */
  onDone: () => void
}

export function DeleteCharge({ charge, onClose, onDone }: DeleteChargeProps) {
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  useEffect(preloadToasts, [])

  async function remove(): Promise<void> {
    setBusy(true)
    try {
      await call(charges.remove, { id: charge.id })
      toast.success('Case Power Charges deleted successfully.')
      onClose()
    } catch (error) {
      setReason(refusalText(error, NO_ANSWER))
      toast.error(FAILED)
    } finally {
      setBusy(false)
      onDone()
    }
  }
  return (
    <ConfirmDialog
      open
      danger
      title="Are you sure want to delete?"
      busy={isBusy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {reason !== null && (
        <Notice tone="danger" title={FAILED}>
          {reason}
        </Notice>
      )}
      <p className="font-semibold">{bandText(charge)}</p>
      <p className="text-ink-2">
        {charge.active
          ? `From now on ${rangeText(charge)} is sold without a fee. Past sales keep the fee they had.`
          : 'It is not charged now, so no fee changes.'}
      </p>
    </ConfirmDialog>
  )
}
