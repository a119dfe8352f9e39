// Cash at the counter: a till session from its opening to its Z slip. On the screens it is the cashier's shift.
import * as z from 'zod/mini'
import { endpoint, file } from './endpoint.ts'
import { purchase } from './enquiries.ts'
import { list } from './list.ts'
import { PRODUCTS } from './sales.ts'
import { statementDays, statementLine, sumFields } from './statements.ts'
import { wallRow } from './wall.ts'
import {
  amount,
  codec,
  count,
  day,
  done,
  fields,
  form,
  gmd,
  id,
  instant,
  line,
  nothing,
  optionalLine,
  within,
} from './wire.ts'

const denominationFields = {
  kind: z.enum(['note', 'coin'], { error: 'Kind must be note or coin' }),
  value: gmd,
} as const
const denomination = fields(denominationFields)
export type Denomination = z.output<typeof denomination>

const PIECES_MOST = 99_999
const KINDS_MOST = 40
const pieceCount = codec<number, number | string>(
  (given) => {
    const isPlain =
      (typeof given === 'number' || typeof given === 'string') && /^\d{1,5}$/.test(String(given))
    return isPlain ? Number(given) : new Error(`Pieces must be a whole number from 0 to ${PIECES_MOST}`)
  },
  (value) => value,
)
/** How many of each note and coin are in the drawer; those that are left out are none. */
const pieces = z
  .array(fields({ ...denominationFields, pieces: pieceCount }), { error: 'Count is required' })
  .check(z.maxLength(KINDS_MOST, 'Count has too many notes and coins'))
export type Pieces = z.output<typeof pieces>[number]

const session = {
  id: id(),
  cashier: ['user_id', id()],
  cashierName: ['cashier_name', z.string()],
  location: z.string(),
  /** counted: the drawer was counted, and a reason for the difference is missing. */
  state: z.enum(['open', 'counted', 'closed']),
  openedAt: ['opened_at', instant],
  opening: ['opening_amount', gmd],
  /** What the cashier's shift before ended with; null: there was none. */
  leftBefore: ['left_before', z.nullable(gmd)],
  /** Why it was opened with another amount. */
  openingReason: ['opening_reason', z.nullable(z.string())],
  countedAt: ['counted_at', z.nullable(instant)],
  /** Null before the count, and if nobody counted. */
  counted: z.nullable(gmd),
  /** Null before the count. */
  expected: z.nullable(gmd),
  /** Counted less expected: below zero, cash is missing. */
  difference: z.nullable(gmd),
  reason: z.nullable(z.string()),
  closedAt: ['closed_at', z.nullable(instant)],
  closedBy: ['closed_by', z.nullable(z.string())],
  /** An Admin closed it for the cashier. */
  isClosedByOther: ['closed_by_other', z.boolean()],
  /** The number of its Z slip. */
  number: ['z_number', z.nullable(z.string())],
} as const
const sessionRow = fields(session)
export type TillSessionRow = z.output<typeof sessionRow>

/** Counted short or over, or opened with less than the session before ended with. */
const DIFFERING = ['short', 'over', 'opened_less'] as const
export type Differing = (typeof DIFFERING)[number]

const movementKind = z.enum(['in', 'out', 'drop'], { error: 'Kind must be in, out or drop' })
const movement = fields({
  id: id(),
  kind: z.enum(['in', 'out', 'drop', 'refund']),
  amount: gmd,
  reason: z.string(),
  at: ['created_at', instant],
  by: ['created_by', z.string()],
  /** The sale that was paid back. */
  reference: ['transaction_id', z.nullable(z.string())],
})
export type TillMovement = z.output<typeof movement>

/** A sale whose end was not known when its session was counted. */
const doubtfulSale = fields({
  id: id(),
  reference: ['transaction_id', z.string()],
  product: z.enum(PRODUCTS),
  subject: z.string(),
  tendered: ['amount', gmd],
  at: ['created_at', instant],
  /** Its state now. */
  state: z.enum(['sent', 'unknown', 'manual', 'confirmed', 'voided']),
  refundedAt: ['refunded_at', z.nullable(instant)],
})
export type DoubtfulSale = z.output<typeof doubtfulSale>

const floats = fields({ electricity: gmd, airtime: gmd })
/** Below zero, it left the float. */
const floatMoves = fields({ load: gmd, correction: gmd, received: gmd, sent: gmd, back: gmd })

