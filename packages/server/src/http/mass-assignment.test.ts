// S5: every write of the contract with extra fields that the caller may not set. They have a unique mark, so that it is
// found wherever one of them took effect.
import { API_BASE, type Endpoint, endpoints, saysFailed, listWireNames } from '@flexpower/contract'
import { fleetMeter, postpaidAccounts } from '@flexpower/simulator'
import { expect, test } from 'vitest'
import { loadFloat } from '../testing/make.ts'
import { figure, sized } from '../testing/size.ts'
import { everythingStored } from '../testing/stored.ts'
import { createWorld, type TestCaller } from '../testing/world.ts'

const world = await createWorld()
const { db, clock } = world
const admin = await world.signIn({ type: 'Admin', mayTakePostpaid: true, remember: true })
const cashier = await world.signIn({ mayTakePostpaid: true, remember: true })
const other = await world.signIn({ remember: true })
const FLOAT = 50_000_000
for (const kind of ['electricity', 'airtime'] as const)
  await loadFloat(db, clock, cashier.user.id, FLOAT, kind)

const MARK = 777_777_777
const WORD = 'smuggled'
const smuggled = {
  id: MARK,
  user_id: MARK,
  userId: MARK,
  version: MARK,
  balance: MARK,
  nawec_balance: MARK,
  airtime_balance: MARK,
  fee: MARK,
  commission: MARK,
  vended: MARK,
  vend_amount: MARK,
  receipt_number: MARK,
  status: WORD,
  state: WORD,
  token: WORD,
  tokens: [WORD],
  password_hash: WORD,
  created_by: WORD,
  location: WORD,
  user_type: 'Admin',
  type: 'Admin',
  can_access_post_paid: '1',
  is_admin: true,
  deleted_at: '2026-01-01T00:00:00Z',
  created_at: '2001-01-01T00:00:00Z',
}
const PROTOTYPES = `"__proto__":{"type":"Admin","fee":${MARK}},"constructor":{"prototype":{"type":"Admin","fee":${MARK}}}`

/** Only fields that the call does not ask for: those it asks for are allowed. */
function attackOn(call: Endpoint, body: object): string {
  const own = new Set(listWireNames(call.request).values())
  const extra = Object.fromEntries(Object.entries(smuggled).filter(([name]) => !own.has(name)))
  return `${JSON.stringify({ ...extra, ...body }).slice(0, -1)},${PROTOTYPES}}`
}

let serial = 0
const person = (traits: object = {}) => ({
  name: 'Isatou Njie',
  email: `written${(serial += 1)}@example.gm`,
  address: '3 Kairaba Avenue',
  location: 'Bakau',
  user_type: 'Cashier',
  contract_type: 'Commission',
  commission: '2',
  can_access_post_paid: '0',
  password: 'kora-at-sunset',
  ...traits,
})
const band = () => ({
  start_amount: (serial += 1) * 100_000,
  end_amount: serial * 100_000 + 1,
  commision_amount: 5,
  amount_type: 'fixed',
  status: 1,
})

interface Write {
  by: TestCaller
  body: object
  path?: string
}

