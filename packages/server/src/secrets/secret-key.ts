// Whether FLEXPOWER_SECRET_KEY is the key that this database was sealed with: reported at the start and after a
// restore, before a user's right code is refused at sign-in.
import type { Context } from '../runtime/context.ts'
import { countSealedOtherwise } from '../identity/second-factor.ts'
import { readKept, unsealPasswords } from './vendor-password.ts'

/** Null: it opens everything that is sealed, or nothing is. Otherwise a sentence for the person who started this. */
export async function secretKeyMisfit(parts: Pick<Context, 'db' | 'config'>): Promise<string | null> {
  const factors = await countSealedOtherwise(parts)
  const vendor = await readKept(parts.db)
  const shut = [
    factors > 0 && `the two-step sign-in of ${factors === 1 ? '1 user' : `${factors} users`}`,
    vendor !== null && unsealPasswords(vendor.sealed, parts.config) === null && 'the stored vendor password',
  ].filter((each) => each !== false)
  if (shut.length === 0) return null
  return `FLEXPOWER_SECRET_KEY does not open ${shut.join(' and ')}: set the key that sealed them, or follow docs/runbook.md for a lost key.`
}
