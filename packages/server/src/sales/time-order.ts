// The order in which sales are shown: by the time when they were sold, and by their number where that is the same. A sale that
// was booked later belongs where it was sold, so the number alone does not tell.
import { type Day, TIME_ZONE } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Days } from './sums.ts'

export type Order = 'newest' | 'oldest'

export const inOrder = (order: Order): RawBuilder<unknown> =>
  order === 'newest' ? sql`order by at desc, id desc` : sql`order by at, id`

/**
 * What comes after the sale with this number, which may be in the archive by now. Its time is read from its row: it has more
 * decimals than a Date.
 */
export const comesAfter = (order: Order, id: number): RawBuilder<boolean> =>
  sql`(at, id) ${order === 'newest' ? sql`<` : sql`>`} (select at, id from any_sale where id = ${id})`

/** As a range of times, which the index that has the order also has. */
export const duringDays = ({ from, to }: Days): RawBuilder<boolean> =>
  sql`${from === undefined ? sql`true` : sql`at >= ${startOf(from)}`} and ${
    to === undefined ? sql`true` : sql`at < ${startOf(to, 1)}`
  }`

const startOf = (day: Day, daysLater = 0) =>
  sql`((${day}::date + ${daysLater}::int)::timestamp at time zone ${TIME_ZONE})`
