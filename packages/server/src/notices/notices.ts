// Writes notices, once for each cause and user, and puts the mails and SMS that the users want into the outbox with them. A
// job looks for causes and ends; a cause that must be told of at once is looked for in its own transaction.
import type { NoticeKind } from '@flexpower/contract'
import { sql } from 'kysely'
import { alone } from '../db/alone.ts'
import { inTransaction, type Tx } from '../db/db.ts'
import { type QueuedMessage, queueMessages } from '../mail/outbox.ts'
import { MINUTE_MS } from '../runtime/clock.ts'
import type { Context } from '../runtime/context.ts'
import { repeat } from '../runtime/repeat.ts'
import { endOver, type FloatOf, findMissing, type Missing } from './causes.ts'
import { foundKinds, kinds, writers } from './kinds.ts'

const LOOK_EVERY_MS = 5_000
/** The pace of every float is read from the sums of a week. */
const FLOATS_EVERY_MS = MINUTE_MS

type Parts = Pick<Context, 'clock' | 'config'>

export interface NewNotice {
  userId: number
  kind: NoticeKind
  record: string
  title: string
  text: string
}

/** Tells of causes that this transaction has made. */
export async function tellOfCauses(tx: Tx, parts: Parts, of: readonly NoticeKind[]): Promise<number> {
  return tellOfMissing(tx, parts, await findMissing(tx, of, {}, parts.clock.now()))
}

const tellOfMissing = (tx: Tx, parts: Parts, missing: Missing[]): Promise<number> =>
  writeNotices(
    tx,
    parts,
    missing.map(({ user_id: userId, kind, record, facts }) => {
      const write = writers[kind as keyof typeof writers] as (
        facts: unknown,
        site: unknown,
      ) => {
        title: string
        text: string
      }
      return { userId, kind, record, ...write(facts, parts.config.site) }
    }),
  )

/** Something that happened and has no end: over when it was seen. */
export async function tellAdmins(tx: Tx, parts: Parts, notice: Omit<NewNotice, 'userId'>): Promise<number> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('type', '=', 'Admin')
    .where('deleted_at', 'is', null)
    .execute()
  return writeNotices(
    tx,
    parts,
    admins.map(({ id }) => ({ ...notice, userId: id })),
  )
}

/** Those that are not there yet; returns how many. */
export async function writeNotices(tx: Tx, parts: Parts, given: NewNotice[]): Promise<number> {
  if (given.length === 0) return 0
  const at = parts.clock.now()
  const pick = (name: keyof NewNotice) => given.map((each) => each[name])
  const { rows } = await sql<Written>`
    with written as (
      insert into notice (user_id, kind, record, title, text, created_at)
        select *, ${at}::timestamptz from unnest(${pick('userId')}::bigint[], ${pick('kind')}::text[],
          ${pick('record')}::text[], ${pick('title')}::text[], ${pick('text')}::text[])
        on conflict (user_id, kind, record) where over_at is null do nothing returning *)
    select written.*, users.name, users.email, p.mail, p.sms, t.phone from written
      join users on users.id = written.user_id
      left join notice_preference p on p.user_id = written.user_id and p.kind = written.kind
      left join notice_phone t on t.user_id = written.user_id order by written.id`.execute(tx)
  const messages = rows.flatMap((row) => writeMessages(row, parts))
  await queueMessages(tx, messages, at)
  return rows.length
}

interface Written {
  kind: NoticeKind
  title: string
  text: string
  name: string
  email: string
  mail: boolean | null
  sms: boolean | null
  phone: string | null
}

function writeMessages(row: Written, { config }: Parts): QueuedMessage[] {
  const { kind, title, text, name, email, phone } = row
  const { productName } = config.site
  const { mail, isMailFixed, advise } = kinds[kind]
  const messages: QueuedMessage[] = []
  if (!isMailFixed && (row.mail ?? mail)) {
    const advice = advise((path) => `${config.publicUrl}${path}`)
    const body = `Hello ${name},\n\n${text}\n\n${advice}\n`
    messages.push({ channel: 'mail', recipient: email, subject: `${productName}: ${title}`, body })
  }
  if (row.sms === true && phone !== null)
    messages.push({
      channel: 'sms',
      recipient: phone,
      subject: '',
      body: `${productName}: ${title}. ${text}`,
    })
  return messages
}

type Looking = Pick<Context, 'clock' | 'config' | 'db' | 'products'>

/** Looks for causes and for ends, unless another process does; returns how many notices were written and ended. */
export async function noticeDue(
  { db, products, ...parts }: Looking,
  of: readonly NoticeKind[] = foundKinds,
): Promise<{ written: number; over: number }> {
  const floatOf: FloatOf = Object.fromEntries(
    Object.values(products).map(({ name, floatKind }) => [name, floatKind]),
  )
  const done = await alone(db, 'notices', () =>
    inTransaction(db, async (tx) => {
      const now = parts.clock.now()
      const over = await endOver(tx, of, floatOf, now)
      return { written: await tellOfMissing(tx, parts, await findMissing(tx, of, floatOf, now)), over }
    }),
  )
  return done ?? { written: 0, over: 0 }
}

const quickKinds = foundKinds.filter((kind) => kind !== 'float low')

export function startNotices(context: Context): () => Promise<void> {
  let floatsAt = Number.NEGATIVE_INFINITY
  return repeat({
    pauseMs: () => LOOK_EVERY_MS,
    run: async () => {
      const isFloatsTurn = performance.now() - floatsAt >= FLOATS_EVERY_MS
      await noticeDue(context, isFloatsTurn ? foundKinds : quickKinds)
      if (isFloatsTurn) floatsAt = performance.now()
    },
    onFailure: (error) => context.log.error({ err: error }, 'notices could not be looked for'),
  })
}
