// The second Admin's word on a load: yes and the money moves, no and nothing ever does.
import { type Answer, credits, formatGmd, type WaitingCredit } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { DeedDialog } from '../shell/DeedDialog.tsx'
import { Field } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { kindText } from './credit-rows.ts'
import { ADDED, FAILED, failureOf, useReadAgain } from './use-credit-form.ts'

interface DecideProps {
  load: WaitingCredit
  onClose: () => void
}

export function ConfirmLoad(
  props: DecideProps & { onConfirmed: (answer: Answer<typeof credits.confirm>) => void },
) {
  const { load, onClose, onConfirmed } = props
  return (
    <DeedDialog
      title={`Load ${formatGmd(load.amount)} for ${load.agentName}?`}
      confirmLabel="Confirm"
      cancelLabel="Not now"
      run={async () => {
        const answer = await call(credits.confirm, { id: load.id })
        toast.success(ADDED)
        onConfirmed(answer)
      }}
      failed={FAILED}
      noAnswer={failureOf}
      onClose={onClose}
      onSettled={useReadAgain()}
    >
      <p>
        {kindText(load.kind)}, against bank slip <b className="font-semibold">{load.slipReference}</b>, asked
        for by {load.askedBy}. Compare amount and reference with the slip: the money moves at once.
      </p>
    </DeedDialog>
  )
}

export function DeclineLoad({ load, onClose, onDeclined }: DecideProps & { onDeclined: () => void }) {
  const [reason, setReason] = useState('')
  return (
    <DeedDialog
      danger
      title={`Decline ${formatGmd(load.amount)} for ${load.agentName}?`}
      confirmLabel="Decline"
      cancelLabel="Not now"
      run={async () => {
        const { message } = await call(credits.decline, { id: load.id, reason })
        toast.success(message)
        onDeclined()
      }}
      failed="The load was not declined"
      noAnswer={failureOf}
      onClose={onClose}
      onSettled={useReadAgain()}
    >
      <p>Nothing has moved, and nothing will. The slip {load.slipReference} can be brought again.</p>
      <Field
        label="Reason"
        hint="For whoever asked; may stay empty"
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </DeedDialog>
  )
}
