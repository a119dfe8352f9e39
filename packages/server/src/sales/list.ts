// The list of one product's sales, of everybody or of one user: windows by keyset, search over every shown field, and the whole
// of it in batches. Every way through it starts at an index, however many sales there are; what would have to look at too
// much says how far it has looked instead.
import { bututs, type Codec, type Day, type WindowAsked, type Product } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { type Db, statement } from '../db/db.ts'
import { type List, type ListWindow, WINDOW_ROWS } from '../lists/list.ts'
import { readTerm, type SearchTerm } from '../lists/search-term.ts'
import { type Json, type Looking, type Part, readPage, type Unshown } from './read-page.ts'
import { searchWindow } from './search-window.ts'
import { rowJson, type ShownColumns } from './shown-columns.ts'
import { type Days, sumsOf } from './sums.ts'

export interface SalesListed<Row> {
  product: Product
  /** Null: everybody's. */
  userId: number | null
  row: Codec<Row>
  columns: ShownColumns<Row>
  /** What its table does not show: a search does not look there. A whole reference still finds its sale. */
  unshown: readonly Unshown[]
}

const BATCH_ROWS = 100

export function salesList<Row>({ db, clock }: { db: Db; clock: Clock }, listed: SalesListed<Row>): List<Row> {
  const shown = sql.raw(rowJson(listed.row, listed.columns))
  const ofList = sql`product = ${listed.product}${
    listed.userId === null ? sql`` : sql` and user_id = ${listed.userId}`
  }`
  const { product, userId, unshown } = listed
  const part: Part = { db, clock, listed: { product, userId }, shown, ofList, unshown }
  return {
    window: (asked) => windowOf(part, asked),
    batches: () => batchesOf(db, listed),
  }
}

/** By keyset and not by a cursor of the database: no transaction stays open while somebody's slow link takes the rows. */
async function* batchesOf<Row>(
  db: Db,
  { product, userId, row, columns }: SalesListed<Row>,
): AsyncGenerator<Json> {
  const ofUser = userId === null ? '' : ' and user_id = $3'
  // Prepared once: the text is the same for every batch, and long.
  const read = statement<{ json: string | null; last: number | null }>(
    `list_${product}_${userId === null ? 'all' : 'own'}`,
    `select string_agg(json, ',' order by id desc) as json, min(id) as last from (
       select id, ${rowJson(row, columns)} as json from sale where product = $1 and id < $2${ofUser}
         order by id desc limit ${BATCH_ROWS}) batch`,
  )
  const readBelow = async (id: number) =>
    (await read(db, userId === null ? [product, id] : [product, id, userId]))[0]
  let reading = readBelow(Number.MAX_SAFE_INTEGER)
  for (;;) {
    const batch = await reading
    if (!batch || batch.json === null || batch.last === null) return
    // While this batch is on its way, the database makes the next one.
    reading = readBelow(batch.last)
    reading.catch(() => {})
    yield { json: batch.json }
  }
}

async function windowOf(part: Part, asked: WindowAsked): Promise<ListWindow<Json>> {
  const term = readTerm(asked.search)
  const days = daysOf(asked, term)
  const order = asked.order ?? 'newest'
  const bounds = days && (await idsOfDays(part, days))
  if (days && !bounds) return nothingFound
  const where = bounds
    ? sql`${part.ofList} and id between ${bounds.least} and ${bounds.most} and day between ${bounds.from} and ${bounds.to}`
    : part.ofList
  const looking: Looking = {
    order,
    limit: asked.limit ?? WINDOW_ROWS,
    where,
    cursor:
      asked.cursor === undefined
        ? sql``
        : order === 'newest'
          ? sql` and id < ${asked.cursor}`
          : sql` and id > ${asked.cursor}`,
    isContinued: asked.cursor !== undefined,
  }
  if (term.kind === 'exact' || term.kind === 'text') return searchWindow(part, looking, term)
  const [page, sums] = await Promise.all([readPage(part, looking), sumsOf(part, part.listed, days)])
  return { rows: page.rows, next: page.next, searchedBackTo: null, ...sums }
}

const nothingFound = {
  rows: { json: '' },
  next: null,
  total: 0,
  isTotalExact: true,
  searchedBackTo: null,
  tendered: bututs(0),
  fees: bututs(0),
}

/** The days asked for, narrowed by a search for days; null when there is no limit. */
function daysOf({ from, to }: WindowAsked, term: SearchTerm): Days | null {
  const days =
    term.kind === 'days'
      ? {
          from: from !== undefined && from > term.from ? from : term.from,
          to: to !== undefined && to < term.to ? to : term.to,
        }
      : { from, to }
  return days.from === undefined && days.to === undefined ? null : days
}

/**
 * The numbers of the sales of these days. A sale's number is given when it begins and its day when it ends, so the two run
 * almost, but not quite, in step: a few index lookups a day tell the numbers that can be meant, and the walk starts there.
 */
async function idsOfDays({ db, listed }: Part, { from, to }: Days) {
  const { rows } = await sql<{ least: number | null; most: number | null; from: Day; to: Day }>`
    with open as (
      select greatest(min(day), ${from ?? null}::date) as from, least(max(day), ${to ?? null}::date) as to
        from sale_day where product = ${listed.product}
    )
    select min(least) as least, max(most) as most, min(open.from) as from, min(open.to) as to
      from open, generate_series(open.from, open.to, interval '1 day') as d (day),
        lateral (select min(id) as least, max(id) as most from sale where product = ${listed.product} and sale.day = d.day::date) ids`.execute(
    db,
  )
  const [found] = rows
  return found && found.least !== null && found.most !== null
    ? { ...found, least: found.least, most: found.most }
    : null
}
