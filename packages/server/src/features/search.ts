// One box that finds people and sales. Each question has an index of its own, so it is as fast at five million sales as at fifty.
import { type Api, ARCHIVED_FOUND_MOST } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Handler } from '../http/handle.ts'

const FOUND_MOST = 6

export const everything: Handler<Api['search']['everything']> = async ({ context: { db }, input }) => {
  // Who looks in the archive looks for a sale, and for more than the newest few.
  const isArchive = input.archived === true
  const [users, sales] = await Promise.all([
    isArchive ? [] : findUsers(db, input.words),
    findSales(db, input.words, isArchive),
  ])
  return { users, sales }
}

function findUsers(db: Db, words: string) {
  const pattern = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'location', 'type'])
    .where('deleted_at', 'is', null)
    .where((row) => row.or([row('name', 'ilike', pattern), row('email', 'ilike', pattern)]))
    .orderBy('name')
    .limit(FOUND_MOST)
    .execute()
}

/** A receipt's number or a reference as the customer has it, a whole token with or without its blanks, or a meter number. */
async function findSales(db: Db, words: string, isArchive: boolean) {
  const found = db
    // The two tables have the same columns.
    .selectFrom((isArchive ? 'archived_sale' : 'sale') as 'sale')
    .select(['id', 'at', 'transaction_id', 'subject', 'customer_name', 'tendered', 'cashier_name', 'tokens'])
    .where('product', '=', 'electricity')
    .orderBy('id', 'desc')
    .limit(isArchive ? ARCHIVED_FOUND_MOST : FOUND_MOST)
  const digits = words.replaceAll(/[\s-]/g, '')
  const receipt = /^R-(\d{1,15})$/i.exec(words)?.[1]
  const query = receipt
    ? found.where('receipt_number', '=', Number(receipt))
    : /^\d{6}-\d+$/.test(words)
      ? found.where('transaction_id', '=', words)
      : /^\d{20}$/.test(digits)
        ? found.where(sql<boolean>`tokens @> array[${digits}]`)
        : found.where('subject', '=', digits)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    reference: row.transaction_id,
    meter: row.subject,
    customerName: row.customer_name,
    tendered: row.tendered,
    cashierName: row.cashier_name,
    tokens: row.tokens,
  }))
}
