import { API_BASE, api, bututs, type Day, WHOLE_PROVIDER } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../runtime/clock.ts'
import { loadFloat } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const admin = await world.signIn({ type: 'Admin' })
const day = (text: string) => text as Day
const report = (body: object) => admin.send('POST', `${API_BASE}generate/revenue/report`, { body })
const asked = { from: '2026-11-01', to: '2026-11-30', account: 'cashPower', entity: 'flexpower' }

afterEach(world.expectCleanBooks)

test.each([
  [{ from: '' }, 'from', 'Start date is required'],
  [{ to: undefined }, 'to', 'End date is required'],
  [{ account: '' }, 'account', 'Account is required'],
  [{ account: 'airPower' }, 'account', 'Account must be cashPower'],
  [{ entity: '' }, 'entity', 'Entity is required'],
  [{ to: '2026-10-31' }, 'to', 'End date cannot be before start date'],
  [{ entity: '1; drop table sale' }, 'entity', 'Entity is not valid'],
])('V-RP-01 %j is refused at its field', async (traits, field, message) => {
  const { status, body } = await report({ ...asked, ...traits })
  expect(status).toBe(422)
  expect((body as { errors: object }).errors).toEqual({ [field]: [message] })
})

test('an unknown cashier is not found; days without sales give zeros', async () => {
  expect(await report({ ...asked, entity: 999_999 })).toMatchObject({
    status: 404,
    body: { message: 'There is no cashier with the id 999999. Send flexpower for all of them together.' },
  })
  expect((await report({ ...asked, from: '2020-01-01', to: '2020-01-02' })).body).toEqual({
    totalTransaction: 0,
    totalSold: 0,
    totalRevenue: 0,
    table_data: [],
  })
})

