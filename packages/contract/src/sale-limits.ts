// How much a cashier may sell at once and in a day. Every sale reads it, so it is separate from the other calls about
// floats: a counter would otherwise make all of their codecs before its first sale.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { fields, gmd, id, within } from './wire.ts'

const saleLimits = fields({
  perSale: ['sale_most', z.nullable(gmd)],
  perDay: ['day_most', z.nullable(gmd)],
  /** Of the day's limit; null: there is none. */
  leftToday: ['left_today', z.nullable(gmd)],
})
export type SaleLimits = z.output<typeof saleLimits>

export const readLimits = endpoint({
  method: 'GET',
  path: 'floats/{user_id}/limits',
  access: 'staff',
  request: fields({ userId: ['user_id', id('User')] }),
  response: within('data', saleLimits),
})
