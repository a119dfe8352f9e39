// A band's form, for a new one and for a change (CH-01, CH-02).
import type { Act, Charge } from '@flexpower/contract'
import { actorText, momentText } from '../history/act-words.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { Button } from '../ui/Button.tsx'
import { FormModal } from '../ui/dialog/FormModal.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { bandText } from './charge-words.ts'
import { ChargeFields } from './ChargeFields.tsx'
import { ReplayLine } from './ReplayLine.tsx'
import { type ChargeFormState, useChargeForm } from './use-charge-form.ts'

interface ChargeFormProps {
  /** Null: a new one. */
  charge: Charge | null
  /** All bands as the list has them. */
  others: readonly Charge[]
  onClose: () => void
  onSaved: () => void
}

export function ChargeForm({ charge, others, onClose, onSaved }: ChargeFormProps) {
  const state = useChargeForm(charge, onSaved)
  const { form, seen, save } = state
  return (
    <FormModal
      title={seen === null ? 'Add a new charge' : 'Edit charge'}
      isSaving={form.formState.isSubmitting}
      onClose={onClose}
      onSave={() => void save()}
    >
      <ProblemNotice state={state} />
      <ChargeFields form={form} />
      <ReplayLine form={form} replaces={seen?.id} others={others} />
      {seen !== null && (
        <details className="group border-t border-line pt-2">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded font-medium">
            <Icon name="right" size={16} className="group-open:rotate-90" />
            Who changed this
          </summary>
          <div className="pt-2">
            <RecordHistory record={`charge/${seen.id}`} />
          </div>
        </details>
      )}
    </FormModal>
  )
}

function ProblemNotice({ state: { problem, loadNewer, makeNew } }: { state: ChargeFormState }) {
  switch (problem?.kind) {
    case undefined:
      return null
    case 'refused':
      // Under its field already.
      if (problem.isAtField) return null
      return (
        <Notice tone="danger" title={problem.message}>
          No fee has changed. What you typed is still here.
        </Notice>
      )
    case 'unknown':
      return (
        <Notice tone="danger" title={problem.message}>
          It is not known whether this was saved. What you typed is still here; look at the list before you
          save again.
        </Notice>
      )
    case 'changed':
      return (
        <Notice tone="warning" title={problem.message}>
          <p>
            <By act={problem.by} />
            It is now: {bandText(problem.newer)}. What you typed is still here.
          </p>
          <Button icon="refresh" className="mt-2" onClick={loadNewer}>
            Load the newer state
          </Button>
        </Notice>
      )
    case 'deleted':
      return (
        <Notice tone="warning" title="Somebody deleted this charge while you were editing">
          <p>
            <By act={problem.by} />
            What you typed is still here and can become a new charge.
          </p>
          <Button icon="plus" className="mt-2" onClick={makeNew}>
            Make it a new charge
          </Button>
        </Notice>
      )
    case 'merged':
      return (
        <Notice tone="info" title="The newer state is loaded, with what you typed on top">
          It is now: {bandText(problem.newer)}.{' '}
          {problem.clashes.length > 0 &&
            `You both changed ${problem.clashes.join(' and ')}; the form has yours. `}
          Look through it and save.
        </Notice>
      )
  }
}

const By = ({ act }: { act: Act | null }) => act && `${actorText(act.actor)} did, on ${momentText(act.at)}. `
