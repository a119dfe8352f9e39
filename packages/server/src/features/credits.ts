// Loads of float against a bank slip. A slip is loaded once; a large load waits for a second Admin.
import { type Api, type Bututs, formatDay, formatGmd, formatTime } from '@flexpower/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller, Context } from '../runtime/context.ts'
import { inTransaction, isUniqueViolation, type Tx } from '../db/db.ts'
import type { FloatKind } from '../db/schema.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { explainRefusals, requireSecondAdmin } from '../identity/independent-admins.ts'
import { onUser, recordAct } from '../ledger/acts.ts'
import { loadCredit } from '../ledger/credits.ts'
import { shownGmd, shownInstant, shownLines } from '../lists/shown-text.ts'
import { tableList } from '../lists/table-list.ts'
import { requireOwnId } from '../identity/claimed-id.ts'
import { Refusal, wrongField } from '../refusal.ts'
import { needsSecondAdmin } from '../identity/second-admin.ts'

type Calls = Api['credits']

export const credits: Handlers['credits'] = { list, load, waiting, confirm, decline }

interface Slip {
  userId: number
  kind: FloatKind
  amount: Bututs
  slipReference: string
}

async function list({ context: { db, config }, input: { agent } }: Call<Calls['list']>) {
  return tableList({
    query: db
      .selectFrom('credit')
      .innerJoin('users as agent', 'agent.id', 'credit.user_id')
      .innerJoin('users as loader', 'loader.id', 'credit.loaded_by')
      .selectAll('credit')
      .select(['agent.name as agent_name', 'loader.name as loader_name'])
      .$if(agent !== undefined, (query) => query.where('credit.user_id', '=', agent ?? 0)),
    place: sql`credit.id`,
    at: sql`credit.created_at`,
    text: shownLines(
      shownInstant(sql`credit.created_at`),
      sql`agent.name`,
      shownKind(config, sql`credit.kind`),
      shownGmd(sql`amount`),
      sql`slip_reference`,
      sql`loader.name`,
      shownGmd(sql`balance_after`),
      // In the list of one agent, each row has the balance before it.
      ...(agent === undefined ? [] : [shownGmd(sql`balance_after - amount`)]),
    ),
    amount: sql`amount`,
    show: (row) => ({
      id: row.id,
      agent: row.user_id,
      at: row.created_at,
      agentName: row.agent_name,
      kind: row.kind,
      amount: row.amount,
      slipReference: row.slip_reference,
      loadedBy: row.loader_name,
      floatAfter: row.balance_after,
    }),
  })
}

async function load(call: Call<Calls['load']>) {
  const { context, input, caller } = call
  requireOwnId(caller, input.claimedUser, 'You can load only in your own name. Nothing was loaded.')
  const slip = { ...input, userId: input.agent }
  const needsTwo = needsSecondAdmin(context.config, input)
  return inTransaction(context.db, async (tx) => {
    const agent = await lockAgent(tx, slip.userId)
    await refuseUsedSlip(tx, context, slip)
    if (needsTwo) {
      await tx
        .insertInto('credit_request')
        .values({
          user_id: slip.userId,
          kind: slip.kind,
          amount: slip.amount,
          slip_reference: slip.slipReference,
          asked_by: caller.userId,
          created_at: context.clock.now(),
        })
        .execute()
      await recordAct(tx, call, {
        action: 'asked for a load of credit',
        ...onUser(agent),
        after: snapshot(slip, null),
      })
      return {
        message: `A second Admin must confirm ${formatGmd(slip.amount)} for ${agent.name}. Nothing has moved yet.`,
        state: 'waiting' as const,
        floatAfter: null,
      }
    }
    const floatAfter = await loadAndRecord(tx, call, agent, slip, caller.userId)
    return { message: 'Credit added successfully', state: 'loaded' as const, floatAfter }
  })
}

