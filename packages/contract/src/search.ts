// One box that finds people and sales: what the command palette asks.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { userType } from './session.ts'
import { choice, fields, gmd, id, instant, line, within } from './wire.ts'

const foundUser = fields({
  id: id(),
  name: z.string(),
  email: z.string(),
  location: z.string(),
  type: ['user_type', userType],
})
const foundSale = fields({
  id: id(),
  at: ['created_at', instant],
  reference: ['transaction_id', z.string()],
  meter: ['meter_number', z.string()],
  customerName: ['customer_name', z.string()],
  tendered: ['amount', gmd],
  cashierName: ['recorded_by', z.string()],
  tokens: z.array(z.string()),
})
export type FoundUser = z.output<typeof foundUser>
export type FoundSale = z.output<typeof foundSale>

/** A search of the archive answers the newest of them, at most this many. */
export const ARCHIVED_FOUND_MOST = 100

export const search = {
  /** Users by name or e-mail; sales by a whole token, a meter number or a reference. A few of each; on request of the archive. */
  everything: endpoint({
    method: 'GET',
    path: 'search',
    access: 'admin',
    request: fields({
      words: ['q', line('Search')],
      archived: z.optional(
        choice('Archived', [
          [true, '1'],
          [false, '0'],
        ]),
      ),
    }),
    response: within('data', fields({ users: z.array(foundUser), sales: z.array(foundSale) })),
  }),
}
