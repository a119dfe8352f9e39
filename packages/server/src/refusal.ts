// What a feature throws if it does not do what was asked: expected, and the user can act on it. The HTTP layer catches
// it once and writes the shape that the endpoint promises.
import type { Failure, FailureCode } from '@flexpower/contract'

export class Refusal extends Error implements Failure {
  override name = 'Refusal'
  readonly code: FailureCode
  readonly errors?: Record<string, string[]>
  readonly apiError?: string
  /** Seconds until it is worth trying again. */
  readonly retryAfter?: number

  constructor(
    code: FailureCode,
    message: string,
    details: Partial<Pick<Refusal, 'errors' | 'apiError' | 'retryAfter'>> = {},
  ) {
    super(message)
    this.code = code
    Object.assign(this, details)
  }
}

/** One field of the input is wrong; `field` is our name for it. */
export const wrongField = (field: string, message: string): Refusal =>
  new Refusal('invalid', message, { errors: { [field]: [message] } })
