import { randomUUID } from 'node:crypto'
import { api, API_BASE, bututs, ERASED, type ProductName } from '@flexpower/contract'
import { fleetMeter, postpaidAccounts } from '@flexpower/simulator'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../db/db.ts'
import { readMigrations } from '../db/migrate.ts'
import { archive } from '../ledger/archive.ts'
import { loadFloat, makeSales } from '../testing/make.ts'
import { everythingStored } from '../testing/stored.ts'
import { alter } from '../testing/tamper.ts'
import { createWorld, type TestCaller } from '../testing/world.ts'

const world = await createWorld({ env: { FLEXPOWER_SMS_USER: 'sandbox', FLEXPOWER_SMS_KEY: 'key' } })
const { db, clock } = world
const cashier = await world.signIn({ mayTakePostpaid: true, remember: true })
const other = await world.signIn({ remember: true })
for (const { user } of [cashier, other])
  for (const kind of ['electricity', 'airtime'] as const)
    await loadFloat(db, clock, user.id, 100_000_000, kind)
const admin = await world.signIn({ type: 'Admin', remember: true })

async function post(seller: TestCaller, path: string, body: object) {
  const headers = { 'idempotency-key': randomUUID() }
  const answer = await seller.send('POST', API_BASE + path, { body, headers })
  expect([200, 201]).toContain(answer.status)
  clock.pass(1000)
  return answer.body as { status: string; reference: string; data?: { id: number; token?: unknown } }
}
const sellPower = (meter: string, amount: number, telephone: string, seller: TestCaller = cashier) =>
  post(seller, 'transactions', { meter_number: meter, amount, telephone })
const topUp = (phone: string, amount = 50) =>
  post(cashier, 'transactions/airtime', { mobile_number: phone, amount, vendor_type: 'QCell' })
const find = (words: string, by: TestCaller = cashier, product: ProductName = 'electricity') =>
  by.call(api.customers.served, { product, words })
const subjects = async (words: string, by?: TestCaller, product?: ProductName) =>
  (await find(words, by, product)).map(({ subject }) => subject)

const BAH = '37201148261'
await sellPower(BAH, 500, '7714208')
await sellPower(BAH, 100, '7714208')
await sellPower(BAH, 500, '9902210')
await sellPower(fleetMeter(1), 75, '3300110')

afterEach(world.expectCleanBooks)

describe('customers that a user has served', () => {
  test('are found by the beginning of the meter, with name, newest phone and usual amount', async () => {
    expect(await find('3720')).toEqual([
      {
        subject: BAH,
        name: 'Mariama Bah',
        phone: '9902210',
        usual: 50_000,
        sales: 3,
        lastAt: expect.any(Date),
      },
    ])
    expect(await subjects('201148')).toEqual([])
  })

  test('are found by any part of the name, and by the beginning of any phone they gave', async () => {
    for (const words of ['bah', 'MARIAMA', 'ama b', '7714', '9902210'])
      expect(await subjects(words)).toEqual([BAH])
    expect(await subjects('3300')).toEqual([fleetMeter(1)])
    expect(await subjects('%')).toEqual([])
    expect(await subjects('_')).toEqual([])
  })

  test('are only the caller’s own, for an Admin too', async () => {
    expect(await subjects('bah', other)).toEqual([])
    expect(await subjects('bah', admin)).toEqual([])
    await sellPower(fleetMeter(2), 75, '3300111', other)
    expect(await subjects('33001', other)).toEqual([fleetMeter(2)])
  })

  test('of airtime are phones with their operator; of bills accounts, for those who may take them', async () => {
    await topUp('3511220', 25)
    expect(await find('3511', cashier, 'airtime')).toMatchObject([
      { subject: '3511220', name: 'QCell', usual: 2500 },
    ])
    const { account = '', name = '' } = postpaidAccounts[0] ?? {}
    await post(cashier, 'transactions-post-paid', {
      account_reference: account,
      amount: 80,
      telephone: '7714208',
    })
    expect(await find(name.slice(1, 5), cashier, 'postpaid')).toMatchObject([{ subject: account, name }])
    expect(await subjects(account, other, 'postpaid')).toEqual([])
  })

  test('beyond the newest two thousand sales are found through the index of the lists', async () => {
    const busy = await world.signIn({ remember: true })
    await makeSales(db, clock, { userId: busy.user.id, count: 1, customerName: 'Isatou Njie' })
    clock.pass(3_000 * 60_000)
    await makeSales(db, clock, { userId: busy.user.id, count: 2_100, customerName: 'Somebody Else' })
    expect(await find('isatou', busy)).toMatchObject([{ subject: '90000000001', name: 'Isatou Njie' }])
    expect(await subjects('somebody', busy)).toHaveLength(6)
    // Made without orders, only for this test.
    await alter(db, `delete from sale where user_id = ${busy.user.id}`)
    await alter(db, `delete from sale_day where user_id = ${busy.user.id}`)
  })

  test('a search without text, or of no product, is refused', async () => {
    const ask = async (query: string) => (await cashier.send('GET', `${API_BASE}customers?${query}`)).status
    expect(await ask('product=electricity&q=')).toBe(422)
    expect(await ask('product=water&q=1')).toBe(422)
    expect(await ask('product=electricity&q=1')).toBe(200)
  })
})

