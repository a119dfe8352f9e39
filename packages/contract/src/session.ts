// Signing in and out, and forgotten passwords.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { logout } from './logout.ts'
import { ownPasswordLine, passwordLine } from './password.ts'
import { emailLine, fields, form, id, ignored, line, text } from './wire.ts'

export const USER_TYPES = ['Admin', 'Cashier'] as const
export const userType = z.enum(USER_TYPES, { error: 'User type must be Admin or Cashier' })
export type UserType = z.output<typeof userType>

const email = emailLine('Invalid email address')
const password = passwordLine()

const code = text('Code must be text', 'Code must be text').check(
  z.maxLength(20, 'Code cannot exceed 20 characters'),
)

/** The login form: the same fields as the call, so that browser and server show the same text. */
export const loginForm = z.object({ email, password, remember: z.boolean(), code: z.optional(code) })
export const forgotPasswordForm = z.object({ email })
export const newPasswordForm = z.object({ password })

const currentPassword = ownPasswordLine('Current password is required')
const nextPassword = passwordLine('New password is required')
const passwordChange = { current: ['currentPwd', currentPassword], next: ['newPwd', nextPassword] } as const
export const changePasswordForm = form(passwordChange)

const acknowledged = fields({ success: z.literal(true), message: z.string() })

export const session = {
  login: endpoint({
    method: 'POST',
    path: 'login',
    access: 'anyone',
    failure: 'login',
    request: fields({
      email,
      password,
      remember: z.optional(z.boolean('Remember Me must be true or false')),
      /** For users with a second factor: asked for once the password is right. */
      code: z.optional(code),
    }),
    response: fields({
      status: z.literal('Ok'),
      token: z.string(),
      message: z.string(),
      user: [
        'data',
        fields({ id: id(), type: ['user_type', userType], location: z.string(), name: z.string() }),
      ],
    }),
  }),
  logout,
  forgotPassword: endpoint({
    method: 'POST',
    path: 'password/forget',
    access: 'anyone',
    failure: 'success',
    request: fields({ email }),
    response: acknowledged,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: 'password/update',
    access: 'anyone',
    failure: 'success',
    request: fields({ password, token: line('Token') }),
    response: acknowledged,
  }),
  /** The signed-in user's own password. */
  changePassword: endpoint({
    method: 'POST',
    path: 'changePassword',
    access: 'staff',
    failure: 'password',
    request: fields({
      ...passwordChange,
      claimedUser: ['codUserShift', ignored],
      /** This session continues; all others of the user end. Without it this one ends too. */
      stay: ['stay_signed_in', z.optional(z.boolean('stay_signed_in must be true or false'))],
    }),
    response: fields({ status: z.literal('success'), message: ['data', z.string()] }),
  }),
}
