// Puts the installation together: which function answers which call, over which context.
import type { FastifyInstance } from 'fastify'
import { createBackups } from './backups/make.ts'
import type { Context } from './runtime/context.ts'
import { account } from './features/account.ts'
import { acts } from './features/acts.ts'
import * as airtime from './features/airtime/sell.ts'
import { backups } from './features/backups.ts'
import * as balances from './features/balances.ts'
import { charges } from './features/charges.ts'
import * as cleanup from './features/cleanup.ts'
import { contact } from './features/contact.ts'
import { credits } from './features/credits.ts'
import { dashboard } from './features/dashboard.ts'
import * as records from './features/electricity/records.ts'
import * as electricity from './features/electricity/sell.ts'
import * as enquiries from './features/enquiries/ask.ts'
import * as bookings from './features/enquiries/booking.ts'
import { readCatchUp } from './features/enquiries/catch-up.ts'
import * as reconciliation from './features/enquiries/reconciliation.ts'
import * as postpaid from './features/postpaid/pay.ts'
import { reports } from './features/reports.ts'
import * as sales from './features/sales.ts'
import * as search from './features/search.ts'
import { session } from './features/session.ts'
import { userApplications } from './features/users/applications.ts'
import { userOverview } from './features/users/overview.ts'
import { userRecords } from './features/users/records.ts'
import { vendor } from './features/vendor.ts'
import type { Handlers } from './http/handle.ts'
import { createServer } from './http/server.ts'
import { createBook } from './ledger/book.ts'
import { createProducts } from './products.ts'
import { createEpochs } from './sales/epoch.ts'
import { createReference } from './sales/reference.ts'
import { createVending } from './sales/vending.ts'
import { createAuthenticate } from './identity/sessions.ts'

export const handlers: Handlers = {
  session,
  account,
  contact,
  dashboard,
  vendor: { ...vendor, balances: balances.balances, alerts: balances.alerts },
  sales: {
    open: sales.open,
    countPrint: sales.countPrint,
    messages: sales.messages,
    decide: sales.decide,
    choose: sales.choose,
  },
  electricity: {
    verify: electricity.verify,
    sell: electricity.sell,
    status: electricity.status,
    list: records.list,
    listOf: records.listOf,
    counter: records.counter,
  },
  airtime: {
    sell: airtime.sell,
    status: airtime.status,
    list: airtime.list,
    offers: airtime.offers,
    cost: airtime.cost,
  },
  postpaid: { verify: postpaid.verify, pay: postpaid.pay, status: postpaid.status, list: postpaid.list },
  users: { ...userRecords, ...userOverview, ...userApplications },
  charges,
  credits,
  reports,
  enquiries: {
    customer: enquiries.customer,
    shift: enquiries.shift,
    reconciliation: reconciliation.reconciliation,
    compare: reconciliation.compare,
    catchUp: readCatchUp,
    settle: reconciliation.settle,
  },
  bookings: {
    show: bookings.show,
    book: bookings.book,
    confirm: bookings.confirm,
    decline: bookings.decline,
  },
  backups,
  cleanup: { run: cleanup.run, list: cleanup.list, undo: cleanup.undo },
  acts,
  search: { everything: search.everything, archive: search.archive },
}

/** Everything that a running installation consists of, from what differs between a real one and a test. */
export function assemble(
  parts: Pick<Context, 'config' | 'db' | 'clock' | 'log' | 'utility' | 'airtime'>,
  presence: number | null = null,
): Context {
  const book = createBook(parts.db, presence)
  const epochs = createEpochs(parts)
  const newReference = (at: Date) => createReference(epochs.current(), at)
  return {
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
    vending: createVending({ ...parts, book, newReference }),
    products: createProducts(parts),
  }
}

export function createApp(context: Context, webRoot: URL | null): Promise<FastifyInstance> {
  return createServer(context, { handlers, authenticate: createAuthenticate(context), webRoot })
}
