import { setTimeout as sleep } from 'node:timers/promises'
import { API_BASE, api, bututs, toDay, WHOLE_PROVIDER } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../runtime/clock.ts'
import { alone } from '../db/alone.ts'
import { loadFloat } from '../testing/make.ts'
import { sellOnce } from '../testing/selling.ts'
import { alter } from '../testing/tamper.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const { db, clock } = world

// Three sales 40 days ago, two 10 days ago, one today.
const seller = await world.signIn({ name: 'Fatou', email: 'fatou@x.gm' })
await loadFloat(db, clock, seller.user.id, 100_000_000)
for (const meter of [1, 2, 3]) await sellOnce(seller, meter)
clock.pass(30 * DAY_MS)
const later = await world.signIn({ name: 'Lamin' })
await loadFloat(db, clock, later.user.id, 100_000_000)
for (const meter of [4, 5]) await sellOnce(later, meter)
clock.pass(10 * DAY_MS)
const cashier = await world.signIn()
await loadFloat(db, clock, cashier.user.id, 100_000_000)
await sellOnce(cashier, 6)
const admin = await world.signIn({ type: 'Admin', name: 'Awa' })
const { password } = admin.user

const runs = () => admin.call(api.cleanup.list, {})
async function untilEnded() {
  for (;;) {
    const [newest] = await runs()
    if (newest && !['backing up', 'archiving', 'undoing'].includes(newest.state)) return newest
    await sleep(50)
  }
}
async function cleanUp(days: number) {
  await admin.call(api.cleanup.run, { days, dryRun: false, password })
  return untilEnded()
}
const send = (body: object) => admin.send('POST', `${API_BASE}cleanup`, { body })
const countSales = async (table: 'sale' | 'archived_sale' | 'any_sale') =>
  (await db.selectFrom(table).select('id').execute()).length

/** Every total of sales, as the screens ask for it. */
async function totals() {
  const day = clock.now()
  const [daily, monthly, count, report] = await Promise.all([
    admin.call(api.dashboard.dailySales, {}),
    admin.call(api.dashboard.monthlySales, {}),
    admin.call(api.dashboard.transactionCount, {}),
    admin.call(api.reports.revenue, {
      from: toDay(new Date(day.getTime() - 60 * DAY_MS)),
      to: toDay(day),
      account: 'cashPower',
      entity: WHOLE_PROVIDER,
    }),
  ])
  const days = await db.selectFrom('sale_day').selectAll().orderBy('day').execute()
  const floats = await db.selectFrom('float_balance').selectAll().orderBy('user_id').execute()
  return { daily, monthly, count, report, days, floats }
}

// The audit is the oracle: it adds up every sale, in either table, and compares the utility's own list.
afterEach(world.expectCleanBooks)

describe('CL-01 a dry run', () => {
  test.each([
    [30, 3, 300],
    // The sales of the tenth day before today are exactly 10 days old: not more than 10.
    [10, 3, 300],
    [9, 5, 500],
    [60, 0, 0],
  ])('of %i days reports what would be moved, and moves nothing', async (days, sales, amount) => {
    expect(await send({ days, dry_run: true })).toMatchObject({ status: 200, body: { sales, amount } })
    expect(await countSales('sale')).toBe(6)
    expect(await runs()).toEqual([])
  })

  test('CL-01 of one day reaches up to the day before yesterday, which is more than one day ago', async () => {
    const { until } = await admin.call(api.cleanup.run, { days: 1, dryRun: true })
    expect(until).toBe(toDay(new Date(clock.now().getTime() - 2 * DAY_MS)))
  })

  test.each([
    [{ dry_run: true }, 'Days is required'],
    [{ days: 0, dry_run: true }, 'Days must be at least 1'],
    [{ days: -3, dry_run: true }, 'Days must be a whole number'],
    [{ days: 1.5, dry_run: true }, 'Days must be a whole number'],
    [{ days: '1e3', dry_run: true }, 'Days must be a whole number'],
    [{ days: 99_999, dry_run: true }, 'Days cannot exceed 3650'],
    [{ days: 30, dry_run: 'yes' }, 'Dry run must be true or false'],
    [{ days: 30, dry_run: false }, 'Password is required'],
    [{ days: 30, dry_run: false, password: 'wrong-one' }, 'The password is not right. Nothing was changed.'],
  ])('or a real one with wrong input is refused: %j', async (body, message) => {
    expect(await send(body)).toMatchObject({ status: 422, body: { message } })
    expect(await countSales('sale')).toBe(6)
  })

  test('is for Admins only, and so is everything else about it', async () => {
    expect(
      (await cashier.send('POST', `${API_BASE}cleanup`, { body: { days: 1, dry_run: true } })).status,
    ).toBe(403)
    expect((await cashier.send('GET', `${API_BASE}cleanup`)).status).toBe(403)
    expect(
      (await cashier.send('POST', `${API_BASE}cleanup/1/undo`, { body: { password: 'x' } })).status,
    ).toBe(403)
  })
})

