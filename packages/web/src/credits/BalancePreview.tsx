// What the agent has now and will have after the load in the form.
import { bututs, type CheckedCredit, creditFields, creditForm, formatGmd, users } from '@flexpower/contract'
import { useWatch } from 'react-hook-form'
import { useRestingRead } from '../api/hooks/use-resting-read.ts'
import { kindText } from './CreditsTable.tsx'
import type { CreditForm, CreditValues } from './use-credit-form.ts'

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

type Parts = {
  [Name in 'agent' | 'kind' | 'amount']: CheckedCredit[(typeof creditFields)[Name]] | null
}

/** Field by field, for the preview starts before the form is whole. */
function readParts(values: CreditValues): Parts {
  const { agent, kind, amount } = creditFields
  return {
    agent: creditForm.shape[agent].safeParse(values[agent]).data ?? null,
    kind: creditForm.shape[kind].safeParse(values[kind]).data ?? null,
    amount: creditForm.shape[amount].safeParse(values[amount]).data ?? null,
  }
}
