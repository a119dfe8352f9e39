// The statement of a float or of a drawer: every movement in order with the balance after it, and its sums.
import * as z from 'zod/mini'
import { PRODUCTS } from './sales.ts'
import { type Bututs, bututs } from './money.ts'
import { count, day, fields, gmd, id, instant } from './wire.ts'

/** What moved a float or the cash in a drawer. */
const LINE_KINDS = [
  'load',
  'correction',
  'taken back',
  'sent',
  'received',
  'sale',
  'commission',
  'returned',
  'opening',
  'cash in',
  'cash out',
  'drop',
  'refund',
  'difference',
  'closing',
] as const
export type LineKind = (typeof LINE_KINDS)[number]

/** As screens show it, and as a search finds it. */
export const lineKinds: Record<LineKind, string> = {
  load: 'Load',
  correction: 'Correction of a load',
  'taken back': 'Taken back',
  sent: 'Moved to another cashier',
  received: 'Received from another cashier',
  sale: 'Sale',
  commission: 'Commission',
  returned: 'Sale given back',
  opening: 'Shift opened',
  'cash in': 'Cash in',
  'cash out': 'Cash out',
  drop: 'To the safe',
  refund: 'Paid back',
  difference: 'Difference at the count',
  closing: 'Shift closed',
}

export const statementLine = fields({
  /** Its place in the statement of these days. */
  id: id(),
  at: ['created_at', instant],
  what: z.enum(LINE_KINDS),
  product: z.nullable(z.enum(PRODUCTS)),
  /** Of the sale, of the slip at the bank, or of the Z slip. */
  reference: z.string(),
  /** The meter, the phone, the other cashier, the reason. */
  about: z.string(),
  /** Below zero if it went out. */
  amount: gmd,
  balance: gmd,
})
export type StatementLine = z.output<typeof statementLine>

/** Opening + what moved = closing, and opening + in − out = closing. */
export const sumFields = {
  name: z.string(),
  opening: gmd,
  /** All lines that came in, and all that went out: one does not make up for the other. */
  in: gmd,
  out: gmd,
  closing: gmd,
  moved: z.array(fields({ what: z.enum(LINE_KINDS), lines: count, amount: gmd })),
} as const
export const statementSums = fields(sumFields)
export type StatementSums = z.output<typeof statementSums>

/**
 * The sums of the lines on a paper, oldest first: they are those of its own lines, whatever is sold while it is made.
 * `before`: the balance before the days, for days without a line.
 */
export function sumLines(
  lines: readonly Pick<StatementLine, 'amount' | 'balance'>[],
  before: Bututs,
): Pick<StatementSums, 'opening' | 'in' | 'out' | 'closing'> {
  const [first] = lines
  const opening = first ? bututs(first.balance - first.amount) : before
  const closing = lines.at(-1)?.balance ?? opening
  const came = bututs(lines.reduce((sum, { amount }) => sum + Math.max(amount, 0), 0))
  return { opening, in: came, out: bututs(opening + came - closing), closing }
}

export const statementDays = {
  from: z.optional(day('From must be a day, as 2026-11-14')),
  to: z.optional(day('To must be a day, as 2026-11-14')),
} as const
