// What happens at a counter of the shop: sales of every fate, the drawer from its opening to its slip, and refunds.
import { api, sumFloatMoves, type TillFigures, type TillSession, toDay } from '@flexpower/contract'
import { expect } from 'vitest'
import type { FloatKind } from '../../../db/schema.ts'
import { countSession } from '../../../ledger/till.ts'
import { after, HOUR_MS } from '../../../runtime/clock.ts'
import { ACCOUNTS, type Sold } from './counter-sales.ts'
import type { Move } from './shop-moves.ts'
import {
  COMMISSION,
  type Counter,
  type Drawer,
  findKind,
  KINDS,
  type Line,
  listCounters,
  note,
  type Order,
  readFloat,
  readFloats,
  type Shop,
  sumAmounts,
} from './shop.ts'
import { changeFor } from './till-desk.ts'

/** The drawer that takes cash now. */
const findTaking = ({ drawer }: Counter) => (drawer?.state === 'open' ? drawer : null)

/** Airtime has no verification in which a server could die, and every account may have an open sale. */
function canSell(shop: Shop, product: Sold, dies: boolean): boolean {
  if (product === 'airtime') return !dies
  const bills = listCounters(shop).flatMap(({ doubts }) =>
    doubts.filter((each) => each.product === 'postpaid'),
  )
  return product !== 'postpaid' || bills.length < ACCOUNTS
}

const ANSWERS = { sold: 'success', unheard: 'pending', lost: 'pending' }

export async function sell(
  shop: Shop,
  counter: Counter,
  given: Extract<Move, { do: 'sell' }>,
): Promise<void> {
  const { desk } = shop
  const { fate } = given
  const dies = fate === 'unsent' || fate === 'unsettled'
  const product = canSell(shop, given.product, dies) ? given.product : 'electricity'
  const tendered = given.dalasi * 100
  const kind = findKind(shop, product)
  const drawer = findTaking(counter)
  if (counter.floats && readFloat(counter, kind) < tendered) {
    const { message } = await desk.sell(counter.caller, product, given.dalasi)
    expect(message).toContain('does not cover')
    return
  }
  note(desk, counter, kind, 'sale', -tendered)
  if (drawer) drawer.cash += tendered
  const order = { product, tendered, at: desk.world.clock.now(), drawer }
  if (dies && product !== 'airtime') {
    const { reference } = await desk.sellAndDie(counter.caller, product, given.dalasi, fate !== 'unsent')
    counter.doubts.push({ ...order, reference, isSold: desk.isSold(reference), isUnsettled: true })
    return
  }
  if (dies) return
  const { status, reference, message } = await desk.sell(counter.caller, product, given.dalasi, fate)
  if (fate === 'refused') expect(message).toContain('is back where it came from')
  else expect([status, message]).toEqual([ANSWERS[fate], message])
  const placed = { ...order, reference, isSold: desk.isSold(reference), isUnsettled: false }
  if (fate === 'sold') confirm(shop, counter, placed, order.at)
  else if (fate === 'refused') cancel(shop, counter, placed, order.at)
  else counter.doubts.push(placed)
}

function confirm(shop: Shop, counter: Counter, { product, tendered }: Order, at: Date): void {
  counter.sold.push({ day: toDay(at), product, tendered })
  if (product === 'electricity') note(shop.desk, counter, 'electricity', 'commission', COMMISSION, at)
}

/** Voided while its drawer is open, it was given back at once; later it is owed to the customer. */
function cancel(shop: Shop, counter: Counter, order: Order, at: Date): void {
  const { drawer, tendered } = order
  note(shop.desk, counter, findKind(shop, order.product), 'returned', tendered, at)
  if (drawer === null) return
  const isTheirs = drawer === counter.drawer
  if (isTheirs && drawer.state === 'open') drawer.cash -= tendered
  else if (isTheirs && drawer.state === 'counted') drawer.late.push(order)
  else counter.owed.push(order)
}

