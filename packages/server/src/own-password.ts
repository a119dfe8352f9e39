// The own password, asked for again before what an open browser alone must not be able to do.
import type { Caller, Context } from './context.ts'
import { verifyPassword } from './passwords.ts'
import { wrongField } from './refusal.ts'
import { clearAttempts, countAttempt, GUESSES } from './throttle.ts'

/** Guesses are counted together, whatever they are for; who was right has guessed nothing. */
export async function isOwnPassword(
  context: Context,
  { userId }: Pick<Caller, 'userId'>,
  password: string,
): Promise<boolean> {
  const guesses = `password of ${userId}`
  await countAttempt(context, guesses, GUESSES)
  const { password_hash: stored } = await context.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (!(await verifyPassword(stored, password))) return false
  await clearAttempts(context, guesses)
  return true
}

export async function requireOwnPassword(
  context: Context,
  caller: Pick<Caller, 'userId'>,
  password: string,
): Promise<void> {
  if (!(await isOwnPassword(context, caller, password)))
    throw wrongField('password', 'The password is not right. Nothing was changed.')
}
