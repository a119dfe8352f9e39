// A cashier on the wall, where an Admin sees everybody at once, and what needs attention.
import * as z from 'zod/mini'
import { PRODUCTS } from './sales.ts'
import { count, fields, gmd, id, instant } from './wire.ts'

/** What an Admin should look at first, most urgent first. */
export const ATTENTION = [
  /** The drawer was counted, and the session is not closed. */
  'counted',
  /** The last session was closed without a count, and nobody has counted the drawer since. */
  'not_counted',
  /** Less should be in the drawer than nothing. */
  'below_zero',
  /** Opened with another amount than the session before ended with. */
  'opened_off',
  /** Open for more than a day. */
  'open_long',
  /** A float is used up within a day. */
  'float_low',
  /** Short in several sessions of the last 30 days. */
  'short_often',
  /** Sold today while no session took it. */
  'outside_shift',
  'in_doubt',
  'refund_owed',
] as const
export type Attention = (typeof ATTENTION)[number]

const tally = fields({ count, amount: gmd })

/** A cashier as an Admin sees everybody at once. */
export const wallRow = fields({
  cashier: ['user_id', id()],
  cashierName: ['cashier_name', z.string()],
  location: z.string(),
  attention: z.array(z.enum(ATTENTION)),
  /** A sale in the last minutes. */
  isSelling: ['selling', z.boolean()],
  /** Null: none is open. */
  session: z.nullable(
    fields({
      id: id(),
      state: z.enum(['open', 'counted']),
      openedAt: ['opened_at', instant],
      /** The cash that should be in the drawer. */
      expected: gmd,
      /** The opening less what the session before ended with; null: there was none. */
      openingDifference: ['opening_difference', z.nullable(gmd)],
    }),
  ),
  /** None for somebody who sells on the house. */
  floats: z.array(
    fields({
      kind: z.enum(['electricity', 'airtime']),
      balance: gmd,
      /** At the pace of the last seven days; null: nothing was sold from it. */
      lastsDays: ['lasts_days', z.nullable(z.number())],
      state: z.enum(['enough', 'low', 'very low']),
    }),
  ),
  /** Null: the lists have no sale of this cashier. */
  lastSale: [
    'last_sale',
    z.nullable(
      fields({
        at: ['created_at', instant],
        reference: ['transaction_id', z.string()],
        product: z.enum(PRODUCTS),
      }),
    ),
  ],
  /** Confirmed today, by product. */
  today: z.array(fields({ product: z.enum(PRODUCTS), sales: count, tendered: ['amount', gmd] })),
  /** Sessions that were closed since `differencesFrom`: all of them, and those with a difference. */
  closed: count,
  short: tally,
  over: tally,
  /** Opened with less than the session before ended with. */
  missingBetween: ['missing_between', tally],
  /** The last session, if it was closed without a count and none was opened since. */
  notCounted: ['not_counted_session_id', z.nullable(id())],
  /** Sold today while no session took it: this cash is in no drawer. */
  outside: ['outside_shift', gmd],
  /** Customers whose sale was voided after the count, and the oldest session with one. */
  refunds: ['refunds_owed', fields({ count, amount: gmd, session: ['session_id', z.nullable(id())] })],
  /** Sales without a result. */
  inDoubt: ['in_doubt', tally],
})
export type WallRow = z.output<typeof wallRow>
