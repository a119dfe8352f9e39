// A search through every shown field of a list of sales. It answers quickly, however many sales there are and whatever
// the text is: what an index can find is found, and what would take too long is searched in the newest rows only,
// saying how far.
import { bututs } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../db/db.ts'
import type { ReadWindow } from '../lists/list.ts'
import type { SearchTerm } from '../lists/search-term.ts'
import { contains } from '../lists/shown-text.ts'
import { type Json, type Looking, type Page, type Part, readPage, type Unshown } from './read-page.ts'
import { inOrder } from './time-order.ts'

/** A term too short for the index, or common only among old rows, is searched in this many rows at a time. */
export const LOOKED_AT_MOST = 20_000
/** Found rows are counted up to here. */
const COUNTED_MOST = 1000
export const SEARCH_MS = 300
const COUNT_MS = 100

type Sought = Extract<SearchTerm, { kind: 'exact' | 'text' }>

export async function searchWindow(part: Part, looking: Looking, sought: Sought): Promise<ReadWindow<Json>> {
  // A whole meter number means that meter; only if there is no such meter, the digits may be anywhere.
  for (const also of sought.kind === 'exact' ? listEqual(sought) : [])
    if (await isAny(part, looking, also))
      return foundWindow(part, looking, also, await readPage(part, looking, { also }))
  if (sought.kind === 'text' && sought.isShort) return newestWindow(part, looking, sought.text)
  const also = containing(part, sought.text)
  const page = await withinTime(part.db, SEARCH_MS, (on) => readPage(part, looking, { also, on }))
  return page ? foundWindow(part, looking, also, page) : newestWindow(part, looking, sought.text)
}

const listEqual = ({ columns, value }: Extract<SearchTerm, { kind: 'exact' }>) =>
  columns.map((column) => {
    if (column === 'tokens') return sql` and tokens @> array[${value}]`
    // The index of codes is that of the intents.
    if (column === 'receipt_code')
      return sql` and id = (select v.id from vend v where v.receipt_code = ${value})`
    return sql` and ${sql.ref(column)} = ${value}`
  })

/** The index narrows by everything in `search`; rows are then checked again without what this list does not show. */
const containing = ({ unshown }: Part, text: string) =>
  sql` and search like lower(${contains(text)})${
    unshown.length === 0 ? sql`` : sql` and strpos(${shownSearch(unshown)}, lower(${text})) > 0`
  }`

/** The lines of `search` that only some lists show, and those between them, in the order of 0007_lists.sql. */
const LINES = {
  fee: `'GMD ' || (fee / 100)::text || '.' || lpad((fee % 100)::text, 2, '0')`,
  tokens: 'tokens_text(tokens)',
  cashier_name: 'cashier_name',
  location: 'location',
  transaction_id: 'transaction_id',
}
const joinLines = (names: readonly string[]) =>
  Object.entries(LINES)
    .filter(([name]) => names.includes(name))
    .map(([, line]) => `E'\\n' || ${line}`)
    .join(' || ')

function shownSearch(unshown: Part['unshown']) {
  const names = Object.keys(LINES)
  const shown = names.filter((name) => !unshown.includes(name as Unshown))
  return sql.raw(`replace(search collate "C", lower(${joinLines(names)}), lower(${joinLines(shown)}))`)
}

async function isAny({ db }: Part, { where }: Looking, also: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select from sale where ${where}${also} limit 1`.execute(db)
  return rows.length > 0
}

/** A first page that has everything needs no count. */
async function foundWindow(part: Part, looking: Looking, also: RawBuilder<unknown>, page: Page) {
  const { rows, next } = page
  const isAll = next === null && !looking.isContinued
  const { count: total, tendered, fees } = page
  const sums = isAll
    ? { total, isTotalExact: true, tendered, fees }
    : await countedSums(part, looking, also, total)
  return { rows, next, searchedBackTo: null, ...sums }
}

interface Counted {
  total: number
  tendered: number | null
  fees: number | null
}

/** Of the whole search, wherever its window begins; `known` if counting would take too long. */
async function countedSums({ db }: Part, { where }: Looking, also: RawBuilder<unknown>, known: number) {
  const counted = await withinTime(db, COUNT_MS, async (on) => {
    const { rows } = await sql<Counted>`
      select count(*) as total, sum(tendered) as tendered, sum(fee) as fees
        from (select tendered, fee from sale where ${where}${also} ${inOrder('newest')} limit ${COUNTED_MOST + 1}) found`.execute(
      on,
    )
    return rows[0] ?? null
  })
  if (counted === null) return { total: known, isTotalExact: false }
  if (counted.total > COUNTED_MOST) return { total: COUNTED_MOST, isTotalExact: false }
  return {
    total: counted.total,
    isTotalExact: true,
    tendered: bututs(counted.tendered ?? 0),
    fees: bututs(counted.fees ?? 0),
  }
}

const CANCELED = '57014'

/** The planner knows the term and chooses the faster way; if it chooses badly, the time limit ends it. Null: too long. */
export async function withinTime<Result>(
  db: Db,
  ms: number,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | null> {
  try {
    return await inTransaction(db, async (tx) => {
      // Compiling a plan would take longer than any search here should.
      await sql`select set_config('statement_timeout', ${String(ms)}, true), set_config('jit', 'off', true)`.execute(
        tx,
      )
      return work(tx)
    })
  } catch (error) {
    if ((error as { code?: string }).code === CANCELED) return null
    throw error
  }
}

/** Reads the next rows of the list, this many and no more. */
async function newestWindow(part: Part, looking: Looking, text: string): Promise<ReadWindow<Json>> {
  const { where, cursor, isContinued, order } = looking
  const next = sql`from sale where ${where}${cursor} ${inOrder(order)}`
  const page = await readPage(part, looking, {
    from: sql`(select * ${next} limit ${LOOKED_AT_MOST}) sale`,
    also: containing(part, text),
  })
  const { rows, count: total, tendered, fees } = page
  if (page.next !== null) return { rows, next: page.next, total, isTotalExact: false, searchedBackTo: null }
  // In two steps, so that finding the last row reads only the index.
  const { rows: edge } = await sql<{ id: number; at: Date }>`
    select id, at from sale where id = (select id ${next} offset ${LOOKED_AT_MOST - 1} limit 1)`.execute(
    part.db,
  )
  const [last] = edge
  const isAll = !last && !isContinued
  return {
    rows,
    next: last?.id ?? null,
    searchedBackTo: last?.at ?? null,
    total,
    isTotalExact: isAll,
    ...(isAll && { tendered, fees }),
  }
}
