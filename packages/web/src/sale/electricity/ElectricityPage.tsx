// Cash Power: an Admin sees all sales (CP-01), a cashier their own (CP-13). Figures, the button for a new sale, open
// sales, outcomes, and the list.
import {
  type Counter,
  electricity,
  type ElectricitySale,
  countOf,
  formatDay,
  formatGmd,
  formatTime,
  type ListEndpoint,
} from '@flexpower/contract'
import { memo, useCallback } from 'react'
import { readAhead } from '../../api/hooks/use-call.ts'
import { readHint } from '../../api/session.ts'
import { now } from '../../lib/clock.ts'
import { lazyPart } from '../../lib/lazy-page.ts'
import { type OwnListView, readFirstView, useListView } from '../../list/list-view.ts'
import { describePage, listQuestion, type ListWindow, useListWindow } from '../../list/list-window.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Stat, StatGroup } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CounterDesk } from '../CounterDesk.tsx'
import { AlsoHere, isFloatLow, TotalsGroup, TotalStats, UtilityBadge } from '../CounterParts.tsx'
import { counterReading, useCounter } from '../use-counter.ts'
import { openSalesReading } from '../open-sales.ts'
import { usePrinter } from '../printing.tsx'
import { useSaleDesk } from '../use-sale-desk.ts'
import { electricityProduct } from './product.ts'
import { electricitySales, ElectricityTable } from './sales.tsx'

const { loadLater } = electricityProduct
const SaleModal = lazyPart(loadLater, (later) => later.SaleModal)
const SaleCard = lazyPart(loadLater, (later) => later.SaleCard)

export function AdminElectricityPage() {
  const view = useListView()
  return <ElectricityPage view={view} list={useListWindow(electricity.list, {}, view)} isOwn={false} />
}

export function CashierElectricityPage() {
  const view = useListView()
  return <ElectricityPage view={view} list={useListWindow(electricity.listOf, oneself(), view)} isOwn />
}

const oneself = () => ({ userId: Number(readHint('user_id') ?? 0) })

const readDesk = <In extends object>(list: ListEndpoint<In, ElectricitySale>, of: In, url: URL) =>
  readAhead([
    counterReading,
    openSalesReading,
    describePage(list, listQuestion(list, of, readFirstView(url))),
  ])

AdminElectricityPage.readAhead = (url: URL) => readDesk(electricity.list, {}, url)
CashierElectricityPage.readAhead = (url: URL) => readDesk(electricity.listOf, oneself(), url)

interface ElectricityPageProps {
  view: OwnListView
  list: ListWindow<ElectricitySale>
  /** A cashier's own rows, with the location (CP-13). */
  isOwn: boolean
}

function ElectricityPage({ view, list, isOwn }: ElectricityPageProps) {
  const { data: counter, isError } = useCounter()
  const desk = useSaleDesk(electricityProduct, electricitySales)
  const printer = usePrinter<ElectricitySale>(electricityProduct)
  const { show } = desk
  const onShow = useCallback(
    (sale: ElectricitySale) => show({ sale, phone: '', isNew: false, key: null }),
    [show],
  )
  return (
    <>
      <UtilityBadge />
      {isOwn && (counter || !isError ? <CounterFigures counter={counter} /> : <UnreadFigures />)}
      <CounterDesk
        desk={desk}
        call={{ title: 'New Transactions', note: isOwn ? 'Scan or type the meter' : 'Sell cash power' }}
        beside={
          !isOwn && (
            <TotalsGroup>
              <TotalStats sums={list.window} counted="Sales" last="Fees" lastAmount={list.window?.fees} />
            </TotalsGroup>
          )
        }
        links={isOwn && <AlsoHere counter={counter} at={electricityProduct} />}
        float={counter?.float}
        isNew={isOwn && counter?.lastSale === null}
        SaleModal={SaleModal}
        card={{ SaleCard, printer }}
        preload={loadLater}
      >
        <ElectricityTable
          list={list}
          withLocation={isOwn}
          loadFileColumns={async () => (await loadLater()).fileColumns(isOwn)}
          view={view}
          onPrint={printer.print}
          onShow={onShow}
          onNewSale={() => desk.startSale()}
        />
      </CounterDesk>
    </>
  )
}

/**
 * What a cashier always sees: the float and how long it lasts, today's sales, the last sale. It stays as it is while a sale
 * is opened and closed.
 */
const CounterFigures = memo(function CounterFigures({ counter }: { counter: Counter | undefined }) {
  return (
    <StatGroup label="My counter" className="counter-figures">
      <FloatFigure counter={counter} />
      <Stat
        label="Cash power today"
        loading={counter === undefined}
        value={counter && formatGmd(counter.soldToday)}
        note={counter && countOf(counter.salesToday, 'sale')}
      />
      <Stat
        label="Commission today"
        loading={counter === undefined}
        value={counter && formatGmd(counter.commissionToday)}
        note="Already in your float"
      />
      <LastSale counter={counter} />
    </StatGroup>
  )
})

const UnreadFigures = () => (
  <Notice tone="warning" title="Your float and today’s sales could not be read">
    It is tried again automatically in a moment.
  </Notice>
)

function FloatFigure({ counter }: { counter: Counter | undefined }) {
  if (counter === undefined || counter.float === null)
    return <Stat label="Float" loading={counter === undefined} value="–" note="Sold on the house’s account" />
  const lasts = counter.floatLastsDays
  return (
    <Stat
      label={<>Float {isFloatLow(counter) && <Badge tone="warning">Low</Badge>}</>}
      value={formatGmd(counter.float)}
      note={
        lasts === null ? (
          'No sale in the 7 days before today'
        ) : (
          <>
            <b className="font-semibold text-ink-2">{describeLasting(lasts)}</b> at the pace of 7 days
          </>
        )
      }
    />
  )
}

function LastSale({ counter }: { counter: Counter | undefined }) {
  const last = counter?.lastSale
  if (!last) return <Stat label="Last sale" loading={counter === undefined} value="–" note="None yet" />
  const isToday = formatDay(last.at) === formatDay(now())
  return (
    <Stat
      label="Last sale"
      value={isToday ? formatTime(last.at) : formatDay(last.at)}
      note={`${last.customerName}, ${formatGmd(last.tendered)}`}
    />
  )
}

/** Whole days, because it is an estimate. */
export const describeLasting = (days: number): string =>
  days < 1 ? 'Less than a day' : days < 2 ? 'About a day' : `About ${Math.floor(days)} days`
