// Puts the installation together: which function answers which call, over which context.
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import * as dashboard from './features/dashboard.ts'
import { electricityLine } from './features/electricity/line.ts'
import * as records from './features/electricity/records.ts'
import * as electricity from './features/electricity/sell.ts'
import { authenticate, logIn, logOut } from './features/session.ts'
import * as users from './features/users.ts'
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
    forgotPassword: notYet,
    resetPassword: notYet,
    changePassword: notYet,
  },
  contact: { send: notYet },
  dashboard: {
    dailySales: dashboard.dailySales,
    monthlySales: dashboard.monthlySales,
    transactionCount: dashboard.transactionCount,
    filter: dashboard.filter,
    airtimeDailySales: notYet,
    airtimeMonthlySales: notYet,
    airtimeTransactionCount: notYet,
  },
  vendor: {
    info: vendor.info,
    nawecBalance: vendor.nawecBalance,
    balance: vendor.balance,
    forgotPassword: notYet,
    updatePassword: notYet,
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
    list: notYet,
    add: notYet,
    update: notYet,
    remove: notYet,
    agents: notYet,
    one: users.one,
    cashiers: notYet,
  },
  charges: { list: notYet, add: notYet, update: notYet, remove: notYet },
  credits: { list: notYet, load: notYet },
  reports: { revenue: notYet },
  enquiries: { customer: notYet, shift: notYet },
  backups: { list: notYet },
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
    vending: createVending({ ...parts, book }),
    lines: { electricity: electricityLine(parts.utility, parts.config.site.utilityName) },
  }
}

export function createApp(context: Context, webRoot: URL | null): Promise<FastifyInstance> {
  return createServer(context, { handlers, authenticate: (token) => authenticate(context, token), webRoot })
}
