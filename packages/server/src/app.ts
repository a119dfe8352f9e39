// Puts the installation together: which function answers which call, over which context.
import type { FastifyInstance } from 'fastify'
import { createBackups } from './backups/make.ts'
import type { Context } from './context.ts'
import * as acts from './features/acts.ts'
import * as backups from './features/backups.ts'
import * as charges from './features/charges.ts'
import * as cleanup from './features/cleanup.ts'
import * as contact from './features/contact.ts'
import * as credits from './features/credits.ts'
import * as dashboard from './features/dashboard.ts'
import { electricityLine } from './features/electricity/line.ts'
import * as records from './features/electricity/records.ts'
import * as electricity from './features/electricity/sell.ts'
import * as enquiries from './features/enquiries/ask.ts'
import * as reconciliation from './features/enquiries/reconciliation.ts'
import {
  authenticate,
  changePassword,
  forgotPassword,
  logIn,
  logOut,
  resetPassword,
} from './features/session.ts'
import * as reports from './features/reports.ts'
import * as search from './features/search.ts'
import * as applications from './features/users/applications.ts'
import * as userOverview from './features/users/overview.ts'
import * as users from './features/users/records.ts'
import * as vendor from './features/vendor.ts'
import type { Handlers } from './http/handle.ts'
import { createServer } from './http/server.ts'
import { createBook } from './ledger/book.ts'
import { Refusal } from './refusal.ts'
import { createVending } from './sales/vending.ts'

/** Stands where a feature is still to come: the call exists, checks its caller and its input, and says so. */
export const notYet = async (): Promise<never> => {
  throw new Refusal('not_implemented', 'This is not available yet. Nothing was changed.')
}

export const handlers: Handlers = {
  session: {
    login: logIn,
    logout: logOut,
    forgotPassword,
    resetPassword,
    changePassword,
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
    info: vendor.info,
    nawecBalance: vendor.nawecBalance,
    balance: vendor.balance,
    forgotPassword: vendor.forgotPassword,
    updatePassword: vendor.updatePassword,
  },
  electricity: {
    verify: electricity.verify,
    sell: electricity.sell,
    status: electricity.status,
    list: records.list,
    listOf: records.listOf,
    open: records.open,
    countPrint: records.countPrint,
    decide: records.decide,
    counter: records.counter,
  },
  airtime: { sell: notYet, list: notYet },
  postpaid: { verify: notYet, pay: notYet, list: notYet },
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
    settle: reconciliation.settle,
  },
  backups: { list: backups.list, make: backups.make, download: backups.download },
  cleanup: { run: cleanup.run, list: cleanup.list, undo: cleanup.undo },
  acts: { list: acts.list },
  search: { everything: search.everything },
}

/** Everything that a running installation consists of, from what differs between a real one and a test. */
export function assemble(
  parts: Pick<Context, 'config' | 'db' | 'clock' | 'log' | 'utility'>,
  presence: number | null = null,
): Context {
  const book = createBook(parts.db, presence)
  return {
    ...parts,
    book,
    later: (work) =>
      void setImmediate(() =>
        work().catch((error: unknown) => parts.log.error({ err: error }, 'work for later failed')),
      ),
    backups: createBackups(parts),
    vending: createVending({ ...parts, book }),
    lines: { electricity: electricityLine(parts.utility, parts.config.site.utilityName) },
  }
}

export function createApp(context: Context, webRoot: URL | null): Promise<FastifyInstance> {
  return createServer(context, { handlers, authenticate: (token) => authenticate(context, token), webRoot })
}
