// Settles a difference: somebody has found out what it was, and writes it down. No money moves.
import { type Difference, enquiries, formatDay, formatGmd, formatTime, toNoon } from '@flexpower/contract'
import { call } from '../api/client.ts'
import { useRefresh } from '../api/hooks/use-call.ts'
import { useCallForm } from '../form/send/use-call-form.ts'
import { TextAreaField } from '../ui/form/Field.tsx'
import { FormModal } from '../ui/dialog/FormModal.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'
import { differenceWords, sideName } from './difference-words.ts'

interface Settlement {
  id: number
  note: string
}

export function SettleModal({ difference, onClose }: { difference: Difference; onClose: () => void }) {
  const refresh = useRefresh()
  const { register, submit, problem, formState } = useCallForm<Settlement, Settlement>({
    schema: enquiries.settle.request,
    values: { id: difference.id, note: '' },
    send: async (settlement) => {
      try {
        const { message } = await call(enquiries.settle, settlement)
        toast.success(message)
        onClose()
      } finally {
        // Also when somebody else was first: their text is shown, and the text entered here stays.
        refresh(enquiries.reconciliation, enquiries.catchUp)
      }
    },
  })
  const isSettled = difference.settledAt !== null
  return (
    <FormModal
      title="Settle a difference"
      isSaving={formState.isSubmitting}
      canSave={!isSettled}
      onClose={onClose}
      onSave={() => void submit()}
    >
      <div className="grid gap-4">
        {isSettled ? (
          <AlreadySettled difference={difference} />
        ) : (
          problem !== null && (
            <Notice tone="danger" title={problem}>
              The difference is still open; your note is kept here.
            </Notice>
          )
        )}
        <Summary difference={difference} />
        <TextAreaField
          label="Note"
          hint="What it was and who said so. It stays with the difference; no money moves by it."
          error={formState.errors.note?.message}
          {...register('note')}
        />
      </div>
    </FormModal>
  )
}

function AlreadySettled({ difference: { settledBy, settledAt, note } }: { difference: Difference }) {
  return (
    <Notice tone="info" title={`${settledBy ?? 'The server'} has settled this already`}>
      {settledAt !== null && `${formatDay(settledAt)}, ${formatTime(settledAt)}: `}
      {note}
      <br />
      Your note below is not saved; copy it if it says more.
    </Notice>
  )
}

function Summary({ difference }: { difference: Difference }) {
  const { day, otherSide, reference, subject, ours, theirs } = difference
  const { title, means, todo } = differenceWords(difference)
  const amountText = (amount: Difference['ours']) => (amount === null ? 'none' : formatGmd(amount))
  return (
    <div className="grid gap-1">
      <p className="font-semibold">
        {title}: {reference}
      </p>
      <p className="text-ink-2">
        {formatDay(toNoon(day))}, {otherSide === 'airtime' ? 'phone' : 'meter or account'} {subject}. Here{' '}
        {amountText(ours)}, at {sideName(otherSide)} {amountText(theirs)}.
      </p>
      <p className="text-ink-2">
        {means} {todo}
      </p>
    </div>
  )
}
