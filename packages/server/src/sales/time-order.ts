// The order in which sales are shown: by the time when they were sold, then by their number. A sale that was booked
// later belongs to the time when it was sold, so the number alone is not enough.
import { type Day, TIME_ZONE } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Days } from './sums.ts'

export type TimeOrder = 'newest' | 'oldest'

export const inOrder = (order: TimeOrder): RawBuilder<unknown> =>
  order === 'newest' ? sql`order by at desc, id desc` : sql`order by at, id`

/**
 * What comes after the sale with this number, which may be in the archive by now. Its time is read from its row,
 * because it has more decimals than a Date.
 */
export const comesAfter = (order: TimeOrder, id: number): RawBuilder<boolean> =>
  sql`(at, id) ${order === 'newest' ? sql`<` : sql`>`} (select at, id from any_sale where id = ${id})`

/** As a range of times, because the index with this order has them. */
export const duringDays = ({ from, to }: Days): RawBuilder<boolean> =>
  sql`${from === undefined ? sql`true` : sql`at >= ${buildStart(from)}`} and ${
    to === undefined ? sql`true` : sql`at < ${buildStart(to, 1)}`
  }`

const buildStart = (day: Day, daysLater = 0) =>
  sql`((${day}::date + ${daysLater}::int)::timestamp at time zone ${TIME_ZONE})`
