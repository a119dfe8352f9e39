// Fee bands: what a sale between two amounts costs the customer.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { list } from './list.ts'
import {
  amount,
  choice,
  count,
  day,
  done,
  fields,
  form,
  gmd,
  hundredths,
  id,
  version,
  within,
} from './wire.ts'

export const END_BELOW_START = 'End amount must be greater than start amount'

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

/** The value of the status field for each choice. */
export const chargeStatuses = { active: '1', inactive: '0' } as const
export const chargeForm = form(entered).check(
  z.refine(({ start, end }) => end > start, {
    error: END_BELOW_START,
    path: ['end'],
    // Also checked while other fields are still missing (V-CH-02).
    when: ({ value }) => isAmount(value, 'start') && isAmount(value, 'end'),
  }),
)

const isAmount = (value: unknown, field: string): boolean =>
  typeof (value as Record<string, unknown>)[field] === 'number'

export type CheckedCharge = z.output<typeof chargeForm>

export const charge = fields({ id: id(), ...entered, version })
export type Charge = z.output<typeof charge>

export const charges = {
  list: list({ path: 'charges/list', access: 'admin', row: charge, envelope: null }),
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
    request: fields({ id: id(), ...entered, seenVersion: ['version', z.optional(version)] }),
    response: done,
  }),
  remove: endpoint({
    method: 'POST',
    path: 'charges/delete/{id}',
    access: 'admin',
    request: fields({ id: id() }),
    response: done,
  }),
  /** What a sale of that amount costs with the current bands. */
  price: endpoint({
    method: 'GET',
    path: 'charges/price',
    access: 'admin',
    request: fields({ amount: amount('Amount') }),
    response: within('data', fields({ fee: gmd, vended: ['vend_amount', gmd], charge: z.nullable(id()) })),
  }),
  /** What the last 30 days would have earned with this band added, or in place of the one with that id. */
  replay: endpoint({
    method: 'POST',
    path: 'charges/replay',
    access: 'admin',
    lane: 'reading',
    request: fields({ replaces: ['id', z.optional(id())], ...entered }),
    response: within(
      'data',
      fields({
        from: day('is not a day'),
        to: day('is not a day'),
        /** All sales of these days, and those whose fee would have been different. */
        sales: count,
        changed: count,
        earned: gmd,
        wouldHaveEarned: ['would_have_earned', gmd],
      }),
    ),
  }),
}