describe('a phone number that an Admin erases', () => {
  const PHONE = '3642197'
  const { password } = admin.user
  const erase = (phone: string, dryRun = false) =>
    admin.call(api.customers.erase, { phone, dryRun, password })
  const stored = async () => (await everythingStored(db)).split('\n').filter((line) => line.includes(PHONE))

  test('is on no row any more but an audit entry, which hides it; what was sold stays', async () => {
    await sellPower(fleetMeter(11), 120, PHONE)
    await sellPower(fleetMeter(12), 130, `220${PHONE}`)
    await topUp(PHONE, 60)
    // A late token, whose message waits; an order that an Admin confirms by hand, which the audit names.
    world.utility.control.failNext('sell', 'reset', 'afterwards')
    await sellPower(fleetMeter(13), 140, PHONE)
    clock.pass(70_000)
    await world.recover(2)
    const { id } = (await topUp(PHONE, 65)).data ?? {}
    await inTransaction(db, (tx) =>
      sql`insert into act (at, user_name, deed, record, title, address)
          values (${clock.now()}, 'Awa', 'confirmed a sale by hand', ${`sale/${id}`}, ${`phone number ${PHONE}`}, '')`.execute(
        tx,
      ),
    )
    const money = () =>
      db
        .selectFrom('any_sale')
        .select(['id', 'tendered', 'vended', 'fee', 'tokens', 'at', 'customer_name', 'transaction_id'])
        .orderBy('id')
        .execute()
    const before = await money()
    expect((await stored()).length).toBeGreaterThan(8)
    expect(await erase(`00220${PHONE}`, true)).toMatchObject({ sales: 5, messages: 1 })
    expect((await stored()).length).toBeGreaterThan(8)

    expect(await erase(PHONE)).toMatchObject({ sales: 5, messages: 1 })
    expect((await stored()).map((line) => line.split(' ')[0])).toEqual(['act'])
    expect(await money()).toEqual(before)
    const meters = await db
      .selectFrom('sale')
      .select('subject')
      .where('phone', '=', ERASED)
      .where('product', '=', 'electricity')
      .orderBy('subject')
      .execute()
    expect(meters.map(({ subject }) => subject)).toEqual([11, 12, 13].map(fleetMeter))
  })

  test('is found by no list, file or search', async () => {
    expect(await subjects(PHONE)).toEqual([])
    expect(await subjects('3642', cashier, 'airtime')).toEqual([])
    expect((await admin.call(api.search.everything, { words: PHONE })).sales).toEqual([])
    for (const path of [
      'transactions/airtime',
      'transactions',
      'audit',
      'transactions/open',
      'letters/unsent',
    ])
      for (const query of ['', `?limit=50&search=${PHONE}`]) {
        const { body } = await admin.send('GET', `${API_BASE}${path}${query}`)
        expect(JSON.stringify(body)).not.toContain(PHONE)
      }
    const acts = await admin.call(api.acts.list, {})
    expect(acts.find(({ action }) => action === 'confirmed a sale by hand')).toMatchObject({
      title: `phone number ${ERASED}`,
    })
    expect(acts.find(({ action }) => action === 'erased a phone number')).toMatchObject({
      title: 'Number that ends in 97',
      after: { sales: 5, messages: 1 },
    })
  })

  test('a message that had not gone out does not go out any more', async () => {
    const [message] = await db.selectFrom('outbox').selectAll().where('recipient', '=', ERASED).execute()
    expect(message).toMatchObject({
      sent_at: null,
      failure: 'The phone number was erased before the message could be sent.',
    })
    expect(message?.failed_at).toBeInstanceOf(Date)
  })

  test('is erased in the archive as well, and the sales can still be brought back', async () => {
    await sellPower(fleetMeter(21), 90, '3642198')
    await topUp('3642198', 45)
    const { cleanup_id: id } = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ cleanup_id: number }>`
        insert into cleanup (created_at, created_by, days, until, state, finished_at)
          values (${clock.now()}, ${admin.user.id}, 1, current_date, 'done', ${clock.now()}) returning id as cleanup_id`.execute(
        tx,
      )
      const made = rows[0]!
      await archive(tx, made.cleanup_id, '2030-01-01' as never)
      return made
    })
    expect(await erase('3642198')).toMatchObject({ sales: 2 })
    expect(await everythingStored(db)).not.toContain('3642198')
    // As it was stored by a version that did not know of it.
    await alter(db, `update archived_sale set search = replace(search, E'\\nerased\\n', E'\\n3642198\\n')`)
    expect(await everythingStored(db)).toContain('3642198')
    const migration = (await readMigrations()).find(({ name }) => name.includes('search_of_erased_phones'))
    await sql.raw(/^update archived_sale.+$/m.exec(migration?.sql ?? '')?.[0] ?? '').execute(db)
    expect(await everythingStored(db)).not.toContain('3642198')
    await admin.call(api.cleanup.undo, { id, password })
    await expect
      .poll(() => db.selectFrom('cleanup').select('state').where('id', '=', id).executeTakeFirst())
      .toEqual({ state: 'undone' })
  })

  test('is in no counter of messages, no price that was asked for, and no text, however it is written there', async () => {
    const { data } = await sellPower(fleetMeter(22), 90, '2203642205')
    await admin.call(api.receipts.sendAgain, { id: data?.id ?? 0 })
    await db
      .insertInto('verification')
      .values({
        user_id: cashier.user.id,
        product: 'electricity',
        subject: '3642205',
        tendered: bututs(1),
        quote: JSON.stringify({ phone: '+2203642205' }),
        verified_at: clock.now(),
      })
      .execute()
    await alter(
      db,
      `update vend set reason = 'Call +2203642205 or 3642205, not 13642205' where id = ${data?.id}`,
    )
    await alter(
      db,
      `update vend_event set note = 'He said: (+2203642205) and 3642205?' where vend_id = ${data?.id} and state = 'confirmed'`,
    )
    await erase('3642205')
    const { steps } = await cashier.call(api.receipts.story, { id: data?.id ?? 0 })
    expect(steps.find(({ kind }) => kind === 'confirmed')).toMatchObject({
      note: `He said: (${ERASED}) and ${ERASED}?`,
    })
    expect((await everythingStored(db)).replaceAll('13642205', '')).not.toContain('3642205')
    const { reason } = await db
      .selectFrom('vend')
      .select('reason')
      .where('id', '=', data?.id ?? 0)
      .executeTakeFirstOrThrow()
    expect(reason).toBe(`Call ${ERASED} or ${ERASED}, not 13642205`)
  })

  test('is not erased while a sale with it is open, nor without the password, nor when nobody has it', async () => {
    world.utility.control.failNext('sell', 'reset', 'afterwards')
    const { status, reference } = await sellPower(fleetMeter(31), 90, '3642199')
    expect(status).toBe('pending')
    expect(await erase('3642199', true)).toMatchObject({ sales: 0, orders: 0, open: [reference] })
    await expect(erase('3642199')).rejects.toThrow(`is still open (${reference}). Nothing was changed`)
    clock.pass(70_000)
    await world.recover(2)
    await expect(
      admin.call(api.customers.erase, { phone: '3642199', dryRun: false, password: 'wrong' }),
    ).rejects.toThrow('The password is not right. Nothing was changed.')
    await expect(admin.call(api.customers.erase, { phone: '3642199', dryRun: false })).rejects.toThrow(
      'Password is required',
    )
    await expect(erase('3999000')).rejects.toThrow('Nothing was changed')
    expect(await erase('3999000', true)).toMatchObject({ sales: 0, messages: 0 })
    expect(await everythingStored(db)).toContain('3642199')
  })

  test('is erased in an order that became no sale, too', async () => {
    world.utility.control.failNext('sell', 'reset')
    expect((await sellPower(fleetMeter(41), 90, '3642197')).status).toBe('pending')
    clock.pass(70_000)
    await world.recover(6)
    expect(await erase('3642197', true)).toMatchObject({ sales: 0, orders: 1, open: [] })
    expect((await stored()).some((line) => line.startsWith('vend '))).toBe(true)
    await erase('3642197')
    expect((await stored()).filter((line) => !line.startsWith('act '))).toEqual([])
  })

  test('is not shown in the reason of a decision, where the audit’s own text stays', async () => {
    world.utility.control.failNext('sell', 'reset')
    const { reference } = await sellPower(fleetMeter(51), 90, '3642206')
    clock.pass(25 * 3_600_000)
    await world.recover(2)
    const { id } = await db
      .selectFrom('vend')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    await admin.call(api.sales.decide, { id, outcome: 'voided', reason: 'Called +2203642206: no token' })
    await erase('3642206')
    expect((await everythingStored(db)).split('\n').filter((line) => line.includes('3642206'))).toEqual([
      expect.stringMatching(/^act /),
    ])
    const shown = await admin.call(api.acts.list, {})
    expect(shown.find(({ action }) => action === 'released a sale by hand')).toMatchObject({
      after: { reason: expect.stringContaining(`Called ${ERASED}: no token.`), amount: 'GMD 90.00' },
    })
    const { body } = await admin.send('GET', `${API_BASE}audit?limit=50&search=3642206`)
    expect(body).toMatchObject({ data: [] })
  })

  test('of two sales at the same moment, for the same money, without keys, both can be erased', async () => {
    const send = (mobile_number: string) =>
      cashier.send('POST', `${API_BASE}transactions/airtime`, {
        body: { mobile_number, amount: 35, vendor_type: 'QCell' },
      })
    await send('3642301')
    await send('3642302')
    await erase('3642301')
    expect(await erase('3642302')).toMatchObject({ sales: 1 })
  })

  test('the database lets a phone be erased, and nothing else in a sale change', async () => {
    const attempt = (change: string) => sql.raw(change).execute(db)
    for (const change of [
      `update sale set phone = '7000000'`,
      `update sale set phone = '${ERASED}', tendered = tendered + 1`,
      `update sale set subject = '${ERASED}' where product = 'electricity'`,
      `update sale set tokens = '{}'`,
      `update sale set id = id + 1000000`,
      `update vend_event set note = null where note is not null`,
      `update vend_event set note = '${ERASED}' where note is not null and note !~ '^[0-9]+$'`,
      `update vend_event set note = note || ' more' where note is not null`,
      `update vend_event set state = 'voided'`,
      `update vend_event set note = 'a text' where note is null`,
    ])
      await expect(attempt(change)).rejects.toThrow(/append-only/)
  })
})
