// Puts the installation together: which function answers which call, over which context.
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import * as dashboard from './features/dashboard.ts'
import { authenticate, logIn, logOut } from './features/session.ts'
import * as vendor from './features/vendor.ts'
import type { Handlers } from './http/handle.ts'
import { createServer } from './http/server.ts'
import { Refusal } from './refusal.ts'

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
  electricity: { verify: notYet, sell: notYet, list: notYet, listOf: notYet },
  airtime: { sell: notYet, list: notYet },
  postpaid: { verify: notYet, pay: notYet, list: notYet },
  users: {
    list: notYet,
    add: notYet,
    update: notYet,
    remove: notYet,
    agents: notYet,
    one: notYet,
    cashiers: notYet,
  },
  charges: { list: notYet, add: notYet, update: notYet, remove: notYet },
  credits: { list: notYet, load: notYet },
  reports: { revenue: notYet },
  enquiries: { customer: notYet, shift: notYet },
  backups: { list: notYet },
}

export function createApp(context: Context, webRoot: URL | null): Promise<FastifyInstance> {
  return createServer(context, { handlers, authenticate: (token) => authenticate(context, token), webRoot })
}
