// The second Admin's decision on a load of credit.
import { type Answer, credits, formatGmd, type WaitingCredit } from '@flexpower/contract'
import { call } from '../api/client.ts'
import { type Decision, SecondAdminDialog } from '../form/dialog/SecondAdminDialog.tsx'
import { toast } from '../ui/toast.ts'
import { kindText } from './CreditsTable.tsx'
import { ADDED, FAILED, failureOf, useReadAgain } from './use-credit-form.ts'

interface DecideLoadProps {
  load: WaitingCredit
  decision: Decision
  onClose: () => void
  onConfirmed: (answer: Answer<typeof credits.confirm>) => void
  onDeclined: () => void
}

export function DecideLoad({ load, decision, onClose, onConfirmed, onDeclined }: DecideLoadProps) {
  const readAgain = useReadAgain()
  const subject = `${formatGmd(load.amount)} for ${load.agentName}`
  async function confirm(): Promise<void> {
    const answer = await call(credits.confirm, { id: load.id })
    toast.success(ADDED)
    onConfirmed(answer)
  }
  async function decline(reason: string): Promise<void> {
    const { message } = await call(credits.decline, { id: load.id, reason })
    toast.success(message)
    onDeclined()
  }
  const common = { decision, explainFailure: failureOf, onClose, onSettled: readAgain }
  return decision === 'confirm' ? (
    <SecondAdminDialog {...common} title={`Load ${subject}?`} failed={FAILED} run={confirm}>
      <p>
        {kindText(load.kind)}, against bank slip <b className="font-semibold">{load.slipReference}</b>, asked
        for by {load.askedBy}. Compare amount and reference with the slip: the money moves immediately.
      </p>
    </SecondAdminDialog>
  ) : (
    <SecondAdminDialog
      {...common}
      title={`Decline ${subject}?`}
      failed="The load was not declined"
      run={decline}
    >
      <p>Nothing has moved, and nothing will. The slip {load.slipReference} can be entered again.</p>
    </SecondAdminDialog>
  )
}
