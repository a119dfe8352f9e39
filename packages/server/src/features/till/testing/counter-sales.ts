// Sales of all products through the server as a counter makes them, each to somebody else: sold, refused, without an
// answer, or cut off by a server that dies.
import { randomUUID } from 'node:crypto'
import { API_BASE, bututs } from '@flexpower/contract'
import { fleetMeter, postpaidAccounts } from '@flexpower/simulator'
import { pino } from 'pino'
import type { Db } from '../../../db/db.ts'
import { createVending } from '../../../sales/vending.ts'
import type { MadeUser } from '../../../testing/make.ts'
import type { TestCaller, World } from '../../../testing/world.ts'

export const SOLD = ['electricity', 'airtime', 'postpaid'] as const
export type Sold = (typeof SOLD)[number]
export const ACCOUNTS = postpaidAccounts.length

/** unheard: sold, but the answer is lost, and recovery confirms it later. lost: never sold, and recovery voids it later. */
type Fate = 'sold' | 'refused' | 'unheard' | 'lost'

/** Sentinels of the simulators: what is ordered for them is refused. */
const REFUSED = { electricity: '99900000185', airtime: '3990008', postpaid: '399900014' }
const TELEPHONE = '7712345'

const orders = {
  electricity: {
    path: 'transactions',
    verify: 'verify',
    fill: (meter: string) => ({ meter_number: meter, telephone: TELEPHONE }),
  },
  airtime: {
    path: 'transactions/airtime',
    verify: null,
    fill: (phone: string) => ({ mobile_number: phone, vendor_type: 'QCell' }),
  },
  postpaid: {
    path: 'transactions-post-paid',
    verify: 'make-payment-post-paid',
    fill: (account: string) => ({ account_reference: account, telephone: TELEPHONE }),
  },
} as const

/** There are few accounts, and one with an open sale takes no other. */
async function findFreeAccount(db: Db, serial: number): Promise<string> {
  const busy = await db
    .selectFrom('vend')
    .select('subject')
    .where('product', '=', 'postpaid')
    .where('state', 'in', ['sent', 'unknown', 'manual'])
    .execute()
  const free = postpaidAccounts.filter(({ account }) => !busy.some(({ subject }) => subject === account))
  const chosen = free[serial % free.length]
  if (!chosen) throw new Error('every account has an open sale')
  return chosen.account
}

export function createSales(world: World) {
  const { db, utility, airtime } = world
  let serial = 0
  const findSubject = async (product: Sold): Promise<string> => {
    serial += 1
    if (product === 'postpaid') return findFreeAccount(db, serial)
    return product === 'electricity' ? fleetMeter(serial) : String(3_000_000 + serial)
  }
  /** Amount in dalasi. Returns the reference of the sale, open or not. */
  async function sell(
    who: TestCaller,
    product: Sold = 'electricity',
    amount = 100,
    fate: Fate = 'sold',
  ): Promise<{ status: string; message: string; reference: string }> {
    if (fate === 'unheard' || fate === 'lost') {
      const when = fate === 'unheard' ? 'afterwards' : 'instead'
      if (product === 'airtime') airtime.control.failNext('topUp', 'reset', when)
      else utility.control.failNext('sell', 'reset', when)
    }
    const subject = fate === 'refused' ? REFUSED[product] : await findSubject(product)
    const answer = await who.send('POST', API_BASE + orders[product].path, {
      body: { amount, ...orders[product].fill(subject) },
      headers: { 'idempotency-key': randomUUID() },
    })
    const { status, message, reference, data } = answer.body as {
      status: string
      message: string
      reference?: string
      data?: { transaction_id: string }
    }
    return { status, message, reference: reference ?? data?.transaction_id ?? '' }
  }
  return {
    sell,
    sellUnheard: (who: TestCaller, amount = 100) => sell(who, 'electricity', amount, 'unheard'),
    sellLost: (who: TestCaller, amount = 100) => sell(who, 'electricity', amount, 'lost'),
    /** The server dies in the middle of a sale: before the order is sent, or before its answer is written. */
    sellAndDie: async (who: Seller, product: 'electricity' | 'postpaid', amount: number, isSent: boolean) =>
      dieInSale(world, who, { product, amount, isSent, subject: await findSubject(product) }),
    /** What the other sides have: an order of which nothing was heard may not have been accepted either. */
    isSold: (reference: string): boolean =>
      utility.control.sales().some(({ requestId }) => requestId === reference) ||
      airtime.control.sales().some(({ customIdentifier }) => customIdentifier === reference),
  }
}

type Seller = TestCaller & { user: MadeUser }

interface CutOff {
  product: 'electricity' | 'postpaid'
  subject: string
  amount: number
  isSent: boolean
}

async function dieInSale(
  { context, db }: World,
  who: Seller,
  { product, subject, amount, isSent }: CutOff,
): Promise<{ reference: string }> {
  const { verify, fill } = orders[product]
  await who.send('POST', API_BASE + verify, { body: { amount, ...fill(subject) } })
  const die = () => Promise.reject(new Error('the server died'))
  const dying = createVending({
    ...context,
    log: pino({ level: 'silent' }),
    book: { ...context.book, confirm: die, void: die, doubt: die },
  })
  const key = randomUUID()
  const sold = context.products[product]
  const { id: userId, name, type } = who.user
  const selling = dying.sell({
    seller: { userId, name, location: 'Banjul', sellsOnTheHouse: type === 'Admin' },
    key,
    product: isSent ? sold : { ...sold, send: die },
    subject,
    phone: TELEPHONE,
    tendered: bututs(amount * 100),
    terms: die,
  })
  await selling.catch(() => null)
  return db.selectFrom('vend').select('reference').where('key', '=', key).executeTakeFirstOrThrow()
}
