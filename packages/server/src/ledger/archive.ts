// Moves old sales to the archive, and back. The database lets a sale leave its table only if the other one has exactly
// the same row (migration 0008). So whatever goes wrong here, none is lost; sums and audits read both.
import type { Bututs, Day } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'

export interface Moved {
  sales: number
  tendered: Bututs
}

/** What would be moved: every sale up to that day. Open sales are not included, because they are not sales yet. */
export const countOld = (db: Db | Tx, until: Day): Promise<Moved> =>
  db
    .selectFrom('sale')
    .select(({ fn }) => [
      fn.countAll<number>().as('sales'),
      fn.coalesce(fn.sum<Bututs>('tendered'), sql<Bututs>`0`).as('tendered'),
    ])
    .where('day', '<=', until)
    .executeTakeFirstOrThrow()

export async function archive(tx: Tx, cleanupId: number, until: Day): Promise<Moved> {
  await takeTime(tx)
  const copied = await sql<Moved>`
    with copied as (insert into archived_sale select ${cleanupId}::bigint, s.* from sale s where s.day <= ${until} returning tendered)
    select count(*) as sales, coalesce(sum(tendered), 0) as tendered from copied`.execute(tx)
  const { numDeletedRows } = await tx.deleteFrom('sale').where('day', '<=', until).executeTakeFirstOrThrow()
  return sameNumber(copied.rows[0], numDeletedRows)
}

export async function bringBack(tx: Tx, cleanupId: number): Promise<Moved> {
  await takeTime(tx)
  const columns = sql.raw(await writtenColumns(tx))
  const copied = await sql<Moved>`
    with copied as (
      insert into sale (${columns}) select ${columns} from archived_sale
        where cleanup_id = ${cleanupId} order by id returning tendered)
    select count(*) as sales, coalesce(sum(tendered), 0) as tendered from copied`.execute(tx)
  const { numDeletedRows } = await tx
    .deleteFrom('archived_sale')
    .where('cleanup_id', '=', cleanupId)
    .executeTakeFirstOrThrow()
  return sameNumber(copied.rows[0], numDeletedRows)
}

/** All columns of a sale except those that the database computes. */
async function writtenColumns(tx: Tx): Promise<string> {
  const { rows } = await sql<{ columns: string }>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = 'sale'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(tx)
  return rows[0]?.columns ?? ''
}

/** Millions of rows take longer than any call may. */
export const takeTime = (tx: Tx) => sql`set local statement_timeout = 0`.execute(tx)

function sameNumber(copied: Moved | undefined, deleted: bigint): Moved {
  if (copied === undefined || copied.sales !== Number(deleted))
    throw new Error(`${copied?.sales} sales were copied and ${deleted} deleted: nothing was moved`)
  return copied
}
