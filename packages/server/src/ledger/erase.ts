// Removes a phone number from the sales and their messages. Amounts, meters, tokens and transfers stay as they are. The
// database lets nothing else in a sale change (migration 0035).
import { ERASED } from '@flexpower/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import { takeTime } from './archive.ts'

export interface Holding {
  /** Of sales and of orders that became none; an open one has no end yet. */
  ids: number[]
  sales: number
  open: number
  messages: number
}

interface FoundVend {
  id: number
  is_sale: boolean
  is_open: boolean
}

/**
 * Orders have no index on the phone, because every sale would have to write it: those that were sold are found by the
 * index of the sales, the others among the few that are open or voided. `spellings` are the same number as people write
 * it.
 */
export async function findPhone(tx: Tx, spellings: readonly string[]): Promise<Holding> {
  await takeTime(tx)
  const { rows } = await sql<FoundVend>`
    select id, state = 'confirmed' as is_sale, state not in ('confirmed', 'voided') as is_open from vend
      where id in (
        select id from sale where phone = any(${spellings}::text[])
        union select id from archived_sale where phone = any(${spellings}::text[])
        union select id from vend where product = 'airtime' and subject = any(${spellings}::text[])
        union select id from vend
          where state in ('sent', 'unknown', 'manual') and phone = any(${spellings}::text[])
        union select id from vend where state = 'voided' and phone = any(${spellings}::text[]))`.execute(tx)
  const { messages } = await tx
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('messages'))
    .where(isMessageTo(spellings))
    .executeTakeFirstOrThrow()
  return {
    ids: rows.map(({ id }) => id),
    sales: rows.filter(({ is_sale: isSale }) => isSale).length,
    open: rows.filter(({ is_open: isOpen }) => isOpen).length,
    messages,
  }
}

const isMessageTo = (spellings: readonly string[]) =>
  sql<boolean>`channel = 'sms' and recipient = any(${spellings}::text[])`

const UNSENT = 'The phone number was erased before the message could be sent.'

/** What `findPhone` found, when nothing of it is open. */
export async function erasePhone(
  tx: Tx,
  spellings: readonly string[],
  { ids }: Holding,
  at: Date,
): Promise<void> {
  const erased = sql`
    phone = ${ERASED}, subject = case when product = 'airtime' then ${ERASED} else subject end`
  for (const table of ['sale', 'archived_sale'])
    await sql`update ${sql.table(table)} set ${erased} where id = any(${ids}::bigint[])`.execute(tx)
  // Without the time of a repetition: two sales to different numbers must not look like one that was sent twice.
  await sql`
    update vend set ${erased}, repeatable_at = null,
        reason = ${withoutNumber(sql`reason`, spellings)},
        evidence = ${withoutNumber(sql`evidence::text`, spellings)}::jsonb
      where id = any(${ids}::bigint[])`.execute(tx)
  await sql`
    update outbox set recipient = ${ERASED}, body = ${withoutNumber(sql`body`, spellings)},
        failed_at = case when sent_at is null then coalesce(failed_at, ${at}) else failed_at end,
        failure = case when sent_at is null then coalesce(failure, ${UNSENT}) else failure end
      where ${isMessageTo(spellings)}`.execute(tx)
  await sql`
    update difference set subject = ${ERASED}
      where other_side = 'airtime' and subject = any(${spellings}::text[])`.execute(tx)
  // Nobody sells at the price of a minute ago for a number that is gone.
  await sql`
    delete from verification
      where subject = any(${spellings}::text[]) or quote::text ~ ${asWritten(spellings)}`.execute(tx)
}

/** In a text, where it stands alone; not where its digits are a part of another number. */
const asWritten = (spellings: readonly string[]) => `\\+?\\m(?:${spellings.join('|')})\\M`

const withoutNumber = (text: ReturnType<typeof sql>, spellings: readonly string[]) =>
  sql`regexp_replace(${text}, ${asWritten(spellings)}, ${ERASED}, 'g')`

/** The title of an audit entry. Entries are never changed, so a number in one is hidden where it is read. */
export const shownTitle = (db: Db) => sql<string>`
  case when record ~ '^sale/\\d{1,18}$' and exists (${db
    .selectFrom('vend')
    .select('id')
    .where(sql<boolean>`id = substr(record, 6)::bigint`)
    .where('product', '=', 'airtime')
    .where('subject', '=', ERASED)})
    then 'phone number ${sql.raw(ERASED)}' else title end`
