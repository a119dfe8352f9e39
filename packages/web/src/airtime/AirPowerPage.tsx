// Air Power, for an Admin over all airtime sales and for a cashier over the own, who sells from a float of its own kind.
import { airtime, type AirtimeSale, bututs, type Counter, formatGmd } from '@flexpower/contract'
import { lazy, Suspense } from 'react'
import { useCall } from '../api/hooks.ts'
import { AlsoHere } from '../counter/AlsoHere.tsx'
import { CounterDesk } from '../counter/CounterDesk.tsx'
import { isFloatLow } from '../counter/low-float.ts'
import { TotalsGroup } from '../counter/TotalsGroup.tsx'
import { useCounter } from '../counter/use-counter.ts'
import { type SaleDesk, useSaleDesk } from '../counter/use-sale-desk.ts'
import { useFoundRows } from '../lib/found-rows.ts'
import { useUrlValue } from '../lib/url-value.ts'
import { Badge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Panel, Stat, StatGroup } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { searchTextOf } from './airtime-rows.ts'
import { AirtimeTable } from './AirtimeTable.tsx'
import { loadOnDemand } from './load-on-demand.ts'
import { trade } from './trade.ts'

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
  const query = useCall(airtime.list, {})
  const desk = useSaleDesk(trade)
  const [term, setTerm] = useUrlValue('search')
  const rows = useFoundRows(query.data, searchTextOf, term)
  const { attempt } = desk
  return (
    <>
      {isOwn && <OwnFigures counter={counter} rows={rows} />}
      <CounterDesk
        desk={desk}
        call={{ title: 'New Transactions', note: 'Sell airtime' }}
        beside={
          !isOwn && (
            <TotalsGroup>
              <Totals rows={rows} />
            </TotalsGroup>
          )
        }
        links={isOwn && <AlsoHere counter={counter} at="airtime" />}
        preload={loadOnDemand}
        hasCard={false}
      >
        <SoldNotice desk={desk} />
        <AirtimeTable
          query={query}
          rows={rows}
          term={term}
          onSearch={setTerm}
          onNewSale={() => desk.startSale()}
        />
        <Suspense fallback={null}>
          {attempt !== null && (
            <AirtimeModal key={attempt.entered.key} desk={desk} attempt={attempt} sales={query.data} />
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

function OwnFigures({ counter, rows }: { counter: Counter | undefined; rows: Rows }) {
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
      <Totals rows={rows} note="Of the rows below" />
    </StatGroup>
  )
}

type Rows = readonly AirtimeSale[] | undefined

function Totals({ rows, note }: { rows: Rows; note?: string }) {
  const sum = (name: 'tendered' | 'vended') =>
    rows && formatGmd(bututs(rows.reduce((total, sale) => total + sale[name], 0)))
  const parts = { loading: rows === undefined, note }
  return (
    <>
      <Stat label="Sales" {...parts} value={rows?.length.toLocaleString('en')} />
      <Stat label="Tendered" {...parts} value={sum('tendered')} />
      <Stat label="Vended" {...parts} value={sum('vended')} />
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
