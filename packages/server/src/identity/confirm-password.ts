// The caller's own password, asked for again before actions that an unattended browser alone must not be able to do.
import type { Caller, Context } from '../runtime/context.ts'
import { verifyPassword } from './passwords.ts'
import { wrongField } from '../refusal.ts'
import { clearAttempts, countAttempt, GUESSES } from './throttle.ts'

/**
 * The stored hash that it matches, by which a change can check that it is still the current one; null if it is wrong.
 * Guesses are counted together, whatever they are for; a right password clears the count.
 */
export async function matchOwnPassword(
  context: Context,
  { userId }: Pick<Caller, 'userId'>,
  password: string,
): Promise<string | null> {
  const guesses = `password of ${userId}`
  await countAttempt(context, guesses, GUESSES)
  const { password_hash: stored } = await context.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!(await verifyPassword(stored, password))) return null
  await clearAttempts(context, guesses)
  return stored
}

export async function requireOwnPassword(
  context: Context,
  caller: Pick<Caller, 'userId'>,
  password: string,
  field = 'password',
): Promise<void> {
  if ((await matchOwnPassword(context, caller, password)) === null)
    throw wrongField(field, 'The password is not right. Nothing was changed.')
}
