// Cash Power, for an Admin over all sales (CP-01) and for a cashier over the own (CP-13): figures, the way to a new sale,
// what is still open, what became of things, and the list.
import { electricity, type ElectricitySale, formatGmd } from '@flexpower/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../api/hooks.ts'
import { readHint } from '../api/session.ts'
import { AlsoHere } from '../counter/AlsoHere.tsx'
import { CounterDesk } from '../counter/CounterDesk.tsx'
import { TotalsGroup } from '../counter/TotalsGroup.tsx'
import { useCounter } from '../counter/use-counter.ts'
import { usePrinter } from '../counter/use-printer.ts'
import { useSaleDesk } from '../counter/use-sale-desk.ts'
import { UtilityBadge } from '../counter/UtilityBadge.tsx'
import { Stat } from '../ui/Card.tsx'
import { CounterFigures } from './CounterFigures.tsx'
import { loadOnDemand } from './load-on-demand.ts'
import { SalesTable, useFound } from './SalesTable.tsx'
import { trade } from './trade.ts'

const NewSaleModal = lazy(async () => ({ default: (await loadOnDemand()).NewSaleModal }))
const TokenCard = lazy(async () => ({ default: (await loadOnDemand()).TokenCard }))
const loadReceipt = async () => (await loadOnDemand()).printReceiptIn

export function AdminCashPowerPage() {
  return <CashPowerPage query={useCall(electricity.list, {})} isOwn={false} />
}

export function CashierCashPowerPage() {
  const userId = Number(readHint('user_id') ?? 0)
  return <CashPowerPage query={useCall(electricity.listOf, { userId })} isOwn />
}

interface CashPowerPageProps {
  query: UseQueryResult<ElectricitySale[]>
  /** A cashier's own rows, with the location (CP-13). */
  isOwn: boolean
}

function CashPowerPage({ query, isOwn }: CashPowerPageProps) {
  const { data: counter } = useCounter()
  const desk = useSaleDesk(trade)
  const printer = usePrinter(loadReceipt)
  const [term, setTerm] = useTerm()
  const rows = useFound(query.data, isOwn, term)
  const { attempt, shown, show } = desk
  const onShow = useCallback((sale: ElectricitySale) => show({ sale, phone: '', isNew: false }), [show])
  return (
    <>
      <UtilityBadge utility={counter?.utility} />
      {isOwn && <CounterFigures counter={counter} />}
      <CounterDesk
        desk={desk}
        call={{ title: 'New Transactions', note: isOwn ? 'Scan or type the meter' : 'Sell cash power' }}
        beside={!isOwn && <Totals rows={rows} />}
        links={isOwn && <AlsoHere counter={counter} at="electricity" />}
        printer={printer}
        preload={loadOnDemand}
      >
        <SalesTable
          query={query}
          rows={rows}
          withLocation={isOwn}
          term={term}
          onSearch={setTerm}
          onPrint={printer.print}
          onShow={onShow}
          onNewSale={() => desk.startSale()}
        />
        <Suspense fallback={null}>
          {attempt !== null && <NewSaleModal key={attempt.entered.key} desk={desk} attempt={attempt} />}
          {shown !== null && <TokenCard desk={desk} shown={shown} printer={printer} />}
        </Suspense>
      </CounterDesk>
    </>
  )
}

/** The term stands in the address, so that a reload or a link shows the same rows. */
function useTerm(): [string, (term: string) => void] {
  const [params, setParams] = useSearchParams()
  const setTerm = useCallback(
    (term: string) => setParams(term === '' ? {} : { search: term }, { replace: true }),
    [setParams],
  )
  return [params.get('search') ?? '', setTerm]
}

function Totals({ rows }: { rows: readonly ElectricitySale[] | undefined }) {
  const sum = (name: 'tendered' | 'fee') =>
    rows && formatGmd(rows.reduce((total, sale) => total + sale[name], 0) as ElectricitySale['fee'])
  const loading = rows === undefined
  return (
    <TotalsGroup>
      <Stat label="Sales" loading={loading} value={rows?.length.toLocaleString('en')} />
      <Stat label="Tendered" loading={loading} value={sum('tendered')} />
      <Stat label="Fees" loading={loading} value={sum('fee')} />
    </TotalsGroup>
  )
}