describe('CL-01 a cleanup', () => {
  test('without anything to move, or beside a backup, is refused', async () => {
    expect(await send({ days: 60, dry_run: false, password })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Nothing was changed') },
    })
    const beside = await alone(db, 'backup', () => send({ days: 30, dry_run: false, password }))
    expect(beside).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('A backup is being made') },
    })
    const twice = await alone(db, 'cleanup', () => send({ days: 30, dry_run: false, password }))
    expect(twice).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('under way already') },
    })
  })

  test('whose backup fails moves nothing', async () => {
    await alter(db, `update sale_day set sales = sales + 1`)
    const ended = await cleanUp(30)
    await alter(db, `update sale_day set sales = sales - 1`)
    expect(ended).toMatchObject({
      state: 'failed',
      failure: 'The backup failed, so nothing was moved.',
      sales: 0,
      tendered: 0,
    })
    expect(await countSales('sale')).toBe(6)
  })

  test('backs up, moves the old sales to the archive, and leaves every total as it was', async () => {
    const before = await totals()
    const listed = (await admin.call(api.electricity.list, {})).length
    await admin.call(api.cleanup.run, { days: 30, dryRun: false, password })
    // The counted number, as long as nothing has moved.
    expect((await runs())[0]).toMatchObject({ state: 'backing up', sales: 3, tendered: 30_000 })
    const ended = await untilEnded()
    expect(ended).toMatchObject({ state: 'done', sales: 3, tendered: 30_000, by: 'Awa', failure: null })
    expect(ended.backup).toMatch(/\.backup$/)
    expect(await totals()).toEqual(before)
    expect([await countSales('sale'), await countSales('archived_sale')]).toEqual([3, 3])
    expect((await admin.call(api.electricity.list, {})).length).toBe(listed - 3)
    expect(await admin.call(api.electricity.list.window, { limit: 1 })).toMatchObject({
      total: listed - 3,
      isTotalExact: true,
    })
    const acts = await admin.call(api.acts.list, { record: `cleanup/${ended.id}` })
    expect(acts).toMatchObject([{ actor: 'Awa', action: 'archived old sales', after: { sales: 3 } }])
  })

  test('keeps moved sales within reach of search and enquiry', async () => {
    const { sales: living } = await admin.call(api.search.everything, { words: fleetMeter(1) })
    const { sales } = await admin.call(api.search.archive, { words: fleetMeter(1) })
    expect(living).toEqual([])
    expect(sales).toMatchObject([{ subject: fleetMeter(1), tendered: 10_000, cashierName: 'Fatou' }])
    const token = sales[0]!.tokens[0]!
    const byToken = await admin.call(api.search.archive, { words: token })
    expect(byToken.sales).toHaveLength(1)
    const from = toDay(new Date(clock.now().getTime() - 50 * DAY_MS))
    const purchases = await admin.call(api.enquiries.customer, {
      meter: fleetMeter(1),
      from,
      to: toDay(clock.now()),
    })
    expect(purchases).toMatchObject([{ match: 'same', sale: { reference: sales[0]!.reference } }])
    // Its receipt can be printed again, and its status can still be read.
    expect(await admin.call(api.sales.countPrint, { id: sales[0]!.id })).toMatchObject({ copy: 0 })
    const { reference } = sales[0]!
    expect(await admin.call(api.electricity.status, { reference })).toMatchObject({
      status: 'success',
      sale: { tokens: sales[0]!.tokens },
    })
  })

  test('is undone, row by row as it was', async () => {
    const [done] = await runs()
    const before = await totals()
    const archived = await db.selectFrom('any_sale').selectAll().orderBy('id').execute()
    expect(
      await admin.send('POST', `${API_BASE}cleanup/${done!.id}/undo`, { body: { password: 'no' } }),
    ).toMatchObject({ status: 422 })
    await admin.call(api.cleanup.undo, { id: done!.id, password })
    expect(await untilEnded()).toMatchObject({ state: 'undone', undoneBy: 'Awa' })
    expect(await db.selectFrom('sale').selectAll().orderBy('id').execute()).toEqual(archived)
    expect(await countSales('archived_sale')).toBe(0)
    expect(await totals()).toEqual(before)
    const again = await admin.send('POST', `${API_BASE}cleanup/${done!.id}/undo`, { body: { password } })
    expect(again.status).toBe(404)
  })

  test('of older days is undone while one of newer days stays, and the list counts what it has', async () => {
    const counted = async () => {
      const rows = await admin.call(api.electricity.list, {})
      const window = await admin.call(api.electricity.list.window, { limit: 1 })
      expect(window).toMatchObject({ total: rows.length, tendered: rows.length * 10_000, isTotalExact: true })
      const from = toDay(new Date(clock.now().getTime() - 50 * DAY_MS))
      expect(await admin.call(api.electricity.list.window, { from })).toMatchObject({ total: rows.length })
      return rows.length
    }
    expect(await counted()).toBe(6)
    const { id: older } = await cleanUp(30)
    expect(await counted()).toBe(3)
    const { id: newer } = await cleanUp(5)
    expect(await counted()).toBe(1)
    await admin.call(api.cleanup.undo, { id: older, password })
    await untilEnded()
    await expect.poll(counted).toBe(4)
    await admin.call(api.cleanup.undo, { id: newer, password })
    await untilEnded()
    expect(await counted()).toBe(6)
  })

  test('that a dead server left behind is noticed', async () => {
    await db
      .insertInto('cleanup')
      .values({
        created_at: clock.now(),
        created_by: admin.user.id,
        days: 1,
        until: toDay(clock.now()),
        state: 'archiving',
        sales: 6,
        tendered: bututs(60_000),
        finished_at: null,
      })
      .execute()
    expect((await runs())[0]).toMatchObject({
      state: 'failed',
      sales: 0,
      tendered: 0,
      failure: expect.stringContaining('Nothing was moved'),
    })
  })
})

