// Air Power: an Admin sees all airtime sales, a cashier their own. Airtime has its own float.
import {
  airtime,
  type AirtimeSale,
  bututs,
  type Counter,
  formatGmd,
  type WindowFacts,
} from '@flexpower/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-page.ts'
import { useListView } from '../../list/list-view.ts'
import { useListWindow } from '../../list/list-window.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Panel, Stat, StatGroup } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CounterDesk } from '../CounterDesk.tsx'
import { AlsoHere, isFloatLow, TotalsGroup, TotalStats } from '../CounterParts.tsx'
import { useCounter } from '../use-counter.ts'
import { usePrinter } from '../printing.tsx'
import type { Printer, SaleDesk } from '../product.ts'
import { useSaleDesk } from '../use-sale-desk.ts'
import { airtimeProduct } from './product.ts'
import { airtimeSales, AirtimeTable } from './sales.tsx'

const { loadLater } = airtimeProduct
const SaleModal = lazyPart(loadLater, (later) => later.SaleModal)
const CostModal = lazyPart(loadLater, (later) => later.CostModal)

export const AdminAirtimePage = () => <AirtimePage counter={undefined} isOwn={false} />

export function CashierAirtimePage() {
  const { data: counter } = useCounter()
  if (counter?.airtimeFloat === null) return <NoFloat counter={counter} />
  return <AirtimePage counter={counter} isOwn />
}

interface AirtimePageProps {
  counter: Counter | undefined
  /** A cashier's own rows. */
  isOwn: boolean
}

function AirtimePage({ counter, isOwn }: AirtimePageProps) {
  const view = useListView()
  const list = useListWindow(airtime.list, {}, view)
  const desk = useSaleDesk(airtimeProduct, airtimeSales)
  const printer = usePrinter<AirtimeSale>(airtimeProduct)
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
        links={isOwn && <AlsoHere counter={counter} at={airtimeProduct} />}
        float={counter?.airtimeFloat}
        SaleModal={SaleModal}
        card={{ printer }}
        preload={loadLater}
      >
        <SoldNotice desk={desk} printer={printer} />
        <AirtimeTable
          list={list}
          view={view}
          onPrint={printer.print}
          onNewSale={() => desk.startSale()}
          onShowCost={isOwn ? undefined : setPriced}
        />
        <Suspense fallback={null}>
          {priced !== null && <CostModal sale={priced} onClose={() => setPriced(null)} />}
        </Suspense>
      </CounterDesk>
    </>
  )
}

type Sums = WindowFacts | undefined

/** The fees of airtime are its discount: the rest of the money was vended. */
function Totals({ sums, note }: { sums: Sums; note?: string }) {
  const { tendered, fees } = sums ?? {}
  const vended = tendered === undefined ? undefined : bututs(tendered - (fees ?? 0))
  return <TotalStats sums={sums} note={note} counted="Sales" last="Vended" lastAmount={vended} />
}

/** What was just sold, until the next sale begins or somebody has dismissed it. */
function SoldNotice({ desk, printer }: { desk: SaleDesk<AirtimeSale>; printer: Printer<AirtimeSale> }) {
  if (!desk.isCardOpen || desk.shown === null) return null
  const { sale } = desk.shown
  return (
    <div className="notice-stacked">
      <Notice
        tone="ok"
        title={airtimeSales.describe(sale).title}
        action={
          <div className="-my-1 ml-auto flex flex-none items-center gap-1">
            <Button icon="print" onClick={() => printer.print(sale)}>
              Print receipt
            </Button>
            <IconButton icon="close" size={16} label="Dismiss" onClick={desk.closeCard} />
          </div>
        }
      >
        Sale {sale.transactionId}, vend amount {formatGmd(sale.vended)}.
      </Notice>
    </div>
  )
}

function OwnFigures({ counter, sums }: { counter: Counter | undefined; sums: Sums }) {
  const float = counter?.airtimeFloat ?? null
  const isLow = isFloatLow({ float, floatLastsDays: null })
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

const NoFloat = ({ counter }: { counter: Counter }) => (
  <>
    <Panel flush>
      <EmptyState icon="signal" title="You have no airtime float yet">
        Airtime is sold from a separate float. Ask an Admin to load credit of the type Airtime for you, under
        Credit Agents; your cash power float stays as it is.
      </EmptyState>
    </Panel>
    <AlsoHere counter={counter} at={airtimeProduct} />
  </>
)
