// The gateway to the mobile operators through Reloadly: our questions and orders, put in its words by the dialect and carried
// by the connection.
import type { Operator } from '@flexpower/contract'
import { type Clock, systemClock } from '../clock.ts'
import type { AirtimeAccess } from '../config.ts'
import type { AirtimeGateway, ToppedUp, TopUpOrder } from './airtime.ts'
import { type Connection, createConnection } from './connection.ts'
import type { Timeouts } from './exchange.ts'
import { createHealth, type HealthMonitor } from './health.ts'
import { accepted, type Outcome, type Refused, unknown } from './outcome.ts'
import {
  calls,
  dialectOf,
  isCertain,
  type OperatorIds,
  readOperator,
  readOperators,
  readReport,
  readTopUp,
} from './reloadly-dialect.ts'

const QUESTION: Timeouts = { connectMs: 5_000, headersMs: 15_000, bodyMs: 10_000, totalMs: 15_000 }
/** Operators are slower than the utility; what takes longer is found in the report. */
const ORDER_MS = 30_000
const CONNECTIONS_MOST = 128
const SILENCES_MOST = 5
const PAUSE_MS = 5_000
const OPERATORS_KEPT_MS = 60 * 60_000

export interface ReloadlyOptions {
  timeouts?: Partial<Timeouts>
  /** The whole of an order's exchange; 30 s unless told. */
  orderMs?: number
  connections?: number
  /** Silences in a row until nothing is sent for a while: 5 and 5 s unless told. */
  breaker?: { silencesMost?: number; pauseMs?: number }
  clock?: Clock
  /** Monotonic milliseconds, so that a corrected wall clock neither ends nor extends a token. */
  now?: () => number
}

export type Reloadly = AirtimeGateway & { close(): Promise<void> }

export function createReloadly(access: AirtimeAccess, options: ReloadlyOptions = {}): Reloadly {
  const question = { ...QUESTION, ...options.timeouts }
  const orderMs = options.orderMs ?? options.timeouts?.totalMs ?? ORDER_MS
  const clock = options.clock ?? systemClock
  const now = options.now ?? (() => performance.now())
  const health = createHealth({
    who: 'the airtime company',
    clock,
    now,
    silencesMost: options.breaker?.silencesMost ?? SILENCES_MOST,
    pauseMs: options.breaker?.pauseMs ?? PAUSE_MS,
  })
  const connection = createConnection({
    dialect: dialectOf(access),
    passwords: async () => [access.clientSecret],
    health,
    timeouts: {
      question,
      order: { ...question, headersMs: options.timeouts?.headersMs ?? orderMs, totalMs: orderMs },
    },
    connections: options.connections ?? CONNECTIONS_MOST,
    now,
  })
  const idOf = operatorIds(connection, health, now)
  return {
    async topUp(order) {
      const operatorId = await idOf(order.operator)
      // Only a question was asked so far.
      if (operatorId.kind === 'unknown') return { ...operatorId, sent: false }
      if (operatorId.kind === 'refused') return operatorId
      return send(connection, order, operatorId.value, clock)
    },
    async findTopUp(order) {
      const told = await connection.ask(
        calls.report(order.reference),
        (body) => readReport(body, order, clock.now()),
        'lookup',
      )
      if (told.kind === 'accepted') return accepted(told.value.found)
      // A refusal to tell is none of the order.
      return told.kind === 'unknown' ? told : unknown(`the report was refused (${told.code})`)
    },
    async operatorOf(phone) {
      const told = await connection.ask(calls.operatorOf(phone), readOperator)
      return told.kind === 'accepted' ? accepted(told.value.operator) : told
    },
    health: () => health.read(),
    close: () => connection.close(),
  }
}

async function send(
  connection: Connection,
  order: TopUpOrder,
  operatorId: string,
  clock: Clock,
): Promise<Outcome<ToppedUp>> {
  const told = await connection.order(calls.topUp(order, operatorId), (body) =>
    readTopUp(body, order, clock.now()),
  )
  if (told.kind === 'refused' && !isCertain(told))
    return unknown(`the order was refused without saying that nothing happened (${told.code})`)
  if (told.kind !== 'accepted') return told
  const { value } = told
  return 'kind' in value ? value : accepted(value)
}

/** By which number they know an operator: asked for now and then. */
function operatorIds(connection: Connection, health: HealthMonitor, now: () => number) {
  let kept: { ids: OperatorIds; until: number } | null = null
  return async (operator: Operator): Promise<Outcome<string>> => {
    // While nothing is sent because nobody answers, this is the question that opens the way again.
    if (kept === null || now() >= kept.until || health.read().state === 'down') {
      const told = await connection.ask(calls.operators, readOperators)
      if (told.kind !== 'accepted') return told
      kept = { ids: told.value, until: now() + OPERATORS_KEPT_MS }
    }
    const id = kept.ids.get(operator)
    return id === undefined ? notSold(operator) : accepted(id)
  }
}

const notSold = (operator: Operator): Refused => ({
  kind: 'refused',
  code: 'OPERATOR_NOT_LISTED',
  message: `Airtime of ${operator} cannot be bought at the moment.`,
  detail: `${operator} is not among the operators that are listed`,
})
