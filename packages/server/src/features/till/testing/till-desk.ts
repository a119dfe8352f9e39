// A test world with cashiers who sell all products for cash, whose answers get lost when a test wants it, and who count
// their drawers.
import { randomUUID } from 'node:crypto'
import { api, API_BASE, bututs, type Pieces } from '@flexpower/contract'
import { fleetMeter, postpaidAccounts } from '@flexpower/simulator'
import { loadFloat } from '../../../testing/make.ts'
import { createWorld, type TestCaller, type WorldOptions } from '../../../testing/world.ts'

const FLOAT = 100_000_000
export const SOLD = ['electricity', 'airtime', 'postpaid'] as const
type Sold = (typeof SOLD)[number]

export async function openTillDesk(options: WorldOptions = {}) {
  const world = await createWorld(options)
  const { db, clock, utility } = world
  const admin = await world.signIn({ type: 'Admin', name: 'Awa Sanneh', remember: true })
  let serial = 0

  const hire = async (name = 'Fatou Ceesay') => {
    const cashier = await world.signIn({ name, mayTakePostpaid: true, remember: true })
    for (const kind of ['electricity', 'airtime'] as const)
      await loadFloat(db, clock, cashier.user.id, FLOAT, kind)
    return cashier
  }

  /** Amount in dalasi. Returns the id and the reference of the sale, open or not. */
  async function sell(who: TestCaller, product: Sold = 'electricity', amount = 100) {
    serial += 1
    const bill = postpaidAccounts[serial % postpaidAccounts.length]?.account
    const orders = {
      electricity: ['transactions', { meter_number: fleetMeter(serial), telephone: '7712345' }],
      airtime: ['transactions/airtime', { mobile_number: String(3_000_000 + serial), vendor_type: 'QCell' }],
      postpaid: ['transactions-post-paid', { account_reference: bill, telephone: '7712345' }],
    } as const
    const [path, body] = orders[product]
    const answer = await who.send('POST', API_BASE + path, {
      body: { amount, ...body },
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
    world,
    admin,
    hire,
    sell,
    /** Sold, but the answer is lost: recovery confirms it later. */
    sellUnheard: (who: TestCaller, amount = 100) => {
      utility.control.failNext('sell', 'reset', 'afterwards')
      return sell(who, 'electricity', amount)
    },
    /** Never sold, and no answer says so: recovery voids it later. */
    sellLost: (who: TestCaller, amount = 100) => {
      utility.control.failNext('sell', 'reset')
      return sell(who, 'electricity', amount)
    },
    readVend: (reference: string) =>
      db.selectFrom('vend').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow(),
    /** In bututs, like everything below. */
    open: (who: TestCaller, opening = 0) => who.call(api.till.open, { opening: bututs(opening) }),
    move: (who: TestCaller, kind: 'in' | 'out' | 'drop', amount: number, reason = 'For a test') =>
      who.call(api.till.move, { kind, amount: bututs(amount), reason }),
    close: (who: TestCaller, session: number, pieces: Pieces[], reason?: string) =>
      who.call(api.till.close, { session, pieces, ...(reason !== undefined && { reason }) }),
  }
}

/** Dalasi, and how many of them. */
export const note = (dalasi: number, pieces: number): Pieces => ({
  kind: 'note',
  value: bututs(dalasi * 100),
  pieces,
})
export const coin = (dalasi: number, pieces: number): Pieces => ({ ...note(dalasi, pieces), kind: 'coin' })

/** Notes and coins for an amount, in whole quarter dalasi. */
export function changeFor(amount: number): Pieces[] {
  let left = amount
  return [
    ...[200, 100, 50, 20, 10, 5].map((value) => note(value, 0)),
    ...[1, 0.5, 0.25].map((value) => coin(value, 0)),
  ].map((one) => {
    const pieces = Math.floor(left / one.value)
    left -= pieces * one.value
    return { ...one, pieces }
  })
}
