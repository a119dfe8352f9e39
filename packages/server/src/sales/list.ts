// The list of one product's sales, of everybody or of one user: windows by keyset, search over every shown field, and the whole
// of it in batches. Every way through it starts at an index, however many sales there are; what would have to look at too
// much says how far it has looked instead.
import { bututs, type Codec, type Day, type WindowAsked } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../db/db.ts'
import type { Product } from '../db/schema.ts'
import { type List, type ListWindow, WINDOW_ROWS } from '../lists/list.ts'
import { readTerm, type SearchTerm } from '../lists/search-term.ts'
import { rowJson, type ShownColumns } from './shown-columns.ts'

export interface SalesListed<Row> {
  product: Product
  /** Null: everybody's. */
  userId: number | null
  row: Codec<Row>
  columns: ShownColumns<Row>
}

const BATCH_ROWS = 2000
/** A term too short for the index, or too common among old rows only, is looked for in this many rows at a time. */
const LOOKED_AT_MOST = 20_000
/** Found rows are counted up to here. */
const COUNTED_MOST = 1000
const SEARCH_MS = 400

export function salesList<Row>(db: Db, listed: SalesListed<Row>): List<Row> {
  const shown = sql.raw(rowJson(listed.row, listed.columns))
  const ofList = sql`product = ${listed.product}${
    listed.userId === null ? sql`` : sql` and user_id = ${listed.userId}`
  }`
  const part: Part = { db, listed: { product: listed.product, userId: listed.userId }, shown, ofList }
  return {
    window: (asked) => windowOf(part, asked),
    batches: () => batchesOf(part),
  }
}

interface Json {
  json: string
}

interface Part {
  db: Db
  listed: { product: Product; userId: number | null }
  /** A row's JSON. */
  shown: RawBuilder<unknown>
  /** Which rows belong to this list at all. */
  ofList: RawBuilder<unknown>
}

/** By keyset and not by a cursor of the database: no transaction stays open while somebody's slow link takes the rows. */
async function* batchesOf({ db, shown, ofList }: Part): AsyncGenerator<Json> {
  const read = async (below: number | null) => {
    const { rows } = await sql<{ json: string | null; last: number | null }>`
      select string_agg(json, ',' order by id desc) as json, min(id) as last from (
        select id, ${shown} as json from sale where ${ofList}${below === null ? sql`` : sql` and id < ${below}`}
          order by id desc limit ${BATCH_ROWS}) batch`.execute(db)
    return rows[0]
  }
  let reading = read(null)
  for (;;) {
    const batch = await reading
    if (!batch || batch.json === null || batch.last === null) return
    // While this batch is on its way, the database makes the next one.
    reading = read(batch.last)
    reading.catch(() => {})
    yield { json: batch.json }
  }
}

