// The caller's own account: the second factor at sign-in, and where they are signed in.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { openSession } from './users.ts'
import { ownPasswordLine } from './password.ts'
import { done, fields, id, line, nothing, within } from './wire.ts'

const code = line('Code', 20)
const password = ownPasswordLine()

/** The forms have the same fields as the calls, so that browser and server show the same text. */
export const secondFactorCodeForm = z.object({ code })
export const passwordAgainForm = z.object({ password })
export const removeSecondFactorForm = z.object({ password, code })

/** The key under `errors` of a refusal when an Admin must set up two-step sign-in before anything else. */
export const SECOND_FACTOR_FIRST = 'second_factor'

const security = fields({
  secondFactor: [
    'second_factor',
    fields({
      isOn: ['on', z.boolean()],
      /** Required for Admins in this installation. */
      isRequired: ['required', z.boolean()],
      codesLeft: ['recovery_codes_left', z.number()],
    }),
  ],
  sessions: z.array(openSession),
})
export type Security = z.output<typeof security>

export const account = {
  security: endpoint({
    method: 'GET',
    path: 'account/security',
    access: 'staff',
    request: nothing,
    response: within('data', security),
  }),
  /** A secret for an authenticator app; nothing changes until it is confirmed. */
  beginSecondFactor: endpoint({
    method: 'POST',
    path: 'account/second-factor',
    access: 'staff',
    request: fields({ password }),
    response: within('data', fields({ secret: z.string(), uri: z.string() })),
  }),
  /** The app has the secret: from now on signing in needs a code. Returns the recovery codes, once. */
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: 'account/second-factor/confirm',
    access: 'staff',
    request: fields({ code }),
    response: within('data', fields({ recoveryCodes: ['recovery_codes', z.array(z.string())] })),
  }),
  removeSecondFactor: endpoint({
    method: 'POST',
    path: 'account/second-factor/remove',
    access: 'staff',
    request: fields({ password, code }),
    response: done,
  }),
  /** Ends one session, or all others; `everywhere`: this one too. */
  endSessions: endpoint({
    method: 'POST',
    path: 'account/sessions/end',
    access: 'staff',
    request: fields({
      session: z.optional(id('Session')),
      everywhere: z.optional(z.boolean('everywhere must be true or false')),
    }),
    response: done,
  }),
}
