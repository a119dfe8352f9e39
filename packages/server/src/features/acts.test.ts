import { API_BASE, api } from '@flexpower/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../db/db.ts'
import { recordAct } from '../ledger/acts.ts'
import { auditBooks } from '../ledger/audit.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const admin = await world.signIn({ type: 'Admin', name: 'Awa Sanneh' })
const { db } = world

const addBand = (start: number) =>
  admin.send('POST', `${API_BASE}addCashPowerCharges`, {
    body: {
      start_amount: start,
      end_amount: start + 9,
      commision_amount: 1,
      amount_type: 'fixed',
      status: 1,
    },
  })
const broken = async () => (await auditBooks(db, world.clock.now())).map(({ invariant }) => invariant)

test('entries written at the same moment form one unbroken chain', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => addBand(100 + index * 10)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const { rows } = await sql<{ id: number }>`select id from act order by id`.execute(db)
  expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => index + 1))
  expect(await broken()).toEqual([])
})

test('the list is newest first, in windows, and complete without a window', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, index) => addBand(1000 + index * 10)))
  const first = await admin.call(api.acts.list.window, { limit: 50 })
  expect(first.rows).toHaveLength(50)
  expect(first.total).toBe(60)
  const rest = await admin.call(api.acts.list.window, { cursor: first.next! })
  expect(rest.rows).toHaveLength(10)
  expect(rest.next).toBeNull()
  expect(await admin.call(api.acts.list, {})).toEqual([...first.rows, ...rest.rows])
})

test.each([
  ['gmd 1,280.00', 1],
  ['1280', 1],
  ['14 Nov 2026', 60],
  ['14 Nov 2026, 14:20', 60],
  ['4 nov 2026', 0],
  ['awa sanneh added a charge', 60],
  ['charge/7', 1],
  ['Done by the server itself', 0],
  ['127.0.0.1', 60],
  ['active', 60],
  ['%', 0],
  // As it is stored, not as it is shown.
  ['"kind"', 0],
  ['{', 0],
])('T-03 a search for %j in the audit finds %i', async (search, found) => {
  expect(await admin.call(api.acts.list.window, { search })).toMatchObject({ total: found })
})

test('T-03 what the server did by itself is found by the name that the list gives it', async () => {
  await inTransaction(db, (tx) =>
    recordAct(tx, { context: world }, { action: 'slept', record: 'night/1', title: '' }),
  )
  for (const search of ['The system slept', 'Done by the server itself'])
    expect(await admin.call(api.acts.list.window, { search })).toMatchObject({ rows: [{ action: 'slept' }] })
})

test('the database refuses to change, remove or truncate entries, and the audit sees what got past it', async () => {
  for (const attempt of [sql`update act set deed = 'nothing'`, sql`delete from act`, sql`truncate act`])
    await expect(attempt.execute(db)).rejects.toThrow('append-only')
  const tamper = async (change: ReturnType<typeof sql>) => {
    await sql`alter table act disable trigger act_append_only`.execute(db)
    await change.execute(db)
    await sql`alter table act enable trigger act_append_only`.execute(db)
    return broken()
  }
  const chain = ['the audit log is complete: no entry is missing or altered']
  expect(await tamper(sql`update act set title = 'another' where id = 7`)).toEqual(chain)
  expect(await tamper(sql`delete from act where id <= 7`)).toEqual(chain)
})

test('an entry says who did it to whom, when and from where; what the server did by itself names nobody', async () => {
  const lamin = await world.signIn({ name: 'Lamin Touray' })
  await admin.call(api.users.sendResetLink, { id: lamin.user.id, password: admin.user.password })
  const record = { record: 'books', title: 'The books' }
  const action = 'looked after the books'
  await inTransaction(db, (tx) => recordAct(tx, { context: world.context }, { action, ...record }))
  const { rows } = await sql`select * from act order by id desc limit 2`.execute(db)
  expect(rows).toMatchObject([
    { ...record, deed: action, user_id: null, user_name: null, address: '', before: null, after: null },
    {
      at: world.clock.now(),
      user_id: admin.user.id,
      user_name: 'Awa Sanneh',
      record: `user/${lamin.user.id}`,
      title: 'Lamin Touray',
      address: '127.0.0.1',
    },
  ])
})
