// Our account at the utility. The balance is read from the utility each time; no copy of ours is used. A new password is tried
// at the utility before the old one is dropped.
import type { Answer, Api, VendorBalance } from '@flexpower/contract'
import type { Caller, Context, Origin } from '../runtime/context.ts'
import { alone } from '../db/alone.ts'
import { inTransaction, type Tx } from '../db/db.ts'
import type { Call, Handlers } from '../http/handle.ts'
import { recordAct } from '../ledger/acts.ts'
import { Refusal } from '../refusal.ts'
import { requireAnswer } from '../utility-answer.ts'
import { keep, keptPasswords, readKept, sealPasswords } from '../secrets/vendor-password.ts'

type Calls = Api['vendor']

export const vendor = {
  vending,
  info,
  nawecBalance,
  balance,
  forgotPassword,
  updatePassword,
} satisfies Partial<Handlers['vendor']>

/** The utility's state as this process last saw it; makes no request. */
async function vending({ context: { utility } }: Call<Calls['vending']>) {
  return {
    state: utility.health().state,
  }
}

async function info({ context }: Call<Calls['info']>) {
  return {
    balance: (await readVendor(context)).balance,
  }
}

function nawecBalance({ context }: Call<Calls['nawecBalance']>) {
  return readVendor(context)
}

function balance({ context }: Call<Calls['balance']>) {
  return readVendor(context)
}

const readVendor = async (context: Context): Promise<VendorBalance> =>
  requireAnswer(context, 'tell the balance', await context.utility.vendorInfo())

async function forgotPassword({
  context,
  input,
  caller,
  origin,
}: Call<Calls['forgotPassword']>): Promise<Answer<Calls['forgotPassword']>> {
  const { utility, db } = context
  const { utilityName } = context.config.site
  const outcome = await utility.resetPassword(input.vendorId, input.vendorUser)
  // The lost answer may have been a yes.
  if (outcome.kind === 'accepted' || (outcome.kind === 'unknown' && outcome.sent))
    await inTransaction(db, (tx) =>
      note(tx, context, { caller, origin }, 'asked the utility to reset the vendor password', {
        ...input,
        answer: outcome.kind === 'accepted' ? 'done' : 'not known',
      }),
    )
  requireAnswer(context, 'reset the password', outcome)
  return {
    status: 'success',
    message: `${utilityName} has reset the password and tells you the new one outside this system. Enter it here: selling stops when the current access expires.`,
  }
}

async function updatePassword({
  context,
  input,
  caller,
  origin,
}: Call<Calls['updatePassword']>): Promise<Answer<Calls['updatePassword']>> {
  const message = await alone(context.db, 'vendor password', () =>
    changePassword(context, { caller, origin }, input.password),
  )
  if (message === null)
    throw new Refusal(
      'conflict',
      'Somebody else is changing this password at the moment. Nothing was changed; look again in a minute.',
    )
  return { status: 'success', message }
}

interface Who {
  caller: Caller
  origin: Origin
}

async function changePassword(context: Context, who: Who, next: string): Promise<string> {
  const { db, utility, clock, config, log } = context
  const { utilityName } = config.site
  const keepOnly = (tx: Tx) => keep(tx, { sealed: sealPasswords([next], config), changed_at: clock.now() })

  // The utility may have it already: it was reset there, and this is the password from its answer.
  const adopted = await utility.adoptPassword(next)
  if (adopted.kind === 'unknown') requireAnswer(context, 'try the password', adopted)
  if (adopted.kind === 'accepted') {
    await inTransaction(db, async (tx) => {
      await keepOnly(tx)
      await note(tx, context, who, 'entered the vendor password', { answer: `${utilityName} had it already` })
    })
    return `${utilityName} takes this password; it is used from now on.`
  }

  // Both are stored before the utility is asked to change: whatever happens from here on, one of them is right.
  const before = await readKept(db)
  const both = [...new Set([next, ...(await keptPasswords(context))])]
  await keep(db, { sealed: sealPasswords(both, config), changed_at: clock.now() })
  const changed = await utility.changePassword(next)
  if (changed.kind === 'accepted') {
    await inTransaction(db, async (tx) => {
      await keepOnly(tx)
      await note(tx, context, who, 'changed the vendor password', { answer: `${utilityName} took it` })
    })
    return `${utilityName} took the new password; it is used from now on.`
  }
  if (changed.kind === 'refused' || !changed.sent) {
    await keep(db, before)
    return requireAnswer(context, 'take the new password, and the old one stays in use', changed)
  }
  log.error({ reason: changed.reason }, 'it is not known whether the utility took the new vendor password')
  await inTransaction(db, (tx) =>
    note(tx, context, who, 'changed the vendor password', { answer: 'not known' }),
  )
  throw new Refusal(
    'unavailable',
    `${utilityName} did not say whether it took the new password. Both are kept, and the one that it takes is used; enter the new one again in a minute.`,
    { retryAfter: 60 },
  )
}

/** Never the password itself. */
const note = (
  tx: Tx,
  context: Context,
  who: Who,
  action: string,
  after: Record<string, unknown>,
): Promise<void> =>
  recordAct(
    tx,
    { context, ...who },
    { action, record: 'vendor/password', title: `Password at ${context.config.site.utilityName}`, after },
  )
