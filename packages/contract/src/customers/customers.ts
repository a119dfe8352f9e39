// Customers, as far as the sales know them: whom a user has served, offered while the next sale is typed; and a phone
// number that is removed from everything because its owner asked for that.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { ownPasswordLine } from '../password.ts'
import { PRODUCTS } from '../sales.ts'
import { count, digitsLine, fields, form, gmd, instant, line, within } from '../wire.ts'

const customer = fields({
  /** The meter, the phone number or the account. */
  subject: z.string(),
  /** For airtime, which has no customer name, the operator. */
  name: ['customer_name', z.string()],
  /** The phone of the newest sale; empty if there is none. */
  phone: ['telephone', z.string()],
  /** The amount that was sold most often. */
  usual: ['usual_amount', gmd],
  sales: count,
  lastAt: ['last_at', instant],
})
export type Customer = z.output<typeof customer>

/** As many as fit under a field. */
export const CUSTOMERS_MOST = 6

/** What is stored in place of a phone number that was erased. */
export const ERASED = 'erased'

const phone = digitsLine('Mobile Number', limits.phoneLeast, limits.phoneMost)

export const eraseForm = form({ phone: ['telephone', phone] })

export const customers = {
  /**
   * Whom the caller has served, newest first: by the beginning of the meter, account or phone, or a part of the name.
   * Everybody finds only their own sales here, also an Admin.
   */
  served: endpoint({
    method: 'GET',
    path: 'customers',
    access: 'staff',
    lane: 'reading',
    request: fields({ product: z.enum(PRODUCTS), words: ['q', line('Search')] }),
    response: within('data', z.array(customer)),
  }),
  /** A dry run counts and changes nothing. Otherwise the caller's password is required. */
  erase: endpoint({
    method: 'POST',
    path: 'customers/erase',
    access: 'admin',
    lane: 'reading',
    request: fields({
      phone: ['telephone', phone],
      dryRun: ['dry_run', z.boolean('Dry run must be true or false')],
      password: z.optional(ownPasswordLine()),
    }),
    response: fields({
      message: z.string(),
      /** Sales that were notified to this phone, or sold to it. */
      sales: count,
      /** That became no sale. */
      orders: count,
      /** The references of those that have no end yet: until they have one, nothing is erased. */
      open: z.array(z.string()),
      messages: count,
    }),
  }),
}
