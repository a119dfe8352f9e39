// An Admin's word on an application: what happens next is said before it happens.
import { type Application, users } from '@flexpower/contract'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks.ts'
import { refusalText } from '../lib/refusal.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { preloadToasts, toast } from '../ui/toast.ts'

export interface Decision {
  application: Application
  verdict: 'approve' | 'decline'
}

const NO_ANSWER =
  'No answer came, so it is not known whether this was done. Look in the list before you try again.'

export function DecideApplication({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const { application, verdict } = decision
  const [reason, setReason] = useState('')
  const { isBusy, problem, run } = useDecision(decision, onClose)
  const isApproval = verdict === 'approve'
  return (
    <ConfirmDialog
      open
      danger={!isApproval}
      title={isApproval ? 'Approve this application?' : 'Decline this application?'}
      confirmLabel={isApproval ? 'Approve' : 'Decline'}
      cancelLabel="Cancel"
      busy={isBusy}
      onConfirm={() => void run(reason.trim())}
      onCancel={onClose}
    >
      {problem !== null && <Notice tone="danger" title={problem} />}
      <p>
        <b className="font-semibold">{application.name}</b>, {application.businessName},{' '}
        {application.location}
      </p>
      {isApproval ? (
        <p className="text-ink-2">
          They become a Cashier, with no float and no commission yet, and get a mail to {application.email}{' '}
          with a link to choose a password.
        </p>
      ) : (
        <>
          <p className="text-ink-2">Nobody is added. The application stays in the list as declined.</p>
          <Field
            label="Reason (optional)"
            autoComplete="off"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}

function useDecision({ application: { id }, verdict }: Decision, onDone: () => void) {
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(preloadToasts, [])

  async function run(reason: string): Promise<void> {
    setBusy(true)
    try {
      const { message } =
        verdict === 'approve'
          ? await call(users.approve, { id })
          : await call(users.decline, { id, ...(reason !== '' && { reason }) })
      toast.success(message)
      onDone()
    } catch (error) {
      const message = refusalText(error, NO_ANSWER)
      setProblem(message)
      toast.error(message)
    } finally {
      setBusy(false)
      // Also after a refusal: somebody else may have decided meanwhile.
      refresh(users.applications, users.list)
    }
  }
  return { isBusy, problem, run }
}