describe('after a thousand random sales, credits and changes of charges', () => {
  const cashiers = Promise.all(
    [0, 2550, 10_000].map(async (commission) => {
      const cashier = await world.signIn()
      await world.db
        .updateTable('users')
        .set({ commission_percent: commission })
        .where('id', '=', cashier.user.id)
        .execute()
      return cashier
    }),
  )
  const AT_ONCE = 8
  const buildCharge = async () => (await admin.call(api.charges.list, {}))[0]

  test('A-34 E-07 D-02 dashboard, filter, report and ledger agree with each other and with the rows', async () => {
    const sellers = await cashiers
    await admin.call(api.charges.add, {
      start: bututs(5_000),
      end: bututs(100_000),
      kind: 'percentage',
      fee: 333,
      active: true,
    })
    const steps = fc.sample(
      fc.record({
        kind: fc.constantFrom('sale', 'sale', 'sale', 'sale', 'sale', 'sale', 'sale', 'credit', 'charge'),
        who: fc.integer({ min: 0, max: 2 }),
        amount: fc.integer({ min: 5_000, max: 90_000 }),
        fee: fc.integer({ min: 0, max: 5_000 }),
      }),
      { numRuns: 1300, seed: 4 },
    )
    for (const { user } of sellers) await loadFloat(world.db, world.clock, user.id, 40_000_000)
    let sold = 0
    // What comes between two changes of charges or of the time is independent of each other, and happens at once.
    let running: Promise<unknown>[] = []
    const settle = async () => {
      await Promise.all(running)
      running = []
    }
    const sell = async (seller: (typeof sellers)[number], index: number, amount: number) => {
      const input = { meter: fleetMeter(index + 1), amount: bututs(amount), phone: '7712345' }
      const answer = await seller.call(api.electricity.sell, input).catch((error: Error) => error.message)
      // A fee may leave too little to sell; such a sale is refused and not counted.
      if (typeof answer !== 'string') sold += 1
      else expect(answer).toMatch(/not below the amount|too small/)
    }
    for (const [index, step] of steps.entries()) {
      const seller = sellers[step.who]!
      const isTimePassing = index % 100 === 99
      if (isTimePassing || step.kind === 'charge' || running.length === AT_ONCE) await settle()
      if (isTimePassing) world.clock.pass(7 * HOUR_MS)
      if (step.kind === 'credit')
        running.push(
          admin.call(api.credits.load, {
            agent: seller.user.id,
            kind: 'electricity',
            amount: bututs(step.amount),
            slipReference: `slip ${index}`,
          }),
        )
      else if (step.kind === 'charge') {
        const { id } = (await buildCharge())!
        await admin.call(api.charges.update, {
          id,
          start: bututs(5_000),
          end: bututs(100_000),
          kind: step.fee % 2 ? 'fixed' : 'percentage',
          fee: step.fee,
          active: step.fee % 5 > 0,
        })
      } else running.push(sell(seller, index, step.amount))
    }
    await settle()
    expect(sold).toBeGreaterThan(900)
    const days = await world.db.selectFrom('sale').select('day').distinct().orderBy('day').execute()
    const whole = await admin.call(api.reports.revenue, {
      from: days[0]!.day,
      to: days.at(-1)!.day,
      account: 'cashPower',
      entity: WHOLE_PROVIDER,
    })
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    expect(whole.count).toBe(sold)
    expect(whole.sold).toBe(sum(whole.rows.map(({ amount }) => amount)))
    expect(whole.revenue).toBe(sum(whole.rows.map(({ revenue }) => revenue)))
    const parts = await Promise.all(
      sellers.map(({ user }) =>
        admin.call(api.reports.revenue, {
          from: days[0]!.day,
          to: days.at(-1)!.day,
          account: 'cashPower',
          entity: user.id,
        }),
      ),
    )
    expect(sum(parts.map(({ count }) => count))).toBe(whole.count)
    expect(sum(parts.map((part) => part.sold))).toBe(whole.sold)
    expect(sum(parts.map((part) => part.revenue))).toBe(whole.revenue)
    const filtered = await Promise.all(
      days.map(({ day: each }) => admin.call(api.dashboard.filter, { day: day(each) })),
    )
    expect(sum(filtered.map(({ total }) => total))).toBe(whole.sold)
    expect(sum(filtered.map(({ count }) => count))).toBe(whole.count)
    const { rows } = await sql<{ fees: string; utility: string }>`select
        (select coalesce(sum(case when destination = 'fees' then amount else -amount end), 0) from transfer
          where 'fees' in (source, destination)) as fees,
        (select coalesce(sum(amount), 0) from transfer where destination = 'utility') as utility`.execute(
      world.db,
    )
    expect(Number(rows[0]!.fees)).toBe(whole.revenue)
    const given = await sql<{ fees: string }>`select sum(fee) as fees from sale`.execute(world.db)
    expect(Number(rows[0]!.utility)).toBe(whole.sold - Number(given.rows[0]!.fees))
    const overview = await admin.call(api.dashboard.overview, {})
    expect(sum(overview.days.map(({ tendered }) => tendered))).toBe(whole.sold)
    expect(sum(overview.days.map(({ revenue }) => revenue))).toBe(whole.revenue)
    expect(sum(overview.days.map(({ sales }) => sales))).toBe(whole.count)
    const today = overview.days.at(-1)!
    expect(sum(overview.hours)).toBe(today.tendered)
    expect(await admin.call(api.dashboard.dailySales, {})).toBe(today.tendered)
    expect(await admin.call(api.dashboard.transactionCount, {})).toBe(today.sales)
    expect(sum(overview.cashiers.map(({ tendered }) => tendered))).toBe(today.tendered)
    expect(sum(overview.cashiers.map(({ month }) => month))).toBe(
      await admin.call(api.dashboard.monthlySales, {}),
    )
    const floats = await Promise.all(
      sellers.map(async ({ user }) => (await admin.call(api.users.overview, { id: user.id })).user),
    )
    expect(sum(floats.map(({ electricityFloat }) => electricityFloat))).toBe(overview.floats)
  })
})