/** Of an open session: an X report. Of one that was counted: the figures of its Z slip, which never change. */
const figures = fields({
  expected: gmd,
  products: z.array(
    fields({
      product: z.enum(PRODUCTS),
      sales: count,
      tendered: ['amount', gmd],
      fees: ['fee', gmd],
      commission: gmd,
      inDoubt: ['in_doubt', count],
      inDoubtAmount: ['in_doubt_amount', gmd],
      voided: count,
      voidedAmount: ['voided_amount', gmd],
    }),
  ),
  moved: fields({ in: gmd, out: gmd, drop: gmd, refund: gmd }),
  floatsBefore: ['floats_before', floats],
  floatsAfter: ['floats_after', floats],
  /** What moved them besides sales; null: the slip is older than these figures. */
  floatsMoved: ['floats_moved', z.nullable(fields({ electricity: floatMoves, airtime: floatMoves }))],
  firstReference: ['first_transaction_id', z.nullable(z.string())],
  lastReference: ['last_transaction_id', z.nullable(z.string())],
  /** Receipts that were printed more than once. */
  copies: count,
})
export type TillFigures = z.output<typeof figures>

const wholeSession = fields({
  ...session,
  movements: z.array(movement),
  inDoubt: ['in_doubt', z.array(doubtfulSale)],
  pieces: ['count', z.nullable(pieces)],
  /** Null: the caller may not see them before the count. */
  figures: z.nullable(figures),
  /** The difference is above the limit, and the session stays open until a reason is given. */
  needsReason: ['needs_reason', z.boolean()],
})
export type TillSession = z.output<typeof wholeSession>

/** The caller was asked whether an unusual amount is right. */
const isSure = ['is_sure', z.optional(z.boolean({ error: 'Sure must be true or false' }))] as const
const opened = {
  opening: ['opening_amount', amount('Cash in the drawer')],
  /** Why it is not what the last shift ended with. */
  reason: optionalLine('Reason'),
  isSure,
} as const
export const tillOpeningForm = form(opened)

const moved = {
  kind: movementKind,
  amount: amount('Amount', 1, 'Amount must be above 0'),
  reason: line('Reason'),
  isSure,
} as const
export const tillMovementForm = form(moved)

const answer = within('data', wholeSession)

const drawer = { userId: ['user_id', id('User')] } as const
const drawerSums = fields({
  ...sumFields,
  /** A shift is open, and the caller may not see what should be in its drawer: it is not in the statement yet. */
  isOpenHidden: ['open_hidden', z.boolean()],
})

