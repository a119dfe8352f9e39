// A list over an ordinary table, one that grows with people and not with sales: windows by keyset, a search through the shown
// text of every row, and the whole of it in batches.
import { TIME_ZONE, type WindowAsked } from '@flexpower/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type List, WINDOW_ROWS } from './list.ts'

const BATCH_ROWS = 1000

interface TableListed<Database, Tables extends keyof Database, Stored extends { id: number }, Row> {
  /** Everything that belongs to the list, in no order. */
  query: SelectQueryBuilder<Database, Tables, Stored>
  /** Where the row's number stands in the query, and when the row began. */
  id: RawBuilder<unknown>
  at: RawBuilder<unknown>
  /** What a search looks through. */
  text: RawBuilder<unknown>
  show: (stored: Stored) => Row
}

export function tableList<Database, Tables extends keyof Database, Stored extends { id: number }, Row>(
  listed: TableListed<Database, Tables, Stored, Row>,
): List<Row, Row[]> {
  const { query, id, show } = listed
  const read = async (from: typeof query, limit: number, order: 'asc' | 'desc' = 'desc') =>
    (await from.orderBy(id, order).limit(limit).execute()) as Stored[]
  return {
    window: async (asked) => {
      const { limit = WINDOW_ROWS, cursor, order = 'newest' } = asked
      const matching = narrowed(listed, asked)
      const after =
        cursor === undefined
          ? matching
          : matching.where(sql<boolean>`${id} ${order === 'newest' ? sql`<` : sql`>`} ${cursor}`)
      const [rows, counted] = await Promise.all([
        read(after, limit + 1, order === 'newest' ? 'desc' : 'asc'),
        matching
          .clearSelect()
          .select(sql<number>`count(*)`.as('total'))
          .$castTo<{ total: number }>()
          .executeTakeFirstOrThrow(),
      ])
      const kept = rows.slice(0, limit)
      return {
        rows: kept.map(show),
        next: rows.length > limit ? (kept.at(-1)?.id ?? null) : null,
        total: counted.total,
        isTotalExact: true,
        searchedBackTo: null,
      }
    },
    batches: async function* batches() {
      for (let last: number | undefined; ; ) {
        const rows = await read(
          last === undefined ? query : query.where(sql<boolean>`${id} < ${last}`),
          BATCH_ROWS,
        )
        if (rows.length > 0) yield rows.map(show)
        if (rows.length < BATCH_ROWS) return
        last = rows.at(-1)?.id
      }
    },
  }
}

function narrowed<Database, Tables extends keyof Database, Stored extends { id: number }, Row>(
  { query, at, text }: TableListed<Database, Tables, Stored, Row>,
  { search = '', from, to }: WindowAsked,
) {
  const day = sql`(${at} at time zone ${sql.lit(TIME_ZONE)})::date`
  return query
    .$if(search !== '', (rows) => rows.where(sql<boolean>`${text} ilike ${contains(search)}`))
    .$if(from !== undefined, (rows) => rows.where(sql<boolean>`${day} >= ${from}`))
    .$if(to !== undefined, (rows) => rows.where(sql<boolean>`${day} <= ${to}`))
}

/** A pattern for LIKE that takes the words as they are. */
export const contains = (words: string): string => `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** As the screens write it: `14 Nov 2026 14:18`. */
export const shownInstant = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone ${sql.lit(TIME_ZONE)}, 'FMDD Mon YYYY HH24:MI')`
/** `GMD 1,250.00` */
export const shownGmd = (column: RawBuilder<unknown>) =>
  sql`'GMD ' || to_char(${column} / 100.0, 'FM999,999,999,990.00')`
