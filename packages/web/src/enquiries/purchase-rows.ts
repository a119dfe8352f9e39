// How the utility's purchases compare with our own sales, and their sums.
import { type Bututs, bututs, type Match, type Purchase } from '@flexpower/contract'
import type { BadgeTone } from '../ui/Badge.tsx'

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
