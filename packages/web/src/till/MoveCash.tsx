// Cash that moves without a sale: in, out, or to the safe, with a reason.
import { till, tillMovementForm, type Bututs, type TillSession, movementWords } from '@flexpower/contract'
import { call } from '../api/client.ts'
import { SureField } from '../form/SureField.tsx'
import { useCallForm } from '../form/send/use-call-form.ts'
import { useOnce } from '../form/send/use-once.ts'
import { amountInput } from '../lib/amount-input.ts'
import { FormModal } from '../ui/dialog/FormModal.tsx'
import { Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { openDrawer } from '../printer/later/print-paper.tsx'
import { toast } from '../ui/toast.ts'

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
  const once = useOnce()
  const form = useCallForm<
    { kind: Kind; amount: string; reason: string; isSure: boolean },
    { kind: Kind; amount: Bututs; reason: string; isSure?: boolean | undefined }
  >({
    schema: tillMovementForm,
    values: { kind, amount: '', reason: '', isSure: false },
    send: async (checked) => {
      onMoved(await call(till.move, checked, once(checked)))
      void openDrawer()
      toast.success('Recorded')
    },
  })
  const { register, submit, problem, formState } = form
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
      <SureField form={form} label="Record it anyway" about={['amount']} />
    </FormModal>
  )
}
