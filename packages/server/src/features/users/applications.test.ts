import { api, API_BASE, CallRefused } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { createWorld } from '../../testing/world.ts'

const world = await createWorld()
const admin = await world.signIn({ type: 'Admin' })
await world.signIn({ email: 'fatou@flexpower.gm' })

const apply = async (email: string) =>
  (
    await world.db
      .insertInto('application')
      .values({
        name: 'Awa Sowe',
        business_name: 'Sowe Kiosk',
        email,
        phone: '7712345',
        location: 'Farafenni',
        created_at: world.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

test('an approved one becomes a Cashier with a link to choose a password, once', async () => {
  const id = await apply('awa@sowe.gm')
  const approvals = await Promise.allSettled([1, 2, 3].map(() => admin.call(api.users.approve, { id })))
  expect(approvals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const users = await admin.call(api.users.list, {})
  expect(users.find(({ email }) => email === 'awa@sowe.gm')).toMatchObject({
    name: 'Awa Sowe',
    type: 'Cashier',
  })
  const mails = await world.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', 'awa@sowe.gm')
    .execute()
  expect(mails).toHaveLength(1)
  expect((await admin.call(api.users.applications, {}))[0]).toMatchObject({
    state: 'approved',
    decidedBy: admin.user.name,
  })
})

test('are listed newest first, and a filter finds those that are waiting', async () => {
  const [waiting, declined] = [await apply('early@sowe.gm'), await apply('late@sowe.gm')]
  await admin.call(api.users.decline, { id: declined })
  const listed = (await admin.call(api.users.applications, {})).map(({ id }) => id)
  expect(listed).toEqual(listed.toSorted((a, b) => b - a))
  expect(listed.slice(0, 2)).toEqual([declined, waiting])
  expect(await admin.call(api.users.applications, { state: 'waiting' })).toMatchObject([{ id: waiting }])
  expect(await admin.call(api.users.applications.window, { state: 'waiting', limit: 1 })).toMatchObject({
    rows: [{ id: waiting }],
    total: 1,
    next: null,
  })
  expect(await admin.send('GET', `${API_BASE}applications?state=new`)).toMatchObject({
    status: 422,
    body: { message: 'State must be waiting, approved or declined' },
  })
  await admin.call(api.users.decline, { id: waiting })
})

test('one whose address a user has stays waiting; a declined one makes no user, and the message leaves out the reason', async () => {
  const taken = await apply('fatou@flexpower.gm')
  await expect(admin.call(api.users.approve, { id: taken })).rejects.toThrow(CallRefused)
  const [first] = await admin.call(api.users.applications, {})
  expect(first).toMatchObject({ id: taken, state: 'waiting' })
  await admin.call(api.users.decline, { id: taken, reason: 'has an account' })
  const [letter] = await admin.call(api.contact.outbox, {})
  expect(letter).toMatchObject({
    recipient: 'fatou@flexpower.gm',
    body: expect.stringContaining('We cannot accept it at present.'),
  })
  expect(letter!.body).not.toContain('has an account')
  await expect(admin.call(api.users.decline, { id: taken })).rejects.toThrow('is declined already')
  expect((await admin.call(api.contact.outbox, {}))[0]).toEqual(letter)
  await expect(admin.call(api.users.decline, { id: 999_999 })).rejects.toThrow('no such application')
})
