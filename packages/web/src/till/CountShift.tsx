// Counting and closing: the count first, blind and once; then what was expected, and a reason if the difference is large.
import {
  bututs,
  type Denomination,
  formatGmd,
  type Pieces,
  productTitles,
  till,
  type TillSession,
  describeDifference,
} from '@flexpower/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { ConfirmActionDialog } from '../form/dialog/ConfirmActionDialog.tsx'
import { refusalText } from '../form/form-errors.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Card.tsx'
import { Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { CountFields, readPieces, sumPieces } from './CountFields.tsx'
import { forgetCount, useKeptCount } from './kept-count.ts'

const NO_ANSWER =
  'The server did not answer, so it is not known whether the count is stored. Send it again: the same count is stored once.'

interface CountShiftProps {
  session: TillSession
  denominations: readonly Denomination[]
  onCancel: () => void
  onCounted: (session: TillSession) => void
}

export function CountShift({ session, denominations, onCancel, onCounted }: CountShiftProps) {
  const [typed, type] = useKeptCount(session.id)
  const [isAsking, setAsking] = useState(false)
  const pieces = readPieces(denominations, typed)
  const form = useRef<HTMLFormElement>(null)
  // The largest note is counted first.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <Panel title="Count the drawer">
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (pieces) setAsking(true)
        }}
      >
        <p className="text-ink-2">
          Enter how many there are of each. What should be in the drawer is shown after the count.
        </p>
        <CountFields denominations={denominations} typed={typed} onType={type} />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" type="submit" size="lg">
            Close with this count
          </Button>
        </div>
      </form>
      {isAsking && pieces && (
        <ConfirmActionDialog
          title={`Close the shift with ${formatGmd(sumPieces(pieces))}?`}
          confirmLabel="Close shift"
          cancelLabel="Count again"
          noAnswer={(error) => refusalText(error, NO_ANSWER)}
          run={async () => {
            const counted = await call(till.close, { session: session.id, pieces })
            void forgetCount(session.id)
            setAsking(false)
            onCounted(counted)
          }}
          onClose={() => setAsking(false)}
        >
          <p>The count cannot be changed afterwards. Sales after this are not in the shift.</p>
        </ConfirmActionDialog>
      )}
    </Panel>
  )
}

/** The count is stored, and the shift waits for its end: mostly for the reason of a large difference. */
export function ReasonForm({
  session,
  onClosed,
}: {
  session: TillSession
  onClosed: (closed: TillSession) => void
}) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const pieces: Pieces[] = session.pieces ?? []
  async function close(): Promise<void> {
    if (session.needsReason && reason.trim() === '') return setProblem('Reason is required')
    setBusy(true)
    try {
      onClosed(await call(till.close, { session: session.id, pieces, reason: reason.trim() }))
    } catch (error) {
      setProblem(refusalText(error, NO_ANSWER))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title="Counted, not closed yet">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void close()
        }}
      >
        <StoredCount session={session} />
        <Doubts session={session} />
        <Field
          label="Reason"
          value={reason}
          error={problem ?? undefined}
          maxLength={200}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button variant="primary" type="submit" busy={isBusy} className="justify-self-end max-sm:w-full">
          Close shift
        </Button>
      </form>
    </Panel>
  )
}

/** Their cash should be in the drawer: who looks for a difference looks at them first. */
function Doubts({ session: { inDoubt } }: { session: TillSession }) {
  if (inDoubt.length === 0) return null
  const sum = formatGmd(bututs(inDoubt.reduce((total, { tendered }) => total + tendered, 0)))
  return (
    <Notice
      tone="info"
      title={inDoubt.length === 1 ? `1 sale in doubt, ${sum}` : `${inDoubt.length} sales in doubt, ${sum}`}
    >
      Expected cash has them. Look whether their customers paid:
      <ul>
        {inDoubt.map(({ id, product, subject, tendered }) => (
          <li key={id}>
            {productTitles[product]}, {subject}: {formatGmd(tendered)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** What was expected is missing only if the server stopped right after it stored the count. */
function StoredCount({ session: { counted, expected, difference } }: { session: TillSession }) {
  const amount = counted === null ? '' : formatGmd(counted)
  return expected === null ? (
    <Notice tone="info" title={`Your count of ${amount} is stored`}>
      Close the shift to see what was expected.
    </Notice>
  ) : (
    <Notice tone="warning" title={`Difference: ${describeDifference(difference)}`}>
      Counted {amount}, expected {formatGmd(expected)}. The count is stored. Say why it differs; the shift is
      closed with your reason.
    </Notice>
  )
}
