// Post Paid, for users who may take payments of bills: an Admin sees all of them, a cashier their own. For others the
// screen says who can allow it, and sends no calls to the server (PP-06).
import {
  type Counter,
  formatGmd,
  postpaid,
  type PostpaidPayment,
  type WindowFacts,
} from '@flexpower/contract'
import { Link } from '../../router/hooks.tsx'
import { ownArea } from '../../api/session.ts'
import { lazyPart } from '../../lib/lazy-page.ts'
import { useListView } from '../../list/list-view.ts'
import { useListWindow } from '../../list/list-window.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Panel, Stat, StatGroup } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CounterDesk } from '../CounterDesk.tsx'
import { AlsoHere, isFloatLow, TotalsGroup, TotalStats, UtilityBadge } from '../CounterParts.tsx'
import { useCounter } from '../use-counter.ts'
import { usePrinter } from '../printing.tsx'
import { useSaleDesk } from '../use-sale-desk.ts'
import { postpaidProduct } from './product.ts'
import { postpaidSales, PostpaidTable } from './sales.tsx'

const { loadLater } = postpaidProduct
const SaleModal = lazyPart(loadLater, (later) => later.SaleModal)
const SaleCard = lazyPart(loadLater, (later) => later.SaleCard)

export function PostpaidPage() {
  const { data: counter, isError, refetch } = useCounter()
  if (counter === undefined) return <Waiting hasFailed={isError} onRetry={() => void refetch()} />
  return counter.mayTakePostpaid ? <PaymentDesk counter={counter} /> : <NotAllowed counter={counter} />
}

function PaymentDesk({ counter }: { counter: Counter }) {
  const isOwn = ownArea() === 'cashier'
  const view = useListView()
  const list = useListWindow(postpaid.list, {}, view)
  const desk = useSaleDesk(postpaidProduct, postpaidSales)
  const printer = usePrinter<PostpaidPayment>(postpaidProduct)
  return (
    <>
      <UtilityBadge />
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
        links={isOwn && <AlsoHere counter={counter} at={postpaidProduct} />}
        float={counter.float}
        SaleModal={SaleModal}
        card={{ SaleCard, printer }}
        preload={loadLater}
      >
        <PostpaidTable
          list={list}
          view={view}
          onPrint={printer.print}
          onNewPayment={() => desk.startSale()}
        />
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
const Totals = ({ sums, note }: { sums: Sums; note?: string }) => (
  <TotalStats sums={sums} note={note} counted="Payments" last="Vended" lastAmount={sums?.tendered} />
)

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
            No payment is affected. It is tried again automatically in a moment.
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
    {ownArea() === 'cashier' && <AlsoHere counter={counter} at={postpaidProduct} />}
  </>
)
