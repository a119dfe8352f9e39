// The end of a till session: the count is stored first and by itself, then what was expected is computed, then the slip
// gets its number. Whatever is interrupted, repeating the call goes on from what is stored.
import { type Api, type Denomination, formatGmd, type Pieces } from '@flexpower/contract'
import type { Context } from '../../runtime/context.ts'
import { inTransaction, type Tx } from '../../db/db.ts'
import type { Call } from '../../http/handle.ts'
import { type Actor, recordAct } from '../../ledger/acts.ts'
import {
  closeSession,
  countSession,
  findSession,
  lockForClose,
  reckonSession,
  type TillSession,
} from '../../ledger/till.ts'
import { Refusal, wrongField } from '../../refusal.ts'
import { noSuchSession } from './sessions.ts'
import { needsReason, onSession, showSession } from './show-session.ts'

type Calls = Api['till']
type Closing = Pick<Call<Calls['close']>, 'context' | 'caller' | 'origin'>

export async function close(call: Call<Calls['close']>) {
  const { context, input, caller } = call
  const session = await findSession(context.db, input.session)
  if (!session || session.user_id !== caller.userId) throw noSuchSession()
  const pieces = checkPieces(context, input.pieces)
  await finish(call, session, pieces, input.reason || null)
  return showSession(context, caller, session.id)
}

/** What the cashier has counted already stays, whatever the Admin sends. */
export async function closeFor(call: Call<Calls['closeFor']>) {
  const { context, input, caller } = call
  const session = await findSession(context.db, input.id)
  if (!session) throw noSuchSession()
  if (session.closed_at !== null)
    throw new Refusal('conflict', 'This shift is closed already. Nothing was changed.')
  const pieces = input.pieces ? checkPieces(context, input.pieces) : null
  if (pieces === null && session.user_id === caller.userId && session.counted_at === null)
    throw wrongField('pieces', 'Your own drawer has to be counted. Nothing was changed.')
  await finish(call, session, pieces, input.reason)
  return showSession(context, caller, session.id)
}

/** Largest first, without those that are none: the same count is always stored in the same way. */
function checkPieces({ config: { till } }: Context, pieces: Pieces[]): Pieces[] {
  const isSame = (one: Denomination, other: Denomination) =>
    one.kind === other.kind && one.value === other.value
  if (!pieces.every((each) => till.denominations.some((one) => isSame(one, each))))
    throw wrongField('pieces', 'The count has a note or coin that does not exist here. Nothing was stored.')
  if (pieces.some((one, place) => pieces.slice(place + 1).some((other) => isSame(one, other))))
    throw wrongField(
      'pieces',
      'The count has the same note or coin twice. Nothing was stored; count each once.',
    )
  return till.denominations
    .map((one) => ({ ...one, pieces: pieces.find((each) => isSame(one, each))?.pieces ?? 0 }))
    .filter(({ pieces: number }) => number > 0)
}

async function finish(
  call: Closing,
  { id }: TillSession,
  pieces: Pieces[] | null,
  reason: string | null,
): Promise<void> {
  const { context, caller } = call
  const isFirst = await countSession(context.db, { id, by: caller.userId, pieces, at: context.clock.now() })
  await inTransaction(context.db, async (tx) => {
    const session = await lockForClose(tx, id)
    if (!isFirst) refuseRecount(session, pieces)
    if (session.closed_at !== null) return
    const reckoned = session.expected === null ? await reckon(tx, call, session) : session
    if (needsReason(context.config, reckoned) && reason === null) return
    const closed = await closeSession(tx, {
      id,
      by: caller.userId,
      reason,
      at: context.clock.now(),
      epoch: context.epochs.current(),
    })
    await recordAct(tx, call, {
      action: closed.closed_by === closed.user_id ? 'closed a shift' : 'closed the shift of another user',
      ...describe(closed),
      after: { difference: showDifference(closed), ...(reason !== null && { reason }) },
    })
  })
}

/** A count is stored once. The same again is the repetition of a call whose answer was lost. */
function refuseRecount({ counted, pieces: stored }: TillSession, pieces: Pieces[] | null): void {
  if (pieces === null || isSameCount(stored ?? [], pieces)) return
  throw new Refusal(
    'conflict',
    counted === null
      ? 'This shift was closed without a count. Your count was not stored; tell an Admin what you counted.'
      : `This drawer was counted already: ${formatGmd(counted)}. A count cannot be changed; your new one was not stored.`,
  )
}

const isSameCount = (one: readonly Pieces[], other: readonly Pieces[]): boolean => {
  const write = (pieces: readonly Pieces[]) =>
    pieces
      .map(({ kind, value, pieces: number }) => `${kind} ${value} ${number}`)
      .toSorted()
      .join()
  return write(one) === write(other)
}

async function reckon(tx: Tx, call: Closing, session: TillSession): Promise<TillSession> {
  const reckoned = await reckonSession(tx, session.id)
  await recordAct(tx, await findCounter(tx, call, session), {
    action: reckoned.counted === null ? 'ended a shift without a count' : 'counted a drawer',
    ...describe(reckoned),
    after: {
      counted: reckoned.counted === null ? 'Not counted' : formatGmd(reckoned.counted),
      expected: reckoned.expected === null ? '' : formatGmd(reckoned.expected),
    },
  })
  return reckoned
}

/** Whoever counted, also if the call broke off then and somebody else goes on. */
async function findCounter(tx: Tx, call: Closing, { counted_by: id }: TillSession): Promise<Actor> {
  if (id === null || id === call.caller.userId) return call
  const { name } = await tx.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return { context: call.context, caller: { userId: id, name } }
}

const describe = ({ id, opened_at: openedAt, figures }: TillSession) =>
  onSession(id, openedAt, figures?.cashierName ?? '')

const showDifference = ({ difference }: TillSession): string =>
  difference === null ? 'Not counted' : formatGmd(difference)
