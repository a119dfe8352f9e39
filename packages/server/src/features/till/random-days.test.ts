// Random days of two cashiers against a model that only adds and subtracts: sales of all products, lost answers, sales
// that are voided in their shift or after it, cash movements, refunds, counts that are wrong, closes that are repeated
// or done by an Admin. Every slip has the model's cash, the wall equals sessions and statements, and the audit is clean
// after every day.
import { api, type TillSession } from '@flexpower/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '../../runtime/clock.ts'
import { auditBooks } from '../../ledger/audit.ts'
import { readOpenTills } from '../../ledger/till-figures.ts'
import { figure, sized } from '../../testing/size.ts'
import { changeFor, openTillDesk, SOLD } from './testing/till-desk.ts'

const desk = await openTillDesk()
const { world } = desk
let { admin } = desk
const { db, clock } = world
const RUNS = sized(12, 1_500)
const NIGHT_MS = 10 * HOUR_MS
const MOST_NIGHTS = 2

const who = fc.nat(1)
const dalasi = fc.integer({ min: 50, max: 400 })
const move = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), who, dalasi }),
  fc.record({ kind: fc.constant('sell' as const), who, dalasi, product: fc.constantFrom(...SOLD) }),
  fc.record({ kind: fc.constantFrom('unheard' as const, 'lost' as const), who, dalasi }),
  fc.record({ kind: fc.constantFrom('in' as const, 'out' as const, 'drop' as const), who, dalasi }),
  fc.record({
    kind: fc.constant('close' as const),
    who,
    wrongBy: fc.constantFrom(0, 0, 25, 5_000, -25, -5_000),
  }),
  fc.record({
    kind: fc.constantFrom('refund' as const, 'repeat' as const, 'close by an Admin' as const),
    who,
  }),
  fc.record({ kind: fc.constantFrom('recover' as const, 'night' as const) }),
)
type Move = typeof move extends fc.Arbitrary<infer One> ? One : never

interface Drawer {
  id: number
  cash: number
}
interface Doubt {
  reference: string
  tendered: number
  isLost: boolean
  drawer: Drawer | null
}

async function openCounter() {
  const cashier = await desk.hire()
  return {
    cashier,
    drawer: null as Drawer | null,
    doubts: [] as Doubt[],
    owed: [] as Doubt[],
    last: null as { slip: TillSession; counted: number } | null,
  }
}
type Counter = Awaited<ReturnType<typeof openCounter>>

/** The drawer is empty for the model again, and the slip has what the model had. */
function endDrawer(counter: Counter, slip: TillSession): void {
  expect(slip.expected).toBe(counter.drawer?.cash)
  expect(slip.state).toBe('closed')
  counter.drawer = null
}

async function sellInto(
  counter: Counter,
  given: Extract<Move, { kind: 'sell' | 'unheard' | 'lost' }>,
): Promise<void> {
  const { cashier, drawer, doubts } = counter
  const { kind, dalasi: amount } = given
  const tendered = amount * 100
  if (kind === 'sell') {
    const { status } = await desk.sell(cashier, given.product, amount)
    expect(status).toBe('success')
  } else {
    const sell = kind === 'lost' ? desk.sellLost : desk.sellUnheard
    const { status, reference } = await sell(cashier, amount)
    expect(status).toBe('pending')
    doubts.push({ reference, tendered, isLost: kind === 'lost', drawer })
  }
  if (drawer) drawer.cash += tendered
}

async function closeDrawer(counter: Counter, drawer: Drawer, wrongBy: number): Promise<void> {
  const { cashier } = counter
  // A drawer cannot have less than nothing, whatever was taken out.
  const counted = Math.max(0, drawer.cash + wrongBy)
  const slip = await desk.close(cashier, drawer.id, changeFor(counted), 'As counted')
  expect(slip.difference).toBe(counted - drawer.cash)
  counter.last = { slip, counted }
  endDrawer(counter, slip)
}

/** Every sale in doubt ends; what was voided after its count is owed to the customer. */
async function recoverAll(counters: Counter[]): Promise<void> {
  await world.recover()
  for (const { doubts, owed, drawer: current } of counters)
    for (const doubt of doubts.splice(0)) {
      if (!doubt.isLost || doubt.drawer === null) continue
      if (doubt.drawer === current) current.cash -= doubt.tendered
      else owed.push(doubt)
    }
}

