// The list of one product's sales, of all users or of one: windows by keyset, search over every shown field, and the
// complete list in batches. Every read starts at an index, however many sales there are. A search that would read too
// much says how far it has read instead.
import type { Codec, ProductName, WindowAsked } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Clock } from '../runtime/clock.ts'
import { type Db, statement } from '../db/db.ts'
import { type List, type ReadWindow, WINDOW_ROWS } from '../lists/list.ts'
import { readTerm, type SearchTerm } from '../lists/search-term.ts'
import { type Json, type Looking, type Part, readPage, type Unshown } from './read-page.ts'
import { searchWindow } from './search-window.ts'
import { rowJson, type ShownColumns } from './shown-columns.ts'
import { type Days, sumSales } from './sums.ts'
import { comesAfter, duringDays } from './time-order.ts'

export interface SalesListed<Row> {
  product: ProductName
  /** Null: of all users. */
  userId: number | null
  row: Codec<Row>
  columns: ShownColumns<Row>
  /** What its table does not show: a search leaves it out. A whole reference still finds its sale. */
  unshown: readonly Unshown[]
}

const BATCH_ROWS = 250

export function salesList<Row>({ db, clock }: { db: Db; clock: Clock }, listed: SalesListed<Row>): List<Row> {
  const shown = sql.raw(rowJson(listed.row, listed.columns))
  const { product, unshown } = listed
  const selectPart = (userId: number | null): Part => ({
    db,
    clock,
    listed: { product, userId },
    shown,
    ofList: sql`product = ${product}${userId === null ? sql`` : sql` and user_id = ${userId}`}`,
    unshown,
  })
  return {
    window: async ({ cashier = listed.userId, ...asked }) =>
      listed.userId !== null && cashier !== listed.userId ? NOTHING : readWindow(selectPart(cashier), asked),
    batches: () => readBatches(db, listed),
  }
}

/** One's own list has no row of another cashier. */
const NOTHING: ReadWindow<Json> = {
  rows: { json: '' },
  next: null,
  total: 0,
  isTotalExact: true,
  searchedBackTo: null,
}

/**
 * By keyset and not by a database cursor: no transaction stays open while a slow client reads the rows. The rows are
 * joined here, because PostgreSQL sends the first of them while it still prepares the others.
 */
async function* readBatches<Row>(
  db: Db,
  { product, userId, row, columns }: SalesListed<Row>,
): AsyncGenerator<Json> {
  const ofUser = userId === null ? '' : ' and user_id = $4'
  // Prepared once: the text is long, and the same for every batch.
  const read = statement<Streamed>(
    `list_${product}_${userId === null ? 'all' : 'own'}`,
    `select ${rowJson(row, columns)} as json, at::text as exact_at, id from sale
       where product = $1 and (at, id) < ($2::timestamptz, $3::bigint)${ofUser}
       order by at desc, id desc limit ${BATCH_ROWS}`,
  )
  const readAfter = ({ exact_at, id }: Pick<Streamed, 'exact_at' | 'id'>) =>
    read(db, [product, exact_at, id, ...(userId === null ? [] : [userId])])
  let reading = readAfter({ exact_at: 'infinity', id: 0 })
  for (;;) {
    const batch = await reading
    const last = batch.at(-1)
    if (!last) return
    // While this batch is being sent, the database prepares the next one.
    reading = readAfter(last)
    reading.catch(() => {})
    yield { json: batch.map(({ json }) => json).join(',') }
  }
}

interface Streamed {
  json: string
  /** With all decimals. */
  exact_at: string
  id: number
}

async function readWindow(part: Part, asked: WindowAsked): Promise<ReadWindow<Json>> {
  const term = readTerm(asked.search)
  const days = narrowDays(asked, term)
  const order = asked.order ?? 'newest'
  const looking: Looking = {
    order,
    limit: asked.limit ?? WINDOW_ROWS,
    where: days ? sql`${part.ofList} and ${duringDays(days)}` : part.ofList,
    cursor: asked.cursor === undefined ? sql`` : sql` and ${comesAfter(order, asked.cursor)}`,
    isContinued: asked.cursor !== undefined,
  }
  if (term.kind === 'exact' || term.kind === 'text') return searchWindow(part, looking, term)
  const [page, sums] = await Promise.all([readPage(part, looking), sumSales(part, part.listed, days)])
  return { rows: page.rows, next: page.next, searchedBackTo: null, ...sums }
}

/** The days asked for, narrowed by a search for days; null if there is no limit. */
function narrowDays({ from, to }: WindowAsked, term: SearchTerm): Days | null {
  const days =
    term.kind === 'days'
      ? {
          from: from !== undefined && from > term.from ? from : term.from,
          to: to !== undefined && to < term.to ? to : term.to,
        }
      : { from, to }
  return days.from === undefined && days.to === undefined ? null : days
}