describe('the database', () => {
  const attempt = (statement: string) => sql.raw(statement).execute(db)

  test('lets no sale leave its table unless the other has the same row', async () => {
    await expect(attempt('delete from sale')).rejects.toThrow(/a sale is never deleted/)
    await expect(attempt('update sale set tendered = 1')).rejects.toThrow(/append-only/)
    await expect(attempt('truncate sale')).rejects.toThrow(/append-only/)
    const ended = await cleanUp(30)
    expect(ended.state).toBe('done')
    await expect(attempt('delete from archived_sale')).rejects.toThrow(/a sale is never deleted/)
    await expect(attempt(`update archived_sale set location = 'x'`)).rejects.toThrow(/append-only/)
    await expect(attempt('truncate archived_sale')).rejects.toThrow(/append-only/)
    // A copy that differs in anything is not a copy.
    const altered = `with copied as (insert into archived_sale select ${ended.id}, s.* from sale s returning id) select`
    await expect(
      db.transaction().execute(async (tx) => {
        await sql.raw(altered).execute(tx)
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql`update archived_sale set location = 'elsewhere' where id in (select id from sale)`.execute(
          tx,
        )
        await sql`set local session_replication_role = origin`.execute(tx)
        await sql`delete from sale`.execute(tx)
      }),
    ).rejects.toThrow(/a sale is never deleted/)
  })

  test('has the same columns in both tables, and in the view of both', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select table_name as table, array_agg(column_name || ' ' || data_type order by column_name) as columns
        from information_schema.columns
        where table_name in ('sale', 'archived_sale', 'any_sale') and column_name <> 'cleanup_id'
        group by table_name order by table_name`.execute(db)
    const [any, archived, sale] = rows
    expect(archived!.columns).toEqual(sale!.columns)
    expect(any!.columns).toEqual(sale!.columns)
  })
})