async function playAt(counter: Counter, given: Extract<Move, { who: number }>): Promise<void> {
  const { cashier, drawer, owed } = counter
  switch (given.kind) {
    case 'open':
      if (drawer) return
      counter.drawer = { id: (await desk.open(cashier, given.dalasi * 100)).id, cash: given.dalasi * 100 }
      return
    case 'sell':
    case 'unheard':
    case 'lost':
      return sellInto(counter, given)
    case 'in':
    case 'out':
    case 'drop':
      if (!drawer) return
      await desk.move(cashier, given.kind, given.dalasi * 100)
      drawer.cash += given.kind === 'in' ? given.dalasi * 100 : -given.dalasi * 100
      return
    case 'refund': {
      const [next] = owed
      if (!drawer || !next) return
      await cashier.call(api.till.refund, { sale: (await desk.readVend(next.reference)).id })
      drawer.cash -= next.tendered
      owed.shift()
      return
    }
    case 'close':
      return drawer ? closeDrawer(counter, drawer, given.wrongBy) : undefined
    case 'repeat':
      if (!counter.last) return
      expect((await desk.close(cashier, counter.last.slip.id, changeFor(counter.last.counted))).number).toBe(
        counter.last.slip.number,
      )
      return
    case 'close by an Admin':
      if (drawer)
        endDrawer(counter, await admin.call(api.till.closeFor, { id: drawer.id, reason: 'Went home' }))
  }
}

const sum = <Row>(rows: readonly Row[], pick: (row: Row) => number): number =>
  rows.reduce((total, row) => total + pick(row), 0)

/** The wall is another way to read what the sessions, the statements and the cashier's own screen say. */
async function expectWall(counters: Counter[]): Promise<void> {
  const { cashiers } = await admin.call(api.till.wall, {})
  for (const { cashier, drawer, doubts, owed } of counters) {
    const { id } = cashier.user
    const row = cashiers.find((each) => each.cashier === id)
    expect(row?.session?.expected).toBe(drawer?.cash)
    expect(row?.session?.id).toBe(drawer?.id)
    expect(row?.inDoubt).toEqual({ count: doubts.length, amount: sum(doubts, ({ tendered }) => tendered) })
    expect(row?.refunds).toMatchObject({ count: owed.length, amount: sum(owed, ({ tendered }) => tendered) })
    for (const { kind, balance } of row?.floats ?? [])
      expect(balance).toBe((await admin.call(api.floats.sums, { userId: id, kind })).closing)
    const { products } = await cashier.call(api.till.today, {})
    expect(row?.today).toEqual(products.map(({ product, sales, tendered }) => ({ product, sales, tendered })))
    const closed = (await cashier.call(api.till.list, {})).filter(({ state }) => state === 'closed')
    const differences = closed.map(({ difference }) => difference ?? 0)
    const over = differences.filter((difference) => difference > 0)
    const short = differences.filter((difference) => difference < 0)
    expect(row).toMatchObject({
      closed: closed.length,
      over: { count: over.length, amount: sum(over, (difference) => difference) },
      short: { count: short.length, amount: sum(short, (difference) => Math.abs(difference)) },
    })
  }
}

let days = 0
async function playDay(moves: Move[]): Promise<void> {
  const counters = [await openCounter(), await openCounter()]
  // Many days take longer than a sign-in lasts.
  admin = await world.signIn({ type: 'Admin', remember: true })
  let nights = 0
  for (const each of moves) {
    if ('who' in each) await playAt(counters[each.who] as Counter, each)
    else {
      // After a day without a result a sale waits for an Admin, and recovery does not end it.
      if (each.kind === 'recover' || nights === MOST_NIGHTS) {
        await recoverAll(counters)
        nights = 0
      }
      if (each.kind === 'night') {
        clock.pass(NIGHT_MS)
        nights += 1
      }
    }
  }
  const tills = new Map((await readOpenTills(db)).map((till) => [till.user_id, till.expected]))
  for (const { cashier, drawer, owed } of counters) {
    expect(tills.get(cashier.user.id)).toBe(drawer?.cash)
    const { refunds } = await cashier.call(api.till.current, {})
    expect(refunds.map(({ reference }) => reference).toSorted()).toEqual(
      owed.map(({ reference }) => reference).toSorted(),
    )
  }
  await expectWall(counters)
  await recoverAll(counters)
  await expectWall(counters)
  expect(await auditBooks(db, clock.now())).toEqual([])
  days += 1
}

test('on any day, every slip has what went into the drawer and came out of it', {
  timeout: 3_000_000,
}, async () => {
  await fc.assert(fc.asyncProperty(fc.array(move, { minLength: 10, maxLength: 30 }), playDay), {
    numRuns: RUNS,
    endOnFailure: true,
  })
  figure(`${days} random days of two cashiers`)
})
