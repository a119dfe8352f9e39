// The utility's purchases as text and figures: how each compares with our own sale, the values for a spreadsheet, and
// the sums.
import { type Bututs, bututs, type Match, type Purchase, toDalasi } from '@flexpower/contract'
import { type FileColumns, momentValue } from '../list/columns.tsx'
import type { BadgeTone } from '../ui/Badge.tsx'

/** E-08, with our own sale next to it. The table and the file have the same columns. */
export const headings = {
  at: 'Date',
  customerName: 'Customer Name',
  meter: 'Meter Serial',
  amount: 'Total Amount',
  match: 'Our Books',
  ours: 'Our Amount',
  units: 'Unit (kWh)',
  unitsAmount: 'Unit Payment',
  receipt: 'Receipt',
  account: 'Account',
  cashierName: 'Cashier',
  transactionId: 'Transaction ID',
} as const

/** The text, shape and colour of a comparison. */
export const matchSigns: Record<Match, { tone: BadgeTone; words: string }> = {
  same: { tone: 'ok', words: 'Same' },
  'one of several': { tone: 'info', words: 'One of several' },
  'amount differs': { tone: 'danger', words: 'Amount differs' },
  'tokens differ': { tone: 'danger', words: 'Tokens differ' },
  'not in our books': { tone: 'danger', words: 'Not in our books' },
  'still open here': { tone: 'info', words: 'Still open here' },
}

/** A sale that is still open here ends automatically, and of several equal ones each exists. The others need an Admin. */
export const isDifference = ({ match }: Purchase): boolean =>
  match !== 'same' && match !== 'one of several' && match !== 'still open here'

export const formatUnits = (units: number): string =>
  units.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

interface PurchaseTotals {
  amount: Bututs
  units: number
  differences: number
  stillOpen: number
}

export const sumPurchases = (rows: readonly Purchase[]): PurchaseTotals => ({
  amount: bututs(rows.reduce((sum, { amount }) => sum + amount, 0)),
  units: rows.reduce((sum, { units }) => sum + units, 0),
  differences: rows.filter(isDifference).length,
  stillOpen: rows.filter(({ match }) => match === 'still open here').length,
})

/** Every field of the utility, with our own sale next to it: more than a row of the table shows. */
export const purchaseFileColumns: FileColumns<Purchase> = {
  [headings.at]: momentValue,
  [headings.customerName]: ({ customerName }) => customerName,
  [headings.meter]: ({ meter }) => meter,
  [headings.amount]: ({ amount }) => toDalasi(amount),
  [headings.match]: ({ match }) => matchSigns[match].words,
  [headings.ours]: ({ sale }) => (sale === null ? '' : toDalasi(sale.vended)),
  [headings.units]: ({ units }) => units,
  [headings.unitsAmount]: ({ unitsAmount }) => toDalasi(unitsAmount),
  [headings.receipt]: ({ receipt }) => receipt,
  [headings.account]: ({ account }) => account,
  [headings.cashierName]: ({ cashierName }) => cashierName,
  [headings.transactionId]: ({ transactionId }) => transactionId,
}
