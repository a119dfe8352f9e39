// What visitors write: messages and applications. They are stored first and sent afterwards, so no mail server can lose
// or delay one.
import { type Answer, type Api, messageStates, type OutboxMessage, TIME_ZONE } from '@flexpower/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../runtime/clock.ts'
import type { Context, Origin } from '../runtime/context.ts'
import { inTransaction, isUniqueViolation } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { readNetwork } from '../identity/network.ts'
import { recordAct } from '../ledger/acts.ts'
import { shownChoice, shownDay, shownInstant, shownLines } from '../lists/shown-text.ts'
import { tableList } from '../lists/table-list.ts'
import { queueMessages } from '../mail/outbox.ts'
import { Refusal } from '../refusal.ts'
import type { Site } from '../config/site.ts'
import { countAttempt, type Limit } from '../identity/throttle.ts'

type Calls = Api['contact']

export const contact: Handlers['contact'] = { send, apply, messages, mark, unsent, outbox }

/** A family behind one address may write; a program that floods may not. */
const MESSAGES_PER_ADDRESS: Limit = { most: 10, windowMs: HOUR_MS }
const MESSAGES_IN_ALL: Limit = { most: 1000, windowMs: DAY_MS }

async function send({ context, input, origin }: Call<Calls['send']>): Promise<Answer<Calls['send']>> {
  await refuseFlood(context, origin, 'contact')
  const { db, clock, config } = context
  const now = clock.now()
  const { supportEmail, productName } = config.site
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('contact_message')
      .values({ ...input, created_at: now, address: origin.address })
      .execute()
    const body = [`${input.name} (${input.email}) writes:`, input.message].join('\n\n')
    const subject = `${productName}: a message from ${input.name}`
    await queueMessages(
      tx,
      [{ channel: 'mail', recipient: supportEmail, replyTo: input.email, subject, body }],
      now,
    )
  })
  return { success: true, message: 'Thank you. Your message has reached us; we answer by e-mail.' }
}

async function apply({ context, input, origin }: Call<Calls['apply']>): Promise<Answer<Calls['apply']>> {
  await refuseFlood(context, origin, 'signup')
  const { db, clock, config } = context
  const now = clock.now()
  const { supportEmail, productName } = config.site
  try {
    await inTransaction(db, async (tx) => {
      await tx
        .insertInto('application')
        .values({
          name: input.name,
          business_name: input.businessName,
          email: input.email,
          phone: input.phone,
          location: input.location,
          created_at: now,
        })
        .execute()
      await queueMessages(
        tx,
        [
          { channel: 'mail', recipient: input.email, ...confirmation(config.site) },
          {
            channel: 'mail',
            recipient: supportEmail,
            replyTo: input.email,
            subject: `${productName}: ${input.name} wants to sell`,
            body: `${input.name}, ${input.businessName}, ${input.location}, ${input.phone}, ${input.email}. Approve or decline under User, Applications.`,
          },
        ],
        now,
      )
    })
  } catch (error) {
    // The same application again: it is stored already, and nobody may learn who else applied.
    if (!isUniqueViolation(error, 'application_one_waiting')) throw error
  }
  return { success: true, message: 'Thank you. We have your application and answer by e-mail.' }
}

async function messages({ context: { db } }: Call<Calls['messages']>) {
  return tableList({
    query: db
      .selectFrom('contact_message')
      .leftJoin('users', 'users.id', 'contact_message.handled_by')
      .select([
        'contact_message.id',
        'contact_message.name',
        'contact_message.email',
        'message',
        'contact_message.created_at',
        'state',
        'handled_at',
        'users.name as handler',
      ]),
    place: sql`contact_message.id`,
    at: sql`contact_message.created_at`,
    text: shownLines(
      shownInstant(sql`contact_message.created_at`),
      sql`contact_message.name`,
      sql`contact_message.email`,
      sql`message`,
      shownChoice(sql`state`, messageStates),
      sql`concat_ws(' by ', ${shownDay(sql`handled_at at time zone ${sql.lit(TIME_ZONE)}`)}, users.name)`,
    ),
    show: (row) => ({
      id: row.id,
      at: row.created_at,
      name: row.name,
      email: row.email,
      message: row.message,
      state: row.state,
      handledBy: row.handler,
      handledAt: row.handled_at,
    }),
  })
}

