// Cash Power, for an Admin over all sales (CP-01) and for a cashier over the own (CP-13): figures, the way to a new sale,
// what is still open, what became of things, and the list.
import { electricity, type ElectricitySale, formatGmd, type WindowFacts } from '@flexpower/contract'
import { lazy, Suspense, useCallback } from 'react'
import { type ListWindow, useListWindow } from '../../list/list-window.ts'
import { readHint } from '../../api/session.ts'
import { AlsoHere } from '../AlsoHere.tsx'
import { CounterDesk } from '../CounterDesk.tsx'
import { countOf, TotalsGroup } from '../TotalsGroup.tsx'
import { useCounter } from '../use-counter.ts'
import { usePrinter } from '../use-printer.ts'
import { useSaleDesk } from '../use-sale-desk.ts'
import { UtilityBadge } from '../UtilityBadge.tsx'
import { type OwnListView, useListView } from '../../list/list-view.ts'
import { Stat } from '../../ui/Card.tsx'
import { CounterFigures } from './CounterFigures.tsx'
import { loadOnDemand } from './load-on-demand.ts'
import { SalesTable } from './SalesTable.tsx'
import { trade } from './trade.ts'

const NewSaleModal = lazy(async () => ({ default: (await loadOnDemand()).NewSaleModal }))
const TokenCard = lazy(async () => ({ default: (await loadOnDemand()).TokenCard }))
const loadReceipt = async () => (await loadOnDemand()).printReceiptIn

export function AdminCashPowerPage() {
  const view = useListView()
  return <CashPowerPage view={view} list={useListWindow(electricity.list, {}, view)} isOwn={false} />
}

export function CashierCashPowerPage() {
  const view = useListView()
  const userId = Number(readHint('user_id') ?? 0)
  return <CashPowerPage view={view} list={useListWindow(electricity.listOf, { userId }, view)} isOwn />
}

interface CashPowerPageProps {
  view: OwnListView
  list: ListWindow<ElectricitySale>
  /** A cashier's own rows, with the location (CP-13). */
  isOwn: boolean
}

function CashPowerPage({ view, list, isOwn }: CashPowerPageProps) {
  const { data: counter } = useCounter()
  const desk = useSaleDesk(trade)
  const printer = usePrinter(loadReceipt)
  const { attempt, shown, show } = desk
  const onShow = useCallback((sale: ElectricitySale) => show({ sale, phone: '', isNew: false }), [show])
  return (
    <>
      <UtilityBadge utility={counter?.utility} />
      {isOwn && <CounterFigures counter={counter} />}
      <CounterDesk
        desk={desk}
        call={{ title: 'New Transactions', note: isOwn ? 'Scan or type the meter' : 'Sell cash power' }}
        beside={!isOwn && <Totals sums={list.window} />}
        links={isOwn && <AlsoHere counter={counter} at="electricity" />}
        printer={printer}
        preload={loadOnDemand}
      >
        <SalesTable
          list={list}
          withLocation={isOwn}
          view={view}
          onPrint={printer.print}
          onShow={onShow}
          onNewSale={() => desk.startSale()}
        />
        <Suspense fallback={null}>
          {attempt !== null && (
            <NewSaleModal key={attempt.entered.key} desk={desk} attempt={attempt} float={counter?.float} />
          )}
          {shown !== null && <TokenCard desk={desk} shown={shown} printer={printer} />}
        </Suspense>
      </CounterDesk>
    </>
  )
}

/** What has not been counted to its end has no sum: a dash stands for it. */
function Totals({ sums }: { sums: WindowFacts | undefined }) {
  const loading = sums === undefined
  const money = (amount: WindowFacts['fees']) => (amount === undefined ? '–' : formatGmd(amount))
  return (
    <TotalsGroup>
      <Stat label="Sales" loading={loading} value={sums && countOf(sums)} />
      <Stat label="Tendered" loading={loading} value={money(sums?.tendered)} />
      <Stat label="Fees" loading={loading} value={money(sums?.fees)} />
    </TotalsGroup>
  )
}
