// A cashier asks for float that was paid in at the bank; an Admin sees the slip, its photo and what this cashier got
// before, and loads it or declines it.
import { type Api, formatGmd, requestStates } from '@flexpower/contract'
import { sql } from 'kysely'
import { type Db, inTransaction, isUniqueViolation, type Tx } from '../../db/db.ts'
import type { Call, Handlers } from '../../http/handle.ts'
import { findOwner } from '../../identity/owner.ts'
import { onUser, recordAct } from '../../ledger/acts.ts'
import { shownChoice, shownGmd, shownInstant, shownLines } from '../../lists/shown-text.ts'
import { tableList } from '../../lists/table-list.ts'
import { Refusal, wrongField } from '../../refusal.ts'
import { PURPOSES, seal, unseal } from '../../secrets/sealing.ts'
import { countGot, isUnusual, largestGot, readLargestGot, refuseUnusual } from './ever-got.ts'
import { bringSlip, type Deeded, findUsedSlip } from './slips.ts'

type Calls = Api['floats']

export const requestCalls = {
  ask,
  requests,
  photo,
  load,
  refuse,
  withdraw,
  largestLoad,
} satisfies Partial<Handlers['floats']>

/** A cashier cannot fill the disk with photos. */
const WAITING_MOST = 10

async function ask(call: Call<Calls['ask']>) {
  const { context, input, caller } = call
  if (caller.type !== 'Cashier')
    throw new Refusal(
      'refused',
      'An Admin sells on the house’s account and needs no float. Nothing was asked for.',
    )
  const picture = input.photo === undefined ? null : readPicture(input.photo)
  await inTransaction(context.db, async (tx) => {
    await refuseTooMany(tx, caller.userId)
    if (await findUsedSlip(tx, input))
      throw wrongField(
        'slipReference',
        'This slip was used already. Nothing was asked for; check the reference, or ask an Admin.',
      )
    const id = await insertRequest(tx, call)
    if (picture !== null)
      await tx
        .insertInto('slip_photo')
        .values({ request_id: id, sealed: seal(picture, context.config, PURPOSES.slipPhoto) })
        .execute()
    await recordAct(tx, call, {
      action: 'asked for float',
      ...onUser({ id: caller.userId, name: caller.name }),
      after: { ...describe(input), photo: picture === null ? 'none' : 'attached' },
    })
  })
  return {
    message: `You asked for ${formatGmd(input.amount)}. Nothing has moved yet: an Admin looks at the slip and loads it.`,
  }
}

async function insertRequest(tx: Tx, { context, input, caller }: Call<Calls['ask']>): Promise<number> {
  const { id } = await tx
    .insertInto('float_request')
    .values({
      user_id: caller.userId,
      kind: input.kind,
      amount: input.amount,
      slip_reference: input.slipReference,
      created_at: context.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'float_request_slip'))
        throw wrongField(
          'slipReference',
          'Float for this slip is asked for already. Nothing was asked for again.',
        )
      throw error
    })
  return id
}

async function refuseTooMany(tx: Tx, userId: number): Promise<void> {
  const { waiting } = await tx
    .selectFrom('float_request')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  if (waiting >= WAITING_MOST)
    throw new Refusal(
      'refused',
      `${WAITING_MOST} of your requests are waiting already. Nothing was asked for; wait until an Admin has decided them.`,
    )
}

const describe = ({
  kind,
  amount,
  slipReference,
}: Pick<Call<Calls['ask']>['input'], 'kind' | 'amount' | 'slipReference'>) => ({
  amount: formatGmd(amount),
  type: kind,
  slip: slipReference,
})

/** What the first bytes of each kind of picture are, in hexadecimal digits. */
const PICTURES: [type: string, start: RegExp][] = [
  ['image/jpeg', /^ffd8ff/],
  ['image/png', /^89504e470d0a1a0a/],
  ['image/webp', /^52494646.{8}57454250/],
]

