// Loads above the configured amount, until a second Admin has decided. An Admin who cannot confirm one sees why.
import {
  type Answer,
  credits,
  formatDay,
  formatGmd,
  formatTime,
  type WaitingCredit,
} from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useCall } from '../api/hooks/use-call.ts'
import { kindText } from '../floats/float-kinds.ts'
import { ADDED, FAILED, explainFailure, useReadAgain } from './use-credit-form.ts'
import { type SecondAdminDecision, SecondAdminDialog } from '../form/dialog/SecondAdminDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'

/** The other Admin is somewhere else and waits, so the list polls. */
const POLL_MS = 20_000
const OLDEST_FIRST = { order: 'oldest', limit: 100 } as const

interface WaitingLoadsProps {
  onConfirmed: (load: WaitingCredit, answer: Answer<typeof credits.confirm>) => void
  onDeclined: () => void
}

export function WaitingLoads({ onConfirmed, onDeclined }: WaitingLoadsProps) {
  const query = useCall(credits.waiting.window, OLDEST_FIRST, { pollMs: () => POLL_MS })
  const [deciding, setDeciding] = useState<{ decision: SecondAdminDecision; load: WaitingCredit } | null>(
    null,
  )
  const close = () => setDeciding(null)
  if (query.data === undefined)
    return query.isError ? (
      <Notice tone="warning" title="Loads that wait for a second Admin could not be read">
        No money has moved. It is tried again automatically in a moment.
      </Notice>
    ) : null
  return (
    <>
      {query.data.rows.length > 0 && (
        <Panel title="Waiting for a second Admin" flush>
          <ul aria-label="Waiting for a second Admin" className="divide-y divide-line">
            {query.data.rows.map((load) => (
              <WaitingLoad
                key={load.id}
                load={load}
                onDecide={(decision) => setDeciding({ decision, load })}
              />
            ))}
          </ul>
        </Panel>
      )}
      {deciding !== null && (
        <DecideLoad
          {...deciding}
          onClose={close}
          onConfirmed={(answer) => {
            onConfirmed(deciding.load, answer)
            close()
          }}
          onDeclined={() => {
            onDeclined()
            close()
          }}
        />
      )}
    </>
  )
}

interface WaitingLoadProps {
  load: WaitingCredit
  onDecide: (decision: SecondAdminDecision) => void
}

function WaitingLoad({ load, onDecide }: WaitingLoadProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 max-sm:px-4">
      <div className="min-w-0 flex-1 basis-80 max-sm:basis-full">
        <p className="text-lg font-semibold">
          {formatGmd(load.amount)} {kindText(load.kind)} for {load.agentName}
        </p>
        <p className="text-ink-2">
          Slip {load.slipReference}, asked for by {load.askedBy} on {formatDay(load.at)} at{' '}
          {formatTime(load.at)}
        </p>
        {load.confirmRefusal !== null && <p className="mt-1 text-ink-2">{load.confirmRefusal}</p>}
      </div>
      <div className="flex gap-3 max-sm:w-full max-sm:*:flex-1">
        <Button onClick={() => onDecide('decline')}>Decline</Button>
        {load.mayConfirm && (
          <Button variant="primary" onClick={() => onDecide('confirm')}>
            Confirm
          </Button>
        )}
      </div>
    </li>
  )
}

/** The second Admin's decision on a load of credit. */
interface DecideLoadProps {
  load: WaitingCredit
  decision: SecondAdminDecision
  onClose: () => void
  onConfirmed: (answer: Answer<typeof credits.confirm>) => void
  onDeclined: () => void
}

export function DecideLoad({ load, decision, onClose, onConfirmed, onDeclined }: DecideLoadProps) {
  const readAgain = useReadAgain()
  const subject = `${formatGmd(load.amount)} for ${load.agentName}`
  async function confirm(): Promise<void> {
    const answer = await call(credits.confirm, { id: load.id })
    toast.success(ADDED)
    onConfirmed(answer)
  }
  async function decline(reason: string): Promise<void> {
    const { message } = await call(credits.decline, { id: load.id, reason })
    toast.success(message)
    onDeclined()
  }
  const common = { decision, explainFailure: explainFailure, onClose, onSettled: readAgain }
  return decision === 'confirm' ? (
    <SecondAdminDialog {...common} title={`Load ${subject}?`} failed={FAILED} run={confirm}>
      <p>
        {kindText(load.kind)}, against bank slip <b className="font-semibold">{load.slipReference}</b>, asked
        for by {load.askedBy}. Compare amount and reference with the slip: the money moves immediately.
      </p>
    </SecondAdminDialog>
  ) : (
    <SecondAdminDialog
      {...common}
      title={`Decline ${subject}?`}
      failed="The load was not declined"
      run={decline}
    >
      <p>Nothing has moved, and nothing will. The slip {load.slipReference} can be entered again.</p>
    </SecondAdminDialog>
  )
}
