// 'Add New Credit' (CR-01, V-CR-01): who gets float, of which kind, how much, with which bank slip; and what the
// balance will be, before any money moves.
import {
  type Answer,
  bututs,
  type CheckedCredit,
  creditForm,
  type credits,
  formatGmd,
  users,
} from '@flexpower/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useCall } from '../api/hooks/use-call.ts'
import { useRestingRead } from '../api/hooks/use-resting-read.ts'
import { kindChoices, kindText } from '../floats/float-kinds.ts'
import {
  type CreditFieldName,
  type CreditForm,
  type CreditValues,
  FAILED,
  useCreditForm,
} from './use-credit-form.ts'
import { amountInput } from '../lib/amount-input.ts'
import { useLateOptions } from '../form/send/use-late-options.ts'
import { Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx'
import { FormModal } from '../ui/dialog/FormModal.tsx'
import { ChoiceField } from '../ui/form/Choice.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'

interface CreditDialogProps {
  /** Preselected, or an empty text. */
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
  const { form, problem, save, question, answerQuestion } = useCreditForm(agent, (checked, answer) =>
    onLoaded({ agentName: nameIn(agents.data, checked.agent), checked, answer }),
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
      {question !== null && (
        <ConfirmDialog
          open
          title={`Load ${formatGmd(question.checked.amount)}?`}
          confirmLabel={question.checked.amount === 0 ? 'Load nothing' : 'Load'}
          onCancel={() => answerQuestion(false)}
          onConfirm={() => answerQuestion(true)}
        >
          <p>{question.why}</p>
        </ConfirmDialog>
      )}
    </FormModal>
  )
}

type Agents = Answer<typeof users.agents>

const nameIn = (agents: Agents | undefined, id: number): string =>
  agents?.find((agent) => agent.id === id)?.name ?? `agent ${id}`

function CreditFields({ form, agents }: { form: CreditForm; agents: UseQueryResult<Agents> }) {
  const { register, formState } = form
  useLateOptions(form, 'agent', agents.data !== undefined)
  const parts = (name: CreditFieldName, label: string) => ({ label, error: formState.errors[name]?.message })
  return (
    <>
      <SelectField
        {...parts('agent', 'Agent')}
        {...register('agent')}
        placeholder={agents.data ? 'Choose an agent' : 'Loading...'}
        options={agents.data?.map(({ id, name }) => ({ value: String(id), label: name }))}
        hint={agents.isError && <AgentsUnread onRetry={() => void agents.refetch()} />}
      />
      <ChoiceField {...parts('kind', 'Type')} {...register('kind')} options={kindChoices} />
      <div className="pair">
        <AmountField form={form} />
        <Field
          {...parts('slipReference', 'Bank Transaction Ref')}
          {...register('slipReference')}
          autoComplete="off"
          spellCheck={false}
          hint="As on the slip; each can be loaded once"
        />
      </div>
    </>
  )
}

/** V-CR-01: an amount below 0 says so while it is typed, and becomes 0 when the field loses focus. */
function AmountField({ form }: { form: CreditForm }) {
  const { register, setValue, formState } = form
  const [isClamped, setClamped] = useState(false)
  const name = 'amount'
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

/** What the agent has now and will have after the load in the form. */
export function BalancePreview({ form }: { form: CreditForm }) {
  const values = useWatch({ control: form.control, compute: (all) => all })
  const read = readParts(values)
  const { query, isBehind } = useRestingRead(users.one, read.agent === null ? null : { userId: read.agent })
  const user = isBehind || query.error ? null : query.data
  const present =
    user && read.kind && (read.kind === 'electricity' ? user.electricityFloat : user.airtimeFloat)
  return (
    <p aria-live="polite" className="min-h-16 rounded border border-line bg-sunken px-4 py-3 text-ink-2">
      {user && read.kind && typeof present === 'number' ? (
        <>
          {user.name} has {formatGmd(present)} {kindText(read.kind)}
          {read.amount === null ? (
            ' now.'
          ) : (
            <>
              {' '}
              now and{' '}
              <b className="font-semibold whitespace-nowrap text-ink">
                {formatGmd(bututs(present + read.amount))}
              </b>{' '}
              after this load.
            </>
          )}
        </>
      ) : (
        'Choose an agent and a type to see the balance.'
      )}
    </p>
  )
}

type Parts = { [Name in 'agent' | 'kind' | 'amount']: CheckedCredit[Name] | null }

/** Field by field, because the preview starts before the form is complete. */
function readParts(values: CreditValues): Parts {
  const { agent, kind, amount } = creditForm.shape
  return {
    agent: agent.safeParse(values.agent).data ?? null,
    kind: kind.safeParse(values.kind).data ?? null,
    amount: amount.safeParse(values.amount).data ?? null,
  }
}
