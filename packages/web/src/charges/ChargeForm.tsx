// The form of a band, for a new one and for a change (CH-01, CH-02).
import {
  type Act,
  type Answer,
  CallRefused,
  type Charge,
  charges,
  formatCount,
  formatGmd,
} from '@flexpower/contract'
import { useWatch } from 'react-hook-form'
import { useRestingRead } from '../api/hooks/use-resting-read.ts'
import { ChargeFields } from './ChargeFields.tsx'
import { overlaps } from './bands.ts'
import { fieldLabels, readInput } from './charge-values.ts'
import { bandText, rangeText } from './charge-words.ts'
import { type ChargeFormState, useChargeForm } from './use-charge-form.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { actorText, momentText } from '../history/act-words.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { FormModal } from '../ui/dialog/FormModal.tsx'

interface ChargeFormProps {
  /** Null: a new one. */
  charge: Charge | null
  /** All bands in the list. */
  others: readonly Charge[]
  onClose: () => void
  onSaved: () => void
}

export function ChargeForm({ charge, others, onClose, onSaved }: ChargeFormProps) {
  const state = useChargeForm(charge, onSaved)
  const { form, seen, send } = state
  const save = form.handleSubmit((checked) => send(checked))
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
      // Already shown under its field.
      if (problem.isAtField) return null
      return (
        <Notice tone="danger" title={problem.messages.join(' ')}>
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
            `You both changed ${problem.clashes.map(({ field }) => fieldLabels[field]).join(' and ')}; the form has yours. `}
          Look through it and save.
        </Notice>
      )
  }
}

const By = ({ act }: { act: Act | null }) => act && `${actorText(act.actor)} did, on ${momentText(act.at)}. `

/** What the band in the form would have earned over the last 30 days, shown before it is saved. */
interface ReplayLineProps {
  form: ChargeFormState['form']
  /** The band that it replaces. */
  replaces: number | undefined
  others: readonly Charge[]
}

export function ReplayLine({ form, replaces, others }: ReplayLineProps) {
  const values = useWatch({ control: form.control, compute: (all) => all })
  const input = readInput(values)
  // The server would refuse it, so say it here first.
  const hit = input?.active
    ? others.find((other) => other.active && other.id !== replaces && overlaps(other, input))
    : undefined
  const asked = hit === undefined ? input : null
  const { query, isBehind } = useRestingRead(
    charges.replay,
    asked && { ...asked, ...(replaces !== undefined && { replaces }) },
  )
  return (
    <div
      aria-live="polite"
      aria-busy={asked !== null && isBehind}
      className="min-h-16 rounded border border-line bg-sunken px-4 py-3"
    >
      {hit !== undefined && (
        <p className="text-warning">
          This overlaps the active band {rangeText(hit)}. An amount can have one fee only: change the amounts,
          or make one of the two inactive.
        </p>
      )}
      {input === null && (
        <p className="text-ink-2">Fill in the band to see what it would have earned in the last 30 days.</p>
      )}
      {asked !== null && <p className={isBehind ? 'text-ink-3' : ''}>{describeReplay(query, isBehind)}</p>}
    </div>
  )
}

function describeReplay(
  { data, error }: { data: Answer<typeof charges.replay> | undefined; error: unknown },
  isBehind: boolean,
): string {
  if (error !== null && !isBehind)
    return error instanceof CallRefused && error.status === 422 && error.message !== ''
      ? error.message
      : 'What it would have earned could not be worked out just now. It can be saved all the same.'
  return data === undefined ? 'Working out what it would have earned…' : replayText(data)
}

const replayText = ({ earned, wouldHaveEarned, changed, sales }: Answer<typeof charges.replay>): string =>
  `In the last 30 days this would have earned ${formatGmd(wouldHaveEarned)} instead of ${formatGmd(earned)} (${formatCount(changed)} of ${formatCount(sales)} sales)`
