// Has the simulators sell the demo's past, so that it is in their books with real tokens, prices and receipts, and
// reads their answers like those of any other sale. Without a simulator there is no past, and the demo starts without
// one.
import { bututs, type OtherSide } from '@flexpower/contract'
import type { AirtimeAccess, UtilityAccess } from '../config/access.ts'
import type { FloatKind } from '../db/schema.ts'
import { parseExact } from '../gateways/exact-json.ts'
import { readPaidBill, readSale } from '../gateways/incms-answers.ts'
import { describeOrder, describePayment } from '../gateways/incms-dialect.ts'
import type { Refused, Unknown } from '../gateways/outcome.ts'
import { readTopUp } from '../gateways/reloadly-answers.ts'
import { calls as airtimeCalls } from '../gateways/reloadly-dialect.ts'
import { accounts } from '../ledger/accounts.ts'
import type { PastOrder, PastProduct } from './invent.ts'

const ANSWER_MS = 30_000

export interface Simulators {
  utility: Pick<UtilityAccess, 'url'>
  /** Null: no airtime is sold. */
  airtime: Pick<AirtimeAccess, 'url'> | null
}

export interface NamedOrder extends PastOrder {
  reference: string
}

export interface PastSale extends NamedOrder {
  tokens: string[]
  details: object
}

/** In the order of their time. */
export async function sellPast(orders: readonly NamedOrder[], simulators: Simulators): Promise<PastSale[]> {
  const from = (side: OtherSide) => orders.filter(({ product }) => pastProducts[product].otherSide === side)
  const [utility, airtime] = await Promise.all([
    sellAt(simulators.utility.url, from('utility')),
    simulators.airtime === null ? [] : sellAt(simulators.airtime.url, from('airtime')),
  ])
  return [...utility, ...airtime].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

async function sellAt(url: string, orders: NamedOrder[]): Promise<PastSale[]> {
  const asked = orders.map((order) => ({ at: order.at.getTime(), ...pastProducts[order.product].ask(order) }))
  const answers = await askForPast(url, asked)
  return answers === null
    ? []
    : orders.map((order, place) => ({ ...order, ...pastProducts[order.product].read(order, answers[place]) }))
}

/** Null: this is no simulator, or it does not listen. Simulators are on this machine only. */
async function askForPast(url: string, asked: object[]): Promise<unknown[] | null> {
  const { hostname } = new URL(url)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return null
  const answer = await fetch(new URL('/past', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => null)
  if (!answer?.ok) return null
  const told = parseExact(await answer.text())
  const rows = typeof told === 'object' && told !== null && 'data' in told ? told.data : told
  return Array.isArray(rows) && rows.length === asked.length ? rows : null
}

interface PastSelling {
  otherSide: OtherSide
  floatKind: FloatKind
  payee: string
  /** The order in the other side's format. */
  ask: (order: NamedOrder) => object
  read: (order: NamedOrder, answer: unknown) => Pick<PastSale, 'tokens' | 'details'>
}

export const pastProducts: Record<PastProduct, PastSelling> = {
  electricity: {
    otherSide: 'utility',
    floatKind: 'electricity',
    payee: accounts.utility,
    ask: (order) => describeOrder(electricityOrder(order)),
    read: (order, answer) => {
      const {
        tokens,
        customerName: _,
        ...details
      } = expectRead(readSale(answer, electricityOrder(order), order.at))
      return { tokens, details }
    },
  },
  postpaid: {
    otherSide: 'utility',
    floatKind: 'electricity',
    payee: accounts.utility,
    ask: (order) => describePayment(billPayment(order)),
    read: (order, answer) => {
      const { customerName: _, ...paid } = expectRead(readPaidBill(answer, billPayment(order), order.at))
      return { tokens: [], details: { ...paid, serviceAddress: order.serviceAddress } }
    },
  },
  airtime: {
    otherSide: 'airtime',
    floatKind: 'airtime',
    payee: accounts.operators,
    // The simulator knows the operator by the number.
    ask: (order) => airtimeCalls.topUp(topUpOrder(order), '').body,
    read: (order, answer) => {
      const { transaction, operatorTransaction, cost } = expectRead(
        readTopUp(answer, topUpOrder(order), order.at),
      )
      return { tokens: [], details: { operator: order.operator, transaction, operatorTransaction, cost } }
    },
  },
}

/** A reader's result, unless the answer could not be read, is a refusal, or is about something else. */
function expectRead<Told extends object>(told: Told | null): Exclude<Told, Refused | Unknown> {
  if (told === null || 'kind' in told)
    throw new Error(`A simulator's answer about the demo's past is no use: ${JSON.stringify(told)}`)
  return told as Exclude<Told, Refused | Unknown>
}

const nothing = bututs(0)

const electricityOrder = ({ reference, subject, tendered, fee, phone, ...order }: NamedOrder) => ({
  reference,
  meter: subject,
  amount: bututs(tendered - fee),
  phone,
  quote: {
    customerName: order.customerName,
    serviceAddress: order.serviceAddress,
    account: '',
    tariff: '',
    meter: subject,
    units: 0,
    unitPrice: 0,
    priceLines: [],
    debtPaid: nothing,
    debtPercent: 0,
    accountBalance: nothing,
    debtOnly: false,
  },
})

const billPayment = ({ reference, subject, tendered, phone, ...order }: NamedOrder) => ({
  reference,
  account: subject,
  amount: tendered,
  phone,
  bill: {
    account: subject,
    customerName: order.customerName,
    serviceAddress: order.serviceAddress,
    due: tendered,
  },
})

function topUpOrder({ reference, operator, subject, tendered }: NamedOrder) {
  if (operator === null) throw new TypeError('airtime has an operator')
  return { reference, operator, phone: subject, amount: tendered }
}
