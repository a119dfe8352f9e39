// Moves of float above the configured amount, until a second Admin has decided.
import { floats, formatDay, formatGmd, formatTime, type WaitingMove } from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useCall } from '../api/hooks/use-call.ts'
import { type SecondAdminDecision, SecondAdminDialog } from '../form/dialog/SecondAdminDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { toast } from '../ui/toast.ts'
import { kindText } from './float-kinds.ts'
import { explainFailure, useReadAgain } from './use-read-again.ts'

/** The other Admin is somewhere else and waits, so the list polls. */
const POLL_MS = 20_000
const OLDEST_FIRST = { order: 'oldest', limit: 100 } as const

/** `GMD 1,500.00 NAWEC back from Fatou Ceesay` */
export function describeMove({ kind, amount, sourceName, targetName, corrects }: WaitingMove): string {
  const what = `${formatGmd(amount)} ${kindText(kind)}`
  if (corrects !== null)
    return sourceName === null ? `${what} more for ${targetName}` : `${what} less for ${sourceName}`
  return targetName === null
    ? `${what} back from ${sourceName}`
    : `${what} from ${sourceName} to ${targetName}`
}

export function WaitingMoves() {
  const query = useCall(floats.waiting.window, OLDEST_FIRST, { pollMs: () => POLL_MS })
  const [deciding, setDeciding] = useState<{ decision: SecondAdminDecision; move: WaitingMove } | null>(null)
  const rows = query.data?.rows ?? []
  return (
    <>
      {rows.length > 0 && (
        <Panel title="Moves of float to confirm" flush>
          <ul aria-label="Moves of float to confirm" className="divide-y divide-line">
            {rows.map((move) => (
              <li
                key={move.id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 max-sm:px-4"
              >
                <div className="min-w-0 flex-1 basis-80 max-sm:basis-full">
                  <p className="text-lg font-semibold">{describeMove(move)}</p>
                  <p className="text-ink-2">
                    {move.corrects !== null && `Correction of slip ${move.corrects}. `}
                    {move.reason}. Asked for by {move.askedBy} on {formatDay(move.at)} at{' '}
                    {formatTime(move.at)}
                  </p>
                  {move.confirmRefusal !== null && <p className="mt-1 text-ink-2">{move.confirmRefusal}</p>}
                </div>
                <div className="flex gap-3 max-sm:w-full max-sm:*:flex-1">
                  <Button onClick={() => setDeciding({ decision: 'decline', move })}>Decline</Button>
                  {move.mayConfirm && (
                    <Button variant="primary" onClick={() => setDeciding({ decision: 'confirm', move })}>
                      Confirm
                    </Button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {deciding !== null && <DecideMove {...deciding} onClose={() => setDeciding(null)} />}
    </>
  )
}

interface DecideMoveProps {
  decision: SecondAdminDecision
  move: WaitingMove
  onClose: () => void
}

function DecideMove({ decision, move, onClose }: DecideMoveProps) {
  const readAgain = useReadAgain()
  async function run(reason: string): Promise<void> {
    const { message } =
      decision === 'confirm'
        ? await call(floats.confirm, { id: move.id })
        : await call(floats.decline, { id: move.id, reason })
    toast.success(message)
    onClose()
  }
  const what = describeMove(move)
  return (
    <SecondAdminDialog
      decision={decision}
      title={decision === 'confirm' ? `Move ${what}?` : `Decline ${what}?`}
      failed={decision === 'confirm' ? 'No float was moved' : 'It was not declined'}
      explainFailure={explainFailure}
      run={run}
      onClose={onClose}
      onSettled={readAgain}
    >
      <p>
        {decision === 'confirm'
          ? `${move.askedBy} asked for it: ${move.reason}. The float moves immediately.`
          : 'Nothing has moved, and nothing will.'}
      </p>
    </SecondAdminDialog>
  )
}
