// 'Add New Credit' (CR-01, V-CR-01): who gets float, of which kind, how much, against which bank slip; and what the balance
// will be, before anything moves.
import {
  type Answer,
  type CheckedCredit,
  creditFields,
  type credits,
  creditTypes,
  users,
} from '@flexpower/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../api/hooks/use-call.ts'
import { site } from '../api/site.ts'
import { amountInput } from '../lib/amount-input.ts'
import { ChoiceField } from '../ui/form/Choice.tsx'
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx'
import { Field } from '../ui/Field.tsx'
import { FormModal } from '../ui/dialog/FormModal.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { BalancePreview } from './BalancePreview.tsx'
import { type CreditFieldName, type CreditForm, FAILED, useCreditForm } from './use-credit-form.ts'

const TYPES = [
  { value: creditTypes.electricity, label: site.utilityName, note: 'To sell cash power from' },
  { value: creditTypes.airtime, label: 'Airtime', note: 'To sell air power from' },
]

interface CreditDialogProps {
  /** Chosen beforehand, or the empty text. */
  agent: string
  onClose: () => void
  onLoaded: (load: Loaded) => void
}

export interface Loaded {
  agentName: string
  checked: CheckedCredit
  answer: Answer<typeof credits.load>
}

export function CreditDialog({ agent, onClose, onLoaded }: CreditDialogProps) {
  const agents = useCall(users.agents, {})
  const { form, problem, save, isAsking, answerEmptyLoad } = useCreditForm(agent, (checked, answer) =>
    onLoaded({ agentName: nameIn(agents.data, checked[creditFields.agent]), checked, answer }),
  )
  return (
    <FormModal
      title="Add New Credit"
      isSaving={form.formState.isSubmitting}
      onClose={onClose}
      onSave={() => void save()}
    >
      {problem !== null && (
        <Notice tone="danger" title={FAILED}>
          {problem}
        </Notice>
      )}
      <CreditFields form={form} agents={agents} />
      <BalancePreview form={form} />
      <ConfirmDialog
        open={isAsking}
        title="Load GMD 0.00?"
        confirmLabel="Load nothing"
        onCancel={() => answerEmptyLoad(false)}
        onConfirm={() => answerEmptyLoad(true)}
      >
        <p>This loads nothing and uses up the reference.</p>
      </ConfirmDialog>
    </FormModal>
  )
}

type Agents = Answer<typeof users.agents>

const nameIn = (agents: Agents | undefined, id: number): string =>
  agents?.find((agent) => agent.id === id)?.name ?? `agent ${id}`

function CreditFields({ form, agents }: { form: CreditForm; agents: UseQueryResult<Agents> }) {
  const { register, formState } = form
  const parts = (name: CreditFieldName, label: string) => ({ label, error: formState.errors[name]?.message })
  return (
    <>
      <SelectField
        // Its choice can be shown only once the choices are there.
        key={agents.data ? 'read' : 'reading'}
        {...parts(creditFields.agent, 'Agent')}
        {...register(creditFields.agent)}
        placeholder={agents.data ? 'Choose an agent' : 'Loading...'}
        options={agents.data?.map(({ id, name }) => ({ value: String(id), label: name }))}
        hint={agents.isError && <AgentsUnread onRetry={() => void agents.refetch()} />}
      />
      <ChoiceField {...parts(creditFields.kind, 'Type')} {...register(creditFields.kind)} options={TYPES} />
      <div className="pair">
        <AmountField form={form} />
        <Field
          {...parts(creditFields.slipReference, 'Bank Transaction Ref')}
          {...register(creditFields.slipReference)}
          autoComplete="off"
          spellCheck={false}
          hint="As on the slip; each can be loaded once"
        />
      </div>
    </>
  )
}

/** V-CR-01: what is below 0 says so while it is typed, and becomes 0 when the field is left. */
function AmountField({ form }: { form: CreditForm }) {
  const { register, setValue, formState } = form
  const [isClamped, setClamped] = useState(false)
  const name = creditFields.amount
  return (
    <Field
      label="Amount"
      prefix="GMD"
      inputMode="decimal"
      autoComplete="off"
      error={formState.errors[name]?.message}
      hint={isClamped && <span className="text-warning">Amount cannot be negative: it is 0 now.</span>}
      {...register(name, {
        ...amountInput,
        onChange: () => setClamped(false),
        onBlur: (event: { target: { value: string } }) => {
          if (!event.target.value.trim().startsWith('-')) return
          setValue(name, '0', { shouldValidate: true })
          setClamped(true)
        },
      })}
    />
  )
}

const AgentsUnread = ({ onRetry }: { onRetry: () => void }) => (
  <span className="text-warning">
    The agents could not be read.{' '}
    <button type="button" className="link min-h-6" onClick={onRetry}>
      Try again
    </button>
  </span>
)
