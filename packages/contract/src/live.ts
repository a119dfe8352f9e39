// What changes while a page is open: a stream of hints for the caller (server-sent events), after which the page asks again.
// A hint says only what kind of record changed, so a lost one costs a delay and nothing else.
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { type Codec, fields, nothing } from './wire.ts'

/**
 * `sales`: sales of the caller, open or ended. `floats`: loads, moves and requests. `till`: the drawer. `notices`: the
 * inbox. `office`: what only Admins see, such as applications. `selling`: a product was paused or resumed, for everybody.
 * An Admin is told about everybody.
 */
export const LIVE_KINDS = ['sales', 'floats', 'till', 'notices', 'office', 'selling'] as const
export type LiveKind = (typeof LIVE_KINDS)[number]

/**
 * Which calls may answer differently after something of a kind has changed, by path: whoever follows the stream reads them
 * again. Not the calls themselves, so that a page that follows the stream need not load all of them.
 */
export const LIVE_READS: Readonly<Record<LiveKind, readonly string[]>> = {
  sales: [
    'transactions/open',
    'transactions',
    'gettransactions/{userId}',
    'transactions/airtime',
    'transactions-post-paid',
    'counter',
    'users/getlist/{userId}',
    'users/{id}/overview',
    'till/current',
    'till/today',
    'till/wall',
    'till/sessions/{id}',
    'till/{user_id}/statement',
    'till/{user_id}/sums',
    'floats/{user_id}/statement',
    'floats/{user_id}/sums',
    'dashboard/overview',
    'CashPowerDailySales',
    'CashPowerMonthlySales',
    'transactionsCount',
    'AirPowerDailySales',
    'AirPowerMonthlySales',
    'transactionsAirTimesCount',
  ],
  floats: [
    'counter',
    'users/getlist/{userId}',
    'users/{id}/overview',
    'credits',
    'credits/waiting',
    'floats/waiting',
    'floats/requests',
    'floats/{user_id}/statement',
    'floats/{user_id}/sums',
    'till/wall',
    'dashboard/overview',
  ],
  till: [
    'till/current',
    'till/today',
    'till/sessions',
    'till/sessions/{id}',
    'till/wall',
    'till/{user_id}/statement',
    'till/{user_id}/sums',
  ],
  notices: ['notices', 'notices/count'],
  office: [
    'dashboard/overview',
    'alerts',
    'account-balances',
    'contact-messages',
    'applications',
    'backups',
    'cleanup',
    'reconciliation',
    'reconciliation/catch-up',
  ],
  selling: ['counter'],
}

/** The names of the events. */
export const LIVE_OPENED = 'opened'
export const LIVE_CHANGED = 'changed'
export const LIVE_CLOSED = 'closed'

/** The first event. Unless it is `complete`, something may have changed unnoticed since the last one. */
export const liveOpened = fields({ isComplete: ['complete', z.boolean()] })

/** A kind that this program does not know is of a newer one. */
export const liveChanged = fields({ kinds: z.array(z.string()) })

/** Why the server ends a stream: the session ended, the user has newer streams, or the server stops. */
export const liveClosed = fields({ reason: z.enum(['session', 'replaced', 'stopping']) })
export type LiveEnd = z.output<typeof liveClosed>['reason']

/** An answer that goes on: the server writes events until one side ends it. */
export interface EventStream {
  content: unknown
}
/** The `response` of such a call. */
export const eventStream: Codec<EventStream> = z.custom<EventStream>()

/** The header with the last event that a caller has seen; the stream goes on after it. */
export const LAST_EVENT_HEADER = 'last-event-id'

export const live = {
  events: endpoint({
    method: 'GET',
    path: 'events',
    access: 'staff',
    request: nothing,
    response: eventStream,
  }),
}
