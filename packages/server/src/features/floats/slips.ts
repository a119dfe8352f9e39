// A bank slip becomes float, once: at once, or above the limit after a second Admin has confirmed it. Both ways to it,
// the Admin's form and the cashier's request, end here.
import { type Bututs, formatDay, formatGmd, formatTime } from '@flexpower/contract'
import { sql } from 'kysely'
import { isUniqueViolation, type Tx } from '../../db/db.ts'
import type { FloatKind } from '../../db/schema.ts'
import type { Call } from '../../http/handle.ts'
import { needsSecondAdmin } from '../../identity/second-admin.ts'
import { onUser, recordAct } from '../../ledger/acts.ts'
import { loadCredit } from '../../ledger/credits.ts'
import { Refusal, wrongField } from '../../refusal.ts'
import type { Caller, Context } from '../../runtime/context.ts'

export interface Slip {
  userId: number
  kind: FloatKind
  amount: Bututs
  slipReference: string
}

export type Deeded = Pick<Call, 'context' | 'origin'> & { caller: Caller }

interface Agent {
  id: number
  name: string
}

export type Brought = { agentName: string; message: string } & (
  | { state: 'loaded'; floatAfter: Bututs; requestId: null }
  | { state: 'waiting'; floatAfter: null; requestId: number }
)

/** Loads the slip, or asks for a second Admin. Refuses a slip that was used. */
export async function bringSlip(tx: Tx, call: Deeded, slip: Slip): Promise<Brought> {
  const { context, caller } = call
  const agent = await lockAgent(tx, slip.userId)
  await refuseUsedSlip(tx, context, slip)
  if (!needsSecondAdmin(context.config, slip)) {
    const floatAfter = await loadAndRecord(tx, call, agent, slip, caller.userId)
    const message = 'Credit added successfully'
    return { state: 'loaded', floatAfter, requestId: null, agentName: agent.name, message }
  }
  const { id } = await tx
    .insertInto('credit_request')
    .values({
      user_id: slip.userId,
      kind: slip.kind,
      amount: slip.amount,
      slip_reference: slip.slipReference,
      asked_by: caller.userId,
      created_at: context.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAct(tx, call, {
    action: 'asked for a load of credit',
    ...onUser(agent),
    after: snapshot(slip, null),
  })
  return {
    state: 'waiting',
    floatAfter: null,
    requestId: id,
    agentName: agent.name,
    message: `A second Admin must confirm ${formatGmd(slip.amount)} for ${agent.name}. Nothing has moved yet.`,
  }
}

export async function loadAndRecord(
  tx: Tx,
  call: Deeded,
  agent: Agent,
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
export async function lockAgent(tx: Tx, id: number) {
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

/** One at a time for each slip; whether it was loaded, or waits for a second Admin, and who brought it and when. */
export async function findUsedSlip(tx: Tx, { kind, slipReference }: Pick<Slip, 'kind' | 'slipReference'>) {
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
  if (loaded) return { ...loaded, isLoaded: true }
  return pending && { ...pending, isLoaded: false }
}

async function refuseUsedSlip(tx: Tx, { config }: Context, slip: Slip): Promise<void> {
  const used = await findUsedSlip(tx, slip)
  if (!used) return
  const account = slip.kind === 'electricity' ? config.site.utilityName : 'Airtime'
  const what = used.isLoaded
    ? `${used.by} loaded this ${account} slip`
    : `${used.by} brought this ${account} slip, which waits for a second Admin,`
  const message = `${what} on ${formatDay(used.created_at)} at ${formatTime(used.created_at)}: ${formatGmd(used.amount)} for ${used.agent}. Nothing was loaded again.`
  throw wrongField('slipReference', message)
}

export const snapshot = (slip: Slip, floatAfter: Bututs | null) => ({
  amount: formatGmd(slip.amount),
  type: slip.kind,
  slip: slip.slipReference,
  ...(floatAfter !== null && { balance: formatGmd(floatAfter) }),
})
