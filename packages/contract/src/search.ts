// One box that finds users and sales, for the command palette. And the archive, which is searched only on request.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PRODUCTS } from './sales.ts'
import { userType } from './session.ts'
import { fields, gmd, id, instant, line, within } from './wire.ts'

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
  product: z.enum(PRODUCTS),
  /** What it was sold to: a meter, a phone number, an account. */
  subject: z.string(),
  /** For airtime, which has no customer name, the operator. */
  customerName: ['customer_name', z.string()],
  tendered: ['amount', gmd],
  cashierName: ['recorded_by', z.string()],
  /** For a bill the utility's receipt, in place of a token. */
  tokens: z.array(z.string()),
})
export type FoundUser = z.output<typeof foundUser>
export type FoundSale = z.output<typeof foundSale>

/** A search of the archive returns the newest matches, at most this many. */
export const ARCHIVED_FOUND_MOST = 100

const request = fields({ words: ['q', line('Search')] })

export const search = {
  /**
   * Users by name or e-mail; sales by a whole token, what they were sold to, a reference, a receipt number or its code. A few of
   * each. Bills only for users who may take them.
   */
  everything: endpoint({
    method: 'GET',
    path: 'search',
    access: 'admin',
    lane: 'reading',
    request,
    response: within('data', fields({ users: z.array(foundUser), sales: z.array(foundSale) })),
  }),
  /** As above, or by any part of what the lists show about a sale; newest first. */
  archive: endpoint({
    method: 'GET',
    path: 'search/archive',
    access: 'admin',
    lane: 'reading',
    request,
    response: fields({
      sales: ['data', z.array(foundSale)],
      /** Not null: the search stopped at this time, because going further back would have taken too long. */
      searchedBackTo: ['searched_back_to', z.nullable(instant)],
    }),
  }),
}
