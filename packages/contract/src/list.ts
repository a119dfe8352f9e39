// Lists of any length. A list call without parameters answers the whole list as the specification shows it; with any of the
// parameters below, a window of it. Both are one call with two views: `call` for the whole list, `call.window` for a part.
import * as z from 'zod/mini'
import { type Access, type Endpoint, endpoint, type Lane } from './endpoint.ts'
import type { FailureName } from './failure.ts'
import type { Day } from './time.ts'
import type { Bututs } from './money.ts'
import {
  type CleanOf,
  type Codec,
  codec,
  count,
  day,
  type FieldSpec,
  fields,
  gmd,
  id,
  instant,
  text,
  within,
} from './wire.ts'

export const WINDOW_MOST = 1000
export const SEARCH_MOST = 200

const windowSize = codec<number, number | string>(
  (given) =>
    /^[1-9]\d{0,3}$/.test(String(given)) && Number(given) <= WINDOW_MOST
      ? Number(given)
      : new Error(`Limit must be a whole number from 1 to ${WINDOW_MOST}`),
  (value) => value,
)

const searchTerm = text('Search must be text', 'Search must be text').check(
  z.trim(),
  z.maxLength(SEARCH_MOST, `Search cannot exceed ${SEARCH_MOST} characters`),
)

const details = codec<true, string>(
  (given) => (given === '1' ? true : new Error('Details must be 1')),
  () => '1',
)

/** Both days are included; `cursor` is where the previous window ended. */
export const windowFields = {
  limit: z.optional(windowSize),
  cursor: z.optional(id('Cursor')),
  search: z.optional(searchTerm),
  from: z.optional(day('From must be a day, as 2026-11-14')),
  to: z.optional(day('To must be a day, as 2026-11-14')),
  order: z.optional(z.enum(['newest', 'oldest'], { error: 'Order must be newest or oldest' })),
  cashier: z.optional(id('Cashier')),
  details: z.optional(details),
} as const

export interface WindowAsked {
  limit?: number | undefined
  cursor?: number | undefined
  search?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
  /** Which rows come first; newest by default. */
  order?: 'newest' | 'oldest' | undefined
  /** Only the rows of this user. A list whose rows are nobody's refuses it. */
  cashier?: number | undefined
  /** Asks for more facts next to the rows than where the next window begins and how many there are. */
  details?: true | undefined
}

/** What a window has besides its rows. */
export interface WindowFacts {
  /** Where the next window begins; null at the end of the list. */
  next: number | null
  /** Of the whole list, or of all search results. */
  total: number
  /** False: there are more than `total`, and counting them all would take too long. */
  isTotalExact: boolean
  /** Set when a search looked at only a part of the list: up to here. The next window continues from there. */
  searchedBackTo: Date | null
  /** Sums over `total` rows, for lists of money. */
  tendered?: Bututs | undefined
  fees?: Bututs | undefined
}

export interface Window<Row> extends WindowFacts {
  rows: Row[]
}

export interface ListEndpoint<In = unknown, Row = unknown> extends Endpoint<In, Row[]> {
  row: Codec<Row>
  /** The field that has the whole list, or null when the answer is the bare list. */
  envelope: string | null
  window: Endpoint<In & WindowAsked, Window<Row>>
}

export const isList = (call: Endpoint): call is ListEndpoint => 'window' in call

const plainFacts = { next: ['next_cursor', z.nullable(id())], total: count } as const
/** The details: a server that sends none of them has counted and searched everything. */
const facts = {
  ...plainFacts,
  isTotalExact: ['total_is_exact', z._default(z.boolean(), true)],
  searchedBackTo: ['searched_back_to', z._default(z.nullable(instant), null)],
  tendered: ['total_amount', z.optional(gmd)],
  fees: ['total_fee', z.optional(gmd)],
} as const

/** What is written next to the rows, for a caller that writes the rows itself: with or without the details. */
export const windowFacts = { plain: fields(plainFacts), detailed: fields(facts) }

/** Whether a query asks for a window. */
export const asksWindow = (query: object): boolean => Object.keys(windowFields).some((name) => name in query)

/** Our own client always asks for the details; other clients get exactly {data, next_cursor, total}. */
const askDetails = <Asked extends WindowAsked>(request: Codec<Asked>): Codec<Asked> =>
  z.codec(request, z.custom<Asked>(), {
    decode: (asked) => asked,
    encode: (asked) => ({ ...asked, details: true }),
  })

interface ListCall<Spec, Row> {
  path: string
  access: Access
  lane?: Lane
  failure?: FailureName
  /** What the list belongs to, such as a user in the path. */
  of?: Spec
  row: Codec<Row>
  envelope: string | null
}

export function list<const Spec extends Record<string, FieldSpec>, Row>({
  of,
  row,
  envelope,
  ...call
}: ListCall<Spec, Row>): ListEndpoint<CleanOf<Spec>, Row> {
  const spec = of ?? ({} as Spec)
  const rows = z.array(row)
  const shared = { ...call, method: 'GET' } as const
  return {
    ...endpoint({
      ...shared,
      request: fields(spec),
      response: envelope === null ? rows : within(envelope, rows),
    }),
    row,
    envelope,
    window: endpoint({
      ...shared,
      request: askDetails(
        fields({ ...spec, ...windowFields }) as unknown as Codec<CleanOf<Spec> & WindowAsked>,
      ),
      response: fields({ rows: ['data', rows], ...facts }),
    }),
  }
}
