import { createHash } from 'node:crypto'
import { api, CallRefused } from '@flexpower/contract'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '../identity/passwords.ts'
import { hashOldRecoveryCodes } from '../identity/second-factor.ts'
import { createWorld, type TestCaller } from '../testing/world.ts'
import { readCode, stepAt } from '../identity/totp.ts'

const world = await createWorld()
const { clock, db } = world
const admin = await world.signIn({ type: 'Admin' })

const HALF_MINUTE_MS = 30_000
const codeNow = (secret: string) => readCode(secret, stepAt(clock.now()))

type Person = Awaited<ReturnType<typeof world.signIn>>
const logIn = ({ user }: Pick<Person, 'user'>, code?: string) =>
  world.visitor.call(api.session.login, { email: user.email, password: user.password, ...(code && { code }) })

/** A user with two-step sign-in on, half a minute later, so that the next code is a new one. */
async function enrolled() {
  const person = await world.signIn()
  const { secret } = await person.call(api.account.beginSecondFactor, { password: person.user.password })
  const { recoveryCodes } = await person.call(api.account.confirmSecondFactor, { code: codeNow(secret) })
  clock.pass(HALF_MINUTE_MS)
  return { person, secret, recoveryCodes }
}

const readRefusal = async (call: Promise<unknown>): Promise<CallRefused> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof CallRefused) return error
  throw new Error('it was not refused')
}

const lastLetterTo = ({ user }: Pick<Person, 'user'>) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', user.email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

