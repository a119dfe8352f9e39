// Removes a phone number from the sales, their history and their messages. Amounts, meters, tokens and transfers stay as
// they are. The database lets nothing else in a sale or its history change (migrations 0035 and 0045).
import { ERASED } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { takeTime } from './archive.ts'

export interface Holding {
  /** Of everything that has the number. */
  ids: number[]
  sales: number
  /** That became no sale. */
  orders: number
  /** The references of those that have no end yet. */
  open: string[]
  messages: number
}

/**
 * Orders have no index on the phone, because every sale would have to write it: those that were sold are found by the
 * index of the sales, the others among the few that are open or voided. `spellings` are the same number as people write
 * it.
 */
export async function findPhone(tx: Tx, spellings: readonly string[]): Promise<Holding> {
  await takeTime(tx)
  const { rows } = await sql<Pick<Schema['vend'], 'reference' | 'state'> & { id: number }>`
    select id, reference, state from vend
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
    sales: rows.filter(({ state }) => state === 'confirmed').length,
    orders: rows.filter(({ state }) => state === 'voided').length,
    open: rows
      .filter(({ state }) => state !== 'confirmed' && state !== 'voided')
      .map(({ reference }) => reference),
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
    update vend_event set note = ${withoutNumber(sql`note`, spellings)}
      where vend_id = any(${ids}::bigint[]) and note ~ ${asWritten(spellings)}`.execute(tx)
  await sql`
    update outbox set recipient = ${ERASED}, body = ${withoutNumber(sql`body`, spellings)},
        delivery_reason = ${withoutNumber(sql`delivery_reason`, spellings)},
        failed_at = case when sent_at is null then coalesce(failed_at, ${at}) else failed_at end,
        failure = ${withoutNumber(sql`case when sent_at is null then coalesce(failure, ${UNSENT}) else failure end`, spellings)}
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

/** Entries of the audit are never changed, so a number in one is hidden where it is read. */
const isAboutErased = (db: Db, isErased: RawBuilder<boolean>) => sql<boolean>`
  record ~ '^sale/\\d{1,18}$' and exists (${db
    .selectFrom('vend')
    .select('id')
    .where(sql<boolean>`id = substr(record, 6)::bigint`)
    .where(isErased)})`

const isAirtimeErased = sql<boolean>`product = 'airtime' and subject = ${ERASED}`

/** The title of an audit entry: for airtime it is the number. */
export const shownTitle = (db: Db) => sql<string>`
  case when ${isAboutErased(db, isAirtimeErased)} then 'phone number ${sql.raw(ERASED)}' else title end`

const ANY_NUMBER = String.raw`\+?\m\d{7,15}\M`

/** What an audit entry says about afterwards. Which number was erased is not known any more, so a reason shows none. */
export const shownAfter = (db: Db) => sql<Record<string, unknown> | null>`
  case when after ->> 'reason' ~ ${ANY_NUMBER}
      and ${isAboutErased(db, sql<boolean>`(phone = ${ERASED} or ${isAirtimeErased})`)}
    then after || jsonb_build_object('reason', regexp_replace(after ->> 'reason', ${ANY_NUMBER}, ${ERASED}, 'g'))
    else after end`
