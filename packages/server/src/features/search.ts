// One box that finds people and sales. Each query has its own index, so it is as fast at five million sales as at
// fifty. And the archive, on request: by everything that the lists would show of a sale.
import {
  type Api,
  ARCHIVED_FOUND_MOST,
  listSpellings,
  parseReceiptCode,
  parseReference,
} from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../runtime/context.ts'
import type { Db, Tx } from '../db/db.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { readTerm } from '../lists/search-term.ts'
import { contains } from '../lists/shown-text.ts'
import { caseByProduct, listProducts, type Products, type SaleRow } from '../sales/product.ts'
import { LOOKED_AT_MOST, SEARCH_MS, withinTime } from '../sales/search-window.ts'
import { inOrder } from '../sales/time-order.ts'

type Calls = Api['search']

export const search: Handlers['search'] = { everything, archive }

const FOUND_MOST = 6

async function everything({ context, input, caller }: Call<Calls['everything']>) {
  const { db } = context
  const [users, sales] = await Promise.all([
    findUsers(db, input.words),
    findSales(db, context.products, caller, sql`sale`, exactly(input.words), FOUND_MOST),
  ])
  return { users, sales }
}

/**
 * Searched like the lists: a whole number first; a day; else any part of the shown text, and if that takes long, only
 * in the newest sales.
 */
async function archive({ context, input, caller }: Call<Calls['archive']>) {
  const { db, products } = context
  const find = (which: RawBuilder<boolean>, on: Db | Tx = db, from = sql`archived_sale`) =>
    findSales(on, products, caller, from, which, ARCHIVED_FOUND_MOST)
  const exact = await find(exactly(input.words))
  if (exact.length > 0) return { sales: exact, searchedBackTo: null }
  const term = readTerm(input.words)
  if (term.kind === 'nothing') return { sales: [], searchedBackTo: null }
  if (term.kind === 'days')
    return { sales: await find(sql`day between ${term.from} and ${term.to}`), searchedBackTo: null }
  const containing = sql<boolean>`search like lower(${contains(term.text)})`
  const isShort = term.kind === 'text' && term.isShort
  const sales = isShort ? null : await withinTime(db, SEARCH_MS, (tx) => find(containing, tx))
  if (sales !== null) return { sales, searchedBackTo: null }
  const newest = sql`(select * from archived_sale ${inOrder('newest')} limit ${LOOKED_AT_MOST}) newest`
  return { sales: await find(containing, db, newest), searchedBackTo: await archivedBackTo(db) }
}

/** The oldest of the newest; null if there are no others. */
async function archivedBackTo(db: Db): Promise<Date | null> {
  const edge = await db
    .selectFrom('archived_sale')
    .select('at')
    .orderBy('at', 'desc')
    .offset(LOOKED_AT_MOST - 1)
    .limit(2)
    .execute()
  return edge.length === 2 ? (edge[0]?.at ?? null) : null
}

function findUsers(db: Db, words: string) {
  const pattern = contains(words)
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'location', 'type'])
    .where('deleted_at', 'is', null)
    .where((row) => row.or([row('name', 'ilike', pattern), row('email', 'ilike', pattern)]))
    .orderBy('name')
    .limit(FOUND_MOST)
    .execute()
}

/**
 * A receipt number, reference or code as the customer has it, a whole token with or without blanks, or the meter, account
 * or phone number, of the purchase too.
 */
function exactly(words: string): RawBuilder<boolean> {
  const digits = words.replaceAll(/[\s-]/g, '')
  const receipt = /^R-(\d{1,15})$/i.exec(words)?.[1]
  if (receipt) return sql`receipt_number = ${Number(receipt)}`
  const reference = parseReference(words)
  if (reference !== null) return sql`transaction_id = ${reference}`
  if (/^\d{20}$/.test(digits)) return sql`tokens @> array[${digits}]`
  const code = parseReceiptCode(words)
  // A meter number can look like a code.
  if (code !== null)
    return sql`(subject = ${digits} or id = (select v.id from vend v where v.receipt_code = ${code}))`
  const phone = words.replaceAll(/[\s+-]/g, '')
  if (!/^\d{7,15}$/.test(phone)) return sql`subject = ${digits}`
  // The newest of a number first, each by its index: one number may have thousands.
  return sql`(subject = ${digits} or id = any(array(
    select p.id from unnest(${listSpellings(phone)}::text[]) as w (word),
      lateral (select s.id from any_sale s where s.phone = w.word order by s.at desc limit ${ARCHIVED_FOUND_MOST}) p)))`
}

/** Newest first, of the products that the caller may see. */
async function findSales(
  on: Db | Tx,
  products: Products,
  caller: Caller,
  from: RawBuilder<unknown>,
  which: RawBuilder<boolean>,
  most: number,
) {
  const hidden = listProducts(products).flatMap(({ name, isSeenBy }) =>
    !isSeenBy || isSeenBy(caller) ? [] : [name],
  )
  const { rows } = await sql<FoundRow>`
    select id, at, product, transaction_id, subject, tendered, cashier_name,
        ${sql.raw(caseByProduct(products, ({ found }) => found.name))} as customer_name,
        ${sql.raw(caseByProduct(products, ({ found }) => found.tokens))} as tokens
      from ${from} where ${which} ${hidden.length === 0 ? sql`` : sql`and product <> all(${hidden}::text[])`}
      ${inOrder('newest')} limit ${most}`.execute(on)
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    reference: row.transaction_id,
    product: row.product,
    subject: row.subject,
    customerName: row.customer_name,
    tendered: row.tendered,
    cashierName: row.cashier_name,
    tokens: row.tokens,
  }))
}

type FoundRow = Pick<
  SaleRow,
  | 'id'
  | 'at'
  | 'product'
  | 'transaction_id'
  | 'subject'
  | 'customer_name'
  | 'tendered'
  | 'cashier_name'
  | 'tokens'
>