describe('two-step sign-in', () => {
  test('the password is checked as it was typed, and only wrong ones count as guesses', async () => {
    const person = await world.signIn()
    const password_hash = await hashPassword(' kora at sunset ')
    await db.updateTable('users').set({ password_hash }).where('id', '=', person.user.id).execute()
    const begin = (password: string) => person.call(api.account.beginSecondFactor, { password })
    for (let again = 0; again < 12; again += 1) await begin(' kora at sunset ')
    expect((await readRefusal(begin('kora at sunset'))).errors).toHaveProperty('password')
    for (let guess = 0; guess < 9; guess += 1) await readRefusal(begin(`guess ${guess}`))
    expect(await readRefusal(begin(' kora at sunset '))).toMatchObject({ status: 429 })
  })

  test('is on once the app has shown a code; its owner gets a message and the audit an entry', async () => {
    const person = await world.signIn()
    const { secret, uri } = await person.call(api.account.beginSecondFactor, {
      password: person.user.password,
    })
    expect(uri).toContain(`secret=${secret}`)
    await logIn(person)
    expect(
      (await readRefusal(person.call(api.account.confirmSecondFactor, { code: '000000' }))).errors,
    ).toHaveProperty('code')
    const { recoveryCodes } = await person.call(api.account.confirmSecondFactor, { code: codeNow(secret) })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await person.call(api.account.security, {})).secondFactor).toEqual({
      isOn: true,
      isRequired: false,
      codesLeft: 10,
    })
    expect((await readRefusal(logIn(person))).errors).toHaveProperty('code')
    expect((await lastLetterTo(person)).subject).toContain('Two-step sign-in is on')
    const act = await db
      .selectFrom('act')
      .select('deed')
      .where('record', '=', `user/${person.user.id}`)
      .execute()
    expect(act).toEqual([{ deed: 'turned on two-step sign-in' }])
  })

  test('takes each code once, even for two at the same moment', async () => {
    const { person, secret } = await enrolled()
    const code = codeNow(secret)
    const both = await Promise.allSettled([logIn(person, code), logIn(person, code)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await readRefusal(logIn(person, code))).message).toContain('used already')
    clock.pass(HALF_MINUTE_MS)
    await logIn(person, codeNow(secret))
  })

  test('takes a recovery code once, as it is printed or as it is typed', async () => {
    const { person, recoveryCodes } = await enrolled()
    const [first = '', second = ''] = recoveryCodes
    await logIn(person, first)
    await readRefusal(logIn(person, first))
    await logIn(person, ` ${second.replace('-', '').toLowerCase()} `)
    expect((await person.call(api.account.security, {})).secondFactor.codesLeft).toBe(8)
  })

  test('a recovery code is hashed slowly with the salt of its owner; codes of an older release still work', async () => {
    const { person, recoveryCodes } = await enrolled()
    const [first = '', second = '', third = ''] = recoveryCodes
    const sha256 = (code: string) => createHash('sha256').update(code.replace('-', '')).digest()
    const stored = async () =>
      (await db.selectFrom('recovery_code').selectAll().where('user_id', '=', person.user.id).execute()).map(
        ({ code_hash }) => code_hash.toString('hex'),
      )
    for (const code of recoveryCodes) expect(await stored()).not.toContain(sha256(code).toString('hex'))
    // As an older release left them.
    await db
      .updateTable('second_factor')
      .set({ recovery_salt: null })
      .where('user_id', '=', person.user.id)
      .execute()
    await db.deleteFrom('recovery_code').where('user_id', '=', person.user.id).execute()
    await db
      .insertInto('recovery_code')
      .values(
        [first, second, third].map((code) => ({
          user_id: person.user.id,
          code_hash: sha256(code),
          used_at: code === first ? clock.now() : null,
        })),
      )
      .execute()
    await readRefusal(logIn(person, second))
    await Promise.all([hashOldRecoveryCodes(db), hashOldRecoveryCodes(db)])
    await readRefusal(logIn(person, first))
    await logIn(person, second)
    await readRefusal(logIn(person, second))
    await hashOldRecoveryCodes(db)
    await logIn(person, third)
  })

  test('reveals nothing before the password is right, and slows guessing down', async () => {
    const { person } = await enrolled()
    const wrong = world.visitor.call(api.session.login, {
      email: person.user.email,
      password: 'not this one',
    })
    const refusal = await readRefusal(wrong)
    expect(refusal.message).toBe('The email or the password is not right.')
    expect(refusal.errors).toEqual({})
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess += 1)
      statuses.push((await readRefusal(logIn(person, String(guess).padStart(6, '0')))).status)
    expect(statuses.slice(-2)).toEqual([429, 429])
  })

  test('when it is turned on, sessions that were opened by the password alone end', async () => {
    const person = await world.signIn()
    const elsewhere = await logIn(person)
    const { secret } = await person.call(api.account.beginSecondFactor, { password: person.user.password })
    await person.call(api.account.confirmSecondFactor, { code: codeNow(secret) })
    expect((await person.call(api.account.security, {})).sessions).toMatchObject([{ isOwn: true }])
    const headers = { 'x-auth-token': elsewhere.token }
    expect((await world.visitor.send('GET', '/flexpower/api/account/security', { headers })).status).toBe(401)
  })

  test('codes cannot be guessed one after the other to turn it off', async () => {
    const { person, secret } = await enrolled()
    const { password } = person.user
    const turnOff = (code: string) => person.call(api.account.removeSecondFactor, { password, code })
    for (let guess = 0; guess < 10; guess += 1)
      expect((await readRefusal(turnOff(`00000${guess}`))).status).toBe(422)
    expect((await readRefusal(turnOff(codeNow(secret)))).status).toBe(429)
  })

  test('is turned off with the password and a code, not with one of them', async () => {
    const { person, secret } = await enrolled()
    const turnOff = (password: string, code: string) =>
      person.call(api.account.removeSecondFactor, { password, code })
    expect((await readRefusal(turnOff('not this one', codeNow(secret)))).errors).toHaveProperty('password')
    expect((await readRefusal(turnOff(person.user.password, '000000'))).errors).toHaveProperty('code')
    await turnOff(person.user.password, codeNow(secret))
    await logIn(person)
  })

  test('stays on when its owner chooses a new password through a link', async () => {
    const { person, secret } = await enrolled()
    const password = 'river-gambia-24'
    await world.visitor.call(api.session.forgotPassword, { email: person.user.email })
    const findLink = async () => /\/password\/reset\/(\S+)/.exec((await lastLetterTo(person)).body)?.[1] ?? ''
    await expect.poll(findLink, { timeout: 30_000 }).not.toBe('')
    await world.visitor.call(api.session.resetPassword, { token: await findLink(), password })
    const owner = { user: { ...person.user, password } }
    expect((await readRefusal(logIn(owner))).errors).toHaveProperty('code')
    await logIn(owner, codeNow(secret))
  })

  test('is not replaced while it is on, and cannot be set up from an unattended browser', async () => {
    const { person } = await enrolled()
    const begin = (password: string) => person.call(api.account.beginSecondFactor, { password })
    expect((await readRefusal(begin(person.user.password))).status).toBe(409)
    expect((await readRefusal(begin('not this one'))).errors).toHaveProperty('password')
  })

  test('is turned off by an Admin for a user who lost everything; the audit has it, and the owner learns by whom', async () => {
    const { person } = await enrolled()
    const turnOff = (by: Person, id: number, password = by.user.password) =>
      by.call(api.users.removeSecondFactor, { id, password })
    expect((await readRefusal(turnOff(admin, person.user.id, 'not this one'))).errors).toHaveProperty(
      'password',
    )
    expect((await readRefusal(logIn(person))).errors).toHaveProperty('code')
    await turnOff(admin, person.user.id)
    const { subject, body } = await lastLetterTo(person)
    expect(subject).toContain('Two-step sign-in is off')
    expect(body).toContain(`${admin.user.name} turned off two-step sign-in for your`)
    await logIn(person)
    expect((await readRefusal(turnOff(admin, person.user.id))).status).toBe(409)
    expect((await readRefusal(turnOff(admin, admin.user.id))).message).toContain('Your Account')
    expect((await readRefusal(turnOff(person, admin.user.id))).status).toBe(403)
  })

  test('keeps its secret sealed and its codes hashed', async () => {
    const { secret, recoveryCodes } = await enrolled()
    const stored = JSON.stringify([
      await db.selectFrom('second_factor').selectAll().execute(),
      await db.selectFrom('recovery_code').selectAll().execute(),
      world.logLines,
    ])
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text)
  })
})

