// A user id in a payload must be the session's own, or empty.
import type { Caller } from '../runtime/context.ts'
import { Refusal } from '../refusal.ts'

export function requireOwnId({ userId }: Pick<Caller, 'userId'>, claimed: unknown, message: string): void {
  if (claimed === undefined || claimed === null || claimed === '') return
  if ((typeof claimed === 'number' || typeof claimed === 'string') && Number(claimed) === userId) return
  throw new Refusal('forbidden', message)
}
