// Post Paid, for who may take payments of bills: an Admin over all of them, a cashier over the own. For who may not, the
// screen says who can allow it, and asks the server for nothing (PP-06).
import { type Counter, formatGmd, postpaid, type WindowFacts } from '@flexpower/contract'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useListWindow } from '../../list/list-window.ts'
import { ownArea } from '../../api/session.ts'
import { AlsoHere } from '../AlsoHere.tsx'
import { CounterDesk } from '../CounterDesk.tsx'
import { isFloatLow } from '../low-float.ts'
import { countOf, TotalsGroup } from '../TotalsGroup.tsx'
import { useCounter } from '../use-counter.ts'
import { usePrinter } from '../use-printer.ts'
import { useSaleDesk } from '../use-sale-desk.ts'
import { UtilityBadge } from '../UtilityBadge.tsx'
import { useListView } from '../../list/list-view.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Panel, Stat, StatGroup } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { loadOnDemand } from './load-on-demand.ts'
import { PaymentsTable } from './PaymentsTable.tsx'
import { trade } from './trade.ts'

const PaymentModal = lazy(async () => ({ default: (await loadOnDemand()).PaymentModal }))
const PaymentCard = lazy(async () => ({ default: (await loadOnDemand()).PaymentCard }))
const loadReceipt = async () => (await loadOnDemand()).printReceiptIn

export function PostPaidPage() {
  const { data: counter, isError, refetch } = useCounter()
  if (counter === undefined) return <Waiting hasFailed={isError} onRetry={() => void refetch()} />
  return counter.mayTakePostpaid ? <PaymentDesk counter={counter} /> : <NotAllowed counter={counter} />
}

function PaymentDesk({ counter }: { counter: Counter }) {
  const isOwn = ownArea() === 'cashier'
  const view = useListView()
  const list = useListWindow(postpaid.list, {}, view)
  const desk = useSaleDesk(trade)
  const printer = usePrinter(loadReceipt)
  const { attempt, shown } = desk
  return (
    <>
      <UtilityBadge utility={counter.utility} />
      {isOwn && <OwnFigures counter={counter} sums={list.window} />}
      <CounterDesk
        desk={desk}
        call={{ title: 'New Post Paid', note: 'Take the payment of a bill' }}
        beside={
          !isOwn && (
            <TotalsGroup>
              <Totals sums={list.window} />
            </TotalsGroup>
          )
        }
        links={isOwn && <AlsoHere counter={counter} at="postpaid" />}
        printer={printer}
        preload={loadOnDemand}
      >
        <PaymentsTable
          list={list}
          view={view}
          onPrint={printer.print}
          onNewPayment={() => desk.startSale()}
        />
        <Suspense fallback={null}>
          {attempt !== null && (
            <PaymentModal key={attempt.entered.key} desk={desk} attempt={attempt} float={counter.float} />
          )}
          {shown !== null && <PaymentCard desk={desk} shown={shown} printer={printer} />}
        </Suspense>
      </CounterDesk>
    </>
  )
}

function OwnFigures({ counter, sums }: { counter: Counter; sums: Sums }) {
  const { float } = counter
  return (
    <StatGroup label="My counter">
      <Stat
        label={<>Float {isFloatLow(counter) && <Badge tone="warning">Low</Badge>}</>}
        value={float === null ? '–' : formatGmd(float)}
        note="Bills are paid from it as well"
      />
      <Totals sums={sums} note="Of the rows below" />
    </StatGroup>
  )
}

type Sums = WindowFacts | undefined

/** A bill is paid without a fee: what was tendered is what the utility got. */
function Totals({ sums, note }: { sums: Sums; note?: string }) {
  const parts = { loading: sums === undefined, note }
  const money = sums?.tendered === undefined ? '–' : formatGmd(sums.tendered)
  return (
    <>
      <Stat label="Payments" {...parts} value={sums && countOf(sums)} />
      <Stat label="Tendered" {...parts} value={money} />
      <Stat label="Vended" {...parts} value={money} />
    </>
  )
}

function Waiting({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  return (
    <Panel flush>
      {hasFailed ? (
        <div role="alert">
          <EmptyState
            icon="alert"
            title="Your permission could not be read"
            action={
              <Button icon="refresh" onClick={onRetry}>
                Try again
              </Button>
            }
          >
            No payment is affected. It is tried again by itself in a moment.
          </EmptyState>
        </div>
      ) : (
        <p aria-live="polite" className="px-5 py-12 text-center text-ink-3">
          Loading...
        </p>
      )}
    </Panel>
  )
}

const NotAllowed = ({ counter }: { counter: Counter }) => (
  <>
    <Panel flush>
      <EmptyState
        icon="lock"
        title="Post Paid is not open to you"
        action={
          ownArea() === 'admin' && (
            <Link className={buttonClass()} to={paths.admin.user}>
              Open User
            </Link>
          )
        }
      >
        {ownArea() === 'admin'
          ? 'Payments of bills are taken only by those whose record says “Can access post paid”, Admins included. An Admin sets it under User.'
          : 'Payments of bills are taken only by those whose record says “Can access post paid”. Ask an Admin to set it for you, then come back.'}
      </EmptyState>
    </Panel>
    {ownArea() === 'cashier' && <AlsoHere counter={counter} at="postpaid" />}
  </>
)