describe('where the installation requires it of Admins', async () => {
  const strict = await createWorld({ env: { FLEXPOWER_ADMIN_SECOND_FACTOR: 'required' } })

  /** Returns the first of the recovery codes. */
  async function setUp(boss: Person) {
    const { secret } = await boss.call(api.account.beginSecondFactor, { password: boss.user.password })
    const code = readCode(secret, stepAt(strict.clock.now()))
    const { recoveryCodes } = await boss.call(api.account.confirmSecondFactor, { code })
    return recoveryCodes[0] ?? ''
  }

  test('an Admin can do nothing else before it is set up; a Cashier is left alone', async () => {
    const boss = await strict.signIn({ type: 'Admin' })
    const refusal = await readRefusal(boss.call(api.users.list, {}))
    expect([refusal.status, refusal.message]).toEqual([403, expect.stringContaining('two-step sign-in')])
    await setUp(boss)
    await boss.call(api.users.list, {})
    const cashier = await strict.signIn()
    await cashier.call(api.electricity.counter, {})
  })

  test('an Admin with a new phone turns it off, and can do nothing else before it is on again', async () => {
    const boss = await strict.signIn({ type: 'Admin' })
    const code = await setUp(boss)
    await boss.call(api.users.list, {})
    const off = await boss.call(api.account.removeSecondFactor, { password: boss.user.password, code })
    expect(off.message).toBe('Two-step sign-in is off. Until you turn it on again, nothing else opens.')
    expect((await readRefusal(boss.call(api.users.list, {}))).status).toBe(403)
    await setUp(boss)
    await boss.call(api.users.list, {})
  })
})

describe('where somebody is signed in', () => {
  const isAlive = async (caller: TestCaller) =>
    (await caller.send('GET', '/flexpower/api/counter')).status === 200

  test('is listed; one session, all others, or all of them can be ended', async () => {
    const person = await world.signIn()
    const again = async () => {
      const { token } = await logIn(person)
      return token
    }
    await again()
    await again()
    const { sessions } = await person.call(api.account.security, {})
    expect(sessions).toHaveLength(3)
    expect(sessions.filter(({ isOwn }) => isOwn)).toHaveLength(1)
    const other = sessions.find(({ isOwn }) => !isOwn)
    await person.call(api.account.endSessions, { session: other?.id })
    expect((await person.call(api.account.security, {})).sessions).toHaveLength(2)
    expect(await person.call(api.account.endSessions, {})).toEqual({ message: 'One session was ended.' })
    expect(await isAlive(person)).toBe(true)
    await person.call(api.account.endSessions, { everywhere: true })
    expect(await isAlive(person)).toBe(false)
  })

  test('nobody ends another user’s sessions', async () => {
    const [person, stranger] = [await world.signIn(), await world.signIn()]
    const { sessions } = await person.call(api.account.security, {})
    await stranger.call(api.account.endSessions, { session: sessions[0]?.id })
    expect(await isAlive(person)).toBe(true)
  })
})
