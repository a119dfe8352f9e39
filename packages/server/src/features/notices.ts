// The inbox of a user: what they should know of, what they have seen, and how else they want to be told.
import type { Api, NoticeKind } from '@flexpower/contract'
import { sql } from 'kysely'
import { inTransaction } from '../db/db.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { onUser, recordAct } from '../ledger/acts.ts'
import { shownInstant, shownLines } from '../lists/shown-text.ts'
import { tableList } from '../lists/table-list.ts'
import { eventKinds, kinds, listKinds } from '../notices/kinds.ts'
import { Refusal, wrongField } from '../refusal.ts'
import type { Caller, Context } from '../runtime/context.ts'

type Calls = Api['notices']

export const notices: Handlers['notices'] = {
  list,
  count,
  markSeen,
  markAllSeen,
  preferences,
  prefer,
  setPhone,
}

const isUnread = sql<boolean>`(seen_at is null and over_at is null)`

async function list({ context: { db }, input: { state }, caller }: Call<Calls['list']>) {
  return tableList({
    query: db
      .selectFrom('notice')
      .selectAll()
      .where('user_id', '=', caller.userId)
      .$if(state === 'unread', (query) => query.where(isUnread))
      .$if(state === 'earlier', (query) => query.where(sql<boolean>`not ${isUnread}`)),
    place: sql`id`,
    at: sql`created_at`,
    text: shownLines(shownInstant(sql`created_at`), sql`title`, sql`text`),
    show: (row) => ({
      id: row.id,
      kind: row.kind,
      record: row.record,
      title: row.title,
      text: row.text,
      at: row.created_at,
      seenAt: row.seen_at,
      overAt: row.over_at,
    }),
  })
}

async function count({ context: { db }, caller }: Call<Calls['count']>) {
  const { unread } = await db
    .selectFrom('notice')
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .where('user_id', '=', caller.userId)
    .where(isUnread)
    .executeTakeFirstOrThrow()
  return { unread }
}

/** Who saw it and when is in the row itself: the audit would only repeat it. */
const markAsSeen = ({ db, clock }: Context, { userId }: Caller) => {
  const now = clock.now()
  return db
    .updateTable('notice')
    .set({
      seen_at: now,
      over_at: sql<Date | null>`case when kind = any(${eventKinds}::text[]) then ${now}::timestamptz else over_at end`,
    })
    .where('user_id', '=', userId)
    .where('seen_at', 'is', null)
}

async function markSeen({ context, input, caller }: Call<Calls['markSeen']>) {
  const row = await context.db
    .selectFrom('notice')
    .select('id')
    .where('id', '=', input.id)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'There is no such notice.')
  await markAsSeen(context, caller).where('id', '=', row.id).execute()
  return { message: 'The notice is marked as read.' }
}

async function markAllSeen({ context, caller }: Call<Calls['markAllSeen']>) {
  await markAsSeen(context, caller).execute()
  return { message: 'All notices are marked as read.' }
}

async function preferences({ context: { db }, caller }: Call<Calls['preferences']>) {
  const own = await db
    .selectFrom('notice_preference')
    .select(['kind', 'mail', 'sms'])
    .where('user_id', '=', caller.userId)
    .execute()
  return {
    phone: await readPhone(db, caller),
    kinds: listKinds(caller.type).map((kind) => {
      const chosen = own.find((each) => each.kind === kind)
      const { mail, isMailFixed = false } = kinds[kind]
      return { kind, mail: isMailFixed || (chosen?.mail ?? mail), sms: chosen?.sms ?? false, isMailFixed }
    }),
  }
}

async function readPhone(db: Context['db'], { userId }: Caller): Promise<string | null> {
  const row = await db
    .selectFrom('notice_phone')
    .select('phone')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.phone ?? null
}

async function prefer(call: Call<Calls['prefer']>) {
  const { context, input, caller } = call
  const { kind, mail, sms } = input
  if (!listKinds(caller.type).includes(kind))
    throw wrongField('kind', 'You do not get notices of this kind. Nothing was changed.')
  if (kinds[kind].isMailFixed && !mail)
    throw wrongField(
      'mail',
      'These mails protect your account and cannot be turned off. Nothing was changed.',
    )
  if (sms && (await readPhone(context.db, caller)) === null)
    throw wrongField('sms', 'Enter the number that SMS should go to first. Nothing was changed.')
  await inTransaction(context.db, async (tx) => {
    await tx
      .insertInto('notice_preference')
      .values({ user_id: caller.userId, kind, mail, sms })
      .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ mail, sms }))
      .execute()
    await recordAct(tx, call, {
      action: 'changed how they get notices',
      ...onUser({ id: caller.userId, name: caller.name }),
      after: { kind, mail, sms },
    })
  })
  return { message: describeChannels(kind, mail, sms) }
}

const describeChannels = (kind: NoticeKind, mail: boolean, sms: boolean): string => {
  const channels = ['in your inbox', ...(mail ? ['by mail'] : []), ...(sms ? ['by SMS'] : [])]
  return `You get notices about “${kind}” ${channels.join(' and ')}.`
}

async function setPhone(call: Call<Calls['setPhone']>) {
  const { context, input, caller } = call
  await inTransaction(context.db, async (tx) => {
    await tx
      .insertInto('notice_phone')
      .values({ user_id: caller.userId, phone: input.phone })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ phone: input.phone }))
      .execute()
    await recordAct(tx, call, {
      action: 'changed the number for SMS notices',
      ...onUser({ id: caller.userId, name: caller.name }),
      after: { phone: input.phone },
    })
  })
  return { message: `SMS notices go to ${input.phone}.` }
}
