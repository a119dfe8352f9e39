import { api, bututs, type Day } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const admin = await world.signIn({ type: 'Admin' })
const cashiers = [await world.signIn(), await world.signIn()]

const sold = (
  cashier: number,
  day: string,
  sales: number,
  tendered: number,
  product: 'electricity' | 'airtime' = 'electricity',
) =>
  world.db
    .insertInto('sale_day')
    .values({
      product,
      day: day as Day,
      user_id: cashiers[cashier]!.user.id,
      location: 'Banjul',
      sales,
      tendered: bututs(tendered),
      fees: bututs(0),
      commissions: bututs(0),
    })
    .execute()

// The test clock is at 14 November 2026, 14:20.
await sold(0, '2026-11-14', 3, 150_025)
await sold(1, '2026-11-14', 2, 100_000)
await sold(0, '2026-11-01', 5, 500_000)
await sold(0, '2026-10-31', 7, 700_000)
await sold(0, '2026-11-14', 9, 900_000, 'airtime')

const day = (text: string) => ({ day: text as Day })
const raw = (path: string) => admin.send('GET', `/flexpower/api/${path}`)

test('A-07 D-02 the daily sale is what all cashiers sold of electricity today', async () => {
  expect((await raw('CashPowerDailySales')).body).toEqual({ data: { DailySales: 2500.25 } })
})

test('A-08 D-02 the monthly sale runs from the first of the month to today', async () => {
  expect((await raw('CashPowerMonthlySales')).body).toEqual({ data: { monthlySales: 7500.25 } })
})

test('A-09 D-02 transactions are counted', async () => {
  expect((await raw('transactionsCount')).body).toEqual({ data: { transactionCount: 5 } })
})

test('A-11 D-03 the filter answers total and count of one day', async () => {
  expect((await raw('filter?paymentDate=2026-10-31')).body).toEqual({
    status: 'success',
    totalamount: 7000,
    countTransactions: 7,
  })
})

test('D-04 a day without sales answers success with zeros', async () => {
  expect(await admin.call(api.dashboard.filter, day('2026-11-02'))).toEqual({
    status: 'success',
    total: 0,
    count: 0,
  })
})

test.each(['2026-11-15', '2026-02-30', '14/11/2026', 'x', "2026-11-14' or 1=1"])(
  'D-05 a future or malformed date answers status error: %s',
  async (text) => {
    expect(await raw(`filter?paymentDate=${encodeURIComponent(text)}`)).toMatchObject({
      status: 200,
      body: { status: 'error', message: 'Data is not found' },
    })
  },
)

test('V-DA-01 a filter without a date says so', async () => {
  for (const query of ['', '?paymentDate='])
    expect((await raw(`filter${query}`)).body).toEqual({ status: 'error', message: 'Date is required' })
  expect((await raw('filter?paymentDate=2026-11-14&paymentDate=2026-11-13')).body).toMatchObject({
    status: 'error',
  })
})

test('a day ends at midnight in The Gambia', async () => {
  world.clock.pass(9 * 3_600_000 + 39 * 60_000)
  expect(await admin.call(api.dashboard.dailySales, {})).toBe(250_025)
  world.clock.pass(60_000)
  expect(await admin.call(api.dashboard.dailySales, {})).toBe(0)
})
