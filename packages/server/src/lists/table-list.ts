// A list over an ordinary table, one that grows with users and not with sales: windows by keyset, a search through the
// shown text of every row, and the complete list in batches.
import { bututs, TIME_ZONE, type WindowAsked } from '@flexpower/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { wrongField } from '../refusal.ts'
import { type List, WINDOW_ROWS } from './list.ts'
import { matching } from './shown-text.ts'

const BATCH_ROWS = 1000

interface TableListed<Database, Tables extends keyof Database, Stored, Row> {
  /** Everything that belongs to the list, in any order. */
  query: SelectQueryBuilder<Database, Tables, Stored>
  /** A unique whole number that gives the row's place: the highest comes first. Mostly the id. */
  place: RawBuilder<unknown>
  /** When the row was created. */
  at: RawBuilder<unknown>
  /** What a search reads: every shown field as it is shown. */
  text: RawBuilder<unknown>
  /** The total of the rows, for lists of money. */
  amount?: RawBuilder<unknown>
  /** Whose the row is, for lists that can be filtered by cashier. */
  cashier?: RawBuilder<unknown>
  show: (stored: Stored) => Row | Promise<Row>
}

export function tableList<Database, Tables extends keyof Database, Stored, Row>(
  listed: TableListed<Database, Tables, Stored, Row>,
): List<Row, Row[]> {
  const { query, place, show } = listed
  const read = async (from: typeof query, limit: number, order: 'asc' | 'desc' = 'desc') =>
    (await from
      .select(sql<number>`${place}`.as('place'))
      .orderBy(place, order)
      .limit(limit)
      .execute()) as (Stored & { place: number })[]
  return {
    window: async (asked) => {
      const { limit = WINDOW_ROWS, cursor, order = 'newest' } = asked
      const matched = narrowed(listed, asked)
      const after =
        cursor === undefined
          ? matched
          : matched.where(sql<boolean>`${place} ${order === 'newest' ? sql`<` : sql`>`} ${cursor}`)
      const [rows, sums] = await Promise.all([
        read(after, limit + 1, order === 'newest' ? 'desc' : 'asc'),
        readSums(matched, listed.amount),
      ])
      const kept = rows.slice(0, limit)
      return {
        rows: await Promise.all(kept.map(show)),
        next: rows.length > limit ? (kept.at(-1)?.place ?? null) : null,
        isTotalExact: true,
        searchedBackTo: null,
        ...sums,
      }
    },
    batches: async function* batches() {
      for (let last: number | undefined; ; ) {
        const rows = await read(
          last === undefined ? query : query.where(sql<boolean>`${place} < ${last}`),
          BATCH_ROWS,
        )
        if (rows.length > 0) yield await Promise.all(rows.map(show))
        if (rows.length < BATCH_ROWS) return
        last = rows.at(-1)?.place
      }
    },
  }
}

async function readSums<Database, Tables extends keyof Database, Stored>(
  matched: SelectQueryBuilder<Database, Tables, Stored>,
  amount: RawBuilder<unknown> | undefined,
) {
  const { total, sum } = await matched
    .clearSelect()
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number | null>`${amount ? sql`sum(${amount})` : sql`null`}`.as('sum'),
    ])
    .$castTo<{ total: number; sum: number | null }>()
    .executeTakeFirstOrThrow()
  return { total, ...(amount && { tendered: bututs(sum ?? 0) }) }
}

function narrowed<Database, Tables extends keyof Database, Stored, Row>(
  { query, at, text, cashier: owner }: TableListed<Database, Tables, Stored, Row>,
  { search, from, to, cashier }: WindowAsked,
) {
  if (cashier !== undefined && !owner) throw wrongField('cashier', 'This list cannot be filtered by cashier.')
  const day = sql`(${at} at time zone ${sql.lit(TIME_ZONE)})::date`
  const matches = matching(text, search)
  return query
    .$if(matches !== null, (rows) => rows.where(matches ?? sql<boolean>`true`))
    .$if(from !== undefined, (rows) => rows.where(sql<boolean>`${day} >= ${from}`))
    .$if(to !== undefined, (rows) => rows.where(sql<boolean>`${day} <= ${to}`))
    .$if(cashier !== undefined, (rows) => rows.where(sql<boolean>`${owner} = ${cashier}`))
}
