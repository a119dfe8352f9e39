// Statements against a model: whatever moved a float, in any order and however late, opening + movements = closing, the
// lines are the transfers, and the audit agrees.
import { randomUUID } from 'node:crypto'
import { API_BASE, api, bututs, type Day, toDay } from '@flexpower/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../db/db.ts'
import type { FloatKind } from '../../db/schema.ts'
import { auditBooks } from '../../ledger/audit.ts'
import { bookSale, type Confirmation, type HeldSale, type Opening } from '../../ledger/book.ts'
import { closeDays } from '../../ledger/float-lines.ts'
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/clock.ts'
import { loadFloat } from '../../testing/make.ts'
import { sellOnce } from '../../testing/selling.ts'
import { figure, sized } from '../../testing/size.ts'
import { createWorld } from '../../testing/world.ts'

const world = await createWorld()
const { db, clock } = world
const { book } = world.context
const KINDS = ['electricity', 'airtime'] as const
let admin = await world.signIn({ type: 'Admin', remember: true })

const who = { user: fc.nat(1), kind: fc.constantFrom(...KINDS), amount: fc.integer({ min: 1, max: 40_000 }) }
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('load' as const), ...who }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      ...who,
      end: fc.constantFrom('confirmed', 'voided', 'open'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('settle' as const), isSold: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('book' as const), ...who, ago: fc.nat(3 * DAY_MS) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('back' as const, 'across' as const), ...who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('correct' as const), ...who }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      by: fc.constantFrom(1, MINUTE_MS, 59 * MINUTE_MS, 61 * MINUTE_MS, 7 * HOUR_MS, DAY_MS, 33 * DAY_MS),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
)
const run = fc.array(step, { minLength: 5, maxLength: 30 })
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface Moved {
  userId: number
  kind: FloatKind
  at: Date
  amount: number
}

/** So that most sales find float. */
const FIRST_LOAD = 100_000
const FEE = 40
const COMMISSION = 12
const buildOpening = (userId: number, kind: FloatKind, tendered: number, at: Date): Opening => ({
  reference: randomUUID(),
  userId,
  key: randomUUID(),
  keyIsOurs: false,
  product: kind,
  subject: randomUUID(),
  phone: '7712345',
  tendered: bututs(tendered + FEE),
  floatKind: kind,
  at,
  terms: { fee: FEE, commission: COMMISSION, chargeId: null, vended: tendered, quote: {} },
  verifiedSince: at,
  askAt: after(clock.now(), DAY_MS),
  till: 'joined',
})
const buildConfirmation = (sale: HeldSale, soldAt?: Date): Confirmation => ({
  id: sale.id,
  userId: sale.userId,
  at: clock.now(),
  ...(soldAt && { soldAt }),
  day: toDay(soldAt ?? clock.now()),
  customerName: 'Mariama Bah',
  tokens: [],
  cashierName: 'Fatou',
  location: 'Banjul',
  details: {},
  payee: 'utility',
  settledBy: null,
  note: null,
})

/** Booked from a difference, as features/enquiries does it. */
const bookFrom = (opening: Opening) =>
  inTransaction(db, async (tx) => {
    const opened = await bookSale(tx, opening, (sale) => buildConfirmation(sale, opening.at))
    if (opened.kind !== 'open') return false
    await sql`
      with found as (
        insert into difference (other_side, day, kind, reference, subject, found_at, settled_at)
          values ('utility', ${toDay(opening.at)}, 'not in our books', ${opening.reference}, 'x', ${clock.now()}, ${clock.now()})
          returning id)
      insert into booking (difference_id, cashier_id, tendered, fee, fee_outside_bands, reason, asked_by, created_at, needs_two,
          state, decided_by, decided_at, sale_id)
        select id, ${opening.userId}, ${opening.tendered}, ${FEE}, false, 'x', ${admin.user.id}, ${clock.now()}, false,
            'booked', ${admin.user.id}, ${clock.now()}, ${opened.sale.id} from found`.execute(tx)
    return true
  })

