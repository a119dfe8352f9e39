// Our dealings with the utility: whether it sells, our own account, and the password of its API.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { passwordLine } from './password.ts'
import { fields, form, gmd, ignored, instant, line, nothing, within } from './wire.ts'

export const vendorBalance = fields({
  balance: gmd,
  description: ['descVendor', z.string()],
  vendorId: ['idVendor', z.string()],
  vendorIdChanged: ['modifiedIdVendor', z.boolean()],
})
export type VendorBalance = z.output<typeof vendorBalance>

/** An account that we sell from, as last read. */
const accountBalance = fields({
  otherSide: ['other_side', z.enum(['utility', 'airtime'])],
  /** Null: it was never read. */
  amount: z.nullable(gmd),
  currency: z.string(),
  /** At the pace of the last seven days; null: nothing was sold, or the balance is not known. */
  lastsDays: ['lasts_days', z.nullable(z.number())],
  /** Low: below the first threshold; very low: below the second. */
  state: z.enum(['enough', 'low', 'very low']),
  readAt: ['read_at', z.nullable(instant)],
})
export type AccountBalance = z.output<typeof accountBalance>

/** Something that an Admin must act on, until its cause is gone. */
const alert = fields({
  subject: z.string(),
  isUrgent: ['is_urgent', z.boolean()],
  title: z.string(),
  text: z.string(),
  raisedAt: ['raised_at', instant],
})
export type Alert = z.output<typeof alert>

const vendorReset = {
  vendorId: ['idVendor', line('Vendor Id')],
  vendorUser: ['codUser', line('codUser')],
} as const
export const vendorResetForm = form(vendorReset)
const vendorPassword = { password: ['updatepassword', passwordLine()] } as const
export const vendorPasswordForm = form(vendorPassword)

/** Up, slow, or down (down: nothing is sent to the utility for a moment). */
const vendingState = z.enum(['up', 'slow', 'down'])
export type VendingState = z.output<typeof vendingState>

const acknowledged = fields({ status: z.literal('success'), message: ['data', z.string()] })

export const vendor = {
  /** Whether electricity can be sold now, for anybody: one of three words, and nothing confidential. */
  vending: endpoint({
    method: 'GET',
    path: 'vending-status',
    access: 'anyone',
    request: nothing,
    response: within('data', fields({ state: vendingState })),
  }),
  info: endpoint({
    method: 'GET',
    path: 'vendorInfo',
    access: 'admin',
    request: nothing,
    response: within('data', fields({ balance: gmd })),
  }),
  nawecBalance: endpoint({
    method: 'GET',
    path: 'nawec-vendor-balance',
    access: 'admin',
    request: nothing,
    response: within('data', vendorBalance),
  }),
  balance: endpoint({
    method: 'GET',
    path: 'balance',
    access: 'admin',
    request: nothing,
    response: within('data', vendorBalance),
  }),
  /** The accounts that we sell from, with how long each lasts. */
  balances: endpoint({
    method: 'GET',
    path: 'account-balances',
    access: 'admin',
    request: nothing,
    response: within('data', z.array(accountBalance)),
  }),
  alerts: endpoint({
    method: 'GET',
    path: 'alerts',
    access: 'admin',
    request: nothing,
    response: within('data', z.array(alert)),
  }),
  /** Asks the utility to reset the password of its API. */
  forgotPassword: endpoint({
    method: 'POST',
    path: 'forgotpassowrd',
    preferredPath: 'forgotpassword',
    access: 'admin',
    failure: 'password',
    request: fields(vendorReset),
    response: acknowledged,
  }),
  /** Stores a new password, once the utility has accepted it. */
  updatePassword: endpoint({
    method: 'POST',
    path: 'updatepassword',
    access: 'admin',
    failure: 'password',
    request: fields({ ...vendorPassword, claimedUser: ['codUserShift', ignored] }),
    response: acknowledged,
  }),
}
