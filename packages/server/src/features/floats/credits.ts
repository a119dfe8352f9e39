// Loads of float against a bank slip. A slip is loaded once; a large load waits for a second Admin.
import { type Api, formatGmd } from '@flexpower/contract'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Context } from '../../runtime/context.ts'
import { inTransaction } from '../../db/db.ts'
import type { Schema } from '../../db/schema.ts'
import type { Call, Handlers } from '../../http/handle.ts'
import { onUser, recordAct } from '../../ledger/acts.ts'
import { shownGmd, shownInstant, shownLines } from '../../lists/shown-text.ts'
import { tableList } from '../../lists/table-list.ts'
import { requireOwnId } from '../../identity/claimed-id.ts'
import { correctedLoad } from './ever-got.ts'
import { confirmWaiting, declineWaiting, showSecondStep } from './second-step.ts'
import { bringSlip, loadAndRecord, lockAgent, snapshot } from './slips.ts'

type Calls = Api['credits']

export const credits: Handlers['credits'] = { list, load, waiting, confirm, decline }

async function list({ context: { db, config }, input: { agent } }: Call<Calls['list']>) {
  return tableList({
    query: db
      .selectFrom('credit')
      .innerJoin('users as agent', 'agent.id', 'credit.user_id')
      .innerJoin('users as loader', 'loader.id', 'credit.loaded_by')
      .selectAll('credit')
      .select([
        'agent.name as agent_name',
        'loader.name as loader_name',
        correctedLoad('credit').as('present'),
      ])
      .$if(agent !== undefined, (query) => query.where('credit.user_id', '=', agent ?? 0)),
    place: sql`credit.id`,
    at: sql`credit.created_at`,
    text: shownLines(
      shownInstant(sql`credit.created_at`),
      sql`agent.name`,
      shownKind(config, sql`credit.kind`),
      shownGmd(sql`amount`),
      shownGmd(correctedLoad('credit')),
      sql`slip_reference`,
      sql`loader.name`,
      shownGmd(sql`balance_after`),
      // In the list of one agent, each row has the balance before it.
      ...(agent === undefined ? [] : [shownGmd(sql`balance_after - amount`)]),
    ),
    amount: correctedLoad('credit'),
    show: (row) => ({
      id: row.id,
      agent: row.user_id,
      at: row.created_at,
      agentName: row.agent_name,
      kind: row.kind,
      amount: row.amount,
      corrected: row.present === row.amount ? null : row.present,
      slipReference: row.slip_reference,
      loadedBy: row.loader_name,
      floatAfter: row.balance_after,
    }),
  })
}

async function load(call: Call<Calls['load']>) {
  const { context, input, caller } = call
  requireOwnId(caller, input.claimedUser, 'You can load only in your own name. Nothing was loaded.')
  const { message, state, floatAfter } = await inTransaction(context.db, (tx) =>
    bringSlip(tx, call, { ...input, userId: input.agent }),
  )
  return { message, state, floatAfter }
}

async function waiting(call: Call<Calls['waiting']>) {
  const { db, config } = call.context
  const showStep = showSecondStep(call)
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
    show: async (row) => ({
      id: row.id,
      at: row.created_at,
      agent: row.user_id,
      agentName: row.agent_name,
      kind: row.kind,
      amount: row.amount,
      slipReference: row.slip_reference,
      ...(await showStep(row)),
    }),
  })
}

/** The utility's own name, or Airtime. */
const shownKind = ({ site }: Context['config'], column: RawBuilder<unknown>) =>
  sql`case ${column} when 'electricity' then ${site.utilityName}::text else 'Airtime' end`

async function confirm(call: Call<Calls['confirm']>) {
  return inTransaction(call.context.db, async (tx) => {
    const request = await confirmWaiting(tx, call, 'credit_request')
    const agent = await lockAgent(tx, request.user_id)
    const floatAfter = await loadAndRecord(tx, call, agent, readSlip(request), request.asked_by)
    return { message: 'Credit added successfully', floatAfter }
  })
}

async function decline(call: Call<Calls['decline']>) {
  const { context, input } = call
  return inTransaction(context.db, async (tx) => {
    const request = await declineWaiting(tx, call, 'credit_request')
    const agent = await tx
      .selectFrom('users')
      .select(['id', 'name'])
      .where('id', '=', request.user_id)
      .executeTakeFirstOrThrow()
    await recordAct(tx, call, {
      action: 'declined a load of credit',
      ...onUser(agent),
      after: { ...snapshot(readSlip(request), null), reason: input.reason ?? '' },
    })
    return { message: `The load of ${formatGmd(request.amount)} was declined. Nothing has moved.` }
  })
}

const readSlip = (request: Selectable<Schema['credit_request']>) => ({
  userId: request.user_id,
  kind: request.kind,
  amount: request.amount,
  slipReference: request.slip_reference,
})
