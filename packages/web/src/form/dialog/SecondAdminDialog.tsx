// The decision on what another Admin asked for: yes moves the money, no means that it never moves.
import { type ReactNode, useState } from 'react'
import { Field } from '../../ui/form/Field.tsx'
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx'

export type SecondAdminDecision = 'confirm' | 'decline'

interface SecondAdminDialogProps {
  decision: SecondAdminDecision
  /** The question. */
  title: string
  /** The title of its failure. */
  failed: string
  /** Why it failed, and whether money moved. */
  explainFailure: (error: unknown) => string
  /** The reason is asked for when declining, and may be empty. */
  run: (reason: string) => Promise<void>
  onClose: () => void
  /** Called after every answer: somebody else may have changed the lists meanwhile. */
  onSettled: () => void
  children: ReactNode
}

export function SecondAdminDialog(props: SecondAdminDialogProps) {
  const { decision, title, failed, explainFailure, run, onClose, onSettled, children } = props
  const [reason, setReason] = useState('')
  const isDecline = decision === 'decline'
  return (
    <ConfirmActionDialog
      danger={isDecline}
      title={title}
      confirmLabel={isDecline ? 'Decline' : 'Confirm'}
      cancelLabel="Not now"
      run={() => run(reason)}
      failed={failed}
      noAnswer={explainFailure}
      onClose={onClose}
      onSettled={onSettled}
    >
      {children}
      {isDecline && (
        <Field
          label="Reason"
          hint="For the Admin who asked; optional"
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </ConfirmActionDialog>
  )
}
