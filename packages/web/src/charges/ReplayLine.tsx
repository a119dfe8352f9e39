// What the band in the form would have earned over the last 30 days, told before it is saved.
import { type Answer, CallRefused, type Charge, charges, formatGmd } from '@flexpower/contract'
import { useWatch } from 'react-hook-form'
import { useRestingRead } from '../api/hooks/use-resting-read.ts'
import { overlaps } from './bands.ts'
import { readInput } from './charge-values.ts'
import { rangeText } from './charge-words.ts'
import type { ChargeFormState } from './use-charge-form.ts'

interface ReplayLineProps {
  form: ChargeFormState['form']
  /** The band whose place it takes. */
  replaces: number | undefined
  others: readonly Charge[]
}

export function ReplayLine({ form, replaces, others }: ReplayLineProps) {
  const values = useWatch({ control: form.control, compute: (all) => all })
  const input = readInput(values)
  // The server refuses it; better to know before.
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
      {asked !== null && <p className={isBehind ? 'text-ink-3' : ''}>{lineOf(query, isBehind)}</p>}
    </div>
  )
}

function lineOf(
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
  `In the last 30 days this would have earned ${formatGmd(wouldHaveEarned)} instead of ${formatGmd(earned)} (${changed.toLocaleString('en')} of ${sales.toLocaleString('en')} sales)`