async function waiting({ context: { db, config, clock }, caller }: Call<Calls['waiting']>) {
  const explain = explainRefusals(db, { userId: caller.userId, at: clock.now() })
  return tableList({
    query: db
      .selectFrom('credit_request')
      .innerJoin('users as agent', 'agent.id', 'credit_request.user_id')
      .innerJoin('users as asker', 'asker.id', 'credit_request.asked_by')
      .selectAll('credit_request')
      .select(['agent.name as agent_name', 'asker.name as asker_name'])
      .where('credit_request.state', '=', 'waiting'),
    place: sql`credit_request.id`,
    at: sql`credit_request.created_at`,
    text: shownLines(
      shownInstant(sql`credit_request.created_at`),
      sql`agent.name`,
      shownKind(config, sql`credit_request.kind`),
      shownGmd(sql`amount`),
      sql`slip_reference`,
      sql`asker.name`,
    ),
    amount: sql`amount`,
    show: async (row) => {
      const confirmRefusal = await explain({ askedBy: row.asked_by, askedAt: row.created_at })
      return {
        id: row.id,
        at: row.created_at,
        agent: row.user_id,
        agentName: row.agent_name,
        kind: row.kind,
        amount: row.amount,
        slipReference: row.slip_reference,
        askedBy: row.asker_name,
        mayConfirm: confirmRefusal === null,
        confirmRefusal,
      }
    },
  })
}

/** The utility's own name, or Airtime. */
const shownKind = ({ site }: Context['config'], column: RawBuilder<unknown>) =>
  sql`case ${column} when 'electricity' then ${site.utilityName}::text else 'Airtime' end`

async function confirm(call: Call<Calls['confirm']>) {
  const { context, caller } = call
  return inTransaction(context.db, async (tx) => {
    const request = await lockRequest(tx, call.input.id)
    const confirming = { userId: caller.userId, at: context.clock.now() }
    await requireSecondAdmin(tx, confirming, { askedBy: request.asked_by, askedAt: request.created_at })
    const agent = await lockAgent(tx, request.user_id)
    const slip = {
      userId: request.user_id,
      kind: request.kind,
      amount: request.amount,
      slipReference: request.slip_reference,
    }
    await decideRequest(tx, call, 'confirmed', null)
    const floatAfter = await loadAndRecord(tx, call, agent, slip, request.asked_by)
    return { message: 'Credit added successfully', floatAfter }
  })
}

async function decline(call: Call<Calls['decline']>) {
  const { context, input } = call
  return inTransaction(context.db, async (tx) => {
    const request = await lockRequest(tx, input.id)
    const reason = input.reason ?? null
    await decideRequest(tx, call, 'declined', reason)
    const agent = await readName(tx, request.user_id)
    const slip = { ...request, userId: request.user_id, slipReference: request.slip_reference }
    await recordAct(tx, call, {
      action: 'declined a load of credit',
      ...onUser(agent),
      after: { ...snapshot(slip, null), reason: reason ?? '' },
    })
    return { message: `The load of ${formatGmd(request.amount)} was declined. Nothing has moved.` }
  })
}

async function loadAndRecord(
  tx: Tx,
  call: Deeded,
  agent: { id: number; name: string },
  slip: Slip,
  loadedBy: number,
): Promise<Bututs> {
  const at = call.context.clock.now()
  try {
    const floatAfter = await loadCredit(tx, { ...slip, loadedBy, at })
    await recordAct(tx, call, {
      action: 'loaded credit',
      ...onUser(agent),
      after: snapshot(slip, floatAfter),
    })
    return floatAfter
  } catch (error) {
    if (isUniqueViolation(error, 'credit_kind_slip_key_key'))
      throw new Refusal(
        'conflict',
        'This slip was loaded at the same moment by somebody else. Nothing was loaded again.',
      )
    throw error
  }
}

