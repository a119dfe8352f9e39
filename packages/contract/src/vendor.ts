// The utility as we deal with it: whether it sells, our own account, and the password of its programming interface.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { passwordLine } from './password.ts'
import { fields, gmd, ignored, line, nothing, within } from './wire.ts'

export const vendorBalance = fields({
  balance: gmd,
  description: ['descVendor', z.string()],
  vendorId: ['idVendor', z.string()],
  vendorIdChanged: ['modifiedIdVendor', z.boolean()],
})
export type VendorBalance = z.output<typeof vendorBalance>

export const vendorResetForm = z.object({ idVendor: line('Vendor Id'), codUser: line('codUser') })
export const vendorPasswordForm = z.object({ updatepassword: passwordLine() })

/** Up, slow, or down: nothing is sent to the utility for a moment. */
const vendingState = z.enum(['up', 'slow', 'down'])
export type VendingState = z.output<typeof vendingState>

const acknowledged = fields({ status: z.literal('success'), message: ['data', z.string()] })

export const vendor = {
  /** Whether electricity can be sold just now, for anybody who asks: one of three words, and nothing that is ours alone. */
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
  /** Asks the utility to reset the password of its programming interface. */
  forgotPassword: endpoint({
    method: 'POST',
    path: 'forgotpassowrd',
    access: 'admin',
    failure: 'password',
    request: fields({ vendorId: ['idVendor', line('Vendor Id')], vendorUser: ['codUser', line('codUser')] }),
    response: acknowledged,
  }),
  /** Stores a new one, once the utility has accepted it. */
  updatePassword: endpoint({
    method: 'POST',
    path: 'updatepassword',
    access: 'admin',
    failure: 'password',
    request: fields({ password: ['updatepassword', passwordLine()], claimedUser: ['codUserShift', ignored] }),
    response: acknowledged,
  }),
}
