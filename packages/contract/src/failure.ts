// What a call answers when it fails. Features throw one kind of refusal; each endpoint promises one of these shapes,
// and the HTTP layer writes it, so that no feature knows the specification's odd envelopes.

/** Why a call did not succeed, in one word; the status follows from it. */
export const failureStatus = {
  /** The input cannot be understood or breaks a rule of its form. */
  invalid: 422,
  /** The input is valid, but a business rule or the utility refuses it. */
  refused: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  throttled: 429,
  bug: 500,
  unavailable: 503,
} as const

export type FailureCode = keyof typeof failureStatus

export interface Failure {
  code: FailureCode
  message: string
  /** Wire field → its messages. */
  errors?: Record<string, string[]>
  /** The utility's own message. */
  apiError?: string
}

export interface FailureShape {
  /** Codes that this shape answers with HTTP 200, because its client reads the body and not the status. */
  within200: readonly FailureCode[]
  write(failure: Failure): Record<string, unknown>
}

const rest = ({ errors, apiError }: Failure) => ({ ...(errors && { errors }), ...(apiError && { apiError }) })

export const failures = {
  /** For verify, transactions and the post-paid calls. */
  sale: {
    within200: ['refused'],
    write: (failure) => ({ status: 'error', message: failure.message, ...rest(failure) }),
  },
  airtime: {
    within200: ['refused'],
    write: (failure) => ({
      status: 'error',
      message: failure.message,
      error: failure.message,
      ...rest(failure),
    }),
  },
  login: {
    within200: ['invalid', 'refused'],
    write: (failure) => ({ status: 'Error', message: failure.message, ...rest(failure) }),
  },
  /** For contact-us and the two password-reset calls. */
  success: {
    within200: ['invalid', 'refused'],
    write: (failure) => ({ success: false, message: failure.message, ...rest(failure) }),
  },
  filter: {
    within200: ['invalid', 'refused'],
    write: (failure) => ({ status: 'error', message: failure.message }),
  },
  /** For the password calls, whose text is in `data`. */
  password: {
    within200: ['refused'],
    write: (failure) => ({
      status: 'error',
      data: failure.message,
      message: failure.message,
      ...rest(failure),
    }),
  },
  /** For everything else. */
  plain: {
    within200: [],
    write: (failure) => ({ status: 'Error', message: failure.message, ...rest(failure) }),
  },
} as const satisfies Record<string, FailureShape>

export type FailureName = keyof typeof failures

export function statusFor(shape: FailureShape, code: FailureCode): number {
  return shape.within200.includes(code) ? 200 : failureStatus[code]
}

/** Whether an answer with status 200 is still a failure. */
export function saysFailed(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { status, success } = body as { status?: unknown; success?: unknown }
  return success === false || status === 'error' || status === 'Error'
}
