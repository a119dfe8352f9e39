// Air Power, for an Admin over all airtime sales and for a cashier over the own, who sells from a float of its own kind.
import {
  airtime,
  type AirtimeSale,
  bututs,
  type Counter,
  formatGmd,
  type WindowFacts,
} from '@flexpower/contract'
import { lazy, Suspense, useState } from 'react'
import { useListWindow } from '../../list/list-window.ts'
import { AlsoHere } from '../AlsoHere.tsx'
import { CounterDesk } from '../CounterDesk.tsx'
import { isFloatLow } from '../low-float.ts'
import { countOf, TotalsGroup } from '../TotalsGroup.tsx'
import { useCounter } from '../use-counter.ts'
import { type SaleDesk, useSaleDesk } from '../use-sale-desk.ts'
import { useListView } from '../../list/list-view.ts'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Panel, Stat, StatGroup } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AirtimeTable } from './AirtimeTable.tsx'
import { loadOnDemand } from './load-on-demand.ts'
import { trade } from './trade.ts'

const CostModal = lazy(async () => ({ default: (await loadOnDemand()).CostModal }))
const AirtimeModal = lazy(async () => ({ default: (await loadOnDemand()).AirtimeModal }))

export const AdminAirPowerPage = () => <AirtimeDesk counter={undefined} isOwn={false} />

export function CashierAirPowerPage() {
  const { data: counter } = useCounter()
  if (counter?.airtimeFloat === null) return <NoFloat counter={counter} />
  return <AirtimeDesk counter={counter} isOwn />
}

interface AirtimeDeskProps {
  counter: Counter | undefined
  /** A cashier's own rows. */
  isOwn: boolean
}

function AirtimeDesk({ counter, isOwn }: AirtimeDeskProps) {
  const view = useListView()
  const list = useListWindow(airtime.list, {}, view)
  const desk = useSaleDesk(trade)
  const { attempt } = desk
  const [priced, setPriced] = useState<AirtimeSale | null>(null)
  return (
    <>
      {isOwn && <OwnFigures counter={counter} sums={list.window} />}
      <CounterDesk
        desk={desk}
        call={{ title: 'New Transactions', note: 'Sell airtime' }}
        beside={
          !isOwn && (
            <TotalsGroup>
              <Totals sums={list.window} />
            </TotalsGroup>
          )
        }
        links={isOwn && <AlsoHere counter={counter} at="airtime" />}
        preload={loadOnDemand}
        hasCard={false}
      >
        <SoldNotice desk={desk} />
        <AirtimeTable
          list={list}
          view={view}
          onNewSale={() => desk.startSale()}
          onShowCost={isOwn ? undefined : setPriced}
        />
        <Suspense fallback={null}>
          {priced !== null && <CostModal sale={priced} onClose={() => setPriced(null)} />}
          {attempt !== null && (
            <AirtimeModal
              key={attempt.entered.key}
              desk={desk}
              attempt={attempt}
              float={counter?.airtimeFloat}
            />
          )}
        </Suspense>
      </CounterDesk>
    </>
  )
}

/** What was just sold, until the next sale begins or somebody has read it. */
function SoldNotice({ desk }: { desk: SaleDesk<AirtimeSale> }) {
  if (!desk.isCardOpen || desk.shown === null) return null
  const { sale } = desk.shown
  return (
    <Notice
      tone="ok"
      title={trade.tell(sale).title}
      action={
        <IconButton icon="close" size={16} label="Dismiss" className="-my-2" onClick={desk.closeCard} />
      }
    >
      Sale {sale.transactionId}, vend amount {formatGmd(sale.vended)}.
    </Notice>
  )
}

function OwnFigures({ counter, sums }: { counter: Counter | undefined; sums: Sums }) {
  const float = counter?.airtimeFloat ?? null
  const isLow = isFloatLow({ float, floatLastsMinutes: null })
  return (
    <StatGroup label="My airtime">
      <Stat
        label={<>Airtime float {isLow && <Badge tone="warning">Low</Badge>}</>}
        loading={counter === undefined}
        value={float === null ? '–' : formatGmd(float)}
        note={isLow ? 'Ask an Admin to load credit' : 'Apart from the cash power float'}
      />
      <Totals sums={sums} note="Of the rows below" />
    </StatGroup>
  )
}

type Sums = WindowFacts | undefined

function Totals({ sums, note }: { sums: Sums; note?: string }) {
  const { tendered, fees } = sums ?? {}
  const parts = { loading: sums === undefined, note }
  const money = (amount: number | undefined) => (amount === undefined ? '–' : formatGmd(bututs(amount)))
  return (
    <>
      <Stat label="Sales" {...parts} value={sums && countOf(sums)} />
      <Stat label="Tendered" {...parts} value={money(tendered)} />
      <Stat label="Vended" {...parts} value={money(tendered && tendered - (fees ?? 0))} />
    </>
  )
}

const NoFloat = ({ counter }: { counter: Counter }) => (
  <>
    <Panel flush>
      <EmptyState icon="signal" title="You have no airtime float yet">
        Airtime is sold from a float of its own. Ask an Admin to load credit of the type Airtime for you,
        under Credit Agents; your cash power float stays as it is.
      </EmptyState>
    </Panel>
    <AlsoHere counter={counter} at="airtime" />
  </>
)
