// F15: random days of a shop against a model that only adds and subtracts. Sales of all products that are sold, refused,
// lost or cut off by a dying server; loads, corrections and transfers with a second Admin; cash movements, refunds, wrong
// counts, closes that are interrupted, repeated or made by an Admin. Every slip and every statement has what the model
// has, the wall says the same, and the audit is clean.
import { api, bututs, type Day, type LineKind, toDay, type WallRow } from '@flexpower/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FloatKind } from '../../db/schema.ts'
import { auditBooks } from '../../ledger/audit.ts'
import { closeDays } from '../../ledger/float-lines.ts'
import { after, DAY_MS, MINUTE_MS, startOfDay } from '../../runtime/clock.ts'
import { figure, isDrill, sized } from '../../testing/size.ts'
import { SOLD } from './testing/counter-sales.ts'
import { pass, recoverAll } from './testing/shop-counter.ts'
import { type ShopDay, shopDays } from './testing/shop-moves.ts'
import { play } from './testing/shop-play.ts'
import {
  type Counter,
  type Desk,
  FEE,
  KINDS,
  type Line,
  listCounters,
  openShop,
  readFloat,
  type Shop,
  signInAgain,
  sumAmounts,
  sumTendered,
  TWO_ABOVE,
} from './testing/shop.ts'
import { openTillDesk } from './testing/till-desk.ts'

const WORLDS = sized(1, 30)
const SHOPS_IN_A_WORLD = isDrill ? 20 : 6
const PLENTY = 1_000_000_000
const DIFFERENCE_DAYS = 30

/** Several installations: the audit and the job read everything, and a shop is a small part of it. */
async function openWorld(): Promise<Desk> {
  const desk = await openTillDesk({ env: { FLEXPOWER_CREDIT_CONFIRM_ABOVE: String(TWO_ABOVE / 100) } })
  const { db, clock, utility, airtime } = desk.world
  await db
    .insertInto('charge')
    .values({
      start_amount: bututs(1),
      end_amount: bututs(PLENTY),
      kind: 'fixed',
      fee: FEE,
      active: true,
      created_at: clock.now(),
    })
    .execute()
  await Promise.all([utility.control.setBalance(PLENTY), airtime.control.setBalance(PLENTY)])
  return desk
}
const desks: Desk[] = []
for (let world = 0; world < WORLDS; world += 1) desks.push(await openWorld())

const done = { days: 0, moves: 0, slips: 0, lines: 0 }

/** The wall is another way to read what the sessions and the statements say. */
async function expectWall(shop: Shop): Promise<void> {
  const { cashiers } = await shop.boss.caller.call(api.till.wall, {})
  for (const counter of listCounters(shop)) {
    const row = cashiers.find(({ cashier }) => cashier === counter.user.id)
    if (counter === shop.boss && !counter.drawer && counter.owed.length === 0) expect(row).toBeUndefined()
    else await expectRow(shop, counter, row)
    await expectDrawer(shop, counter)
    const { refunds } = await counter.caller.call(api.till.current, {})
    expect(refunds.map(({ reference }) => reference).toSorted()).toEqual(
      counter.owed.map(({ reference }) => reference).toSorted(),
    )
  }
}

async function expectRow({ desk }: Shop, counter: Counter, row: WallRow | undefined): Promise<void> {
  const { drawer, owed, floats } = counter
  const now = desk.world.clock.now()
  const doubts = counter.doubts.filter(({ isUnsettled, at }) => !isUnsettled || at < after(now, -MINUTE_MS))
  const today = SOLD.toSorted().flatMap((product) => {
    const sales = counter.sold.filter((each) => each.product === product && each.day === toDay(now))
    return sales.length > 0 ? [{ product, sales: sales.length, tendered: sumTendered(sales) }] : []
  })
  const since = startOfDay(toDay(after(now, -DIFFERENCE_DAYS * DAY_MS)))
  const differences = counter.closed
    .filter(({ at }) => at >= since)
    .map(({ difference }) => ({ amount: difference }))
  const over = differences.filter(({ amount }) => amount > 0)
  const short = differences.filter(({ amount }) => amount < 0)
  expect(row).toMatchObject({
    session: drawer && {
      id: drawer.id,
      expected: drawer.cash,
      state: drawer.state === 'open' ? 'open' : 'counted',
    },
    floats: floats ? KINDS.map((kind) => ({ kind, balance: readFloat(counter, kind) })) : [],
    inDoubt: { count: doubts.length, amount: sumTendered(doubts) },
    refunds: { count: owed.length, amount: sumTendered(owed) },
    today,
    closed: differences.length,
    over: { count: over.length, amount: sumAmounts(over) },
    short: { count: short.length, amount: Math.abs(sumAmounts(short)) },
  })
}

