// Fee bands: what a sale between two amounts costs the customer.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { amount, choice, done, fields, hundredths, id, nothing } from './wire.ts'

const entered = {
  start: ['start_amount', amount('Start amount')],
  end: ['end_amount', amount('End amount')],
  /** Bututs for a fixed fee, hundredths of a percent for a percentage. */
  fee: ['commision_amount', hundredths('Commission amount', 0, 'Commission amount cannot be negative')],
  kind: [
    'amount_type',
    choice('Type', [
      ['fixed', 'fixed'],
      ['percentage', 'percentage'],
    ]),
  ],
  active: [
    'status',
    choice('Status', [
      [true, 1],
      [false, 0],
    ]),
  ],
} as const

export const charge = fields({ id: id(), ...entered })
export type Charge = z.output<typeof charge>

export const charges = {
  list: endpoint({
    method: 'GET',
    path: 'charges/list',
    access: 'admin',
    request: nothing,
    response: z.array(charge),
  }),
  add: endpoint({
    method: 'POST',
    path: 'addCashPowerCharges',
    access: 'admin',
    request: fields(entered),
    response: done,
  }),
  update: endpoint({
    method: 'POST',
    path: 'charges/update/{id}',
    access: 'admin',
    request: fields({ id: id(), ...entered }),
    response: done,
  }),
  remove: endpoint({
    method: 'POST',
    path: 'charges/delete/{id}',
    access: 'admin',
    request: fields({ id: id() }),
    response: done,
  }),
}
