// What a cashier asked for, and what became of it.
import {
  type FloatRequest,
  floats,
  formatDay,
  formatGmd,
  formatTime,
  requestStates,
} from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useCall } from '../../api/hooks/use-call.ts'
import { ConfirmActionDialog } from '../../form/dialog/ConfirmActionDialog.tsx'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Card.tsx'
import { toast } from '../../ui/toast.ts'
import { type FloatKind, kindText } from '../float-kinds.ts'
import { SlipPhoto } from '../FloatRequests.tsx'
import { explainFailure, useReadAgain } from '../use-read-again.ts'
import { AskDialog } from './AskDialog.tsx'

/** An Admin loads it somewhere else, so the list polls. */
const POLL_MS = 20_000
const NEWEST = { limit: 5 } as const

const TONES: Record<FloatRequest['state'], BadgeTone> = {
  waiting: 'info',
  confirming: 'info',
  loaded: 'ok',
  declined: 'danger',
  withdrawn: 'off',
}

export function OwnRequests({ kind }: { kind: FloatKind }) {
  const { data } = useCall(floats.requests.window, NEWEST, { pollMs: () => POLL_MS })
  const [isAsking, setAsking] = useState(false)
  const [seen, setSeen] = useState<FloatRequest | null>(null)
  const [withdrawn, setWithdrawn] = useState<FloatRequest | null>(null)
  return (
    <Panel
      title="Your requests"
      flush
      actions={
        <Button variant="primary" icon="plus" onClick={() => setAsking(true)}>
          Ask for float
        </Button>
      }
    >
      {data?.rows.length === 0 && (
        <p className="px-5 py-4 text-ink-2 max-sm:px-4">
          Pay in at the bank, then ask for float with the slip. An Admin looks at it and loads it.
        </p>
      )}
      <ul aria-label="Your requests" className="divide-y divide-line">
        {data?.rows.map((request) => (
          <li
            key={request.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3 max-sm:px-4"
          >
            <div className="min-w-0">
              <p className="font-semibold">
                {formatGmd(request.amount)} {kindText(request.kind)}
              </p>
              <p className="text-ink-2">
                Slip {request.slipReference}, {formatDay(request.at)} {formatTime(request.at)}
                {request.reason !== null && request.reason !== '' && `. ${request.reason}`}
              </p>
            </div>
            <div className="flex items-center gap-3">
              {request.hasPhoto && <Button onClick={() => setSeen(request)}>Photo</Button>}
              {request.state === 'waiting' && <Button onClick={() => setWithdrawn(request)}>Withdraw</Button>}
              <Badge tone={TONES[request.state]}>{requestStates[request.state]}</Badge>
            </div>
          </li>
        ))}
      </ul>
      {isAsking && <AskDialog kind={kind} onClose={() => setAsking(false)} />}
      {seen !== null && <SlipPhoto request={seen} onClose={() => setSeen(null)} />}
      {withdrawn !== null && <WithdrawRequest request={withdrawn} onClose={() => setWithdrawn(null)} />}
    </Panel>
  )
}

function WithdrawRequest({ request, onClose }: { request: FloatRequest; onClose: () => void }) {
  const readAgain = useReadAgain()
  return (
    <ConfirmActionDialog
      title={`Withdraw the request for ${formatGmd(request.amount)}?`}
      confirmLabel="Withdraw"
      run={async () => {
        const { message } = await call(floats.withdraw, { id: request.id })
        toast.success(message)
        onClose()
      }}
      failed="The request was not withdrawn"
      noAnswer={explainFailure}
      onClose={onClose}
      onSettled={readAgain}
    >
      <p>Nothing has moved, and nothing will. The slip {request.slipReference} can be used again.</p>
    </ConfirmActionDialog>
  )
}
