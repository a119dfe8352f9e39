// Passwords in forms and calls: exactly as typed.
import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { text } from './wire.ts'

export const passwordLine = (required = 'Password is required') =>
  text(required, 'Password must be text').check(
    z.minLength(1, { error: required, abort: true }),
    z.minLength(limits.passwordLeast, `Password must be at least ${limits.passwordLeast} characters`),
    z.maxLength(limits.passwordMost, `Password cannot exceed ${limits.passwordMost} characters`),
  )

/** An existing password. */
export const ownPasswordLine = (required = 'Password is required') =>
  text(required, 'Password must be text').check(z.minLength(1, required))
