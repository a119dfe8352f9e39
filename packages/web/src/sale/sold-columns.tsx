// The columns that the lists of all products share, in the table and in the file; each product adds its own.
import { type Bututs, CURRENCY, formatAmount, toDalasi } from '@flexpower/contract'
import type { ReactNode } from 'react'
import { ownArea } from '../api/session.ts'
import { type Column, Moment, momentColumn, textColumn } from '../list/columns.tsx'
import { paths, userRecord } from '../paths.ts'
import { Link } from '../router/hooks.tsx'
import { Button, IconButton } from '../ui/Button.tsx'

interface Sold {
  id: number
  at: Date
  tendered: Bututs
  vended: Bututs
  cashierName: string
  cashierId: number
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
  at: {
    ...momentColumn,
    cell: (sold) => (
      <SaleLink {...sold}>
        <Moment at={sold.at} />
      </SaleLink>
    ),
  },
  tendered: { ...moneyColumn('tendered', soldHeadings.tendered), mobile: 'amount' },
  vended: moneyColumn('vended', soldHeadings.vended),
  cashierName: textColumn('cashier', soldHeadings.cashierName, (sold: Sold) => sold.cashierName, {
    // For a cashier it is always the same one, without a record to lead to.
    cell: ({ cashierId, cashierName }) =>
      ownArea() === 'admin' ? (
        <Link className="cell-link" to={userRecord(cashierId)}>
          {cashierName}
        </Link>
      ) : (
        cashierName
      ),
  }),
  location: textColumn('location', soldHeadings.location, (sold) => sold.location),
} as const satisfies Record<Exclude<keyof Sold, 'id' | 'cashierId'>, Column<Sold>>

/** Leads to the whole story of the sale. */
export const SaleLink = ({ id, children }: { id: number; children: ReactNode }) => (
  <Link className="link" title="Details" to={`${paths[ownArea()].receipts}?sale=${id}`}>
    {children}
  </Link>
)

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

/** An icon in a table, where the heading says what it is; a word on a card. */
export const printColumn = <Row,>(
  isWide: boolean,
  onPrint: (row: Row) => void,
  name: (row: Row) => string,
): Column<Row> => ({
  id: 'action',
  header: 'Action',
  kind: 'action',
  cell: (row) => {
    const label = `Print receipt of ${name(row)}`
    const onClick = () => onPrint(row)
    if (isWide) return <IconButton icon="print" label={label} onClick={onClick} />
    return (
      <Button variant="ghost" icon="print" aria-label={label} onClick={onClick}>
        Print
      </Button>
    )
  },
})