/** Plays the steps and returns what should have moved. */
async function play(steps: Step[]) {
  const users = [(await world.signIn()).user.id, (await world.signIn()).user.id]
  const moved: Moved[] = []
  const open: HeldSale[] = []
  const note = (userId: number, kind: FloatKind, amount: number) =>
    moved.push({ userId, kind, at: clock.now(), amount })
  const settle = async (sale: HeldSale, isSold: boolean) => {
    const kind = sale.product as FloatKind
    if (isSold) {
      await book.confirm(buildConfirmation(sale))
      note(sale.userId, kind, COMMISSION)
    } else {
      await book.void({ id: sale.id, userId: sale.userId, at: clock.now(), reason: 'x', settledBy: null })
      note(sale.userId, kind, sale.tendered)
    }
  }
  for (const userId of users)
    for (const kind of KINDS) {
      await loadFloat(db, clock, userId, FIRST_LOAD, kind)
      note(userId, kind, FIRST_LOAD)
    }
  for (const each of steps) {
    if (each.do === 'pass') {
      clock.pass(each.by)
      // A session ends after days without use.
      if (each.by >= DAY_MS) admin = await world.signIn({ type: 'Admin', remember: true })
    } else if (each.do === 'close') await closeDays({ db, clock })
    else if (each.do === 'settle') {
      const sale = open.shift()
      if (sale) await settle(sale, each.isSold)
    } else {
      const [userId, other] = [users[each.user]!, users[1 - each.user]!]
      const { kind } = each
      const amount = bututs(each.amount)
      if (each.do === 'load') {
        await loadFloat(db, clock, userId, amount, kind)
        note(userId, kind, amount)
      } else if (each.do === 'sell') {
        const opened = await book.open(buildOpening(userId, kind, amount, clock.now()))
        if (opened.kind !== 'open') continue
        note(userId, kind, 0 - opened.sale.tendered)
        if (each.end === 'open') open.push(opened.sale)
        else await settle(opened.sale, each.end === 'confirmed')
      } else if (each.do === 'book') {
        if (await bookFrom(buildOpening(userId, kind, amount, after(clock.now(), -each.ago))))
          note(userId, kind, COMMISSION - amount - FEE)
      } else if (each.do === 'correct') {
        const load = await db
          .selectFrom('credit')
          .select(['id', 'amount'])
          .where('user_id', '=', userId)
          .where('kind', '=', kind)
          .orderBy('id', 'desc')
          .executeTakeFirst()
        if (load === undefined) continue
        const before = await readBalance(userId, kind)
        await tryTo(() => admin.call(api.floats.correct, { creditId: load.id, amount, reason: 'x' }))
        const later = await readBalance(userId, kind)
        if (later !== before) note(userId, kind, later - before)
      } else {
        const move = { userId, kind, amount, reason: 'x' }
        const isMoved = await tryTo(() =>
          each.do === 'back'
            ? admin.call(api.floats.takeBack, move)
            : admin.call(api.floats.transfer, { ...move, target: other }),
        )
        if (isMoved) note(userId, kind, 0 - amount)
        if (isMoved && each.do === 'across') note(other, kind, amount)
      }
    }
  }
  const settleRest = async () => {
    for (const sale of open.splice(0)) await settle(sale, sale.tendered % 2 === 0)
  }
  return { users, moved, settleRest }
}

/** False: refused, as it should be when there is less. */
const tryTo = (work: () => Promise<unknown>) =>
  work().then(
    () => true,
    (error: Error) => {
      expect(error.message).toMatch(/Nothing was (moved|changed)/)
      return false
    },
  )

const readBalance = async (userId: number, kind: FloatKind) =>
  (
    await db
      .selectFrom('float_balance')
      .select('balance')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .executeTakeFirst()
  )?.balance ?? 0

const add = (amounts: { amount: number }[]) => amounts.reduce((sum, { amount }) => sum + amount, 0)

async function expectStatement(userId: number, kind: FloatKind, moved: Moved[], cuts: [Day, Day]) {
  const own = moved.filter((each) => each.userId === userId && each.kind === kind)
  const days = { from: cuts.toSorted()[0]!, to: cuts.toSorted()[1]! }
  const inside = own.filter(({ at }) => toDay(at) >= days.from && toDay(at) <= days.to)
  const opening = add(own.filter(({ at }) => toDay(at) < days.from))
  const sums = await admin.call(api.floats.sums, { userId, kind, ...days })
  expect(sums).toMatchObject({ opening, closing: opening + add(inside) })
  expect(sums.opening + add(sums.moved)).toBe(sums.closing)
  const asked = { userId, kind, ...days, order: 'oldest', limit: 1_000 } as const
  const { rows, total, tendered } = await admin.call(api.floats.statement.window, asked)
  expect([total, tendered]).toEqual([rows.length, add(inside)])
  let balance = opening
  for (const row of rows) expect(row.balance).toBe((balance += row.amount))
  // A booked sale is two lines of one moment.
  expect(sumByTime(rows)).toEqual(sumByTime(inside))
  const whole = await admin.call(api.floats.statement, { userId, kind })
  expect(whole[0]?.balance ?? 0).toBe(await readBalance(userId, kind))
  expect(sumByTime(whole)).toEqual(sumByTime(own))
}

