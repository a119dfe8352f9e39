// The gateway to a utility that runs InCMS: our queries and orders, translated by the dialect and sent by the
// connection.
import type { Bututs, Day } from '@flexpower/contract'
import { after, DAY_MS } from '../runtime/clock.ts'
import type { UtilityAccess } from '../config/access.ts'
import { type GatewayConnection, createConnection, type GatewayOptions } from './connection.ts'
import { findSale, type Lookup } from './find-sale.ts'
import {
  readBill,
  readOnRecord,
  readPaidBill,
  readPreview,
  readPurchases,
  readRecorded,
  readSale,
  readStanding,
  readVendorInfo,
} from './incms-answers.ts'
import { createCalls, createDialect } from './incms-dialect.ts'
import { type Profile, resolveProfile } from './incms-profile.ts'
import { accepted, type Outcome, type Refused, unknown } from './outcome.ts'
import type {
  UtilityBill,
  BillPayment,
  NamedSale,
  ElectricityOrder,
  PaidBill,
  UtilityPurchase,
  UtilityQuote,
  Recorded,
  UtilityGateway,
  Vended,
} from './utility.ts'

const SALE_MS = 20_000
const CONNECTIONS_MOST = 512
/** Of a list of one day. */
const PAGES_MOST = 200

export interface IncmsOptions extends GatewayOptions {
  /** The passwords that may be right, best first; by default only the configured one. */
  passwords?: () => Promise<readonly string[]>
}

export type Incms = UtilityGateway & { close(): Promise<void> }

/** Whom we talk to, and in which dialect. */
interface Desk {
  connection: GatewayConnection
  calls: ReturnType<typeof createCalls>
  pageSize: Profile['pageSize']
}

export function createIncms(access: UtilityAccess, options: IncmsOptions = {}): Incms {
  const profile = resolveProfile(access)
  const calls = createCalls(profile, access)
  const peer = {
    who: 'the utility',
    dialect: createDialect(access, profile),
    passwords: options.passwords ?? (async () => [access.password]),
    orderMs: SALE_MS,
    connections: CONNECTIONS_MOST,
  }
  const connection = createConnection(peer, options)
  const desk: Desk = { connection, calls, pageSize: profile.pageSize }
  const { clock, health, ask, order: send, change } = connection
  const vendorInfo = () => ask(calls.vendorInfo, readVendorInfo)
  // A cashier who has verified already sends only the order: without a query before it, the pause would last until
  // somebody else sends one.
  const sendOrder: typeof send = async (given, read) => {
    if (health.read().state === 'down') await vendorInfo()
    return send(given, read)
  }
  return {
    vendorInfo,
    quote: (meter, amount) => quote(desk, meter, amount),
    sell: (order) => sendOrder(calls.sell(order), (body) => readSale(body, order, clock.now())),
    findSale: (order, sentAt) => findSale(lookUpSale(desk, order, sentAt)),
    bill: (account) => bill(desk, account),
    payBill: (payment) =>
      sendOrder(calls.payBill(payment), (body) => readPaidBill(body, payment, clock.now())),
    findBillPayment: (payment, sentAt) => findSale(lookUpPayment(desk, payment, sentAt)),
    customerPurchases: (meter, from, to) => ask(calls.customerPurchases(meter, from, to), readPurchases),
    shiftPurchases: (day) => shiftPurchases(desk, day),
    readTransaction: (named) => readTransaction(desk, named),
    changePassword: (next) => changePassword(desk, next),
    resetPassword: async (vendorId, vendorUser) => {
      const reset = await change(calls.resetPassword(vendorId, vendorUser), done)
      return reset.kind === 'accepted' ? accepted(null) : reset
    },
    adoptPassword: (password) => connection.adopt(password),
    health: () => health.read(),
    close: () => connection.close(),
  }
}

/** Only whether there is an answer matters. */
const done = () => true

async function changePassword({ connection, calls }: Desk, next: string): Promise<Outcome<null>> {
  // Another process may have changed it since this one logged in; a token that is still valid does not show that.
  const current = await connection.password()
  if (current.kind !== 'accepted') return current.kind === 'unknown' ? { ...current, sent: false } : current
  const changed = await connection.change(calls.changePassword(current.value, next), done)
  if (changed.kind === 'refused') return changed
  if (changed.kind === 'unknown' && !changed.sent) return changed
  // After a lost answer only the login shows whether the password is the new one.
  const adopted = await connection.adopt(next)
  if (adopted.kind === 'accepted') return adopted
  return changed.kind === 'unknown'
    ? changed
    : unknown('the utility took the new password and then did not let us in with it')
}

