import { randomUUID } from 'node:crypto'
import {
  api,
  API_BASE,
  bututs,
  type Day,
  type Grouping,
  PRODUCTS,
  type RevenueSums,
} from '@flexpower/contract'
import { fleetMeter, postpaidAccounts } from '@flexpower/simulator'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readPdf } from '../../pdf/testing/read-pdf.ts'
import { HOUR_MS } from '../../runtime/clock.ts'
import { loadFloat, makeSales } from '../../testing/make.ts'
import { createWorld } from '../../testing/world.ts'

const world = await createWorld()
const { db, clock } = world
const admin = await world.signIn({ type: 'Admin', mayTakePostpaid: true, remember: true })
afterEach(world.expectCleanBooks)

const period = (from: string, to: string) => ({ from: from as Day, to: to as Day })
const ask = (query: string) => admin.send('GET', `${API_BASE}revenue?${query}`)
const none: RevenueSums = {
  sales: 0,
  tendered: bututs(0),
  fees: bututs(0),
  commissions: bututs(0),
  revenue: bututs(0),
}

test.each([
  ['to=2026-11-14&by=day', 'from', 'Start date is required'],
  ['from=2026-11-14&by=day', 'to', 'End date is required'],
  ['from=2026-11-14&to=2026-11-14', 'by', 'Grouping is required'],
  ['from=2026-11-14&to=2026-11-14&by=year', 'by', 'Grouping must be day, week, month, cashier or location'],
  ['from=2026-11-14&to=2026-11-13&by=day', 'to', 'End date cannot be before start date'],
  ['from=2020-01-01&to=2026-11-14&by=day', 'to', 'A report holds at most three years. Choose fewer days.'],
  [
    'from=2026-11-14&to=2026-11-14&by=day&product=water',
    'product',
    'Product must be electricity, airtime or postpaid',
  ],
  ['from=2026-11-14&to=2026-11-14&by=day&cashier=x', 'cashier', 'Cashier is not valid'],
])('revenue?%s is refused at its field', async (query, field, message) => {
  const { status, body } = await ask(query)
  expect([status, (body as { errors: object }).errors]).toEqual([422, { [field]: [message] }])
})

test('days without sales give zeros, one row for each part', async () => {
  const { rows, total, products } = await admin.call(api.revenue.report, {
    ...period('2025-01-01', '2025-01-31'),
    grouping: 'week',
  })
  expect(rows.map(({ from }) => from)).toEqual([
    '2025-01-01',
    '2025-01-06',
    '2025-01-13',
    '2025-01-20',
    '2025-01-27',
  ])
  expect(total).toEqual({ now: none, before: none })
  expect(products.map(({ product }) => product)).toEqual(PRODUCTS)
})