/** The picture as an address that a page can show. Anything that is no picture is refused. */
function readPicture(base64: string): string {
  const start = Buffer.from(base64.slice(0, 32), 'base64').toString('hex')
  const [type] = PICTURES.find(([, beginning]) => beginning.test(start)) ?? []
  if (type === undefined)
    throw wrongField('photo', 'The photo must be a JPEG, PNG or WebP picture. Nothing was asked for.')
  return `data:${type};base64,${base64}`
}

/** The result: above the limit, what the second Admin decided. An Admin who ends their own request withdraws it. */
const stateNow = sql<keyof typeof requestStates>`case
  when float_request.state = 'declined' and float_request.decided_by = float_request.user_id then 'withdrawn'
  when float_request.state <> 'accepted' then float_request.state
  when second.state = 'waiting' then 'confirming'
  when second.state = 'declined' then 'declined'
  else 'loaded' end`

const largestLoaded = largestGot(sql`float_request.user_id`, sql`float_request.kind`)

const selectRequests = (db: Db | Tx) =>
  db
    .selectFrom('float_request')
    .innerJoin('users as cashier', 'cashier.id', 'float_request.user_id')
    .leftJoin('credit_request as second', 'second.id', 'credit_request_id')
    .leftJoin('users as decider', (join) =>
      join.on('decider.id', '=', sql`coalesce(second.decided_by, float_request.decided_by)`),
    )
    .leftJoin('slip_photo', 'slip_photo.request_id', 'float_request.id')
    .selectAll('float_request')
    .select([
      'cashier.name as cashier_name',
      'decider.name as decider_name',
      'second.decided_at as second_decided_at',
      'second.reason as second_reason',
      'slip_photo.request_id as photo',
      stateNow.as('state_now'),
      largestLoaded.as('largest_load'),
      countGot(sql`float_request.user_id`, sql`float_request.kind`).as('loads'),
    ])

async function requests({ context: { db }, input: { state }, caller }: Call<Calls['requests']>) {
  return tableList({
    query: selectRequests(db)
      .$if(caller.type !== 'Admin', (query) => query.where('float_request.user_id', '=', caller.userId))
      .$if(state !== undefined, (query) => query.where(stateNow, '=', state ?? 'waiting')),
    place: sql`float_request.id`,
    at: sql`float_request.created_at`,
    text: shownLines(
      shownInstant(sql`float_request.created_at`),
      sql`cashier.name`,
      shownGmd(sql`float_request.amount`),
      sql`float_request.slip_reference`,
      shownChoice(stateNow, requestStates),
      sql`coalesce(float_request.reason, second.reason)`,
    ),
    amount: sql`float_request.amount`,
    cashier: sql`float_request.user_id`,
    show: (row) => ({
      id: row.id,
      at: row.created_at,
      userId: row.user_id,
      userName: row.cashier_name,
      kind: row.kind,
      amount: row.amount,
      slipReference: row.slip_reference,
      hasPhoto: row.photo !== null,
      state: row.state_now,
      decidedBy: row.state_now === 'waiting' ? null : row.decider_name,
      decidedAt: row.second_decided_at ?? row.decided_at,
      reason: row.reason ?? row.second_reason,
      loads: row.loads,
      largestLoad: row.largest_load,
      isUnusual: isUnusual(row.amount, row.largest_load),
    }),
  })
}

async function photo({ context: { db, config }, input, caller }: Call<Calls['photo']>) {
  const row = await db
    .selectFrom('slip_photo')
    .innerJoin('float_request', 'float_request.id', 'request_id')
    .select(['sealed', 'user_id'])
    .where('request_id', '=', input.id)
    .executeTakeFirst()
  if (!row || (caller.type !== 'Admin' && row.user_id !== caller.userId))
    throw new Refusal('not_found', 'There is no such photo.')
  const picture = unseal(row.sealed, config, PURPOSES.slipPhoto)
  if (picture === null)
    throw new Refusal(
      'conflict',
      'The photo cannot be opened with the key of this installation. The request itself is not affected.',
    )
  return { picture }
}

