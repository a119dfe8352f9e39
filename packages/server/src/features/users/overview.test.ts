import { API_BASE, api } from '@flexpower/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { loadFloat } from '../../testing/make.ts'
import { sellOnce } from '../../testing/selling.ts'
import { createWorld } from '../../testing/world.ts'

const world = await createWorld()
const admin = await world.signIn({ type: 'Admin' })
afterEach(world.expectCleanBooks)

describe('the page of one user', () => {
  test('has their day and their sessions, and can end one or all', async () => {
    const someone = await world.signIn()
    const { id, email, password } = someone.user
    await world.visitor.call(api.session.login, { email, password })
    const { sessions, ...rest } = await admin.call(api.users.overview, { id })
    expect(rest).toMatchObject({ salesToday: 0, soldToday: 0, openSales: 0, lastSaleAt: null })
    expect(sessions).toHaveLength(2)
    await admin.call(api.users.endSessions, { id, session: sessions[0]!.id })
    expect((await admin.call(api.users.overview, { id })).sessions).toHaveLength(1)
    await admin.call(api.users.endSessions, { id })
    expect((await admin.call(api.users.overview, { id })).sessions).toEqual([])
    expect((await someone.send('GET', `${API_BASE}counter`)).status).toBe(401)
  })

  test('and the counter of that user show the same sales of today, whatever else was sold', async () => {
    const someone = await world.signIn()
    await loadFloat(world.db, world.clock, someone.user.id, 100_000)
    await loadFloat(world.db, world.clock, someone.user.id, 100_000, 'airtime')
    await sellOnce(someone, 1)
    await someone.send('POST', `${API_BASE}transactions/airtime`, {
      body: { amount: 50, vendor_type: 'QCell', mobile_number: '3012345' },
    })
    const [overview, counter] = await Promise.all([
      admin.call(api.users.overview, { id: someone.user.id }),
      someone.call(api.electricity.counter, {}),
    ])
    expect(overview).toMatchObject({
      salesToday: 1,
      soldToday: 10_000,
      otherSalesToday: 1,
      otherSoldToday: 5_000,
    })
    const { salesToday, soldToday, commissionToday } = overview
    expect(counter).toMatchObject({ salesToday, soldToday, commissionToday })
  })

  test('of the caller ends all sessions but this one', async () => {
    const { id } = admin.user
    await admin.call(api.users.endSessions, { id })
    expect((await admin.call(api.users.overview, { id })).sessions).toMatchObject([{ isOwn: true }])
  })

  test('a reset link needs the password of the Admin who sends it', async () => {
    const { id, email } = (await world.signIn()).user
    const send = (body: object) => admin.send('POST', `${API_BASE}users/${id}/reset-link`, { body })
    expect((await send({})).status).toBe(422)
    expect(await send({ password: 'not this one' })).toMatchObject({
      status: 422,
      body: { errors: { password: ['The password is not right. Nothing was changed.'] } },
    })
    const letters = await world.db.selectFrom('outbox').select('id').where('recipient', '=', email).execute()
    expect(letters).toEqual([])
    expect((await send({ password: admin.user.password })).status).toBe(200)
  })

  test('a reset link is sent by mail, works once, only the newest one, and ends a lock-out', async () => {
    const { id, email } = (await world.signIn()).user
    const links: string[] = []
    for (let sent = 0; sent < 2; sent += 1) {
      await admin.call(api.users.sendResetLink, { id, password: admin.user.password })
      const mail = await world.db
        .selectFrom('outbox')
        .selectAll()
        .where('recipient', '=', email)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      links.push(/\/password\/reset\/(\S+)/.exec(mail.body)![1]!)
    }
    const choose = (token: string, password = 'river-gambia-24') =>
      world.visitor.send('POST', `${API_BASE}password/update`, { body: { token, password } })
    expect((await choose(links[0]!)).body).toMatchObject({ success: false })
    expect((await choose(links[1]!, '123456')).body).toMatchObject({ success: false })
    const signIn = () => world.visitor.call(api.session.login, { email, password: 'river-gambia-24' })
    for (let attempts = 0; attempts < 10; attempts += 1) await signIn().catch(() => null)
    await expect(signIn()).rejects.toThrow('Too many attempts')
    expect((await choose(links[1]!)).body).toMatchObject({ success: true })
    expect((await choose(links[1]!)).body).toMatchObject({ success: false })
    await signIn()
    await admin.call(api.users.sendResetLink, { id, password: admin.user.password })
    world.clock.pass(30 * 60_000)
    const last = await world.db
      .selectFrom('outbox')
      .select('body')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const late = /\/password\/reset\/(\S+)/.exec(last.body)![1]!
    expect((await choose(late)).body).toMatchObject({ success: false })
  })
})
