// The columns of the utility's purchases (E-08), with our own sale next to each: said once, arranged for the table, the
// card and the file.
import { formatDay, formatDecimal, formatGmd, formatTime, type Purchase, toDalasi } from '@flexpower/contract'
import { Link } from '../router/hooks.tsx'
import { type Column, momentColumn, textColumn } from '../list/columns.tsx'
import { salesFound } from '../paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { gapWords } from './difference-words.ts'
import { matchSigns } from './purchase-rows.ts'

type PurchaseColumn = Column<Purchase>

const customer = textColumn<Purchase>('customer', 'Customer Name', (row) => row.customerName, {
  mobile: 'title',
  kind: 'strong',
})
const account = textColumn<Purchase>('account', 'Account', (row) => row.account)
const meter = textColumn<Purchase>('meter', 'Meter Serial', (row) => row.meter, {
  cell: (row) => (
    <Link className="cell-link whitespace-nowrap" title="Our sales of this meter" to={salesFound(row.meter)}>
      {row.meter}
    </Link>
  ),
})
const cashier = textColumn<Purchase>('cashier', 'Cashier', (row) => row.cashierName)
const receipt = textColumn<Purchase>('receipt', 'Receipt', (row) => row.receipt, { kind: 'muted' })
const transaction = textColumn<Purchase>('transaction', 'Transaction ID', (row) => row.transactionId)
const total: PurchaseColumn = {
  id: 'amount',
  header: 'Total Amount',
  align: 'right',
  mobile: 'amount',
  cell: (row) => formatGmd(row.amount),
  file: (row) => toDalasi(row.amount),
}
const units: PurchaseColumn = {
  id: 'units',
  header: 'Unit (kWh)',
  align: 'right',
  cell: (row) => formatDecimal(row.units),
  file: (row) => row.units,
}
const unitsAmount: PurchaseColumn = {
  id: 'unitsAmount',
  header: 'Unit Payment',
  align: 'right',
  cell: (row) => formatGmd(row.unitsAmount),
  file: (row) => toDalasi(row.unitsAmount),
}
const books: PurchaseColumn = {
  id: 'match',
  header: 'Our Books',
  mobile: 'block',
  cell: (row) => <Ours row={row} />,
  file: {
    'Our Books': (row) => matchSigns[row.match].words,
    'Our Amount': ({ sale }) => (sale === null ? '' : toDalasi(sale.vended)),
  },
}

/** Two columns in one cell, the second as a note below the first. */
const withNote = (first: PurchaseColumn, note: PurchaseColumn, label = ''): PurchaseColumn => ({
  ...first,
  header: label === '' ? `${first.header}, ${note.header}` : first.header,
  cell: (row) => (
    <>
      {first.cell(row)}
      <span className="cell-note whitespace-nowrap">
        {label}
        {note.cell(row)}
      </span>
    </>
  ),
})

/** The meter and the moment on one line of a card. */
const meterLine: PurchaseColumn = {
  ...meter,
  mobile: 'block',
  cell: (row) => (
    <p className="card-line">
      <span>Meter {row.meter}</span>
      <span>
        {formatDay(row.at)}, {formatTime(row.at)}
      </span>
    </p>
  ),
}

export const tableColumns = [
  momentColumn,
  withNote(customer, account, 'Account '),
  meter,
  total,
  books,
  units,
  unitsAmount,
  cashier,
  withNote(receipt, transaction),
]

export const cardColumns = [
  customer,
  total,
  books,
  meterLine,
  units,
  unitsAmount,
  cashier,
  receipt,
  account,
  transaction,
]

/** Every field of the utility. */
export const fileColumns = [
  momentColumn,
  customer,
  meter,
  total,
  books,
  units,
  unitsAmount,
  receipt,
  account,
  cashier,
  transaction,
]

/** The comparison, and a link to our own sale. An open sale is not in any list of sales yet. */
function Ours({ row }: { row: Purchase }) {
  const { sale } = row
  const { tone, words } = matchSigns[row.match]
  const gap = gapWords(sale?.vended ?? null, row.amount)
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 py-1 md:max-w-50">
      <Badge tone={tone}>{words}</Badge>
      {sale !== null &&
        (row.match === 'still open here' ? (
          <span className="whitespace-nowrap text-ink-2">{formatGmd(sale.vended)}</span>
        ) : (
          <Link
            className="link inline-flex min-h-6 items-center whitespace-nowrap max-md:min-h-11"
            to={salesFound(sale.reference)}
            aria-label={`Our sale ${sale.reference}, ${formatGmd(sale.vended)}`}
          >
            {formatGmd(sale.vended)}
          </Link>
        ))}
      {gap !== null && <span className="text-sm text-danger">{gap}</span>}
      {row.match === 'one of several' && (
        <span className="text-sm text-ink-2">It cannot be matched to one of our equal sales.</span>
      )}
    </span>
  )
}
