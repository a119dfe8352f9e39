// Puts the installation together: which function answers which call, over which context.
import type { FastifyInstance } from 'fastify'
import { createBackups } from './backups/make.ts'
import type { Context } from './runtime/context.ts'
import * as account from './features/account.ts'
import * as acts from './features/acts.ts'
import * as airtime from './features/airtime/sell.ts'
import * as backups from './features/backups.ts'
import * as balances from './features/balances.ts'
import * as charges from './features/charges.ts'
import * as cleanup from './features/cleanup.ts'
import * as contact from './features/contact.ts'
import * as credits from './features/credits.ts'
import * as dashboard from './features/dashboard.ts'
import * as records from './features/electricity/records.ts'
import * as electricity from './features/electricity/sell.ts'
import * as enquiries from './features/enquiries/ask.ts'
import * as bookings from './features/enquiries/booking.ts'
import { readCatchUp } from './features/enquiries/catch-up.ts'
import * as reconciliation from './features/enquiries/reconciliation.ts'
import * as postpaid from './features/postpaid/pay.ts'
import * as reports from './features/reports.ts'
import * as sales from './features/sales.ts'
import * as search from './features/search.ts'
import { changePassword, forgotPassword, logIn, logOut, resetPassword } from './features/session.ts'
import * as applications from './features/users/applications.ts'
import * as userOverview from './features/users/overview.ts'
import * as users from './features/users/records.ts'
import * as vendor from './features/vendor.ts'
import type { Handlers } from './http/handle.ts'
import { createServer } from './http/server.ts'
import { createBook } from './ledger/book.ts'
import { createProducts } from './products.ts'
import { createEpochs } from './sales/epoch.ts'
import { createReference } from './sales/reference.ts'
import { createVending } from './sales/vending.ts'
import { createAuthenticate } from './identity/sessions.ts'

export const handlers: Handlers = {
  session: {
    login: logIn,
    logout: logOut,
    forgotPassword,
    resetPassword,
    changePassword,
  },
  account: {
    security: account.security,
    beginSecondFactor: account.beginSecondFactor,
    confirmSecondFactor: account.confirmSecondFactor,
    removeSecondFactor: account.removeSecondFactor,
    endSessions: account.endSessions,
  },
  contact: {
    send: contact.send,
    apply: contact.apply,
    messages: contact.messages,
    mark: contact.mark,
    unsent: contact.unsent,
    outbox: contact.outbox,
  },
  dashboard: {
    dailySales: dashboard.dailySales,
    monthlySales: dashboard.monthlySales,
    transactionCount: dashboard.transactionCount,
    filter: dashboard.filter,
    airtimeDailySales: dashboard.airtimeDailySales,
    airtimeMonthlySales: dashboard.airtimeMonthlySales,
    airtimeTransactionCount: dashboard.airtimeTransactionCount,
    overview: dashboard.overview,
  },
  vendor: {
    vending: vendor.vending,
    info: vendor.info,
    nawecBalance: vendor.nawecBalance,
    balance: vendor.balance,
    balances: balances.balances,
    alerts: balances.alerts,
    forgotPassword: vendor.forgotPassword,
    updatePassword: vendor.updatePassword,
  },
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
  users: {
    list: users.list,
    add: users.add,
    update: users.update,
    remove: users.remove,
    agents: users.agents,
    one: users.one,
    cashiers: users.cashiers,
    overview: userOverview.overview,
    endSessions: userOverview.endSessions,
    sendResetLink: userOverview.sendResetLink,
    removeSecondFactor: userOverview.removeSecondFactor,
    applications: applications.applications,
    approve: applications.approve,
    decline: applications.decline,
  },
  charges: {
    list: charges.list,
    add: charges.add,
    update: charges.update,
    remove: charges.remove,
    price: charges.price,
    replay: charges.replay,
  },
  credits: {
    list: credits.list,
    load: credits.load,
    waiting: credits.waiting,
    confirm: credits.confirm,
    decline: credits.decline,
  },
  reports: { revenue: reports.revenue },
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
  backups: { list: backups.list, rules: backups.rules, make: backups.make, download: backups.download },
  cleanup: { run: cleanup.run, list: cleanup.list, undo: cleanup.undo },
  acts: { list: acts.list },
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
