// Cash Power, for an Admin over all sales (CP-01) and for a cashier over the own (CP-13): figures, the way to a new sale,
// what is still open, what became of things, and the list.
import {
  type Counter,
  electricity,
  type ElectricitySale,
  formatGmd,
  type WindowFacts,
} from '@flexpower/contract'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../api/hooks.ts'
import { type ListOrder, type ListView, type ListWindow, useListWindow } from '../api/list-window.ts'
import { ownArea, readHint } from '../api/session.ts'
import { useUrlValue } from '../lib/url-value.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { paths } from '../paths.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { CallCard, Stat, StatGroup } from '../ui/Card.tsx'
import { Notice } from '../ui/Notice.tsx'
import { preloadToasts } from '../ui/toast.ts'
import { CounterFigures } from './CounterFigures.tsx'
import { loadOnDemand } from './load-on-demand.ts'
import { OpenSalesStrip } from './OpenSalesStrip.tsx'
import { OutcomeNotices } from './OutcomeNotices.tsx'
import type { Printer } from './printer.ts'
import { SalesTable } from './SalesTable.tsx'
import { useCounterKeys } from './use-counter-keys.ts'
import { usePrinter } from './use-printer.ts'
import { type SaleDesk, useSaleDesk } from './use-sale-desk.ts'
import { UtilityBadge } from './UtilityBadge.tsx'

const NewSaleModal = lazy(async () => ({ default: (await loadOnDemand()).NewSaleModal }))
const TokenCard = lazy(async () => ({ default: (await loadOnDemand()).TokenCard }))
const OpenSalesDialog = lazy(async () => ({ default: (await loadOnDemand()).OpenSalesDialog }))
const KeysDialog = lazy(async () => ({ default: (await loadOnDemand()).KeysDialog }))

const COUNTER_MS = 30_000

export function AdminCashPowerPage() {
  const view = useView()
  return <CashPowerPage view={view} list={useListWindow(electricity.list, {}, view)} isOwn={false} />
}

export function CashierCashPowerPage() {
  const view = useView()
  const userId = Number(readHint('user_id') ?? 0)
  return <CashPowerPage view={view} list={useListWindow(electricity.listOf, { userId }, view)} isOwn />
}

interface CashPowerPageProps {
  view: View
  list: ListWindow<ElectricitySale>
  /** A cashier's own rows, with the location (CP-13). */
  isOwn: boolean
}

function CashPowerPage({ view, list, isOwn }: CashPowerPageProps) {
  const { data: counter } = useCall(electricity.counter, {}, { pollMs: () => COUNTER_MS })
  const desk = useSaleDesk()
  const printer = usePrinter()
  const [overlay, setOverlay] = useState<'open sales' | 'keys' | null>(null)
  useCounterKeys({ onNewSale: desk.startSale, onKeys: () => setOverlay('keys') })
  usePreload()
  const { showToken } = desk
  const onShow = useCallback(
    (sale: ElectricitySale) => showToken({ sale, phone: '', isNew: false }),
    [showToken],
  )
  return (
    <>
      <UtilityBadge utility={counter?.utility} />
      {isOwn && <CounterFigures counter={counter} />}
      <div className="flex flex-wrap items-stretch gap-4 max-md:contents">
        <div className="grid w-88 max-md:hidden">
          <CallCard
            title="New Transactions"
            note={isOwn ? 'Scan or type the meter' : 'Sell cash power'}
            keys={['N', 'F2']}
            onClick={() => desk.startSale()}
          />
        </div>
        {!isOwn && <Totals sums={list.window} />}
        <div className="grid min-w-0 flex-1 basis-140 empty:hidden max-sm:basis-full">
          <OpenSalesStrip sales={desk.openSales} onShow={() => setOverlay('open sales')} />
        </div>
        {isOwn && <AlsoHere counter={counter} />}
      </div>
      <PrintNotice printer={printer} />
      <OutcomeNotices desk={desk} />
      <SalesTable
        list={list}
        withLocation={isOwn}
        term={view.search}
        onSearch={view.setSearch}
        order={view.order}
        onOrder={view.setOrder}
        onPrint={printer.print}
        onShow={onShow}
        onNewSale={() => desk.startSale()}
      />
      <Dock onNewSale={() => desk.startSale()} />
      <Overlays desk={desk} printer={printer} shown={overlay} onClose={() => setOverlay(null)} />
    </>
  )
}