/** Bodies with which these really write; every other write gets only the extra fields. */
const written: Record<string, () => Write | Promise<Write>> = {
  'contact.send': () => ({
    by: world.visitor,
    body: { name: 'Awa', email: 'awa@example.gm', message: 'Hello' },
  }),
  'contact.apply': () => ({
    by: world.visitor,
    body: {
      name: 'Awa',
      business_name: 'Awa Ltd',
      email: `apply${(serial += 1)}@example.gm`,
      telephone: '7712345',
      location: 'Bakau',
    },
  }),
  'session.login': () => ({
    by: world.visitor,
    body: { email: cashier.user.email, password: cashier.user.password },
  }),
  'electricity.verify': () => ({ by: cashier, body: sale() }),
  'electricity.sell': () => ({ by: cashier, body: sale() }),
  'airtime.sell': () => ({
    by: cashier,
    body: {
      mobile_number: `3${String((serial += 1)).padStart(6, '0')}`,
      amount: 10,
      vendor_type: 'QCell',
      vend_amount: MARK,
      user_location: WORD,
    },
  }),
  'postpaid.pay': () => ({
    by: cashier,
    body: {
      account_reference: postpaidAccounts[0]?.account,
      amount: 1 + ((serial += 1) % 5),
      telephone: '7712345',
    },
  }),
  'users.add': () => ({ by: admin, body: person() }),
  'users.update': () => ({
    by: admin,
    body: person({ email: cashier.user.email, can_access_post_paid: '1', password: '' }),
    path: `users/update/${cashier.user.id}`,
  }),
  'charges.add': () => ({ by: admin, body: band() }),
  'credits.load': () => ({
    by: admin,
    body: {
      agent: cashier.user.id,
      type: 1,
      amount: 5,
      bank_transaction_ref: `slip ${(serial += 1)}`,
      created_by: WORD,
    },
  }),
  'floats.takeBack': () => ({ by: admin, body: moved() }),
  'floats.transfer': () => ({ by: admin, body: moved({ target_user_id: other.user.id, is_sure: true }) }),
  'floats.correct': async () => {
    const loads = db.selectFrom('credit').select('id').where('user_id', '=', cashier.user.id)
    const { id } = await loads.orderBy('id').executeTakeFirstOrThrow()
    const amount = FLOAT / 100 + (serial += 1)
    return { by: admin, body: { credit_id: id, amount, reason: 'Typed wrongly' } }
  },
  'floats.ask': () => ({ by: other, body: slip() }),
  'floats.load': async () => ({ by: admin, body: { is_sure: true }, path: await askedFor('load') }),
  'floats.refuse': async () => ({ by: admin, body: { reason: 'No slip' }, path: await askedFor('decline') }),
  'floats.setLimits': () => ({
    by: admin,
    body: { sale_most: '', day_most: 100_000 },
    path: `floats/${other.user.id}/limits`,
  }),
  'till.open': () => ({ by: cashier, body: { opening_amount: 5 } }),
  'till.move': () => ({ by: cashier, body: { kind: 'in', amount: 1, reason: 'Change' } }),
  'till.close': async () => ({
    by: cashier,
    body: { session_id: await readSession(cashier.user.id), count: [], reason: 'As counted' },
  }),
  'till.closeFor': async () => {
    await other.send('POST', `${API_BASE}till/open`, { body: { opening_amount: 5 } })
    const path = `till/sessions/${await readSession(other.user.id)}/close`
    return { by: admin, body: { reason: 'Went home' }, path }
  },
}
const readSession = async (userId: number) => {
  const sessions = db.selectFrom('till_session').select('id').where('user_id', '=', userId)
  return (await sessions.where('closed_at', 'is', null).executeTakeFirstOrThrow()).id
}
const slip = () => ({ type: 0, amount: 5, bank_transaction_ref: `slip ${(serial += 1)}` })
const moved = (traits: object = {}) => ({
  user_id: cashier.user.id,
  type: 1,
  amount: 1,
  reason: 'Too much',
  ...traits,
})
/** A request that waits, and the path of a call about it. */
async function askedFor(call: string): Promise<string> {
  await cashier.send('POST', `${API_BASE}floats/requests`, { body: slip() })
  const { id } = await db
    .selectFrom('float_request')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return `floats/requests/${id}/${call}`
}
const sale = () => ({ meter_number: fleetMeter((serial += 1)), amount: 100, telephone: '7712345' })

const adminsNow = async () =>
  (await db.selectFrom('users').select('id').where('type', '=', 'Admin').execute()).length

test('S5 no write takes a balance, a type, an id, a state or a fee that was only slipped in', async () => {
  const writes = endpoints.filter(([name, { method }]) => method !== 'GET' && !LEAVES.has(name))
  const rounds = sized(1, 100)
  const admins = await adminsNow()
  let [sent, done] = [0, 0]
  for (let round = 0; round < rounds; round += 1)
    for (const [name, call] of writes) {
      const { by, body, path } = (await written[name]?.()) ?? { by: admin, body: {} }
      const at = path ?? call.path.replaceAll(/\{\w+\}/g, String(MARK))
      const answer = await by.send(
        call.method,
        `${API_BASE}${at}?user_type=Admin&fee=${MARK}&status=${WORD}`,
        {
          text: attackOn(call, body),
          headers: { 'idempotency-key': `attack-${(serial += 1)}` },
        },
      )
      expect(answer.status, name).toBeLessThan(500)
      sent += 1
      if (!written[name]) continue
      expect([answer.status, saysFailed(answer.body)], `${name} ${JSON.stringify(answer.body)}`).toEqual([
        call.status,
        false,
      ])
      done += 1
      // Only four an hour are allowed, so the clock moves on.
      if (name === 'contact.apply') clock.pass(3_600_000)
    }
  expect(await adminsNow()).toBe(admins)
  const stored = await everythingStored(db)
  expect(stored.match(new RegExp(`.*(${MARK}|${WORD}).*`, 'g'))?.slice(0, 3)).toBeUndefined()
  expect(stored).not.toContain('2001-01-01')
  await world.recover(2)
  await world.expectCleanBooks()
  figure(`${sent} writes to ${writes.length} calls, ${done} of them done: nothing slipped in`)
})

/** They would end the session that the next request needs, or make a complete backup for nothing. */
const LEAVES = new Set(['session.logout', 'account.endSessions', 'backups.make'])