const sumByTime = (lines: { at: Date; amount: number }[]) => {
  const sums = new Map<number, number>()
  for (const { at, amount } of lines) sums.set(at.getTime(), (sums.get(at.getTime()) ?? 0) + amount)
  return [...sums].toSorted(([one], [other]) => one - other)
}

test('in random days, opening + movements = closing, and the statement is what moved', async () => {
  let lines = 0
  await fc.assert(
    fc.asyncProperty(run, fc.nat(100), fc.nat(100), async (steps, one, other) => {
      const started = clock.now()
      const { users, moved, settleRest } = await play(steps)
      admin = await world.signIn({ type: 'Admin', remember: true })
      const length = clock.now().getTime() - started.getTime()
      const cut = (percent: number) => toDay(after(started, (length * percent) / 100))
      const expectStatements = async () => {
        for (const userId of users)
          for (const kind of KINDS) await expectStatement(userId, kind, moved, [cut(one), cut(other)])
      }
      await expectStatements()
      // What is open at the end of a run would be forgotten in the next one.
      await settleRest()
      await expectStatements()
      lines += moved.length
      expect(await auditBooks(db, clock.now())).toEqual([])
    }),
    { numRuns: sized(15, 2_000), seed: 20_261_117 },
  )
  figure(`${lines} movements in random days: every statement is what moved`)
})

test('a statement shows its lines with words, as a window and as bytes', async () => {
  const fatou = await world.signIn({ name: 'Fatou Ceesay' })
  await loadFloat(db, clock, fatou.user.id, 50_000)
  await sellOnce(fatou, 7)
  const boss = await world.signIn({ type: 'Admin', name: 'Awa Sanneh' })
  await boss.call(api.floats.takeBack, {
    userId: fatou.user.id,
    kind: 'electricity',
    amount: bututs(5_000),
    reason: 'too much',
  })
  const { body } = await fatou.send('GET', `${API_BASE}floats/${fatou.user.id}/statement?limit=2`)
  expect(body).toEqual({
    data: [
      {
        id: 3,
        created_at: clock.now().toISOString(),
        what: 'taken back',
        product: null,
        reference: '',
        about: 'too much',
        amount: -50,
        balance: 350,
      },
      expect.objectContaining({ id: 2, what: 'sale', product: 'electricity', amount: -100, balance: 400 }),
    ],
    next_cursor: 2,
    total: 3,
  })
  const next = await fatou.call(api.floats.statement.window, {
    userId: fatou.user.id,
    kind: 'electricity',
    cursor: 2,
  })
  expect(next.rows).toMatchObject([{ what: 'load', amount: 50_000, balance: 50_000 }])
  const found = await fatou.call(api.floats.statement.window, {
    userId: fatou.user.id,
    kind: 'electricity',
    search: 'too much',
  })
  expect(found).toMatchObject({ total: 1, rows: [{ balance: 35_000 }] })
  await expect(
    fatou.call(api.floats.sums, {
      userId: fatou.user.id,
      kind: 'electricity',
      from: '2026-11-14' as Day,
      to: '2026-11-13' as Day,
    }),
  ).rejects.toThrow('The first day cannot be after the last.')
})

test('the closings are written once the day is over, and never change a statement', async () => {
  const fatou = await world.signIn()
  const { id } = fatou.user
  const read = () => db.selectFrom('float_closing').selectAll().where('user_id', '=', id).execute()
  await loadFloat(db, clock, id, 10_000)
  const day = toDay(clock.now())
  await closeDays({ db, clock })
  expect(await read()).toEqual([])
  clock.pass(DAY_MS + HOUR_MS)
  for (let again = 0; again < 2; again += 1) await closeDays({ db, clock })
  expect(await read()).toEqual([{ user_id: id, kind: 'electricity', day, balance: 10_000 }])
  const boss = await world.signIn({ type: 'Admin' })
  const sums = await boss.call(api.floats.sums, { userId: id, kind: 'electricity', from: toDay(clock.now()) })
  expect(sums).toMatchObject({ opening: 10_000, closing: 10_000, moved: [] })
})
