// The caller's own account: two-step sign-in, and where they are signed in.
import type { Api } from '@flexpower/contract'
import type { Caller, Context } from '../runtime/context.ts'
import { type Db, inTransaction, type Tx } from '../db/db.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { onUser, recordAct } from '../ledger/acts.ts'
import { tellOwner } from '../mail/account-mail.ts'
import { requireOwnPassword } from '../identity/confirm-password.ts'
import { Refusal, wrongField } from '../refusal.ts'
import {
  confirmSecret,
  keepSecret,
  readSecondFactor,
  removeSecondFactor as remove,
  takeCode,
} from '../identity/second-factor.ts'
import { endUserSessions, listSessions } from '../identity/sessions.ts'
import { clearAttempts, countAttempt, GUESSES } from '../identity/throttle.ts'
import { newSecret, buildUri } from '../identity/totp.ts'

type Calls = Api['account']

export const account: Handlers['account'] = {
  security,
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  endSessions,
}

async function security({ context, caller }: Call<Calls['security']>) {
  const { db, clock } = context
  const [factor, sessions] = await Promise.all([
    readSecondFactor(db, caller.userId),
    listSessions(db, caller.userId, caller.sessionId, clock.now()),
  ])
  const isOn = factor !== null && factor.confirmedAt !== null
  return {
    secondFactor: {
      isOn,
      isRequired: needsSecondFactor(context, caller),
      codesLeft: isOn ? factor.codesLeft : 0,
    },
    sessions,
  }
}

const needsSecondFactor = ({ config }: Context, { type }: Caller) =>
  config.adminsNeedSecondFactor && type === 'Admin'

async function beginSecondFactor({ context, input, caller }: Call<Calls['beginSecondFactor']>) {
  await requireOwnPassword(context, caller, input.password)
  const secret = newSecret()
  if (!(await keepSecret(context, caller.userId, secret)))
    throw new Refusal('conflict', 'Two-step sign-in is on already. Turn it off first to use another app.')
  const { email } = await findOwner(context.db, caller)
  return { secret, uri: buildUri(secret, context.config.site.productName, email) }
}

async function confirmSecondFactor(call: Call<Calls['confirmSecondFactor']>) {
  const { context, input, caller } = call
  const factor = await readSecondFactor(context.db, caller.userId)
  if (factor === null || factor.confirmedAt !== null)
    throw new Refusal('conflict', 'There is nothing to confirm. Begin again.')
  const recoveryCodes = await withCode(context, caller, input.code, async (tx) => {
    // A session opened by the password alone might not be the owner's.
    await endUserSessions(tx, caller.userId, context.clock.now(), caller.sessionId)
    await tell(tx, call, 'turned on two-step sign-in', 'Two-step sign-in is on')
    // Slow, and only after a right code: a wrong code must not cost any hashing.
    return confirmSecret(tx, caller.userId, context.clock.now())
  })
  return { recoveryCodes }
}

/**
 * Allowed even where it is required, because this is how one moves to another phone: the next call asks for a new
 * setup.
 */
async function removeSecondFactor(call: Call<Calls['removeSecondFactor']>) {
  const { context, input, caller } = call
  await requireOwnPassword(context, caller, input.password)
  await withCode(context, caller, input.code, async (tx) => {
    await remove(tx, caller.userId)
    await tell(tx, call, 'turned off two-step sign-in', 'Two-step sign-in is off')
  })
  return {
    message: needsSecondFactor(context, caller)
      ? 'Two-step sign-in is off. Until you turn it on again, nothing else opens.'
      : 'Two-step sign-in is off. Your password alone signs you in.',
  }
}

/** Wrong codes are counted: six digits are guessed quickly. */
async function withCode<Result>(
  context: Context,
  { userId }: Caller,
  code: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const guesses = `second factor of ${userId}`
  await countAttempt(context, guesses, GUESSES)
  const result = await inTransaction(context.db, async (tx) => {
    if (!(await takeCode(context, tx, userId, code)))
      throw wrongField('code', 'This code is not right, or was used already. Nothing was changed.')
    return work(tx)
  })
  await clearAttempts(context, guesses)
  return result
}

async function endSessions(call: Call<Calls['endSessions']>) {
  const { context, input, caller } = call
  const except = input.everywhere === true ? null : caller.sessionId
  const count = await inTransaction(context.db, (tx) =>
    endUserSessions(tx, caller.userId, context.clock.now(), except, input.session),
  )
  return { message: count === 1 ? 'One session was ended.' : `${count} sessions were ended.` }
}

/** To the audit and to the owner, in case it was somebody else. */
async function tell(
  tx: Tx,
  call: Pick<Call, 'context' | 'origin'> & { caller: Caller },
  action: string,
  subject: string,
): Promise<void> {
  const { context, caller } = call
  await recordAct(tx, call, { action, ...onUser({ id: caller.userId, name: caller.name }) })
  await tellOwner(tx, context, await findOwner(tx, caller), {
    subject: `${subject}: ${context.config.site.productName}`,
    tell: (which, moment) => `${subject.toLowerCase()} for ${which} since ${moment}.`,
  })
}

const findOwner = (db: Db | Tx, { userId }: Caller) =>
  db.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirstOrThrow()
