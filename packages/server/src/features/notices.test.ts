import { API_BASE, api, type NoticeKind } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { inTransaction } from '../db/db.ts'
import { openEvents } from '../live/testing/read-events.ts'
import { noticeDue, writeNotices } from '../notices/notices.ts'
import { DAY_MS } from '../runtime/clock.ts'
import { createWorld, type TestCaller } from '../testing/world.ts'
import { forgetOld } from './session.ts'

const world = await createWorld()
const { db, clock, context, visitor } = world
const admin = await world.signIn({ type: 'Admin', remember: true })
const cashier = await world.signIn({ remember: true })

const post = (message: string) =>
  visitor.call(api.contact.send, { name: 'Isatou', email: 'isatou@example.gm', message })
const countUnread = async (who: TestCaller) => (await who.call(api.notices.count, {})).unread
const list = (who: TestCaller, state: 'unread' | 'earlier') => who.call(api.notices.list, { state })
const signIn = (record: string) =>
  inTransaction(db, (tx) =>
    writeNotices(tx, context, [
      { userId: cashier.user.id, kind: 'sign-in', record, title: 'New sign-in', text: 'From elsewhere.' },
    ]),
  )

test('a notice is unread until it is seen, or its cause is over', async () => {
  await post('one')
  await post('two')
  await noticeDue(context)
  expect(await countUnread(admin)).toBe(2)
  expect(await countUnread(cashier)).toBe(0)
  const [newer, older] = await list(admin, 'unread')
  expect(newer).toMatchObject({
    kind: 'message',
    title: 'A message from Isatou',
    text: 'It has not been read yet.',
    at: clock.now(),
    seenAt: null,
    overAt: null,
  })
  expect(await admin.call(api.notices.markSeen, { id: newer!.id })).toEqual({
    message: 'The notice is marked as read.',
  })
  const message = (await admin.call(api.contact.messages, {})).find((each) => each.message === 'one')
  await admin.call(api.contact.mark, { id: message!.id, state: 'answered' })
  await noticeDue(context)
  expect(await countUnread(admin)).toBe(0)
  expect(await list(admin, 'unread')).toEqual([])
  expect(await list(admin, 'earlier')).toMatchObject([
    { id: newer!.id, seenAt: clock.now(), overAt: null },
    { id: older!.id, seenAt: null, overAt: clock.now() },
  ])
})

test('all are marked as read at once, one’s own and no others', async () => {
  await post('three')
  await post('four')
  await noticeDue(context)
  const other = await world.signIn({ type: 'Admin' })
  await noticeDue(context)
  const before = await countUnread(other)
  await admin.call(api.notices.markAllSeen, {})
  expect(await countUnread(admin)).toBe(0)
  expect(await countUnread(other)).toBe(before)
  await noticeDue(context)
  expect(await countUnread(admin)).toBe(0)
})

test('what happened once is over when it was seen, and a browser is told of each', async () => {
  const stream = await openEvents(world, cashier)
  await signIn('sign-in/1')
  await signIn('sign-in/1')
  await expect.poll(stream.kinds).toEqual(['notices'])
  expect(await countUnread(cashier)).toBe(1)
  const [notice] = await list(cashier, 'unread')
  await cashier.call(api.notices.markSeen, { id: notice!.id })
  expect((await list(cashier, 'earlier'))[0]).toMatchObject({ seenAt: clock.now(), overAt: clock.now() })
})

test('as bytes: the wire has its own names', async () => {
  await signIn('sign-in/2')
  const { body } = await cashier.send('GET', `${API_BASE}notices?limit=1`)
  expect(body).toMatchObject({
    data: [
      {
        kind: 'sign-in',
        record: 'sign-in/2',
        title: 'New sign-in',
        text: 'From elsewhere.',
        created_at: clock.now().toISOString(),
        seen_at: null,
        over_at: null,
      },
    ],
  })
  expect((await cashier.send('GET', `${API_BASE}notices/count`)).body).toEqual({ unread: 1 })
})

test('each role has its own kinds; what protects the account cannot be turned off; every change is on the record', async () => {
  const { phone, kinds } = await cashier.call(api.notices.preferences, {})
  expect(phone).toBeNull()
  expect(kinds).toEqual([
    { kind: 'float low', mail: false, sms: false, isMailFixed: false },
    { kind: 'sign-in', mail: true, sms: false, isMailFixed: true },
  ])
  const admins = (await admin.call(api.notices.preferences, {})).kinds.map(({ kind }) => kind)
  expect(admins).not.toContain('float low')
  expect(admins).toContain('backup failed')
  const prefer = (wish: { kind: NoticeKind; mail: boolean; sms: boolean }) =>
    cashier.call(api.notices.prefer, wish)
  await expect(prefer({ kind: 'backup failed', mail: true, sms: false })).rejects.toThrow('of this kind')
  await expect(prefer({ kind: 'sign-in', mail: false, sms: false })).rejects.toThrow('cannot be turned off')
  await expect(prefer({ kind: 'float low', mail: true, sms: true })).rejects.toThrow('Enter the number')
  await cashier.call(api.notices.setPhone, { phone: '7712345' })
  expect(await prefer({ kind: 'float low', mail: true, sms: true })).toEqual({
    message: 'You get notices about “float low” in your inbox and by mail and by SMS.',
  })
  expect(await cashier.call(api.notices.preferences, {})).toMatchObject({
    phone: '7712345',
    kinds: [{ kind: 'float low', mail: true, sms: true }, { kind: 'sign-in' }],
  })
  const acts = await db
    .selectFrom('act')
    .select(['deed', 'after'])
    .where('user_id', '=', cashier.user.id)
    .execute()
  expect(acts).toEqual([
    { deed: 'changed the number for SMS notices', after: { phone: '7712345' } },
    { deed: 'changed how they get notices', after: { kind: 'float low', mail: true, sms: true } },
  ])
})

test('a sign-in that may not be the owner’s is in the inbox too', async () => {
  const headers = { 'user-agent': 'Another browser' }
  const { email, password } = cashier.user
  await visitor.send('POST', `${API_BASE}login`, { body: { email, password }, headers })
  await expect
    .poll(async () => (await list(cashier, 'unread')).map(({ text }) => text).join(' '))
    .toContain('Somebody signed in to your account')
})

test('notices are forgotten some months after their cause, and open ones never', async () => {
  await post('five')
  await noticeDue(context)
  clock.pass(100 * DAY_MS)
  const open = await db.selectFrom('notice').select('id').where('over_at', 'is', null).execute()
  await forgetOld(context)
  expect(await db.selectFrom('notice').select('id').execute()).toEqual(open)
  expect(open.length).toBeGreaterThan(0)
})
