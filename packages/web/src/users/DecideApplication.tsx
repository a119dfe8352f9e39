// An Admin's decision on an application. The dialog says in advance what happens next.
import { type Application, users } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { ConfirmActionDialog } from '../form/dialog/ConfirmActionDialog.tsx'
import { Field } from '../ui/form/Field.tsx'
import { toast } from '../ui/toast.ts'

export interface ApplicationDecision {
  application: Application
  verdict: 'approve' | 'decline'
}

const NO_ANSWER =
  'The server did not answer, so it is not known whether this was done. Look in the list before you try again.'

export function DecideApplication({
  decision,
  onClose,
}: {
  decision: ApplicationDecision
  onClose: () => void
}) {
  const { application, verdict } = decision
  const { id } = application
  const [reason, setReason] = useState('')
  const refresh = useRefresh()
  const isApproval = verdict === 'approve'
  async function decide(): Promise<void> {
    const said = reason.trim()
    const { message } = isApproval
      ? await call(users.approve, { id })
      : await call(users.decline, { id, ...(said !== '' && { reason: said }) })
    toast.success(message)
    onClose()
  }
  return (
    <ConfirmActionDialog
      danger={!isApproval}
      title={isApproval ? 'Approve this application?' : 'Decline this application?'}
      confirmLabel={isApproval ? 'Approve' : 'Decline'}
      cancelLabel="Cancel"
      run={decide}
      noAnswer={NO_ANSWER}
      onClose={onClose}
      onSettled={() => refresh(users.applications, users.list)}
    >
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
          <p className="text-ink-2">
            No user is added. An email to {application.email} says so, without the reason; the application
            stays in the list as declined.
          </p>
          <Field
            label="Reason (optional)"
            autoComplete="off"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      )}
    </ConfirmActionDialog>
  )
}
