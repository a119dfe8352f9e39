// What a list says to each Admin about something that waits for a second Admin.
import * as z from 'zod/mini'

export const secondAdminFields = {
  /** Whether the caller may confirm it. */
  mayConfirm: ['may_confirm', z.boolean()],
  /** Why the caller may not: the refusal that confirming would get. Null: they may. */
  confirmRefusal: ['confirm_refusal', z.nullable(z.string())],
} as const
