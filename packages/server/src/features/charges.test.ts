import { API_BASE, api, bututs } from '@flexpower/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { loadFloat } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const admin = await world.signIn({ type: 'Admin' })
const cashier = await world.signIn()
await loadFloat(world.db, world.clock, cashier.user.id, 10_000_000)

afterEach(world.expectCleanBooks)

const band = (traits: Record<string, unknown> = {}) => ({
  start_amount: '50',
  end_amount: '99.99',
  commision_amount: '2',
  amount_type: 'fixed',
  status: '1',
  ...traits,
})
const add = (body: object) => admin.send('POST', `${API_BASE}addCashPowerCharges`, { body })
const update = (id: number, body: object) => admin.send('POST', `${API_BASE}charges/update/${id}`, { body })
const remove = (id: number) => admin.send('POST', `${API_BASE}charges/delete/${id}`, { body: {} })
const listed = () => admin.call(api.charges.list, {})
const withStart = async (start: number) => (await listed()).find((charge) => charge.start === start)!

test('A-28 CH-02 CH-05 E-05 a band is added and listed with every field', async () => {
  expect(await add(band())).toMatchObject({
    status: 200,
    body: { message: 'Cash power charges created successfully' },
  })
  expect((await admin.send('GET', `${API_BASE}charges/list`)).body).toEqual([
    {
      id: expect.any(Number),
      start_amount: 50,
      end_amount: 99.99,
      commision_amount: 2,
      amount_type: 'fixed',
      status: 1,
      version: 1,
    },
  ])
})

test.each([
  [{ start_amount: '' }, 'start_amount', 'Start amount is required'],
  [{ start_amount: 'ten' }, 'start_amount', 'Start amount must be a number'],
  [{ end_amount: null }, 'end_amount', 'End amount is required'],
  [{ end_amount: '50' }, 'end_amount', 'End amount must be greater than start amount'],
  [{ end_amount: 49.99 }, 'end_amount', 'End amount must be greater than start amount'],
  [{ commision_amount: undefined }, 'commision_amount', 'Commission amount is required'],
  [{ commision_amount: '1.005' }, 'commision_amount', 'Commission amount can have at most two decimals'],
  [
    { amount_type: 'percentage', commision_amount: '100.01' },
    'commision_amount',
    'A percentage cannot exceed 100',
  ],
  [{ amount_type: '' }, 'amount_type', 'Type is required'],
  [{ status: '' }, 'status', 'Status is required'],
  [{ status: 2 }, 'status', 'Status must be 1 or 0'],
])('V-CH-01 V-CH-02 V-CH-03 %j is refused at its field', async (traits, field, message) => {
  const { status, body } = await add(band(traits))
  expect(status).toBe(422)
  expect((body as { errors: object }).errors).toEqual({ [field]: [message] })
})

test('an active band that overlaps another is refused with a reason; an inactive one may overlap until it is switched on', async () => {
  const overlap = await add(band({ start_amount: '99.99', end_amount: '200' }))
  expect(overlap).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('GMD 50.00 to GMD 99.99') },
  })
  expect((await add(band({ start_amount: '80', end_amount: '200', status: '0' }))).status).toBe(200)
  const { id } = await withStart(8_000)
  expect((await update(id, band({ start_amount: '80', end_amount: '200', status: '1' }))).status).toBe(422)
  expect((await remove(id)).status).toBe(200)
})

test('of two overlapping bands added at the same moment, one is kept', async () => {
  const answers = await Promise.all(
    [1, 2, 3, 4].map((fee) =>
      add(band({ start_amount: '5000', end_amount: '6000', commision_amount: String(fee) })),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.every(({ status }) => status < 500)).toBe(true)
})

test('A-29 CH-02 of two Admins who change the same band, the second is refused', async () => {
  const { id, version } = await withStart(5_000)
  expect(await update(id, band({ commision_amount: '3', version }))).toMatchObject({
    status: 200,
    body: { message: 'Cash power charges updated successfully' },
  })
  expect(await update(id, band({ commision_amount: '4', version }))).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('it is GMD 3.00 from GMD 50.00 to GMD 99.99 now') },
  })
  expect((await withStart(5_000)).fee).toBe(300)
  const acts = await admin.call(api.acts.list, { record: `charge/${id}` })
  expect(acts[0]).toMatchObject({ before: { amount: 'GMD 2.00' }, after: { amount: 'GMD 3.00' } })
})

test('A-30 CH-03 a deleted band no longer counts, and can be deleted only once', async () => {
  const { id } = await withStart(500_000)
  expect(await remove(id)).toMatchObject({
    status: 200,
    body: { message: 'Case Power Charges deleted successfully.' },
  })
  expect((await remove(id)).status).toBe(404)
  expect((await update(id, band())).status).toBe(404)
})

describe('a sale', () => {
  const METER = '37201148261'
  const sell = async (amount: number) => {
    const input = { meter: METER, amount: bututs(amount), phone: '7712345' }
    await cashier.call(api.electricity.verify, input)
    return cashier.call(api.electricity.sell, input)
  }

  test('keeps the band it was priced with, whatever happens to the band', async () => {
    const { sale } = await sell(7_500)
    const { id } = await withStart(5_000)
    await update(id, band({ commision_amount: '7' }))
    const { quote, fee } = await world.db
      .selectFrom('vend')
      .select(['quote', 'fee'])
      .where('id', '=', sale!.id)
      .executeTakeFirstOrThrow()
    expect(fee).toBe(300)
    expect(quote).toMatchObject({ band: { start: 5_000, end: 9_999, kind: 'fixed', fee: 300 } })
  })

  test('what an amount would cost is what it costs', async () => {
    expect(await admin.call(api.charges.price, { amount: bututs(7_600) })).toMatchObject({
      fee: 700,
      vended: 6_900,
    })
    expect((await sell(7_600)).sale).toMatchObject({ fee: 700, vended: 6_900 })
    expect(await admin.call(api.charges.price, { amount: bututs(1_000_000) })).toMatchObject({
      fee: 0,
      charge: null,
    })
  })

  test('the replay says what the sold amounts would have earned with another band', async () => {
    await sell(20_000)
    const { id } = await withStart(5_000)
    const draft = {
      start: bututs(5_000),
      end: bututs(9_999),
      kind: 'percentage' as const,
      fee: 1_000,
      active: true,
    }
    const replayed = await admin.call(api.charges.replay, { replaces: id, ...draft })
    // Sold: 75.00 with fee 3, 76.00 with fee 7, 200.00 without. Ten percent would be 7.50, 7.60 and nothing.
    expect(replayed).toMatchObject({ sales: 3, changed: 2, earned: 1_000, wouldHaveEarned: 1_510 })
    const asItIs = { ...(await withStart(5_000)), replaces: id }
    expect(await admin.call(api.charges.replay, asItIs)).toMatchObject({
      changed: 0,
      earned: 1_000,
      wouldHaveEarned: 1_000,
    })
    const off = await admin.call(api.charges.replay, { replaces: id, ...draft, active: false })
    expect(off).toMatchObject({ changed: 2, wouldHaveEarned: 0 })
    await expect(admin.call(api.charges.replay, draft)).rejects.toThrow('overlaps the active charge')
  })
})