interface View extends ListView {
  setSearch: (term: string) => void
  setOrder: (order: ListOrder) => void
}

/** Term and order stand in the address, so that a reload or a link shows the same rows. */
function useView(): View {
  const [search, setSearch] = useUrlValue('search')
  const [order, setOrder] = useUrlValue('order')
  return {
    search,
    setSearch,
    order: order === 'oldest' ? 'oldest' : 'newest',
    setOrder: (next) => setOrder(next === 'oldest' ? next : ''),
  }
}

/** Once the page stands: what the next minute needs, so that a dropped connection finds it here. */
function usePreload(): void {
  useEffect(
    () =>
      whenIdle(() => {
        // What cannot be loaded now is asked for again when it is needed.
        loadOnDemand().catch(() => {})
        preloadToasts()
      }),
    [],
  )
}

/** What has not been counted to its end has no sum: a dash stands for it. */
function Totals({ sums }: { sums: WindowFacts | undefined }) {
  const loading = sums === undefined
  const money = (amount: WindowFacts['fees']) => (amount === undefined ? '–' : formatGmd(amount))
  return (
    <StatGroup label="Totals of the rows below" className={TOTALS}>
      <Stat
        label="Sales"
        loading={loading}
        value={`${sums?.total.toLocaleString('en')}${sums?.isTotalExact === false ? '+' : ''}`}
      />
      <Stat label="Tendered" loading={loading} value={money(sums?.tendered)} />
      <Stat label="Fees" loading={loading} value={money(sums?.fees)} />
    </StatGroup>
  )
}

/** Three in a row beside the call card; on a phone one line each, for dalasi run into millions. */
const TOTALS =
  'min-w-0 flex-1 basis-105 sm:grid-flow-row! sm:grid-cols-[0.7fr_1.2fr_1fr]! sm:*:border-t-0! sm:*:border-line! sm:*:py-3.5! sm:*:not-first:border-l! sm:[&_.stat-value]:mt-0.5 sm:[&_.stat-value]:text-xl'

/** Only what this cashier may do (decisions: the sidebar stays at its two items). */
function AlsoHere({ counter }: { counter: Counter | undefined }) {
  const hasAirtime = counter !== undefined && counter.airtimeFloat !== null
  const hasPostpaid = counter?.mayTakePostpaid === true
  if (!hasAirtime && !hasPostpaid) return null
  return (
    <nav aria-label="Also at this counter" className="flex flex-wrap items-center gap-x-4">
      <span className="text-ink-3">Also at this counter</span>
      {hasAirtime && (
        <Link className={ALSO_LINK} to={paths.cashier.airPower}>
          Air Power
        </Link>
      )}
      {hasPostpaid && (
        <Link className={ALSO_LINK} to={paths.cashier.postPaid}>
          Post Paid
        </Link>
      )}
    </nav>
  )
}

const ALSO_LINK = 'link inline-flex min-h-11 items-center'

function PrintNotice({ printer }: { printer: Printer }) {
  if (printer.problem === null) return null
  return (
    <Notice
      tone="warning"
      title={printer.problem.title}
      action={
        <IconButton icon="close" size={16} label="Dismiss" className="-my-2" onClick={printer.dismiss} />
      }
    >
      {printer.problem.text}
    </Notice>
  )
}

/** On a phone the one action lies under the thumb. */
const Dock = ({ onNewSale }: { onNewSale: () => void }) => (
  <div className="sticky bottom-0 z-(--z-sticky) -mx-4 -mb-4 border-t border-line bg-bg px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] md:hidden">
    <Button variant="primary" size="lg" wide icon="plus" onClick={onNewSale}>
      New Transactions
    </Button>
  </div>
)

interface OverlaysProps {
  desk: SaleDesk
  printer: Printer
  shown: 'open sales' | 'keys' | null
  onClose: () => void
}

function Overlays({ desk, printer, shown, onClose }: OverlaysProps) {
  const { attempt, token } = desk
  return (
    <Suspense fallback={null}>
      {attempt !== null && <NewSaleModal key={attempt.entered.key} desk={desk} attempt={attempt} />}
      {token !== null && <TokenCard desk={desk} shown={token} printer={printer} />}
      {shown === 'open sales' && (
        <OpenSalesDialog open onClose={onClose} sales={desk.openSales} mayDecide={ownArea() === 'admin'} />
      )}
      {shown === 'keys' && <KeysDialog open onClose={onClose} />}
    </Suspense>
  )
}
