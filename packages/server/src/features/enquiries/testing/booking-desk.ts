// A test world in which the utility and the aggregator sell in our name what our books do not have, and Admins who book
// it.
import { API_BASE, api, bututs, toDay } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { beforeEach, expect } from 'vitest'
import { auditBooks } from '../../../ledger/audit.ts'
import { loadFloat } from '../../../testing/make.ts'
import { createWorld, type TestCaller, type World } from '../../../testing/world.ts'

/** Float of a new cashier, in bututs. */
const FLOAT = 100_000

/** Fee GMD 5 from GMD 50 to GMD 5,000; above GMD 1,000 a second Admin confirms. Each test has a new cashier. */
export async function openBookingDesk() {
  const world = await createWorld({ env: { FLEXPOWER_CREDIT_CONFIRM_ABOVE: '1000' } })
  const { db, clock } = world
  const admin = await world.signIn({
    type: 'Admin',
    name: 'Awa Sanneh',
    mayTakePostpaid: true,
    remember: true,
  })
  const second = await world.signIn({ type: 'Admin', name: 'Ebrima Camara', remember: true })
  await admin.call(api.charges.add, {
    start: bututs(5_000),
    end: bututs(500_000),
    fee: 500,
    kind: 'fixed',
    active: true,
  })
  let meters = 0
  const newMeter = () => fleetMeter(meters++)
  let others = 0
  const newName = () => `elsewhere-${(others += 1)}`

  const sellElsewhere = (meter = newMeter(), amount = 9_500, reference = newName()) =>
    sellAtUtility(world, meter, amount, reference)
  const compare = (day = toDay(clock.now())) => admin.call(api.enquiries.compare, { day })
  async function readDifference(transaction: string) {
    const { differences } = await admin.call(api.enquiries.reconciliation, {})
    const found = differences.find(({ reference }) => reference === transaction)
    if (!found) throw new Error('no such difference')
    return found
  }
  async function findDifference(transaction: string) {
    await compare()
    return readDifference(transaction)
  }
  let cashier: Awaited<ReturnType<typeof hireCashier>>
  beforeEach(async () => {
    cashier = await hireCashier(world)
  })

  return {
    world,
    admin,
    /** The cashier of the current test. */
    get cashier() {
      return cashier
    },
    second,
    newMeter,
    newName,
    sellElsewhere,
    compare,
    readDifference,
    findDifference,
    /** The same, with the difference that the comparison finds. */
    soldElsewhere: async (meter?: string, amount?: number, reference?: string) =>
      (await findDifference(await sellElsewhere(meter, amount, reference))).id,
    /** What an Admin fills in to book a sale. */
    wish: (traits: object = {}) => ({
      cashier: cashier.user.id,
      amount: '100',
      reason: 'Lost in the restore',
      ...traits,
    }),
    /** What the audit says about a difference, oldest first. */
    readActs: (id: number) =>
      db.selectFrom('act').selectAll().where('record', '=', `difference/${id}`).orderBy('id').execute(),
    send: (id: number, body: object, by: TestCaller = admin, what = 'book') =>
      by.send('POST', `${API_BASE}reconciliation/${id}/${what}`, { body }),
    readFloat: async () =>
      (await admin.call(api.users.overview, { id: cashier.user.id })).user.electricityFloat,
    countSales: async (meter: string) =>
      (await db.selectFrom('sale').select('id').where('subject', '=', meter).execute()).length,
    expectClean: async () => expect(await auditBooks(db, clock.now())).toEqual([]),
  }
}

/** The utility sells in our name. Returns its own number for it. */
async function sellAtUtility(
  { context: { utility } }: World,
  meter: string,
  amount: number,
  reference: string,
): Promise<string> {
  const quote = await utility.quote(meter, bututs(amount))
  if (quote.kind !== 'accepted') throw new Error('no quote')
  const order = { reference, meter, amount: bututs(amount), phone: '3901234', quote: quote.value }
  const sold = await utility.sell(order)
  if (sold.kind !== 'accepted') throw new Error('not sold')
  return sold.value.utilityTransaction
}

/** With 30 % of the fee as commission. */
async function hireCashier(world: World) {
  const { db, clock } = world
  // Remember Me, because days pass here.
  const hired = await world.signIn({
    name: 'Fatou Ceesay',
    location: 'Brikama',
    mayTakePostpaid: true,
    remember: true,
  })
  await db.updateTable('users').set({ commission_percent: 3_000 }).where('id', '=', hired.user.id).execute()
  await loadFloat(db, clock, hired.user.id, FLOAT)
  return hired
}
