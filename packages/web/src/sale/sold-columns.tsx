// The columns that the lists of all products share, in the table and in the file; each product adds its own.
import { type Bututs, CURRENCY, formatAmount, toDalasi } from '@flexpower/contract'
import { type Column, momentColumn, textColumn } from '../list/columns.tsx'
import { IconButton } from '../ui/Button.tsx'

interface Sold {
  at: Date
  tendered: Bututs
  vended: Bututs
  cashierName: string
  location: string
}

/** CP-10, AP-04, PP-04. */
export const soldHeadings = {
  at: 'Date',
  tendered: 'Tendered Amount',
  vended: 'Vend Amount',
  cashierName: 'Cashier',
  location: 'Location',
} as const

export const soldColumns = {
  at: momentColumn,
  tendered: { ...moneyColumn('tendered', soldHeadings.tendered), mobile: 'amount' },
  vended: moneyColumn('vended', soldHeadings.vended),
  cashierName: textColumn('cashier', soldHeadings.cashierName, (sold) => sold.cashierName),
  location: textColumn('location', soldHeadings.location, (sold) => sold.location),
} as const satisfies Record<keyof Sold, Column<Sold>>

/** A file has plain numbers, which a spreadsheet can add up. */
export function moneyColumn<Name extends string>(name: Name, header: string): Column<Record<Name, Bututs>> {
  return {
    id: name,
    header,
    align: 'right',
    cell: (row) => <Gmd amount={row[name]} />,
    file: (row) => toDalasi(row[name]),
  }
}

/** Where a list has many columns, an ordinary screen shows no currency; screen readers still get it. */
const Gmd = ({ amount }: { amount: Bututs }) => (
  <>
    <span className="currency">{CURRENCY} </span>
    {formatAmount(amount)}
  </>
)

export const printColumn = <Row extends { customerName: string }>(
  onPrint: (row: Row) => void,
): Column<Row> => ({
  id: 'action',
  header: 'Action',
  kind: 'action',
  cell: (row) => (
    <IconButton icon="print" label={`Print receipt of ${row.customerName}`} onClick={() => onPrint(row)} />
  ),
})