export const till = {
  /** The caller's own session, if one is open, and what a cashier has to know to keep it. */
  current: endpoint({
    method: 'GET',
    path: 'till/current',
    access: 'staff',
    request: nothing,
    response: within(
      'data',
      fields({
        session: z.nullable(wholeSession),
        /** Customers whose sale was voided after its session was counted: they get their money back. */
        refunds: ['refunds_owed', z.array(doubtfulSale)],
        isRequired: ['required', z.boolean()],
        /** What the caller's last shift ended with; null: there is none. */
        leftBefore: ['left_before', z.nullable(gmd)],
        denominations: z.array(denomination),
      }),
    ),
  }),
  /** The caller's day, of all products. */
  today: endpoint({
    method: 'GET',
    path: 'till/today',
    access: 'staff',
    request: nothing,
    response: within(
      'data',
      fields({
        products: z.array(
          fields({
            product: z.enum(PRODUCTS),
            sales: count,
            /** Null: the caller is to count a drawer without knowing what should be in it. */
            tendered: ['amount', z.nullable(gmd)],
            commission: gmd,
          }),
        ),
        /** Null: no session is open, or the caller may not see it. */
        expected: z.nullable(gmd),
        /** Sold while no session took it: this cash is in no drawer. */
        outside: ['outside_shift', gmd],
      }),
    ),
  }),
  open: endpoint({
    method: 'POST',
    path: 'till/open',
    access: 'staff',
    request: fields(opened),
    response: answer,
  }),
  /** Cash that moves without a sale. */
  move: endpoint({
    method: 'POST',
    path: 'till/movements',
    access: 'staff',
    takesKey: true,
    request: fields(moved),
    response: answer,
  }),
  /** Records that a customer got the money for a voided sale back. */
  refund: endpoint({
    method: 'POST',
    path: 'till/refunds',
    access: 'staff',
    request: fields({ sale: ['sale_id', id('Sale')] }),
    response: answer,
  }),
  /**
   * Stores the count, then tells what was expected and closes the session. If a reason is needed, it stays counted until
   * the call is repeated with one. Repeating it after the close answers the same slip.
   */
  close: endpoint({
    method: 'POST',
    path: 'till/close',
    access: 'staff',
    request: fields({
      session: ['session_id', id('Session')],
      pieces: ['count', pieces],
      reason: optionalLine('Reason'),
    }),
    response: answer,
  }),
  /** An Admin sees all, a Cashier their own. */
  list: list({
    path: 'till/sessions',
    access: 'staff',
    of: {
      differing: z.optional(z.enum(DIFFERING, { error: 'Differing must be short, over or opened_less' })),
      closedFrom: ['closed_from', z.optional(day('Closed from must be a day, as 2026-11-14'))],
    },
    row: sessionRow,
    envelope: 'data',
  }),
  one: endpoint({
    method: 'GET',
    path: 'till/sessions/{id}',
    access: 'staff',
    request: fields({ id: id() }),
    response: answer,
  }),
  /** The Z slip as a PDF file. */
  slipFile: endpoint({
    method: 'GET',
    path: 'till/sessions/{id}/pdf',
    access: 'staff',
    lane: 'reading',
    request: fields({ id: id() }),
    response: file,
  }),
  /** Counts a print of the Z slip; the first is the original, every later one a copy. */
  countPrint: endpoint({
    method: 'POST',
    path: 'till/sessions/{id}/print',
    access: 'staff',
    request: fields({ id: id() }),
    response: within('data', fields({ copy: z.number() })),
  }),
  /** Sends the Z slip to the caller's own address. */
  mailSlip: endpoint({
    method: 'POST',
    path: 'till/sessions/{id}/mail',
    access: 'staff',
    lane: 'reading',
    request: fields({ id: id() }),
    response: done,
  }),
  /** An Admin closes the session of somebody who went home. Without a count, the drawer is closed as not counted. */
  closeFor: endpoint({
    method: 'POST',
    path: 'till/sessions/{id}/close',
    access: 'admin',
    request: fields({ id: id(), pieces: ['count', z.optional(z.nullable(pieces))], reason: line('Reason') }),
    response: answer,
  }),
  /** Every cashier at this moment, sorted by what needs attention. */
  wall: endpoint({
    method: 'GET',
    path: 'till/wall',
    access: 'admin',
    lane: 'reading',
    request: nothing,
    response: within(
      'data',
      fields({
        cashiers: z.array(wallRow),
        differencesFrom: ['differences_from', day('is not a day')],
        asOf: ['as_of', instant],
      }),
    ),
  }),
  /** Every movement of a drawer with the cash in it afterwards: of one's own, or for an Admin anybody's. */
  statement: list({
    path: 'till/{user_id}/statement',
    access: 'staff',
    lane: 'reading',
    of: drawer,
    row: statementLine,
    envelope: 'data',
  }),
  /** Opening + what moved = closing, for the same days. */
  sums: endpoint({
    method: 'GET',
    path: 'till/{user_id}/sums',
    access: 'staff',
    lane: 'reading',
    request: fields({ ...drawer, ...statementDays }),
    response: within('data', drawerSums),
  }),
  /** The statement as a PDF file, for the same days. */
  statementFile: endpoint({
    method: 'GET',
    path: 'till/{user_id}/statement/pdf',
    access: 'staff',
    lane: 'reading',
    request: fields({ ...drawer, ...statementDays }),
    response: file,
  }),
  /** The utility's shift enquiry for the days of a session, as far as the sales are of this session. */
  compare: endpoint({
    method: 'GET',
    path: 'till/sessions/{id}/utility',
    access: 'admin',
    lane: 'reading',
    request: fields({ id: id() }),
    response: within(
      'data',
      fields({
        purchases: z.array(purchase),
        /** Sales of the session at the utility that its list does not have. */
        missing: z.array(
          fields({
            reference: ['transaction_id', z.string()],
            subject: z.string(),
            vended: ['vend_amount', gmd],
          }),
        ),
      }),
    ),
  }),
}
