// Assembles the installation: which function answers which call, over which context.
import type { FastifyInstance } from 'fastify'
import { createBackups } from './backups/make.ts'
import type { Context } from './runtime/context.ts'
import { account } from './features/account.ts'
import { acts } from './features/acts.ts'
import { airtime } from './features/airtime/airtime.ts'
import { backups } from './features/backups.ts'
import { accountBalances, readAccounts } from './features/balances.ts'
import { charges } from './features/charges.ts'
import { cleanup } from './features/cleanup.ts'
import { contact } from './features/contact.ts'
import { credits } from './features/floats/credits.ts'
import { floats } from './features/floats/floats.ts'
import { customers } from './features/customers.ts'
import { dashboard } from './features/dashboard.ts'
import { electricity } from './features/electricity/electricity.ts'
import { live } from './features/live.ts'
import { notices } from './features/notices.ts'
import { bookings } from './features/enquiries/booking.ts'
import { enquiries } from './features/enquiries/enquiries.ts'
import { compareSession } from './features/enquiries/session-purchases.ts'
import { postpaid } from './features/postpaid/postpaid.ts'
import { reports } from './features/reports.ts'
import { revenue } from './features/revenue/revenue.ts'
import { sales } from './features/sales.ts'
import { receipts } from './features/receipts.ts'
import { search } from './features/search.ts'
import { session } from './features/session.ts'
import { till } from './features/till/till.ts'
import { userApplications } from './features/users/applications.ts'
import { userOverview } from './features/users/overview.ts'
import { userRecords } from './features/users/records.ts'
import { vendor } from './features/vendor.ts'
import { readPools } from './db/db.ts'
import type { Handlers } from './http/handle.ts'
import { createServer } from './http/server.ts'
import { createBook } from './ledger/book.ts'
import { createLive } from './live/create.ts'
import { watchBook } from './live/watch-book.ts'
import { watchBooks } from './metrics/books.ts'
import { createProducts } from './products.ts'
import { createEpochs } from './sales/epoch.ts'
import { createReference } from './sales/reference.ts'
import { createVending } from './sales/vending.ts'
import { traceBook } from './traces/trace-book.ts'
import { createAuthenticate } from './identity/sessions.ts'

export const handlers: Handlers = {
  session,
  account,
  contact,
  dashboard,
  vendor: { ...vendor, ...accountBalances },
  sales,
  electricity,
  airtime,
  postpaid,
  users: { ...userRecords, ...userOverview, ...userApplications },
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
  receipts,
  till: { ...till, compare: compareSession },
  live,
  notices,
}

/** All parts of a running installation, from those that differ between a real one and a test. */
export function assemble(
  parts: Pick<
    Context,
    'config' | 'db' | 'replica' | 'clock' | 'log' | 'metrics' | 'traces' | 'utility' | 'airtime'
  >,
  presence: number | null = null,
): Context {
  const watching = createLive(parts)
  const book = watchBook(traceBook(createBook(parts.db, presence, parts.metrics), parts.traces), watching)
  const epochs = createEpochs(parts)
  const newReference = (at: Date) => createReference(epochs.current(), at)
  const context: Context = {
    ...parts,
    presence,
    book,
    epochs,
    newReference,
    later: (work) =>
      void setImmediate(() =>
        work().catch((error: unknown) => parts.log.error({ err: error }, 'work for later failed')),
      ),
    backups: createBackups(parts),
    live: watching,
    vending: createVending({ ...parts, book, newReference }),
    products: createProducts(parts),
  }
  parts.metrics.read({
    pools: () => readPools(parts.db),
    books: watchBooks(parts, { readAccounts: () => readAccounts(context) }),
  })
  return context
}

export function createApp(
  context: Context,
  webRoot: URL | null,
  isDraining = () => false,
): Promise<FastifyInstance> {
  return createServer(context, { handlers, authenticate: createAuthenticate(context), webRoot, isDraining })
}
