// The people who sell and the people who manage.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { userType } from './session.ts'
import {
  choice,
  done,
  emailLine,
  fields,
  gmd,
  hundredths,
  id,
  instant,
  line,
  nothing,
  orNone,
  passwordLine,
  within,
} from './wire.ts'

const flag = (label: string) =>
  choice(label, [
    [true, '1'],
    [false, '0'],
  ])
const commission = hundredths('Commission', 0, 'Commission must be a positive number')
const contractType = z.literal('Commission', { error: 'Contract type must be Commission' })

const entered = {
  name: line('Name'),
  email: emailLine('Invalid email format'),
  address: line('Address'),
  location: line('Location'),
  type: ['user_type', userType],
  contractType: ['contract_type', contractType],
  commissionPercent: ['commission', commission],
  mayTakePostpaid: ['can_access_post_paid', flag('Post-paid access')],
} as const

export const user = fields({
  id: id(),
  name: z.string(),
  email: z.string(),
  address: z.string(),
  location: z.string(),
  type: ['user_type', userType],
  contractType: ['contract_type', contractType],
  commissionPercent: ['commission', commission],
  mayTakePostpaid: ['can_access_post_paid', flag('Post-paid access')],
  electricityFloat: ['nawec_balance', gmd],
  airtimeFloat: ['airtime_balance', gmd],
  createdAt: ['created_at', instant],
})
export type User = z.output<typeof user>

const named = z.array(fields({ id: id(), name: z.string() }))

export const users = {
  list: endpoint({
    method: 'GET',
    path: 'register',
    access: 'admin',
    request: nothing,
    response: z.array(user),
  }),
  add: endpoint({
    method: 'POST',
    path: 'register',
    access: 'admin',
    request: fields({ ...entered, password: passwordLine() }),
    response: done,
  }),
  update: endpoint({
    method: 'PUT',
    path: 'users/update/{id}',
    access: 'admin',
    request: fields({ id: id(), ...entered, password: z.optional(passwordLine()) }),
    response: done,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'users/delete/{id}',
    access: 'admin',
    request: fields({ id: id() }),
    response: done,
  }),
  /** Agents for the credit form. */
  agents: endpoint({
    method: 'GET',
    path: 'users/list',
    access: 'admin',
    request: nothing,
    response: within('data', named),
  }),
  one: endpoint({
    method: 'GET',
    path: 'users/getlist/{userId}',
    access: 'staff',
    request: fields({ userId: id('User') }),
    response: orNone(user),
  }),
  cashiers: endpoint({
    method: 'GET',
    path: 'get/cashiers',
    access: 'admin',
    request: nothing,
    response: within('cashiers', named),
  }),
}
