// The gateway to the mobile operators through Reloadly: our queries and orders, translated by the dialect and sent by
// the connection.
import { type Day, toDay } from '@flexpower/contract'
import { after, endOfDay, HOUR_MS, startOfDay } from '../runtime/clock.ts'
import type { AirtimeAccess } from '../config/access.ts'
import type { AirtimeGateway, ReportedTopUp, ToppedUp, TopUpOrder } from './airtime.ts'
import { type GatewayConnection, createConnection, type GatewayOptions } from './connection.ts'
import { accepted, mapAccepted, type Outcome, unknown } from './outcome.ts'
import { readBalance, readRecorded, readReport, readReportPage, readTopUp } from './reloadly-answers.ts'
import { calls, createDialect } from './reloadly-dialect.ts'
import {
  chooseAmount,
  type ListedOperator,
  type ListedOperators,
  notSold,
  readOperator,
  readOperators,
} from './reloadly-operators.ts'

/** Operators are slower than the utility; an order that takes longer is found in the report. */
const ORDER_MS = 30_000
const CONNECTIONS_MOST = 128
/** Rates change, and an order in another currency depends on the rate. */
const OPERATORS_KEPT_MS = 10 * 60_000
/** The zone of the report's dates is not documented: more is requested, and the day is cut out here. */
const REPORT_MARGIN_MS = 12 * HOUR_MS
/** A hundred thousand top-ups. */
const PAGES_MOST = 500

export type Reloadly = AirtimeGateway & { close(): Promise<void> }

export function createReloadly(access: AirtimeAccess, options: GatewayOptions = {}): Reloadly {
  const peer = {
    who: 'the aggregator',
    dialect: createDialect(access),
    passwords: async () => [access.clientSecret],
    orderMs: ORDER_MS,
    connections: CONNECTIONS_MOST,
  }
  const connection = createConnection(peer, options)
  const { clock, health } = connection
  const listed = keepOperators(connection)
  return {
    balance: () => connection.ask(calls.balance, readBalance),
    async topUp(order) {
      const operators = await listed()
      // So far only a query was sent.
      if (operators.kind === 'unknown') return { ...operators, sent: false }
      if (operators.kind === 'refused') return operators
      const operator = operators.value.get(order.operator)
      return operator === undefined ? notSold(order.operator) : send(connection, order, operator)
    },
    async findTopUp(order, sentAt) {
      const told = await connection.ask(
        calls.report(order.reference),
        (body) => readReport(body, { ...order, sentAt }, clock.now()),
        'lookup',
      )
      if (told.kind === 'accepted') return accepted(told.value.found)
      // A refused look-up says nothing about the order.
      return told.kind === 'unknown' ? told : unknown(`the report was refused (${told.code})`)
    },
    listTopUps: (day) => listTopUps(connection, day),
    readTransaction: (transaction) =>
      connection.ask(calls.status(transaction), (body) => readRecorded(body, transaction), 'lookup'),
    async operatorOf(phone) {
      const told = await connection.ask(calls.operatorOf(phone), readOperator)
      return told.kind === 'accepted' ? accepted(told.value.operator) : told
    },
    async operators() {
      return mapAccepted(await listed(), (operators) =>
        [...operators.values()].map(({ operator, amounts, least, most }) => ({
          operator,
          amounts,
          least,
          most,
        })),
      )
    },
    health: () => health.read(),
    close: () => connection.close(),
  }
}

async function send(
  connection: GatewayConnection,
  order: TopUpOrder,
  operator: ListedOperator,
): Promise<Outcome<ToppedUp>> {
  const ordered = chooseAmount(operator, order.amount)
  if (ordered.kind !== 'accepted') return ordered
  const told = await connection.order(calls.topUp(order, operator.id, ordered.value), (body) =>
    readTopUp(body, order, connection.clock.now()),
  )
  if (told.kind !== 'accepted') return told
  const { value } = told
  return 'kind' in value ? value : accepted(value)
}

/** While it is read, new top-ups may push others to the next page: so one may come twice, but none may be missing. */
async function listTopUps({ ask }: GatewayConnection, day: Day): Promise<Outcome<ReportedTopUp[]>> {
  const from = after(startOfDay(day), -REPORT_MARGIN_MS)
  const to = after(endOfDay(day), REPORT_MARGIN_MS)
  const found = new Map<string, ReportedTopUp>()
  let total = 0
  for (let page = 1; page <= PAGES_MOST; page += 1) {
    const told = await ask(calls.reportBetween(from, to, page), readReportPage)
    if (told.kind !== 'accepted') return told
    const { topUps, total: totalNow } = told.value
    for (const topUp of topUps) found.set(topUp.transaction, topUp)
    if (page === 1) total = totalNow
    if (topUps.length > 0 && found.size < totalNow) continue
    return found.size >= total
      ? accepted([...found.values()].filter(({ at }) => toDay(at) === day))
      : unknown('the pages of the report lack some of what it counts')
  }
  return unknown('the report has more pages than we read')
}

/** Which amounts the operators accept, and their numbers: read from time to time. */
function keepOperators({ ask, health, now }: GatewayConnection) {
  let kept: { operators: ListedOperators; until: number } | null = null
  return async (): Promise<Outcome<ListedOperators>> => {
    // While nothing is sent because of silences, this is the query that ends the pause.
    if (kept === null || now() >= kept.until || health.read().state === 'down') {
      const told = await ask(calls.operators, readOperators)
      if (told.kind !== 'accepted') return told
      kept = { operators: told.value, until: now() + OPERATORS_KEPT_MS }
    }
    return accepted(kept.operators)
  }
}
