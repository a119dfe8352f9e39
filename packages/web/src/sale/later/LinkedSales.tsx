// The open sales of one cashier, where a link leads to them: `?cashier=12&open=sales`.
import { sales, WINDOW_MOST } from '@flexpower/contract'
import { useCall } from '../../api/hooks/use-call.ts'
import { ownArea } from '../../api/session.ts'
import { useListView, useUrlValue } from '../../list/list-view.ts'
import { WATCHING_MS } from '../open-sales.ts'
import { OpenSalesDialog } from './OpenSalesDialog.tsx'

export function LinkedSales() {
  const { cashier } = useListView()
  const [open, setOpen] = useUrlValue('open')
  if (open !== 'sales' || cashier === undefined) return null
  return <CashiersSales cashier={cashier} onClose={() => setOpen('')} />
}

function CashiersSales({ cashier, onClose }: { cashier: number; onClose: () => void }) {
  const { data } = useCall(sales.open.window, { cashier, limit: WINDOW_MOST }, { pollMs: () => WATCHING_MS })
  if (data === undefined) return null
  const [first] = data.rows
  return (
    <OpenSalesDialog
      open
      title={first ? `Open sales of ${first.cashierName}` : 'Open sales of this cashier'}
      onClose={onClose}
      openSales={data.rows}
      mayDecide={ownArea() === 'admin'}
    />
  )
}