/** An Admin reads the open session too; between sessions nothing is in the drawer. */
async function expectDrawer({ boss }: Shop, counter: Counter): Promise<void> {
  const asked = { userId: counter.user.id }
  const sums = await boss.caller.call(api.till.sums, asked)
  expect(sums.opening + sumAmounts(sums.moved)).toBe(sums.closing)
  expect(sums.closing).toBe(counter.drawer?.cash ?? 0)
  const window = { ...asked, order: 'oldest', limit: 1_000 } as const
  const { rows } = await boss.caller.call(api.till.statement.window, window)
  let balance = 0
  for (const row of rows) expect(row.balance).toBe((balance += row.amount))
  expect(balance).toBe(sums.closing)
  done.lines += rows.length
}

/** Opening + movements = closing, each line is one of the model's, and the last balance is the stored one. */
async function expectStatement(
  { desk, boss }: Shop,
  counter: Counter,
  kind: FloatKind,
  days: { from?: Day; to?: Day },
): Promise<void> {
  const asked = { userId: counter.user.id, kind, ...days }
  const own = counter.floats?.[kind] ?? []
  const { from, to } = days
  const inside = own.filter(
    ({ at }) => (from === undefined || toDay(at) >= from) && (to === undefined || toDay(at) <= to),
  )
  const opening = sumAmounts(own.filter(({ at }) => from !== undefined && toDay(at) < from))
  const sums = await boss.caller.call(api.floats.sums, asked)
  expect(sums).toMatchObject({ opening, closing: opening + sumAmounts(inside) })
  expect(sums.opening + sumAmounts(sums.moved)).toBe(sums.closing)
  const window = { ...asked, order: 'oldest', limit: 1_000 } as const
  const { rows, total } = await counter.caller.call(api.floats.statement.window, window)
  expect(total).toBe(rows.length)
  let balance = opening
  for (const row of rows) expect(row.balance).toBe((balance += row.amount))
  expect(sortLines(rows)).toEqual(sortLines(inside))
  if (to === undefined || to >= toDay(desk.world.clock.now()))
    expect(balance).toBe(await readStored(desk, asked))
  done.lines += rows.length
}

const sortLines = (lines: readonly (Line & { what: LineKind })[]): string[] =>
  lines.map(({ at, what, amount }) => `${at.toISOString()} ${what} ${amount}`).toSorted()

const readStored = async ({ world: { db } }: Desk, { userId, kind }: { userId: number; kind: FloatKind }) =>
  (
    await db
      .selectFrom('float_balance')
      .select('balance')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
  ).balance

async function playDay(shop: Shop, day: ShopDay): Promise<void> {
  const { moves, night, isClosed } = day
  const [one, other] = day.days
  const { db, clock } = shop.desk.world
  for (const each of moves) await play(shop, each)
  await expectWall(shop)
  const back = (days: number) => toDay(after(clock.now(), -days * DAY_MS))
  const [from, to] = [back(Math.max(one, other)), back(Math.min(one, other))]
  await expectStatement(shop, shop.cashiers[day.whose] as Counter, day.kind, { from, to })
  await pass(shop, night)
  if (night > DAY_MS) await signInAgain(shop)
  if (isClosed) await closeDays({ db, clock })
  done.days += 1
  done.moves += moves.length
}

async function playShop(desk: Desk, days: ShopDay[]): Promise<void> {
  const { db, clock } = desk.world
  const shop = await openShop(desk)
  for (const day of days) await playDay(shop, day)
  await recoverAll(shop)
  await expectWall(shop)
  await closeDays({ db, clock })
  for (const counter of shop.cashiers)
    for (const kind of KINDS) await expectStatement(shop, counter, kind, {})
  done.slips += listCounters(shop).reduce((sum, { closed }) => sum + closed.length, 0)
  expect(await auditBooks(db, clock.now())).toEqual([])
}

test('on any day, opening + movements = closing in every drawer and float, and the wall and the audit agree', {
  timeout: 3_000_000,
}, async () => {
  for (const desk of desks)
    await fc.assert(
      fc.asyncProperty(shopDays, (days) => playShop(desk, days)),
      { numRuns: SHOPS_IN_A_WORLD, endOnFailure: true },
    )
  for (const { world } of desks) await world.expectCleanBooks()
  figure(
    `${done.days} random days with ${done.moves} moves, ${done.slips} slips and ${done.lines} lines of statements: all as in the model`,
  )
})