/** A sale that was sold is found within this time; later an Admin would have to look for it at the other side. */
const FOUND_WITHIN_MS = 20 * HOUR_MS

/** Time passes. A server recovers all the time, so no sale that was sold stays in doubt for a day. */
export async function pass(shop: Shop, by: number): Promise<void> {
  const { clock } = shop.desk.world
  const since = after(clock.now(), by - FOUND_WITHIN_MS)
  const isLate = ({ doubts }: Counter) => doubts.some(({ isSold, at }) => isSold && at < since)
  if (listCounters(shop).some(isLate)) await recoverAll(shop)
  clock.pass(by)
}

/** Every sale in doubt ends. After a day without a result, an Admin decides it. */
export async function recoverAll(shop: Shop): Promise<void> {
  const { desk, boss } = shop
  if (listCounters(shop).every(({ doubts }) => doubts.length === 0)) return
  await desk.world.recover()
  for (const counter of listCounters(shop))
    for (const order of counter.doubts.splice(0)) {
      const { id, state } = await desk.readVend(order.reference)
      if (state === 'manual') {
        expect(order.isSold).toBe(false)
        await boss.caller.call(api.sales.decide, { id, outcome: 'voided', reason: 'Nothing was sold' })
      }
      const { settled_at: at, state: end } = await desk.readVend(order.reference)
      expect(end).toBe(order.isSold ? 'confirmed' : 'voided')
      if (!at) throw new Error('it has ended')
      if (order.isSold) confirm(shop, counter, order, at)
      else cancel(shop, counter, order, at)
    }
}

/** The slip has what the model had, and adds up by itself. */
function endDrawer(counter: Counter, drawer: Drawer, slip: TillSession): void {
  expect(slip).toMatchObject({ state: 'closed', expected: drawer.cash })
  counter.closed.push({ at: slip.closedAt ?? slip.openedAt, difference: slip.difference ?? 0 })
  counter.drawer = null
}

function expectSums(counter: Counter, drawer: Drawer, { opening, counted, ...slip }: TillSession): void {
  const { figures, expected, difference } = slip
  if (!figures || expected === null) throw new Error('the count was stored')
  const { moved, products } = figures
  const taken = products.reduce((sum, each) => sum + each.tendered + each.inDoubtAmount, 0)
  expect(opening + taken + moved.in - moved.out - moved.drop - moved.refund).toBe(expected)
  expect(difference).toBe(counted === null ? null : counted - expected)
  expect(figures.floatsBefore).toEqual(drawer.floatsBefore)
  expect(figures.floatsAfter).toEqual(readFloats(counter))
  for (const kind of KINDS) expectFloatMoves(counter, drawer, figures, kind)
}

/** Before + what the slip says moved the float = after, and each of it is what the model had meanwhile. */
function expectFloatMoves(counter: Counter, drawer: Drawer, figures: TillFigures, kind: FloatKind): void {
  const { floatsBefore, floatsAfter, floatsMoved } = figures
  if (!floatsMoved) throw new Error('the session was opened after these figures were stored')
  const lines = counter.floats?.[kind].slice(drawer.linesBefore[kind]) ?? []
  const sum = (...whats: Line['what'][]) => sumAmounts(lines.filter(({ what }) => whats.includes(what)))
  const moves = sumFloatMoves(figures, kind, floatsMoved[kind])
  expect(moves).toMatchObject({
    load: sum('load'),
    correction: sum('correction'),
    received: sum('received'),
    sent: sum('sent'),
    back: sum('taken back'),
  })
  if (counter.floats)
    expect(moves.sales + moves.commission + moves.other).toBe(sum('sale', 'commission', 'returned'))
  expect(floatsBefore[kind] + sumAmounts(Object.values(moves).map((amount) => ({ amount })))).toBe(
    floatsAfter[kind],
  )
}