async function mark(call: Call<Calls['mark']>) {
  const { context, input, caller } = call
  await inTransaction(context.db, async (tx) => {
    const marked = await tx
      .updateTable('contact_message')
      .set({ state: input.state, handled_by: caller.userId, handled_at: context.clock.now() })
      .where('id', '=', input.id)
      .returning('name')
      .executeTakeFirst()
    if (!marked) throw new Refusal('not_found', 'There is no such message.')
    await recordAct(tx, call, {
      action: 'marked a message',
      record: `message/${input.id}`,
      title: marked.name,
      after: { state: input.state },
    })
  })
  return { message: `The message is ${input.state}.` }
}

/** Without their text: an Admin who checks unsent messages must not read links that sign somebody in. */
async function unsent({ context: { db } }: Call<Calls['unsent']>) {
  return listOutbox(
    db.selectFrom('outbox').selectAll().where('sent_at', 'is', null),
    [sql`case when failed_at is null then 'Waiting' else 'Given up' end`, shownAttempts, sql`failure`],
    (row) => ({ ...showMessage(row), body: '' }),
  )
}

/** As the screen says it. */
const shownAttempts = sql`case attempts when 0 then 'Not tried' when 1 then 'Tried once' else 'Tried ' || attempts || ' times' end`

/** Messages contain links that sign people in. The demo shows them to the person at this machine only. */
async function outbox({ context: { db, config }, origin }: Call<Calls['outbox']>) {
  if (config.mode !== 'demo' || !origin.isLocal)
    throw new Refusal('not_found', 'There is nothing at this address.')
  return listOutbox(db.selectFrom('outbox').selectAll(), [sql`body`], showMessage)
}

const listOutbox = (
  query: SelectQueryBuilder<Schema, 'outbox', OutboxRow>,
  shown: readonly RawBuilder<unknown>[],
  show: (row: OutboxRow) => OutboxMessage,
) =>
  tableList({
    query,
    place: sql`id`,
    at: sql`created_at`,
    text: shownLines(
      shownInstant(sql`created_at`),
      sql`case subject when '' then 'Text message' else subject end`,
      sql`'To ' || recipient`,
      ...shown,
    ),
    show,
  })

interface OutboxRow extends Omit<OutboxMessage, 'at' | 'state'> {
  created_at: Date
  sent_at: Date | null
  failed_at: Date | null
}

const showMessage = (row: OutboxRow): OutboxMessage => ({
  id: row.id,
  at: row.created_at,
  channel: row.channel,
  recipient: row.recipient,
  subject: row.subject,
  body: row.body,
  state: row.sent_at ? 'sent' : row.failed_at ? 'failed' : 'waiting',
  attempts: row.attempts,
  failure: row.failure,
})

/**
 * It contains nothing that the applicant typed, not even the name: the address may be anybody's, and a stranger must
 * not be able to have us mail their text to it.
 */
const confirmation = ({ productName, companyName, supportEmail }: Site) => ({
  subject: `Your application to ${productName}`,
  body: [
    'Hello,',
    `we have your application to sell for ${productName}. An administrator looks at it and answers by e-mail.`,
    `If it was not you who applied, do nothing, or tell us at ${supportEmail}.`,
    companyName,
  ].join('\n\n'),
})

async function refuseFlood(context: Context, origin: Origin, what: string): Promise<void> {
  await countAttempt(context, `${what} address ${readNetwork(origin.address)}`, MESSAGES_PER_ADDRESS)
  await countAttempt(context, `${what} in all`, MESSAGES_IN_ALL)
}
