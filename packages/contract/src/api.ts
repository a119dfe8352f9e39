// All HTTP calls in one place.
import { account } from './account.ts'
import { acts } from './acts.ts'
import { airtime } from './airtime.ts'
import { backups } from './backups.ts'
import { bookings } from './bookings.ts'
import { charges } from './charges.ts'
import { cleanup } from './cleanup.ts'
import { contact } from './contact.ts'
import { credits } from './credits.ts'
import { customers } from './customers/customers.ts'
import { dashboard } from './dashboard.ts'
import { electricity } from './electricity.ts'
import type { Endpoint } from './endpoint.ts'
import { enquiries } from './enquiries.ts'
import { floats } from './floats.ts'
import { live } from './live.ts'
import { notices } from './notices.ts'
import { postpaid } from './postpaid.ts'
import { receipts } from './receipts.ts'
import { reports } from './reports.ts'
import { revenue } from './revenue.ts'
import { sales } from './sales.ts'
import { search } from './search.ts'
import { session } from './session.ts'
import { till } from './till.ts'
import { users } from './users.ts'
import { vendor } from './vendor.ts'

export const api = {
  session,
  account,
  contact,
  dashboard,
  vendor,
  sales,
  electricity,
  airtime,
  postpaid,
  users,
  charges,
  credits,
  floats,
  reports,
  revenue,
  enquiries,
  bookings,
  backups,
  cleanup,
  acts,
  search,
  customers,
  till,
  receipts,
  live,
  notices,
}

export type Api = typeof api

/** Every endpoint with its place in the tree, such as `session.login`. */
export const endpoints: readonly (readonly [name: string, call: Endpoint])[] = Object.entries(api).flatMap(
  ([noun, calls]) =>
    Object.entries(calls).map(([verb, call]) => [`${noun}.${verb}`, call as Endpoint] as const),
)