describe('after random sales of all three products, at two locations, over two months', () => {
  /** Each with its share of the fee; the first one moves from one location to the other. */
  async function sellMuch() {
    const cashiers = await Promise.all(
      [0, 2_550, 10_000].map(async (commission, index) => {
        const cashier = await world.signIn({
          mayTakePostpaid: true,
          remember: true,
          location: index === 1 ? 'Bakau' : 'Banjul',
        })
        const { id } = cashier.user
        await db.updateTable('users').set({ commission_percent: commission }).where('id', '=', id).execute()
        for (const kind of ['electricity', 'airtime'] as const)
          await loadFloat(db, clock, id, 90_000_000, kind)
        return cashier
      }),
    )
    await admin.call(api.charges.add, {
      start: bututs(5_000),
      end: bututs(100_000),
      kind: 'percentage',
      fee: 333,
      active: true,
    })
    const steps = fc.sample(
      fc.record({
        who: fc.integer({ min: 0, max: 3 }),
        product: fc.constantFrom('electricity' as const, 'airtime' as const, 'postpaid' as const),
        amount: fc.integer({ min: 50, max: 900 }),
        hours: fc.integer({ min: 0, max: 22 }),
        moves: fc.boolean(),
      }),
      { numRuns: 150, seed: 19 },
    )
    for (const [index, { who, product, amount, hours, moves }] of steps.entries()) {
      clock.pass(hours * HOUR_MS)
      const seller = cashiers[who] ?? admin
      if (who === 0 && moves)
        await sql`update users set location = case location when 'Bakau' then 'Banjul' else 'Bakau' end
          where id = ${cashiers[0]!.user.id}`.execute(db)
      const headers = { 'idempotency-key': randomUUID() }
      const paths = {
        electricity: 'transactions',
        airtime: 'transactions/airtime',
        postpaid: 'transactions-post-paid',
      }
      const body = {
        electricity: { meter_number: fleetMeter(index + 1), telephone: '7712345' },
        airtime: { mobile_number: `3${String(index).padStart(6, '0')}`, vendor_type: 'QCell' },
        postpaid: { account_reference: postpaidAccounts[0]!.account, telephone: '7712345' },
      }
      const answer = await seller.send('POST', API_BASE + paths[product], {
        body: { ...body[product], amount },
        headers,
      })
      if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
    }
    const days = await sql<{
      first: Day
      last: Day
    }>`select min(day) as first, max(day) as last from sale`.execute(db)
    return { cashiers, first: days.rows[0]!.first, last: days.rows[0]!.last }
  }
  let sold: Awaited<ReturnType<typeof sellMuch>>
  beforeAll(async () => {
    sold = await sellMuch()
  })

  /** Added up from the sales themselves, not from the sums of the days. */
  async function addUp(where: string): Promise<RevenueSums> {
    const { rows } = await sql
      .raw<RevenueSums>(
        `select count(*) as sales, coalesce(sum(tendered), 0) as tendered, coalesce(sum(fee), 0) as fees,
            coalesce(sum(commission), 0) as commissions, coalesce(sum(fee - commission), 0) as revenue
          from any_sale where ${where}`,
      )
      .execute(db)
    return rows[0]!
  }
  const sum = (all: RevenueSums[]): RevenueSums =>
    all.reduce(
      (total, each) => ({
        sales: total.sales + each.sales,
        tendered: bututs(total.tendered + each.tendered),
        fees: bututs(total.fees + each.fees),
        commissions: bututs(total.commissions + each.commissions),
        revenue: bututs(total.revenue + each.revenue),
      }),
      none,
    )

  test.each<[Grouping, (key: string, to: string | null) => string]>([
    ['day', (key) => `day = '${key}'`],
    ['week', (key, to) => `day between '${key}' and '${to}'`],
    ['month', (key, to) => `day between '${key}' and '${to}'`],
    ['cashier', (key) => `user_id = ${key}`],
    ['location', (key) => `location = '${key}'`],
  ])(
    'by %s every row is the sum of its sales, now and before, and the rows are the total',
    async (grouping, filter) => {
      const { first, last } = sold
      // A part of the sales is in the period, and a part in the one before.
      const given = period('2026-12-10', '2027-01-05')
      expect([first < '2026-12-01', last > '2027-01-01']).toEqual([true, true])
      const report = await admin.call(api.revenue.report, { ...given, grouping })
      expect([report.beforeFrom, report.beforeTo]).toEqual(['2026-11-13', '2026-12-09'])
      expect(report.rows.length).toBeGreaterThan(1)
      const inside = `day between '${given.from}' and '${given.to}'`
      const before = `day between '${report.beforeFrom}' and '${report.beforeTo}'`
      for (const { key, to, now } of report.rows)
        expect(now).toEqual(await addUp(`${inside} and ${filter(key, to)}`))
      if (grouping === 'cashier' || grouping === 'location')
        for (const row of report.rows)
          expect(row.before).toEqual(await addUp(`${before} and ${filter(row.key, row.to)}`))
      expect(report.total).toEqual({ now: await addUp(inside), before: await addUp(before) })
      for (const when of ['now', 'before'] as const) {
        expect(report.total[when].sales).toBeGreaterThan(10)
        expect(sum(report.rows.map((row) => row[when]))).toEqual(report.total[when])
        expect(sum(report.products.map((row) => row[when]))).toEqual(report.total[when])
      }
    },
  )

  test('a whole month is compared with the month before, day by day', async () => {
    const report = await admin.call(api.revenue.report, {
      ...period('2026-12-01', '2026-12-31'),
      grouping: 'day',
    })
    expect([report.beforeFrom, report.beforeTo]).toEqual(['2026-11-01', '2026-11-30'])
    expect(report.rows[16]).toMatchObject({ key: '2026-12-17', before: await addUp(`day = '2026-11-17'`) })
    expect(sum(report.rows.map(({ before }) => before))).toEqual(report.total.before)
  })

  test('the whole is what the ledger has: fees kept, commissions paid, and what each side received', async () => {
    const { first, last } = sold
    const { total, products } = await admin.call(api.revenue.report, {
      ...period(first, last),
      grouping: 'month',
    })
    const moved = async (where: string) =>
      (
        await sql
          .raw<{ amount: number }>(`select coalesce(sum(amount), 0) as amount from transfer where ${where}`)
          .execute(db)
      ).rows[0]!.amount
    expect(total.now.fees).toBe(await moved(`destination = 'fees'`))
    expect(total.now.commissions).toBe(await moved(`source = 'fees'`))
    expect(total.now.tendered - total.now.fees).toBe(await moved(`leg = 2`))
    for (const { product, now } of products) expect(now).toEqual(await addUp(`product = '${product}'`))
    expect(total.now.commissions).toBeGreaterThan(0)
    // Cash power as the specified report has it.
    const specified = await admin.call(api.reports.revenue, {
      ...period(first, last),
      account: 'cashPower',
      entity: 'flexpower',
    })
    const electricity = await admin.call(api.revenue.report, {
      ...period(first, last),
      grouping: 'day',
      product: 'electricity',
    })
    expect([specified.count, specified.sold, specified.revenue]).toEqual([
      electricity.total.now.sales,
      electricity.total.now.tendered,
      electricity.total.now.revenue,
    ])
  })

  test('filters by cashier, location and product leave the same sales as the sales have', async () => {
    const { cashiers, first, last } = sold
    const { id } = cashiers[0]!.user
    const asked = { ...period(first, last), grouping: 'location' as const }
    const own = await admin.call(api.revenue.report, { ...asked, cashier: id, product: 'airtime' })
    expect(own.rows.map(({ key }) => key).toSorted()).toEqual(['Bakau', 'Banjul'])
    expect(own.total.now).toEqual(await addUp(`user_id = ${id} and product = 'airtime'`))
    const there = await admin.call(api.revenue.report, { ...asked, location: 'Bakau' })
    expect(there.total.now).toEqual(await addUp(`location = 'Bakau'`))
    const nowhere = await admin.call(api.revenue.report, { ...asked, location: "' or 1=1 --" })
    expect(nowhere).toMatchObject({ rows: [], total: { now: none } })
  })

  test('a statement is the commission that went to the float; a cashier sees only their own', async () => {
    const { cashiers, first, last } = sold
    for (const [index, cashier] of cashiers.entries()) {
      const { id, name } = cashier.user
      const asked = { ...period(first, last), grouping: 'week' as const }
      const own = await cashier.call(api.revenue.statement, asked)
      expect(own.cashier).toMatchObject({ id, name })
      const { rows } = await sql<{ amount: number }>`select coalesce(sum(amount), 0) as amount from transfer
        where leg = 4 and destination in (${`float/electricity/${id}`}, ${`float/airtime/${id}`})`.execute(db)
      expect(own.total.commissions).toBe(rows[0]!.amount)
      if (index > 0) expect(own.total.commissions).toBeGreaterThan(0)
      expect(own.rows.reduce((all, { sums }) => all + sums.commissions, 0)).toBe(own.total.commissions)
      expect(own.products.reduce((all, { sums }) => all + sums.commissions, 0)).toBe(own.total.commissions)
      expect(own.rows.every(({ sums }) => sums.sales > 0)).toBe(true)
      expect(JSON.stringify(own)).not.toContain('revenue')
      expect(await admin.call(api.revenue.statement, { ...asked, cashier: id })).toEqual(own)
    }
    const [one, other] = cashiers
    const strange = `from=${first}&to=${last}&by=day&cashier=${other!.user.id}`
    for (const path of ['commission', 'commission/pdf'])
      expect(await one!.send('GET', `${API_BASE}${path}?${strange}`)).toMatchObject({
        status: 404,
        body: { message: 'There is no such cashier.' },
      })
  })

  test('the files have the figures of the screen', async () => {
    const { cashiers, first, last } = sold
    const query = `from=${first}&to=${last}&by=location`
    const answer = await fetch(`${world.address}${API_BASE}revenue/pdf?${query}`, {
      headers: { 'client-access-token': world.config.clientAccessToken, 'x-auth-token': admin.token ?? '' },
    })
    expect(answer.headers.get('content-disposition')).toContain(`revenue-${first}-${last}.pdf`)
    const { total } = await admin.call(api.revenue.report, { ...period(first, last), grouping: 'location' })
    const text = readPdf(Buffer.from(await answer.arrayBuffer()))
      .pages.map((page) => page.text)
      .join('|')
    expect(text).toContain('Revenue by location')
    expect(text).toContain(
      `Total|${total.now.sales}|${(total.now.tendered / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`,
    )
    const own = await fetch(`${world.address}${API_BASE}commission/pdf?from=${first}&to=${last}&by=month`, {
      headers: {
        'client-access-token': world.config.clientAccessToken,
        'x-auth-token': cashiers[1]!.token ?? '',
      },
    })
    const page = readPdf(Buffer.from(await own.arrayBuffer())).pages[0]!
    expect(page.text).toContain('Commission statement')
    expect(page.text).toContain(cashiers[1]!.user.name)
  })
})

test('the counter and the page of a user add up what was sold today at several locations', async () => {
  const fresh = await createWorld()
  const boss = await fresh.signIn({ type: 'Admin' })
  const cashier = await fresh.signIn()
  const { id: userId } = cashier.user
  for (const location of ['Bakau', 'Banjul'])
    await makeSales(fresh.db, fresh.clock, { userId, count: 2, location })
  expect(await cashier.call(api.electricity.counter, {})).toMatchObject({ salesToday: 4, soldToday: 40_000 })
  expect(await boss.call(api.users.overview, { id: userId })).toMatchObject({
    salesToday: 4,
    soldToday: 40_000,
  })
  const report = await boss.call(api.revenue.report, {
    ...period('2026-11-14', '2026-11-14'),
    grouping: 'location',
  })
  expect(report.rows.map(({ name, now }) => [name, now.sales])).toEqual([
    ['Bakau', 2],
    ['Banjul', 2],
  ])
})