/** Locks the agent until the transaction ends: a user who is being deleted gets no money. */
async function lockAgent(tx: Tx, id: number) {
  const agent = await tx
    .selectFrom('users')
    .select(['id', 'name', 'type'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!agent) throw atAgent('There is no such agent. Nothing was loaded.')
  if (agent.type !== 'Cashier')
    throw atAgent(`${agent.name} sells on the house's account and needs no float. Nothing was loaded.`)
  return agent
}

const atAgent = (message: string) => wrongField('agent', message)

const readName = (tx: Tx, id: number) =>
  tx.selectFrom('users').select(['id', 'name']).where('id', '=', id).executeTakeFirstOrThrow()

/**
 * The slip's canonical form. Letters that look like Latin ones are replaced by them. Other scripts have more
 * look-alikes than any table, so what is left of them is refused.
 */
async function readSlipKey(tx: Tx, slipReference: string): Promise<string> {
  const characters = Array.from(slipReference.normalize('NFKC'))
  const { rows } = await sql<{ key: string; strange: string[] }>`
    select slip_key(${slipReference}) as key, array(select written from unnest(${characters}::text[])
      with ordinality as each (written, place) where slip_key(written) ~ '[^\\u0001-\\u007F]' order by place) as strange`.execute(
    tx,
  )
  const { key = '', strange = [] } = rows[0] ?? {}
  const refuse = (message: string) => wrongField('slipReference', message)
  const other = strange.find((written) => OTHER_SCRIPT.test(written))
  if (other !== undefined) {
    const lack = /\p{L}/u.test(other) ? 'a Latin letter' : 'a digit from 0 to 9'
    throw refuse(
      `The slip reference contains “${other}”, which is not ${lack}. Type the reference again on a keyboard with Latin letters. Nothing was loaded.`,
    )
  }
  if (key === '')
    throw refuse(
      'The slip reference has neither a letter nor a digit. Type it as it is printed on the slip. Nothing was loaded.',
    )
  return key
}

const OTHER_SCRIPT = /(?![\p{Script_Extensions=Latin}\p{Script_Extensions=Arabic}0-9])[\p{L}\p{N}]/u

/** One at a time for each slip; then checks whether it is loaded or waiting already, and says who brought it and when. */
async function refuseUsedSlip(tx: Tx, { config }: Context, { kind, slipReference }: Slip): Promise<void> {
  const key = await readSlipKey(tx, slipReference)
  await sql`select pg_advisory_xact_lock(hashtext(${kind}), hashtext(${key}))`.execute(tx)
  const loaded = await tx
    .selectFrom('credit')
    .innerJoin('users as agent', 'agent.id', 'credit.user_id')
    .innerJoin('users as by', 'by.id', 'credit.loaded_by')
    .select(['credit.created_at', 'credit.amount', 'agent.name as agent', 'by.name as by'])
    .where('credit.kind', '=', kind)
    .where('slip_key', '=', key)
    .executeTakeFirst()
  const pending = await tx
    .selectFrom('credit_request')
    .innerJoin('users as agent', 'agent.id', 'credit_request.user_id')
    .innerJoin('users as by', 'by.id', 'credit_request.asked_by')
    .select(['credit_request.created_at', 'credit_request.amount', 'agent.name as agent', 'by.name as by'])
    .where('credit_request.kind', '=', kind)
    .where('slip_key', '=', key)
    .where('credit_request.state', '=', 'waiting')
    .executeTakeFirst()
  const used = loaded ?? pending
  if (!used) return
  const account = kind === 'electricity' ? config.site.utilityName : 'Airtime'
  const what = loaded
    ? `${used.by} loaded this ${account} slip`
    : `${used.by} brought this ${account} slip, which waits for a second Admin,`
  const message = `${what} on ${formatDay(used.created_at)} at ${formatTime(used.created_at)}: ${formatGmd(used.amount)} for ${used.agent}. Nothing was loaded again.`
  throw wrongField('slipReference', message)
}

async function lockRequest(tx: Tx, id: number) {
  const request = await tx
    .selectFrom('credit_request')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw new Refusal('not_found', 'There is no such load.')
  if (request.state !== 'waiting')
    throw new Refusal('conflict', `This load is ${request.state} already. Nothing was changed.`)
  return request
}

async function decideRequest(
  tx: Tx,
  { context, input, caller }: Deeded & { input: { id: number } },
  state: 'confirmed' | 'declined',
  reason: string | null,
): Promise<void> {
  await tx
    .updateTable('credit_request')
    .set({ state, reason, decided_by: caller.userId, decided_at: context.clock.now() })
    .where('id', '=', input.id)
    .execute()
}

type Deeded = Pick<Call, 'context' | 'origin'> & { caller: Caller }

const snapshot = (slip: Slip, floatAfter: Bututs | null) => ({
  amount: formatGmd(slip.amount),
  type: slip.kind,
  slip: slip.slipReference,
  ...(floatAfter !== null && { balance: formatGmd(floatAfter) }),
})
