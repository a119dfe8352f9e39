import { api, CallRefused } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import { inTransaction } from '../db/db.ts'
import { newPasswordLink } from '../identity/password-links.ts'
import { makeUser } from '../testing/make.ts'
import { createWorld, type TestCaller } from '../testing/world.ts'
import { forgetOld } from './session.ts'

const world = await createWorld()
const { visitor, clock, db } = world

const ended = expect.objectContaining({ status: 401 })
const wrong = expect.objectContaining({ status: 200, message: 'The email or the password is not right.' })

describe('login', () => {
  test('A-02 S-02 answers Ok with a token, a message and who signed in', async () => {
    const user = await makeUser(db, clock, { type: 'Admin', name: 'Binta Saidy', location: 'Serekunda' })
    const { body } = await visitor.send('POST', '/flexpower/api/login', {
      body: { email: user.email, password: user.password },
    })
    expect(body).toEqual({
      status: 'Ok',
      token: expect.stringMatching(/^[\w-]{43}$/),
      message: 'Login Successfully',
      data: { id: user.id, user_type: 'Admin', location: 'Serekunda', name: 'Binta Saidy' },
    })
  })

  test('ignores the case of the email', async () => {
    const user = await makeUser(db, clock, { email: 'Fatou.Ceesay@Flexpower.gm' })
    const login = { email: ' fatou.ceesay@FLEXPOWER.gm ', password: user.password }
    expect((await visitor.call(api.session.login, login)).user.id).toBe(user.id)
  })

  test('S-04 says the same to an unknown user, a wrong password and a deleted user', async () => {
    const user = await makeUser(db, clock)
    const gone = await makeUser(db, clock)
    await db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', gone.id).execute()
    for (const login of [
      { email: 'nobody@example.gm', password: user.password },
      { email: user.email, password: `${user.password}x` },
      { email: gone.email, password: gone.password },
    ])
      await expect(visitor.call(api.session.login, login)).rejects.toThrow(wrong)
  })

  test('stores tokens and passwords only as hashes', async () => {
    const caller = await world.signIn()
    const stored = JSON.stringify([
      await db.selectFrom('session').selectAll().execute(),
      await db.selectFrom('users').selectAll().execute(),
    ])
    expect(stored).not.toContain(caller.token)
    expect(stored).not.toContain(caller.user.password)
    expect(stored).toContain('$argon2id$')
  })
})

describe('a session', () => {
  test('S-06 ends with logout, at once and for good; the same user’s other sessions continue', async () => {
    const caller = await world.signIn({ type: 'Admin' })
    const other = await world.enter(caller.user.email, caller.user.password)
    const stranger = await world.signIn({ type: 'Admin' })
    expect(await caller.call(api.dashboard.dailySales, {})).toBe(0)
    await caller.call(api.session.logout, {})
    await expect(caller.call(api.dashboard.dailySales, {})).rejects.toThrow(ended)
    await expect(caller.call(api.session.logout, {})).rejects.toThrow(ended)
    expect(await other.call(api.dashboard.dailySales, {})).toBe(0)
    expect(await stranger.call(api.dashboard.dailySales, {})).toBe(0)
  })

  /** Signs in, and returns a caller with that session. */
  const opener = async () => {
    const { email, password } = await makeUser(db, clock, { type: 'Admin' })
    return async (remember: boolean) => {
      const { token } = await visitor.call(api.session.login, { email, password, remember })
      const headers = { 'x-auth-token': token }
      return async () => (await visitor.send('GET', '/flexpower/api/CashPowerDailySales', { headers })).status
    }
  }

  test('S-01 lasts 12 hours after its last use, or 30 days with Remember Me', async () => {
    const open = await opener()
    const [usual, remembered] = [await open(false), await open(true)]
    clock.pass(11 * HOUR_MS)
    expect([await usual(), await remembered()]).toEqual([200, 200])
    clock.pass(11 * HOUR_MS)
    expect([await usual(), await remembered()]).toEqual([200, 200])
    clock.pass(12 * HOUR_MS)
    expect([await usual(), await remembered()]).toEqual([401, 200])
    clock.pass(29 * DAY_MS)
    expect(await remembered()).toBe(200)
    clock.pass(30 * DAY_MS)
    expect(await remembered()).toBe(401)
  })

  test('ends after a week however much it is used, or after 90 days with Remember Me', async () => {
    const open = await opener()
    const [usual, remembered] = [await open(false), await open(true)]
    const lastDays = [0, 0]
    for (let day = 1; day <= 91; day += 1) {
      clock.pass(12 * HOUR_MS - 1)
      await usual()
      clock.pass(12 * HOUR_MS - 1)
      if ((await usual()) === 200) lastDays[0] = day
      if ((await remembered()) === 200) lastDays[1] = day
    }
    expect(lastDays).toEqual([7, 90])
  })

  test('ends when its user is deleted', async () => {
    const caller = await world.signIn({ type: 'Admin' })
    await db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', caller.user.id).execute()
    await expect(caller.call(api.dashboard.dailySales, {})).rejects.toThrow(ended)
  })
})