async function quote(
  { connection: { ask }, calls }: Desk,
  meter: string,
  amount: Bututs,
): Promise<Outcome<UtilityQuote>> {
  const priced = await ask(calls.preview(meter, amount), (body) => readPreview(body, meter, amount))
  if (priced.kind !== 'accepted') return priced
  const { figures, standing: told } = priced.value
  // If the price does not say it, the search does; if that stays silent too, the price is still valid.
  const searched = told.collection === null ? await ask(calls.searchMeter(meter), readStanding) : null
  const standing = searched?.kind === 'accepted' ? searched.value : told
  if (standing.isPostpaid) return refused('POSTPAID', 'This is a post-paid account: pay its bill instead.')
  if (standing.collection === 'inactive') return refused('INACTIVE', 'The meter is not active.')
  const debtOnly = standing.collection === 'debtOnly' || (figures.units === 0 && figures.debtPaid >= amount)
  return accepted({ ...figures, meter, debtOnly })
}

const refused = (code: string, message: string): Refused => ({ kind: 'refused', code, message, detail: code })

async function bill({ connection: { ask }, calls }: Desk, account: string): Promise<Outcome<UtilityBill>> {
  const searched = await ask(calls.searchAccount(account), (body) => readBill(body, account))
  if (searched.kind !== 'accepted') return searched
  const { bill: found, standing } = searched.value
  if (found === null) return refused('NO_ACCOUNT', 'There is no such account.')
  if (!standing.isPostpaid)
    return refused('PREPAID', 'This is a prepaid account: sell electricity to its meter instead.')
  if (standing.collection === 'inactive') return refused('INACTIVE', 'The account is not active.')
  return accepted(found)
}

/** A day of the utility's list may come on several pages. */
async function shiftPurchases(
  { connection: { ask }, calls, pageSize }: Desk,
  day: Day,
): Promise<Outcome<UtilityPurchase[]>> {
  const purchases: UtilityPurchase[] = []
  for (let page = 1; page <= PAGES_MOST; page += 1) {
    const told = await ask(calls.shiftPurchases(day, page), readPurchases)
    if (told.kind !== 'accepted') return told
    purchases.push(...told.value)
    if (pageSize === null || told.value.length < pageSize) return accepted(purchases)
  }
  return unknown(`the list of the day does not end within ${PAGES_MOST} pages`)
}

/** Some lists have only the receipt of a sale: the customer's own list has its number. */
async function readTransaction(desk: Desk, named: NamedSale): Promise<Outcome<Recorded>> {
  const { ask } = desk.connection
  const receipt = named.receipt || named.transaction
  const read = (transaction: string) =>
    ask(
      desk.calls.saleByTransaction(transaction),
      (body) => readRecorded(body, { transaction, receipt }),
      'lookup',
    )
  const direct = await read(named.transaction)
  if (direct.kind === 'accepted' || named.subject === '' || receipt !== named.transaction) return direct
  const number = await findReceipt(desk, receipt, named)
  return number === null ? direct : read(number)
}

async function findReceipt(
  { connection: { ask }, calls }: Desk,
  receipt: string,
  { subject, at }: NamedSale,
) {
  const [from, to] = [after(at, -DAY_MS), after(at, 2 * DAY_MS)]
  for (const call of [calls.customerPurchases(subject, from, to), calls.accountPayments(subject, from, to)]) {
    const listed = await ask(call, readPurchases, 'lookup')
    if (listed.kind !== 'accepted') continue
    const found = listed.value.find((line) => line.receipt === receipt && line.utilityTransaction !== receipt)
    if (found) return found.utilityTransaction
  }
  return null
}

function lookUpSale(
  { connection: { ask, clock }, calls }: Desk,
  order: ElectricityOrder,
  sentAt: Date,
): Lookup<Vended> {
  const read = (body: unknown) => readOnRecord(body, (record) => readSale(record, order, clock.now()))
  const { reference, meter, amount } = order
  return {
    order: { reference, subject: meter, amount, sentAt },
    byReference: () => ask(calls.saleByReference(reference), read, 'lookup'),
    byTransaction: (transaction) => ask(calls.saleByTransaction(transaction), read, 'lookup'),
    listed: (from, to) => ask(calls.customerPurchases(meter, from, to), readPurchases, 'lookup'),
    subjectOf: (line) => line.meter,
  }
}

function lookUpPayment(
  { connection: { ask, clock }, calls }: Desk,
  payment: BillPayment,
  sentAt: Date,
): Lookup<PaidBill> {
  const read = (body: unknown) => readOnRecord(body, (record) => readPaidBill(record, payment, clock.now()))
  const { reference, account, amount } = payment
  return {
    order: { reference, subject: account, amount, sentAt },
    byReference: () => ask(calls.saleByReference(reference), read, 'lookup'),
    byTransaction: (transaction) => ask(calls.saleByTransaction(transaction), read, 'lookup'),
    listed: (from, to) => ask(calls.accountPayments(account, from, to), readPurchases, 'lookup'),
    // A bill has no meter: a line that names one is about something else, whatever its account.
    subjectOf: (line) => line.meter || line.account,
  }
}
