// Cash Power Charges (CH-01 to CH-05): what a sale costs by its amount, as a picture, as a list, and for any entered amount.
import { acts, type Charge, charges } from '@flexpower/contract'
import { useMemo, useState } from 'react'
import { call } from '../api/client.ts'
import { useCall, useRefresh } from '../api/hooks/use-call.ts'
import { BandPicture } from './BandPicture.tsx'
import { ChargeForm } from './ChargeForm.tsx'
import { ChargesTable } from './ChargesTable.tsx'
import { triedAmount, TryAmount } from './TryAmount.tsx'
import { inOrder } from './bands.ts'
import { bandText, rangeText } from './charge-words.ts'
import { ConfirmActionDialog } from '../form/dialog/ConfirmActionDialog.tsx'
import { useLoadFailure } from '../list/ListTable.tsx'
import { CallCard } from '../ui/Card.tsx'
import { toast } from '../ui/toast.ts'

type Overlay = { kind: 'form'; charge: Charge | null } | { kind: 'delete'; charge: Charge }

const FIRST_TRIED = '500'

export function ChargesPage() {
  const query = useCall(charges.list, {})
  const refresh = useRefresh()
  // CH-04: the specification's own text, although no user was fetched.
  const hasFailed = useLoadFailure(query, 'Failed to fetch users.')
  const rows = useMemo(() => query.data && inOrder(query.data), [query.data])
  const [text, setText] = useState(FIRST_TRIED)
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const [actions] = useState(() => ({
    onEdit: (charge: Charge) => setOverlay({ kind: 'form', charge }),
    onDelete: (charge: Charge) => setOverlay({ kind: 'delete', charge }),
  }))
  const close = () => setOverlay(null)
  const add = () => setOverlay({ kind: 'form', charge: null })
  const readAgain = () => refresh(charges.list, charges.price, charges.replay, acts.list)
  return (
    <>
      <div className="flex flex-wrap items-stretch gap-4">
        <div className="grid w-80 max-md:w-full">
          <CallCard title="Add a new charge" note="A band of amounts and its fee" onClick={add} />
        </div>
        <TryAmount text={text} onText={setText} bands={rows} />
      </div>
      {rows !== undefined && <BandPicture charges={rows} amount={triedAmount(text)} />}
      <ChargesTable
        rows={rows}
        error={
          hasFailed
            ? {
                message:
                  'The charges could not be read; sales go on with them. It is tried again automatically in a moment.',
                retry: () => void query.refetch(),
              }
            : undefined
        }
        onAdd={add}
        {...actions}
      />
      {overlay?.kind === 'form' && (
        <ChargeForm
          charge={overlay.charge}
          others={rows ?? []}
          onClose={close}
          onSaved={() => {
            readAgain()
            close()
          }}
        />
      )}
      {overlay?.kind === 'delete' && (
        <DeleteCharge charge={overlay.charge} onClose={close} onDone={readAgain} />
      )}
    </>
  )
}

/** Deletes a band (CH-01, CH-03, A-30). The question before it says what sales will cost afterwards. */
const NO_ANSWER =
  'The server did not answer, so it is not known whether the charge was deleted. Look at the list before you try again.'

interface DeleteChargeProps {
  charge: Charge
  onClose: () => void
  /** Also after a refusal, because the list may have changed. */
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
