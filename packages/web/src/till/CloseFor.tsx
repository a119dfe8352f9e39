// An Admin closes the shift of somebody who went home: with a count, or as not counted.
import { formatGmd, till, type TillSession } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useCall } from '../api/hooks/use-call.ts'
import { refusalText } from '../form/form-errors.ts'
import { FormModal } from '../ui/dialog/FormModal.tsx'
import { CheckboxField, Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { CountFields, readPieces, type TypedCount } from './CountFields.tsx'

interface CloseForProps {
  session: TillSession
  onClose: () => void
  onClosed: () => void
}

export function CloseFor({ session, onClose, onClosed }: CloseForProps) {
  const { data: current } = useCall(till.current, {})
  const [typed, setTyped] = useState<TypedCount>({})
  const [isCounted, setCounted] = useState(false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const denominations = current?.denominations ?? []
  async function save(): Promise<void> {
    const pieces = isCounted ? readPieces(denominations, typed) : null
    if (isCounted && pieces === null) return setProblem('The count must be whole numbers.')
    if (reason.trim() === '') return setProblem('Reason is required')
    setBusy(true)
    try {
      await call(till.closeFor, { id: session.id, pieces, reason: reason.trim() })
      onClosed()
    } catch (error) {
      setProblem(refusalText(error, 'The server did not answer. Look at the shift before you try again.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormModal
      title={`Close the shift of ${session.cashierName}`}
      saveLabel="Close shift"
      isSaving={isBusy}
      onClose={onClose}
      onSave={() => void save()}
    >
      {problem !== null && <Notice tone="danger" title={problem} />}
      {session.counted === null ? (
        <CheckboxField
          label="I have counted the drawer"
          hint="Without a count the slip says: not counted."
          checked={isCounted}
          onChange={(event) => setCounted(event.target.checked)}
        />
      ) : (
        <p>The cashier counted {formatGmd(session.counted)}. This count stays.</p>
      )}
      {isCounted && (
        <CountFields
          denominations={denominations}
          typed={typed}
          onType={(name, text) => setTyped({ ...typed, [name]: text })}
        />
      )}
      <Field
        label="Reason"
        hint="It is printed on the slip, with your name."
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormModal>
  )
}
