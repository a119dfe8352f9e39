// The second Admin's word on a load: yes and the money moves, no and nothing ever does.
import { type Answer, credits, formatGmd, type WaitingCredit } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'
import { kindText } from './credit-rows.ts'
import { ADDED, FAILED, failureOf, useReadAgain } from './use-credit-form.ts'

interface DecideProps {
  load: WaitingCredit
  onClose: () => void
}

/** Runs one decision; whatever comes of it, the lists are read again. */
function useDecision(failedTitle: string) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const readAgain = useReadAgain()
  useEffect(preloadToasts, [])

  async function decide(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      setProblem(failureOf(error))
      toast.error(failedTitle)
    } finally {
      setBusy(false)
      readAgain()
    }
  }
  const notice = problem !== null && (
    <Notice tone="danger" title={failedTitle}>
      {problem}
    </Notice>
  )
  return { isBusy, notice, decide }
}

export function ConfirmLoad(
  props: DecideProps & { onConfirmed: (answer: Answer<typeof credits.confirm>) => void },
) {
  const { load, onClose, onConfirmed } = props
  const { isBusy, notice, decide } = useDecision(FAILED)
  const confirm = async () => {
    const answer = await call(credits.confirm, { id: load.id })
    toast.success(ADDED)
    onConfirmed(answer)
  }
  return (
    <ConfirmDialog
      open
      title={`Load ${formatGmd(load.amount)} for ${load.agentName}?`}
      confirmLabel="Confirm"
      cancelLabel="Not now"
      busy={isBusy}
      onCancel={onClose}
      onConfirm={() => void decide(confirm)}
    >
      {notice}
      <p>
        {kindText(load.kind)}, against bank slip <b className="font-semibold">{load.slipReference}</b>, asked
        for by {load.askedBy}. Compare amount and reference with the slip: the money moves at once.
      </p>
    </ConfirmDialog>
  )
}

export function DeclineLoad({ load, onClose, onDeclined }: DecideProps & { onDeclined: () => void }) {
  const { isBusy, notice, decide } = useDecision('The load was not declined')
  const [reason, setReason] = useState('')
  const decline = async () => {
    const { message } = await call(credits.decline, { id: load.id, reason })
    toast.success(message)
    onDeclined()
  }
  return (
    <ConfirmDialog
      open
      danger
      title={`Decline ${formatGmd(load.amount)} for ${load.agentName}?`}
      confirmLabel="Decline"
      cancelLabel="Not now"
      busy={isBusy}
      onCancel={onClose}
      onConfirm={() => void decide(decline)}
    >
      {notice}
      <p>Nothing has moved, and nothing will. The slip {load.slipReference} can be brought again.</p>
      <Field
        label="Reason"
        hint="For whoever asked; may stay empty"
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  )
}
