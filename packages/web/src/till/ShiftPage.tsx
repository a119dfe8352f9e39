// A cashier's shift: the day so far, the drawer from its opening to its Z slip, and earlier shifts.
import {
  type Answer,
  bututs,
  countOf,
  describeDifference,
  electricity,
  formatGmd,
  till,
  tillOpeningForm,
  type Bututs,
  type TillSession,
} from '@flexpower/contract'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { describeCall, readAhead, useCall, useRefresh } from '../api/hooks/use-call.ts'
import { ownArea } from '../api/session.ts'
import { ownDrawer } from '../floats/float-view.ts'
import { SureField } from '../form/SureField.tsx'
import { useCallForm } from '../form/send/use-call-form.ts'
import { amountInput } from '../lib/amount-input.ts'
import { openDrawer } from '../printer/later/print-paper.tsx'
import { Link } from '../router/hooks.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel, Stat, StatGroup } from '../ui/Card.tsx'
import { Field } from '../ui/form/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Unread } from '../layout/later/Unread.tsx'
import { CountShift, ReasonForm } from './CountShift.tsx'
import { EarlierShifts } from './EarlierShifts.tsx'
import { OpenShift } from './OpenShift.tsx'
import { Refunds } from './Refunds.tsx'
import { SlipButtons } from './SlipPrint.tsx'
import { SlipSheet } from './SlipSheet.tsx'

const FRESH_MS = 30_000

export function ShiftPage() {
  const query = useCall(till.current, {}, { pollMs: () => FRESH_MS })
  const refresh = useRefresh()
  const [closed, setClosed] = useState<TillSession | null>(null)
  const readAgain = () => refresh(till.current, till.today, till.list, electricity.counter)
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
        query.isError && <Unread title="Your shift could not be read" onRetry={() => void query.refetch()} />
      )}
      {ownArea() === 'cashier' && (
        <>
          <Link className="link justify-self-start" to={ownDrawer()}>
            Drawer statement
          </Link>
          <EarlierShifts />
        </>
      )}
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
  const sales = countOf(
    sum((product) => product.sales),
    'sale',
  )
  // With the opening, the amount would tell what is expected.
  const isHidden = data?.products.some(({ tendered }) => tendered === null) === true
  return (
    <>
      {data && data.outside > 0 && (
        <Notice tone="warning" title={`${formatGmd(data.outside)} were sold outside a shift today`}>
          This cash is in no drawer. Open your shift before you sell.
        </Notice>
      )}
      <StatGroup label="Today, all products">
        <Stat
          label="Sold today"
          loading={loading}
          value={isHidden ? sales : formatGmd(bututs(sum(({ tendered }) => tendered ?? 0)))}
          note={isHidden ? 'The amount is shown after the count' : sales}
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
    </>
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
        <OpeningForm current={current} onOpened={onChanged} />
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

interface OpeningFormProps {
  current: Current
  onOpened: (session: TillSession) => void
}

function OpeningForm({ current: { isRequired, leftBefore }, onOpened }: OpeningFormProps) {
  const refresh = useRefresh()
  const form = useCallForm<
    { opening: string; reason: string; isSure: boolean },
    { opening: Bututs; reason?: string | undefined; isSure?: boolean | undefined }
  >({
    schema: tillOpeningForm,
    values: { opening: '', reason: '', isSure: false },
    send: async (checked) => {
      try {
        onOpened(await call(till.open, checked))
        void openDrawer()
      } finally {
        // It may be open already, in another browser.
        refresh(till.current)
      }
    },
  })
  const { register, submit, problem, formState, getValues } = form
  const { errors } = formState
  // Said under its field.
  const isAsked = errors.reason !== undefined || errors.isSure !== undefined
  return (
    <Panel title="Open your shift">
      <form noValidate className="grid max-w-120 gap-4" onSubmit={(event) => void submit(event)}>
        {problem !== null && !isAsked && (
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
          hint={leftBefore === null ? undefined : `Your last shift ended with ${formatGmd(leftBefore)}.`}
          error={errors.opening?.message}
          {...register('opening', amountInput)}
        />
        {(errors.reason !== undefined || getValues('reason') !== '') && (
          <Field
            label="Reason"
            maxLength={200}
            autoComplete="off"
            error={errors.reason?.message}
            {...register('reason')}
          />
        )}
        <SureField form={form} label="The amount is right" about={['opening']} />
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
        <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
          <SlipButtons session={session} variant="primary" />
        </div>
        <SlipSheet session={session} />
      </div>
    </Panel>
  )
}