/** Sums are stored now: what was voided since the count is owed. */
function reckon(counter: Counter, drawer: Drawer, slip: TillSession): void {
  if (drawer.state !== 'reckoned') expectSums(counter, drawer, slip)
  counter.owed.push(...drawer.late.splice(0))
}

export async function close(
  shop: Shop,
  counter: Counter,
  given: Extract<Move, { do: 'close' }>,
): Promise<void> {
  const { desk } = shop
  const { drawer } = counter
  if (!drawer) return
  // A drawer cannot have less than nothing, whatever was taken out.
  if (drawer.state === 'open') drawer.counted = Math.max(0, drawer.cash + given.wrongBy)
  const pieces = changeFor(drawer.counted)
  if (given.how === 'dies' && drawer.state === 'open') {
    const { db, clock } = desk.world
    const stored = pieces.filter(({ pieces: number }) => number > 0)
    await countSession(db, { id: drawer.id, by: counter.user.id, pieces: stored, at: clock.now() })
    drawer.state = 'counted'
    return
  }
  const reason = given.how === 'no reason' ? undefined : 'As counted'
  const slip = await desk.close(counter.caller, drawer.id, pieces, reason)
  expect(slip).toMatchObject({ counted: drawer.counted, expected: drawer.cash })
  reckon(counter, drawer, slip)
  if (slip.needsReason) {
    expect(reason).toBeUndefined()
    drawer.state = 'reckoned'
    return
  }
  counter.last = { slip, counted: drawer.counted }
  endDrawer(counter, drawer, slip)
}

export async function closeFor({ boss }: Shop, counter: Counter): Promise<void> {
  const { drawer } = counter
  if (!drawer || counter === boss) return
  const slip = await boss.caller.call(api.till.closeFor, { id: drawer.id, reason: 'Went home' })
  expect(slip.counted).toBe(drawer.state === 'open' ? null : drawer.counted)
  reckon(counter, drawer, slip)
  endDrawer(counter, drawer, slip)
}

/** Who took the money pays it back, or an Admin does. */
export async function refund(shop: Shop, payer: Counter, creditor: Counter): Promise<void> {
  const drawer = findTaking(payer)
  const [next] = creditor.owed
  if (!drawer || !next) return
  const { id } = await shop.desk.readVend(next.reference)
  const paying = payer.caller.call(api.till.refund, { sale: id })
  if (payer !== creditor && payer !== shop.boss)
    return await expect(paying).rejects.toThrow('Nothing was recorded')
  await paying
  drawer.cash -= next.tendered
  creditor.owed.shift()
}

export async function moveCash(
  { desk }: Shop,
  counter: Counter,
  { how, dalasi }: Extract<Move, { do: 'cash' }>,
): Promise<void> {
  const drawer = findTaking(counter)
  const moving = desk.move(counter.caller, how, dalasi * 100)
  if (!drawer) return await expect(moving).rejects.toThrow('Nothing was recorded')
  await moving
  drawer.cash += how === 'in' ? dalasi * 100 : -dalasi * 100
}

export async function openDrawer({ desk }: Shop, counter: Counter, opening: number): Promise<void> {
  const opens = desk.open(counter.caller, opening)
  if (counter.drawer) return await expect(opens).rejects.toThrow('Your shift is open already')
  const { id } = await opens
  const floatsBefore = readFloats(counter)
  const count = (kind: FloatKind) => counter.floats?.[kind].length ?? 0
  const linesBefore = { electricity: count('electricity'), airtime: count('airtime') }
  counter.drawer = { id, cash: opening, state: 'open', counted: 0, late: [], floatsBefore, linesBefore }
}

export async function repeatClose({ desk }: Shop, { caller, last }: Counter): Promise<void> {
  if (!last) return
  const again = await desk.close(caller, last.slip.id, changeFor(last.counted))
  expect(again.number).toBe(last.slip.number)
}