describe('guessing', () => {
  const attempt = async (email: string, password: string) => {
    const { status, headers } = await visitor.send('POST', '/flexpower/api/login', {
      body: { email, password },
    })
    return { status, retryAfter: headers.get('retry-after') }
  }

  test('S-05 is stopped after ten attempts at one account, known or not, until the window is over', async () => {
    const user = await makeUser(db, clock)
    for (const email of [user.email, 'unknown@example.gm']) {
      for (let attempts = 0; attempts < 10; attempts += 1)
        expect((await attempt(email, 'wrong-password')).status).toBe(200)
      expect(await attempt(email, user.password)).toEqual({ status: 429, retryAfter: '900' })
    }
    clock.pass(15 * MINUTE_MS)
    expect((await attempt(user.email, user.password)).status).toBe(200)
  })

  test('cannot get through by trying in parallel', async () => {
    const user = await makeUser(db, clock)
    const answers = await Promise.all(Array.from({ length: 40 }, () => attempt(user.email, 'wrong-password')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  })

  test('is limited over all server processes, because the counters are in the database', async () => {
    const user = await makeUser(db, clock)
    for (let attempts = 0; attempts < 10; attempts += 1) await attempt(user.email, 'wrong-password')
    const rows = await db
      .selectFrom('throttle')
      .selectAll()
      .where('subject', 'like', `%${user.email}`)
      .execute()
    expect(rows).toMatchObject([{ attempts: 10 }])
  })

  test('a success clears the attempts before it', async () => {
    const user = await makeUser(db, clock)
    for (let round = 0; round < 3; round += 1) {
      for (let attempts = 0; attempts < 8; attempts += 1) await attempt(user.email, 'wrong-password')
      await visitor.call(api.session.login, { email: user.email, password: user.password })
    }
  })

  test('one address cannot try many accounts', async () => {
    clock.pass(HOUR_MS)
    for (let round = 0; round < 100; round += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => attempt(`spray${round + n}@example.gm`, 'wrong-password')),
      )
    const victim = await makeUser(db, clock)
    for (let attempts = 0; attempts < 12; attempts += 1)
      expect((await attempt(victim.email, 'wrong-password')).status).toBe(429)
    expect(
      await db.selectFrom('throttle').selectAll().where('subject', 'like', `%${victim.email}`).execute(),
    ).toEqual([])
    clock.pass(HOUR_MS)
  })

  test('strangers lock out strangers, not the owner at a known address', async () => {
    const user = await makeUser(db, clock)
    const login = { email: user.email, password: user.password }
    await visitor.call(api.session.login, login)
    const signedInFrom = (address: string) =>
      db.updateTable('session').set({ address }).where('user_id', '=', user.id).execute()
    await signedInFrom('192.0.2.7')
    for (let attempts = 0; attempts < 10; attempts += 1) await attempt(user.email, 'wrong-password')
    expect((await attempt(user.email, user.password)).status).toBe(429)
    await signedInFrom('127.0.0.1')
    expect((await visitor.call(api.session.login, login)).user.id).toBe(user.id)
    // Attempts from the owner's address are counted too.
    for (let attempts = 0; attempts < 10; attempts += 1) await attempt(user.email, 'wrong-password')
    expect((await attempt(user.email, user.password)).status).toBe(429)
  })

  test('F10 a clock that was set back locks nobody out for longer than the window', async () => {
    const user = await makeUser(db, clock)
    clock.pass(30 * DAY_MS)
    for (let attempts = 0; attempts < 12; attempts += 1) await attempt(user.email, 'wrong-password')
    clock.pass(-30 * DAY_MS)
    expect((await attempt(user.email, user.password)).status).toBe(200)
  })

  test('V-LO-02 input that breaks the form rules is refused and does not count as an attempt', async () => {
    await expect(visitor.call(api.session.login, { email: 'a@b.gm', password: '12345' })).rejects.toThrow(
      new CallRefused(200, { message: 'Password must be at least 6 characters' }).message,
    )
  })
})

test('expired counters, sessions that ended long ago and prices of another day are deleted', async () => {
  const cashier = await world.signIn()
  const body = { meter_number: fleetMeter(1), amount: 100, telephone: '7712345' }
  const verify = () => cashier.send('POST', '/flexpower/api/verify', { body })
  const remembered = () => db.selectFrom('verification').select('verified_at').execute()
  expect((await verify()).body).toMatchObject({ status: 'success' })
  clock.pass(DAY_MS / 4)
  await forgetOld(world.context)
  expect(await remembered()).toHaveLength(1)
  await visitor.send('POST', '/flexpower/api/login', {
    body: { email: 'old@example.gm', password: 'wrong-password' },
  })
  clock.pass(100 * DAY_MS)
  await forgetOld(world.context)
  expect(await db.selectFrom('throttle').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('session').selectAll().execute()).toEqual([])
  expect(await remembered()).toEqual([])
})

/** How many statements that change this table are waiting for another lock. */
async function countWaiting(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike ${`update "${table}"%`}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

describe('the caller’s own password', () => {
  const change = (who: TestCaller, currentPwd: string, newPwd: string) =>
    who.send('POST', '/flexpower/api/changePassword', { body: { currentPwd, newPwd } })

  test('A-38 PW-01 changes with the current one, and every session of that user ends', async () => {
    const someone = await world.signIn()
    const { email, password } = someone.user
    const elsewhere = await world.visitor.call(api.session.login, { email, password })
    const other = { 'x-auth-token': elsewhere.token }
    expect(await change(someone, password, 'kora-at-sunset')).toMatchObject({
      status: 200,
      body: { status: 'success', data: 'Password changed successfully!' },
    })
    for (const headers of [{}, other])
      expect((await someone.send('GET', '/flexpower/api/counter', { headers })).status).toBe(401)
    await expect(world.visitor.call(api.session.login, { email, password })).rejects.toThrow('not right')
    await world.visitor.call(api.session.login, { email, password: 'kora-at-sunset' })
  })

  test('V-PW-01 what is missing, wrong, too short, too common or the same is refused and changes nothing', async () => {
    const someone = await world.signIn()
    const { password } = someone.user
    const cases = [
      ['', 'kora-at-sunset', 422, 'Current password is required'],
      [password, '', 422, 'New password is required'],
      [password, 'abc', 422, 'Password must be at least 6 characters'],
      [password, 'password1', 422, 'This password is too common. Choose another one.'],
      [password, 'Flexpower2!', 422, 'This password is too common. Choose another one.'],
      ['not-the-one', 'kora-at-sunset', 200, 'The current password is not right. Nothing was changed.'],
      [password, password, 200, 'The new password is the one you have. Nothing was changed.'],
    ] as const
    for (const [current, next, status, data] of cases)
      expect(await change(someone, current, next)).toMatchObject({ status, body: { status: 'error', data } })
    expect((await someone.send('GET', '/flexpower/api/counter')).status).toBe(200)
  })

  test('of several changes at once with the same current password one succeeds, and the others get wrong password', async () => {
    const someone = await world.signIn()
    const { id, password } = someone.user
    const nexts = ['kora-at-sunset', 'kora-at-sunrise', 'kora-at-midday']
    const waiting = await inTransaction(db, async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
      const answers = nexts.map((next) => change(someone, password, next))
      // Each has found the current password right before any of them may write.
      await expect.poll(() => countWaiting('users'), { timeout: 60_000 }).toBe(3)
      return answers
    })
    const bodies = (await Promise.all(waiting)).map(({ status, body }) => ({ status, body }))
    const [won, lost] = [
      bodies.filter(({ body }) => (body as { status: string }).status === 'success'),
      bodies.filter(({ body }) => (body as { status: string }).status !== 'success'),
    ]
    expect(won).toHaveLength(1)
    const data = 'The current password is not right. Nothing was changed.'
    expect(lost).toEqual(
      Array.from({ length: 2 }, () => ({
        status: 200,
        body: expect.objectContaining({ status: 'error', data }),
      })),
    )
    const works = await Promise.all(
      nexts.map((next) =>
        world.enter(someone.user.email, next).then(
          () => true,
          () => false,
        ),
      ),
    )
    expect(works.filter(Boolean)).toHaveLength(1)
  })

  test('a user who asks to stay signed in stays so here, and only here', async () => {
    const someone = await world.signIn()
    const { email, password } = someone.user
    const elsewhere = await world.enter(email, password)
    const stranger = await world.signIn()
    await someone.call(api.session.changePassword, { current: password, next: 'kora-at-sunset', stay: true })
    const reads = (who: TestCaller) => who.send('GET', '/flexpower/api/counter').then(({ status }) => status)
    expect(await Promise.all([someone, elsewhere, stranger].map(reads))).toEqual([200, 401, 200])
  })

  test('may have 200 characters, and not one more', async () => {
    const someone = await world.signIn()
    const long = 'kora at sunset, '.repeat(13).slice(0, 200)
    expect((await change(someone, someone.user.password, `${long}x`)).status).toBe(422)
    expect((await change(someone, someone.user.password, long)).status).toBe(200)
    await world.enter(someone.user.email, long)
  })

  test('guessing the current password is slowed down', async () => {
    const someone = await world.signIn()
    const answers = []
    for (let guess = 0; guess < 12; guess += 1)
      answers.push((await change(someone, `guess-${guess}`, 'kora-at-sunset')).status)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
  })
})

describe('a password chosen through a link', () => {
  beforeEach(() => clock.pass(HOUR_MS))
  const choose = async (token: string, password = 'kora-at-sunset') => {
    const { status, body } = await visitor.send('POST', '/flexpower/api/password/update', {
      body: { token, password },
    })
    return { status, ...(body as { success: boolean; message: string }) }
  }
  const linkFor = async ({ id }: { id: number }) => {
    const link = await inTransaction(db, (tx) => newPasswordLink(tx, world.config, id, clock.now()))
    return link.url.split('/').at(-1)!
  }

  test('an unknown token is refused before anything is done with the password', async () => {
    // A password that would be refused is not examined, so it costs no hash either.
    expect(await choose('made-up', 'password1')).toMatchObject({
      status: 200,
      success: false,
      message: expect.stringContaining('Ask for another one'),
    })
    const token = await linkFor(await makeUser(db, clock))
    expect(await choose(token, 'password1')).toMatchObject({
      status: 200,
      success: false,
      message: expect.stringContaining('too common'),
    })
    expect(await choose(token)).toMatchObject({ status: 200, success: true })
  })

  test('one address cannot try token after token, and a user with a valid link there is not shut out', async () => {
    for (let round = 0; round < 100; round += 20)
      await Promise.all(Array.from({ length: 20 }, (_, n) => choose(`made-up-${round + n}`)))
    expect(await choose('made-up-100')).toMatchObject({ status: 429, success: false })
    const used = await linkFor(await makeUser(db, clock))
    expect(await choose(used)).toMatchObject({ status: 200, success: true })
    expect(await choose(used)).toMatchObject({ status: 429, success: false })
    clock.pass(15 * MINUTE_MS)
    expect(await choose('made-up-101')).toMatchObject({ status: 200, success: false })
  })

  test('one link cannot be tried forever, and a success leaves nothing behind', async () => {
    const token = await linkFor(await makeUser(db, clock))
    for (let attempts = 0; attempts < 10; attempts += 1)
      expect((await choose(token, 'password1')).status).toBe(200)
    expect((await choose(token)).status).toBe(429)
    clock.pass(HOUR_MS)
    await forgetOld(world.context)
    expect((await choose(await linkFor(await makeUser(db, clock)))).success).toBe(true)
    const rows = await db
      .selectFrom('throttle')
      .selectAll()
      .where('subject', 'like', 'new password%')
      .execute()
    expect(rows).toEqual([])
  })
})
