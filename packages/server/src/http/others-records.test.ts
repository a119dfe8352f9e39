// S2, the column "a cashier with another's ids": every call that takes the id or the reference of a record, with
// another cashier's. It answers as if there were no such record.
import { randomUUID } from 'node:crypto'
import { api, API_BASE, bututs, endpoints } from '@flexpower/contract'
import { fleetMeter, postpaidAccounts } from '@flexpower/simulator'
import { expect, test } from 'vitest'
import { loadFloat } from '../testing/make.ts'
import { createWorld, type TestCaller } from '../testing/world.ts'

const world = await createWorld()
const { db, clock } = world
const owner = await world.signIn({ mayTakePostpaid: true })
const stranger = await world.signIn({ mayTakePostpaid: true })
for (const kind of ['electricity', 'airtime'] as const)
  await loadFloat(db, clock, owner.user.id, 1_000_000, kind)

async function sell(path: string, body: object): Promise<{ id: number; reference: string; key: string }> {
  const key = randomUUID()
  const headers = { 'idempotency-key': key }
  const answer = await owner.send('POST', API_BASE + path, { body: { amount: 100, ...body }, headers })
  const { data } = answer.body as { data: { id: number; transaction_id: string } }
  return { id: data.id, reference: data.transaction_id, key }
}
const electricity = await sell('transactions', { meter_number: fleetMeter(1), telephone: '7712345' })
const airtime = await sell('transactions/airtime', { mobile_number: '3123456', vendor_type: 'QCell' })
const bill = await sell('transactions-post-paid', {
  account_reference: postpaidAccounts[0]?.account,
  telephone: '7712345',
})

const shift = await owner.call(api.till.open, { opening: bututs(0) })
await owner.call(api.till.close, { session: shift.id, pieces: [] })
await owner.send('POST', `${API_BASE}floats/requests`, {
  body: { type: 0, amount: 100, bank_transaction_ref: 'TRF-77', photo: 'iVBORw0KGgoAAAAN' },
})
const { id: request } = await db.selectFrom('float_request').select('id').executeTakeFirstOrThrow()

const { id: notice } = await db
  .insertInto('notice')
  .values({
    user_id: owner.user.id,
    kind: 'sign-in',
    record: 'sign-in/1',
    title: 'New sign-in',
    text: '',
    created_at: clock.now(),
    seen_at: null,
    over_at: null,
  })
  .returning('id')
  .executeTakeFirstOrThrow()

/** The path of each call with a record of the owner. */
const records: Record<string, Record<string, string>> = {
  'electricity.status': { reference: electricity.reference },
  'airtime.status': { reference: airtime.reference },
  'postpaid.status': { reference: bill.reference },
  'sales.find': { key: electricity.key },
  'sales.countPrint': { id: String(electricity.id) },
  'sales.messages': { id: String(electricity.id) },
  'electricity.listOf': { userId: String(owner.user.id) },
  'till.one': { id: String(shift.id) },
  'till.slipFile': { id: String(shift.id) },
  'till.countPrint': { id: String(shift.id) },
  'till.mailSlip': { id: String(shift.id) },
  'till.statement': { user_id: String(owner.user.id) },
  'till.sums': { user_id: String(owner.user.id) },
  'till.statementFile': { user_id: String(owner.user.id) },
  'receipts.sendAgain': { id: String(electricity.id) },
  'receipts.story': { id: String(electricity.id) },
  'floats.statement': { user_id: String(owner.user.id) },
  'floats.sums': { user_id: String(owner.user.id) },
  'floats.statementFile': { user_id: String(owner.user.id) },
  'floats.limits': { user_id: String(owner.user.id) },
  'floats.photo': { id: String(request) },
  'floats.withdraw': { id: String(request) },
  'notices.markSeen': { id: String(notice) },
  'users.one': { userId: String(owner.user.id) },
}
const taking = endpoints.filter(([, { path, access }]) => path.includes('{') && access !== 'admin')

test('every call of a cashier that names a record is in the table', () => {
  expect(taking.map(([name]) => name).toSorted()).toEqual(Object.keys(records).toSorted())
})

test.each(taking)('S2 %s does not find another cashier’s record', async (name, { method, path }) => {
  const at = API_BASE + path.replaceAll(/\{(\w+)\}/g, (_, field: string) => records[name]?.[field] ?? '')
  const ask = (who: TestCaller, where: string) =>
    who.send(method, where, method === 'GET' ? {} : { body: {} })
  expect((await ask(owner, at)).status).toBe(200)
  const refused = await ask(stranger, at)
  expect(refused.status).toBe(404)
  const missing = await ask(stranger, at.replace(/\d+(?=\/|$)/, '999999999'))
  expect(missing.status).toBe(404)
})

test('S2 another user’s session cannot be ended', async () => {
  const { id } = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', owner.user.id)
    .executeTakeFirstOrThrow()
  await stranger.send('POST', `${API_BASE}account/sessions/end`, { body: { session: id } })
  expect((await owner.send('GET', `${API_BASE}counter`)).status).toBe(200)
})