async function load(call: Call<Calls['load']>) {
  const { context, input, caller } = call
  return inTransaction(context.db, async (tx) => {
    const request = await lockRequest(tx, input.id)
    const { user_id: userId, kind, amount, slip_reference: slipReference } = request
    const slip = { userId, kind, amount, slipReference }
    if (input.isSure !== true) await refuseUnusual(tx, slip, 'Nothing was loaded')
    const brought = await bringSlip(tx, call, slip)
    await tx
      .updateTable('float_request')
      .set({
        state: 'accepted',
        decided_by: caller.userId,
        decided_at: context.clock.now(),
        credit_request_id: brought.requestId,
      })
      .where('id', '=', request.id)
      .execute()
    const message =
      brought.state === 'loaded'
        ? `${formatGmd(amount)} was loaded for ${brought.agentName}.`
        : brought.message
    return { message, state: brought.state }
  })
}

async function largestLoad({ context: { db }, input, caller }: Call<Calls['largestLoad']>) {
  const { id: userId } = await findOwner(db, caller, input.userId)
  return { largest: await readLargestGot(db, { userId, kind: input.kind }) }
}

const readCashier = (tx: Tx, id: number) =>
  tx.selectFrom('users').select(['id', 'name']).where('id', '=', id).executeTakeFirstOrThrow()

async function refuse(call: Call<Calls['refuse']>) {
  const { context, input } = call
  return inTransaction(context.db, async (tx) => {
    const request = await lockRequest(tx, input.id)
    const cashier = await readCashier(tx, request.user_id)
    await end(tx, call, request, { action: 'declined a request for float', cashier, reason: input.reason })
    return { message: `The request of ${cashier.name} was declined. Nothing has moved.` }
  })
}

async function withdraw(call: Call<Calls['withdraw']>) {
  const { context, input, caller } = call
  return inTransaction(context.db, async (tx) => {
    const request = await lockRequest(tx, input.id, caller.userId)
    const cashier = { id: caller.userId, name: caller.name }
    await end(tx, call, request, { action: 'withdrew a request for float', cashier, reason: WITHDRAWN })
    return { message: `You withdrew the request for ${formatGmd(request.amount)}. Nothing has moved.` }
  })
}

const WITHDRAWN = 'Withdrawn by the cashier'

interface Ending {
  action: string
  cashier: { id: number; name: string }
  reason: string
}

/** The slip can be used again. */
async function end(
  tx: Tx,
  call: Deeded,
  request: Awaited<ReturnType<typeof lockRequest>>,
  { action, cashier, reason }: Ending,
): Promise<void> {
  await tx
    .updateTable('float_request')
    .set({
      state: 'declined',
      reason,
      decided_by: call.caller.userId,
      decided_at: call.context.clock.now(),
    })
    .where('id', '=', request.id)
    .execute()
  const after = { ...describe({ ...request, slipReference: request.slip_reference }), reason }
  await recordAct(tx, call, { action, ...onUser(cashier), after })
}

/** `owner`: for others there is no such request. */
async function lockRequest(tx: Tx, id: number, owner?: number) {
  const request = await tx
    .selectFrom('float_request')
    .selectAll()
    .where('id', '=', id)
    .$if(owner !== undefined, (query) => query.where('user_id', '=', owner ?? 0))
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw new Refusal('not_found', 'There is no such request.')
  if (request.state !== 'waiting') {
    const { state_now: state } = await selectRequests(tx)
      .where('float_request.id', '=', id)
      .executeTakeFirstOrThrow()
    throw new Refusal(
      'conflict',
      `This request is decided already: ${requestStates[state]}. Nothing was changed.`,
    )
  }
  return request
}
