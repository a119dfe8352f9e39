// A cashier's shift: the day so far, the drawer from its opening to its Z slip, and earlier shifts.
import {
  type Answer,
  bututs,
  formatGmd,
  till,
  tillOpeningForm,
  type Bututs,
  type TillSession,
} from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { describeCall, readAhead, useCall, useRefresh } from '../api/hooks/use-call.ts'
import { useCallForm } from '../form/send/use-call-form.ts'
import { amountInput } from '../lib/amount-input.ts'
import { Button } from '../ui/Button.tsx'
import { Panel, Stat, StatGroup } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { CountShift, ReasonForm } from './CountShift.tsx'
import { EarlierShifts } from './EarlierShifts.tsx'
import { OpenShift } from './OpenShift.tsx'
import { Refunds } from './Refunds.tsx'
import { PrintSlip } from './SlipPrint.tsx'
import { SlipSheet } from './SlipSheet.tsx'
import { countSales, describeDifference } from './till-words.ts'

const FRESH_MS = 30_000

export function ShiftPage() {
  const query = useCall(till.current, {}, { pollMs: () => FRESH_MS })
  const refresh = useRefresh()
  const [closed, setClosed] = useState<TillSession | null>(null)
  const readAgain = () => refresh(till.current, till.today, till.list)
  return (
    <>
      <Today />
      {closed !== null && <ClosedShift session={closed} />}
      {query.data ? (
        <Drawer
          current={query.data}
          onChanged={(session) => {
            setClosed(session.state === 'closed' ? session : null)
            readAgain()
          }}
        />
      ) : (
        query.isError && <Unread onRetry={() => void query.refetch()} />
      )}
      <EarlierShifts />
    </>
  )
}
ShiftPage.readAhead = () => readAhead([describeCall(till.current, {}), describeCall(till.today, {})])

/** The day in one line, of all products. */
function Today() {
  const { data } = useCall(till.today, {}, { pollMs: () => FRESH_MS })
  const sum = (pick: (product: Answer<typeof till.today>['products'][number]) => number): number =>
    data?.products.reduce((total, product) => total + pick(product), 0) ?? 0
  const loading = data === undefined
  return (
    <StatGroup label="Today, all products">
      <Stat
        label="Sold today"
        loading={loading}
        value={formatGmd(bututs(sum(({ tendered }) => tendered)))}
        note={countSales(sum(({ sales }) => sales))}
      />
      <Stat
        label="Commission so far"
        loading={loading}
        value={formatGmd(bututs(sum(({ commission }) => commission)))}
        note="Already in your float"
      />
      {data && data.expected !== null && (
        <Stat label="Expected cash" value={formatGmd(data.expected)} note="In the drawer now" />
      )}
    </StatGroup>
  )
}

type Current = Answer<typeof till.current>

function Drawer({ current, onChanged }: { current: Current; onChanged: (session: TillSession) => void }) {
  const [isCounting, setCounting] = useState(false)
  const { session } = current
  const counted = (changed: TillSession) => {
    setCounting(false)
    onChanged(changed)
  }
  return (
    <>
      <Refunds current={current} onPaid={onChanged} />
      {session === null ? (
        <OpeningForm isRequired={current.isRequired} onOpened={onChanged} />
      ) : session.state === 'counted' ? (
        <ReasonForm session={session} onClosed={counted} />
      ) : isCounting ? (
        <CountShift
          session={session}
          denominations={current.denominations}
          onCancel={() => setCounting(false)}
          onCounted={counted}
        />
      ) : (
        <OpenShift session={session} onChanged={onChanged} onCount={() => setCounting(true)} />
      )}
    </>
  )
}

function OpeningForm({
  isRequired,
  onOpened,
}: {
  isRequired: boolean
  onOpened: (session: TillSession) => void
}) {
  const refresh = useRefresh()
  const { register, submit, problem, formState } = useCallForm<{ opening: string }, { opening: Bututs }>({
    schema: tillOpeningForm,
    values: { opening: '' },
    send: async (checked) => {
      try {
        onOpened(await call(till.open, checked))
      } finally {
        // It may be open already, in another browser.
        refresh(till.current)
      }
    },
  })
  return (
    <Panel title="Open your shift">
      <form noValidate className="grid max-w-120 gap-4" onSubmit={(event) => void submit(event)}>
        {problem !== null && (
          <Notice tone="danger" title={problem}>
            No money has moved.
          </Notice>
        )}
        <p className="text-ink-2">
          {isRequired ? 'You can sell only in an open shift. ' : ''}Count the cash in the drawer before your
          first sale. Every sale of every product then counts until you close the shift.
        </p>
        <Field
          label="Cash in the drawer"
          prefix="GMD"
          inputMode="decimal"
          autoComplete="off"
          error={formState.errors.opening?.message}
          {...register('opening', amountInput)}
        />
        <Button variant="primary" size="lg" type="submit" busy={formState.isSubmitting}>
          Open shift
        </Button>
      </form>
    </Panel>
  )
}

function ClosedShift({ session }: { session: TillSession }) {
  return (
    <Panel title="Your shift is closed">
      <div className="grid gap-4">
        <StatGroup label="Result">
          <Stat label="Expected" value={session.expected === null ? '–' : formatGmd(session.expected)} />
          <Stat label="Counted" value={session.counted === null ? '–' : formatGmd(session.counted)} />
          <Stat label="Difference" value={describeDifference(session.difference)} />
        </StatGroup>
        <PrintSlip session={session} variant="primary" />
        <SlipSheet session={session} />
      </div>
    </Panel>
  )
}

const Unread = ({ onRetry }: { onRetry: () => void }) => (
  <Panel flush>
    <EmptyState
      icon="alert"
      title="Your shift could not be read"
      action={
        <Button icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Nothing has changed by that. It is tried again automatically in a moment.
    </EmptyState>
  </Panel>
)
