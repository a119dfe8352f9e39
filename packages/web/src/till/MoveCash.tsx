// Cash that moves without a sale: in, out, or to the safe, with a reason.
import {
  IDEMPOTENCY_HEADER,
  till,
  tillMovementForm,
  type Bututs,
  type TillSession,
} from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { newKey } from '../api/hooks/new-key.ts'
import { useCallForm } from '../form/send/use-call-form.ts'
import { amountInput } from '../lib/amount-input.ts'
import { FormModal } from '../ui/dialog/FormModal.tsx'
import { Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'
import { movementWords } from './till-words.ts'

type Kind = 'in' | 'out' | 'drop'

const hints: Record<Kind, string> = {
  in: 'Such as change from the bank',
  out: 'Such as what was paid from the drawer',
  drop: 'Such as who took it, and where to',
}

interface MoveCashProps {
  kind: Kind
  onClose: () => void
  onMoved: (session: TillSession) => void
}

export function MoveCash({ kind, onClose, onMoved }: MoveCashProps) {
  // The same entry sent again is recorded once.
  const [key] = useState(newKey)
  const { register, submit, problem, formState } = useCallForm<
    { kind: Kind; amount: string; reason: string },
    { kind: Kind; amount: Bututs; reason: string }
  >({
    schema: tillMovementForm,
    values: { kind, amount: '', reason: '' },
    send: async (checked) => {
      onMoved(await call(till.move, checked, { headers: { [IDEMPOTENCY_HEADER]: key } }))
      toast.success('Recorded')
    },
  })
  return (
    <FormModal
      title={movementWords[kind]}
      isSaving={formState.isSubmitting}
      onClose={onClose}
      onSave={() => void submit()}
    >
      {problem !== null && (
        <Notice tone="danger" title={problem}>
          Your entry is kept here. Saving it again records it once.
        </Notice>
      )}
      <div className="pair">
        <Field
          label="Amount"
          prefix="GMD"
          inputMode="decimal"
          autoComplete="off"
          error={formState.errors.amount?.message}
          {...register('amount', amountInput)}
        />
        <Field
          label="Reason"
          hint={hints[kind]}
          error={formState.errors.reason?.message}
          {...register('reason')}
        />
      </div>
    </FormModal>
  )
}