/** What a window looks through, before the cursor. */
interface Looking {
  order: 'newest' | 'oldest'
  limit: number
  where: RawBuilder<unknown>
  cursor: RawBuilder<unknown>
  isContinued: boolean
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
  if (term.kind === 'exact') return exactOrText(part, looking, term)
  if (term.kind === 'text') return textWindow(part, looking, term.text, term.isShort)
  return { ...(await plainWindow(part, looking)), ...(await sumsOfDays(part, days)) }
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

interface Days {
  from: Day | undefined
  to: Day | undefined
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

interface Found {
  rows: { id: number; json: string }[]
}

async function plainWindow(part: Part, looking: Looking, also = sql``, db: Db | Tx = part.db) {
  const { rows } = await pageSql(part, looking, also).execute(db)
  return page(looking, rows)
}

const pageSql = ({ shown }: Part, { where, cursor, order, limit }: Looking, also: RawBuilder<unknown>) =>
  sql<Found['rows'][number]>`
    select id, ${shown} as json from sale where ${where}${cursor}${also}
      order by id ${direction(order)} limit ${limit + 1}`

const direction = (order: Looking['order']) => (order === 'newest' ? sql`desc` : sql`asc`)

/** One row more than asked was read: it only tells that the list goes on. */
function page({ limit }: Looking, rows: Found['rows']) {
  const kept = rows.slice(0, limit)
  return {
    rows: { json: kept.map(({ json }) => json).join(',') },
    next: rows.length > limit ? (kept.at(-1)?.id ?? null) : null,
    searchedBackTo: null,
  }
}

/** From the days' sums, which every sale moves: the rows themselves are not counted. */
async function sumsOfDays({ db, listed }: Part, days: Days | null) {
  const { sales, tendered, fees } = await db
    .selectFrom('sale_day')
    .select(({ fn }) => [
      fn.sum<number | null>('sales').as('sales'),
      fn.sum<number | null>('tendered').as('tendered'),
      fn.sum<number | null>('fees').as('fees'),
    ])
    .where('product', '=', listed.product)
    .$if(listed.userId !== null, (query) => query.where('user_id', '=', listed.userId ?? 0))
    .$if(days?.from !== undefined, (query) => query.where('day', '>=', days?.from as Day))
    .$if(days?.to !== undefined, (query) => query.where('day', '<=', days?.to as Day))
    .executeTakeFirstOrThrow()
  return { total: sales ?? 0, tendered: bututs(tendered ?? 0), fees: bututs(fees ?? 0), isTotalExact: true }
}

type Exact = Extract<SearchTerm, { kind: 'exact' }>

/** Whoever enters a whole meter number wants that meter; only when nobody has it, the digits may stand anywhere. */
async function exactOrText(part: Part, looking: Looking, { column, value, text }: Exact) {
  const also =
    column === 'tokens' ? sql` and tokens @> array[${value}]` : sql` and ${sql.ref(column)} = ${value}`
  const counted = await countSql(looking, also).execute(part.db)
  if (countedOf(counted.rows[0]).total === 0) return textWindow(part, looking, text, false)
  return { ...(await plainWindow(part, looking, also)), ...countedOf(counted.rows[0]) }
}

interface Counted {
  total: number
  tendered: number | null
  fees: number | null
}

/** Without the cursor: a window's total is that of the whole search. */
const countSql = ({ where }: Looking, also: RawBuilder<unknown>) =>
  sql<Counted>`
    select count(*) as total, sum(tendered) as tendered, sum(fee) as fees
      from (select tendered, fee from sale where ${where}${also} order by id desc limit ${COUNTED_MOST + 1}) found`

function countedOf(counted: Counted | undefined) {
  const isTotalExact = (counted?.total ?? 0) <= COUNTED_MOST
  return {
    total: Math.min(counted?.total ?? 0, COUNTED_MOST),
    isTotalExact,
    ...(isTotalExact && { tendered: bututs(counted?.tendered ?? 0), fees: bututs(counted?.fees ?? 0) }),
  }
}

const containing = (text: string) =>
  sql` and search like lower(${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`

/** The index decides which way is quicker, knowing the term; where it decides badly, the clock does. */
async function textWindow(part: Part, looking: Looking, text: string, isShort: boolean) {
  if (isShort) return newestWindow(part, looking, text)
  const found = await withinTime(part.db, async (tx) => {
    const counted = await countSql(looking, containing(text)).execute(tx)
    return { ...(await plainWindow(part, looking, containing(text), tx)), ...countedOf(counted.rows[0]) }
  })
  return found ?? newestWindow(part, looking, text)
}

const CANCELED = '57014'

/** Null when it took too long. */
async function withinTime<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result | null> {
  try {
    return await inTransaction(db, async (tx) => {
      // Compiling a plan takes longer than any search here should.
      await sql`select set_config('statement_timeout', ${String(SEARCH_MS)}, true), set_config('jit', 'off', true)`.execute(
        tx,
      )
      return work(tx)
    })
  } catch (error) {
    if ((error as { code?: string }).code === CANCELED) return null
    throw error
  }
}

/** Looks at the next rows of the list, so many and no more, and says how far that was. */
async function newestWindow(part: Part, looking: Looking, text: string) {
  const { where, cursor, order, limit } = looking
  const lookedAt = sql`(select * from sale where ${where}${cursor} order by id ${direction(order)} limit ${LOOKED_AT_MOST}) sale`
  const { rows } = await sql<Found['rows'][number]>`
    select id, ${part.shown} as json from ${lookedAt} where true${containing(text)}
      order by id ${direction(order)} limit ${limit + 1}`.execute(part.db)
  const found = page(looking, rows)
  const { rows: edge } = await sql<{ id: number; at: Date }>`
    select id, at from sale where ${where}${cursor} order by id ${direction(order)} offset ${LOOKED_AT_MOST - 1} limit 1`.execute(
    part.db,
  )
  const [last] = edge
  const isAll = last === undefined && !looking.isContinued
  const { rows: counted } = await sql<Counted>`
    select count(*) as total, sum(tendered) as tendered, sum(fee) as fees from ${lookedAt} where true${containing(text)}`.execute(
    part.db,
  )
  const total = counted[0]?.total ?? 0
  return {
    ...found,
    next: found.next ?? last?.id ?? null,
    searchedBackTo: found.next === null && last ? last.at : null,
    total,
    isTotalExact: isAll,
    ...(isAll && { tendered: bututs(counted[0]?.tendered ?? 0), fees: bututs(counted[0]?.fees ?? 0) }),
  }
}
