// What cashiers ask for, for an Admin: the slip, its photo, what this cashier got before, and one press to load it.
import {
  declinedRequestForm,
  type FloatRequest,
  floats,
  formatCount,
  formatDay,
  formatGmd,
  formatTime,
} from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useCall } from '../api/hooks/use-call.ts'
import { ConfirmActionDialog } from '../form/dialog/ConfirmActionDialog.tsx'
import { refusalText } from '../form/form-errors.ts'
import { Link } from '../router/hooks.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Modal } from '../ui/dialog/Modal.tsx'
import { toast } from '../ui/toast.ts'
import { FloatDialog, LineField } from './FloatDialog.tsx'
import { kindText } from './float-kinds.ts'
import { userFloat } from './float-view.ts'
import { explainFailure, useReadAgain } from './use-read-again.ts'

/** Cashiers stand at the counter and wait, so the list polls. */
const POLL_MS = 20_000
const WAITING = { state: 'waiting', order: 'oldest', limit: 100 } as const

type Overlay = { kind: 'photo' | 'sure' | 'decline'; request: FloatRequest }

export function FloatRequests() {
  const { data } = useCall(floats.requests.window, WAITING, { pollMs: () => POLL_MS })
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const [loading, setLoading] = useState<number | null>(null)
  const readAgain = useReadAgain()
  const waiting = data?.rows ?? []
  const close = () => setOverlay(null)
  async function load(request: FloatRequest): Promise<void> {
    if (request.isUnusual) return setOverlay({ kind: 'sure', request })
    setLoading(request.id)
    await loadNow(request, false).catch((error: unknown) => toast.error(explainFailure(error)))
    setLoading(null)
    readAgain()
  }
  return (
    <>
      {waiting.length > 0 && (
        <Panel title="Requests for float" flush>
          <ul aria-label="Requests for float" className="divide-y divide-line">
            {waiting.map((request) => (
              <Request
                key={request.id}
                request={request}
                isLoading={loading === request.id}
                onLoad={() => void load(request)}
                onOpen={(kind) => setOverlay({ kind, request })}
              />
            ))}
          </ul>
        </Panel>
      )}
      {overlay?.kind === 'photo' && <SlipPhoto request={overlay.request} onClose={close} />}
      {overlay?.kind === 'sure' && (
        <ConfirmActionDialog
          title={`Load ${formatGmd(overlay.request.amount)} for ${overlay.request.userName}?`}
          confirmLabel="Load"
          run={async () => {
            await loadNow(overlay.request, true)
            close()
          }}
          failed="Nothing was loaded"
          noAnswer={explainFailure}
          onClose={close}
          onSettled={readAgain}
        >
          <p>
            This is far above what {overlay.request.userName} ever got:{' '}
            {overlay.request.largestLoad === null
              ? 'nothing so far'
              : `at most ${formatGmd(overlay.request.largestLoad)}`}
            . Compare the amount with the slip first.
          </p>
        </ConfirmActionDialog>
      )}
      {overlay?.kind === 'decline' && <DeclineRequest request={overlay.request} onClose={close} />}
    </>
  )
}

async function loadNow({ id }: FloatRequest, isSure: boolean): Promise<void> {
  const { message, state } = await call(floats.load, { id, isSure })
  if (state === 'waiting') toast.info(message)
  else toast.success(message)
}

interface RequestProps {
  request: FloatRequest
  isLoading: boolean
  onLoad: () => void
  onOpen: (kind: Overlay['kind']) => void
}

function Request({ request, isLoading, onLoad, onOpen }: RequestProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4 max-sm:px-4">
      <div className="min-w-0 flex-1 basis-80 max-sm:basis-full">
        <p className="text-lg font-semibold">
          {formatGmd(request.amount)} {kindText(request.kind)} for {request.userName}
        </p>
        <p className="text-ink-2">
          Slip {request.slipReference}, asked for on {formatDay(request.at)} at {formatTime(request.at)}.{' '}
          {describeHistory(request)}{' '}
          <Link className="link" to={userFloat(request.userId)}>
            Statement
          </Link>
        </p>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">
        {request.hasPhoto && <Button onClick={() => onOpen('photo')}>Photo</Button>}
        <Button onClick={() => onOpen('decline')}>Decline</Button>
        <Button variant="primary" busy={isLoading} onClick={onLoad}>
          Load
        </Button>
      </div>
    </li>
  )
}

/** `Got float 12 times before, at most GMD 5,000.00.` */
export const describeHistory = ({
  loads,
  largestLoad,
}: Pick<FloatRequest, 'loads' | 'largestLoad'>): string =>
  largestLoad === null
    ? 'Got no float before.'
    : `Got float ${loads === 1 ? 'once' : `${formatCount(loads)} times`} before, at most ${formatGmd(largestLoad)}.`

export function SlipPhoto({ request, onClose }: { request: FloatRequest; onClose: () => void }) {
  const { data, error } = useCall(floats.photo, { id: request.id })
  return (
    <Modal
      open
      title={`Slip ${request.slipReference}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <p>
        {formatGmd(request.amount)} {kindText(request.kind)} for {request.userName}
      </p>
      {data === undefined ? (
        <p aria-busy={error === null}>
          {error === null ? 'Loading...' : refusalText(error, 'The photo could not be loaded.')}
        </p>
      ) : (
        <img
          src={data.picture}
          alt={`The slip ${request.slipReference}`}
          className="mx-auto max-w-full rounded"
        />
      )}
    </Modal>
  )
}

const DeclineRequest = ({ request, onClose }: { request: FloatRequest; onClose: () => void }) => (
  <FloatDialog
    title={`Decline ${formatGmd(request.amount)} for ${request.userName}`}
    saveLabel="Decline"
    failed="The request was not declined"
    schema={declinedRequestForm}
    values={{ reason: '' }}
    send={({ reason }) => call(floats.refuse, { id: request.id, reason })}
    onClose={onClose}
  >
    {(form) => (
      <>
        <p>Nothing has moved, and nothing will. The slip {request.slipReference} can be used again.</p>
        <LineField form={form} name="reason" label="Reason" hint={`${request.userName} reads it`} />
      </>
    )}
  </FloatDialog>
)
