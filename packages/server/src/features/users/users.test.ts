import { API_BASE, api } from '@flexpower/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { loadFloat } from '../../testing/make.ts'
import { createWorld } from '../../testing/world.ts'

const world = await createWorld()
const cashier = await world.signIn({
  name: 'Fatou Ceesay',
  email: 'fatou@flexpower.gm',
  location: 'Serekunda',
})
const admin = await world.signIn({ type: 'Admin' })
afterEach(world.expectCleanBooks)

const own = `/flexpower/api/users/getlist/${cashier.user.id}`

test('A-26 E-04 U-06 a cashier reads their own record, with the float and never the password', async () => {
  await loadFloat(world.db, world.clock, cashier.user.id, 842_005)
  const { status, body } = await cashier.send('GET', own)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: cashier.user.id,
    name: 'Fatou Ceesay',
    email: 'fatou@flexpower.gm',
    address: '1 Test Street',
    location: 'Serekunda',
    user_type: 'Cashier',
    contract_type: 'Commission',
    commission: 0,
    can_access_post_paid: '0',
    nawec_balance: 8420.05,
    airtime_balance: 0,
    created_at: '2026-11-14T14:20:00.000Z',
    version: 1,
  })
})

test('A-26 an Admin reads any user; for a cashier nobody else exists', async () => {
  expect((await admin.send('GET', own)).status).toBe(200)
  for (const other of [admin.user.id, 999_999])
    expect(await cashier.send('GET', `/flexpower/api/users/getlist/${other}`)).toMatchObject({
      status: 404,
      body: { message: 'There is no such user.' },
    })
  expect((await admin.send('GET', '/flexpower/api/users/getlist/999999')).status).toBe(404)
})

const form = (traits: Record<string, unknown> = {}) => ({
  name: 'Lamin Touray',
  email: 'lamin@flexpower.gm',
  password: 'kora-and-balafon',
  address: '3 Sayerr Jobe Avenue',
  location: 'Brikama',
  user_type: 'Cashier',
  contract_type: 'Commission',
  commission: '30',
  can_access_post_paid: '1',
  ...traits,
})
let serial = 0
const newForm = (traits: Record<string, unknown> = {}) =>
  form({ email: `someone-${(serial += 1)}@flexpower.gm`, ...traits })
const register = (body: object) => admin.send('POST', `${API_BASE}register`, { body })
const update = (id: number, body: object, by = admin) =>
  by.send('PUT', `${API_BASE}users/update/${id}`, { body: { your_password: by.user.password, ...body } })
const remove = (id: number) => admin.send('DELETE', `${API_BASE}users/delete/${id}`)
const listed = async () => admin.call(api.users.list, {})
const named = async (email: string) => (await listed()).find((user) => user.email === email)!
const readHistory = (id: number) => admin.call(api.acts.list, { record: `user/${id}` })

test('nobody sets their own password here, where the current one is not asked for', async () => {
  const boss = await world.signIn({ type: 'Admin' })
  const body = form({ email: boss.user.email, user_type: 'Admin' })
  expect(await update(boss.user.id, body, boss)).toMatchObject({
    status: 422,
    body: { errors: { password: [expect.stringContaining('Change Password')] } },
  })
  expect((await update(boss.user.id, { ...body, password: '' }, boss)).status).toBe(200)
  expect((await boss.send('GET', `${API_BASE}register`)).status).toBe(200)
})

describe('adding a user', () => {
  test('A-22 U-03 U-05 makes a user who can sign in, and the list has them first', async () => {
    expect(await register(form())).toMatchObject({
      status: 200,
      body: { message: 'User created successfully' },
    })
    const { body } = await admin.send('GET', `${API_BASE}register`)
    expect((body as object[])[0]).toMatchObject({
      name: 'Lamin Touray',
      email: 'lamin@flexpower.gm',
      user_type: 'Cashier',
      contract_type: 'Commission',
      commission: 30,
      can_access_post_paid: '1',
      nawec_balance: 0,
    })
    expect(JSON.stringify(body)).not.toContain('password')
    const login = { email: 'lamin@flexpower.gm', password: 'kora-and-balafon' }
    expect((await world.visitor.call(api.session.login, login)).user.name).toBe('Lamin Touray')
  })

  test.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'lamin@' }, 'email', 'Invalid email format'],
    [{ address: '' }, 'address', 'Address is required'],
    [{ location: undefined }, 'location', 'Location is required'],
    [{ password: '' }, 'password', 'Password is required'],
    [{ password: 'abc' }, 'password', 'Password must be at least 6 characters'],
    [{ commission: '-1' }, 'commission', 'Commission must be a positive number'],
    [{ commission: '100.01' }, 'commission', 'Commission cannot exceed 100'],
    [{ commission: '1e3' }, 'commission', 'Commission must be a number'],
    [{ user_type: 'Owner' }, 'user_type', 'User type must be Admin or Cashier'],
    [{ contract_type: 'Salary' }, 'contract_type', 'Contract type must be Commission'],
    [{ can_access_post_paid: 'yes' }, 'can_access_post_paid', 'Post-paid access must be 1 or 0'],
  ])('V-US-01 V-US-02 V-US-03 %j is refused at its field', async (traits, field, message) => {
    const { status, body } = await register(newForm(traits))
    expect(status).toBe(422)
    expect((body as { errors: object }).errors).toEqual({ [field]: [message] })
  })

  test('V-US-03 a missing or empty commission is zero', async () => {
    for (const commission of ['', undefined]) {
      const entered = newForm({ commission })
      expect((await register(entered)).status).toBe(200)
      expect((await named(entered.email)).commissionPercent).toBe(0)
    }
  })

  test('an address that somebody has is refused, in any case of letters; after a deletion it is free', async () => {
    const entered = newForm()
    await register(entered)
    expect(await register({ ...entered, email: entered.email.toUpperCase() })).toMatchObject({
      status: 422,
      body: { errors: { email: ['Another user has this email already.'] } },
    })
    expect((await remove((await named(entered.email)).id)).status).toBe(200)
    expect((await register(entered)).status).toBe(200)
  })

  test('a common password is refused', async () => {
    for (const password of ['123456', 'Password1', 'zzzzzzzz', '121212', '654321', 'AbcDef', 'P@ssword'])
      expect((await register(newForm({ password }))).status).toBe(422)
  })
})

describe('changing a user', () => {
  test('A-23 U-03 saves what was entered and keeps the password when it is left empty', async () => {
    const entered = newForm()
    await register(entered)
    const { id } = await named(entered.email)
    const { password: _, ...rest } = entered
    expect(await update(id, { ...rest, name: 'Lamin B. Touray', commission: '12.5' })).toMatchObject({
      status: 200,
      body: { message: 'User updated successfully' },
    })
    expect(await named(entered.email)).toMatchObject({ name: 'Lamin B. Touray', commissionPercent: 1250 })
    await world.visitor.call(api.session.login, { email: entered.email, password: entered.password })
    expect((await readHistory(id))[0]).toMatchObject({
      actor: admin.user.name,
      action: 'changed a user',
      before: { name: 'Lamin Touray', commission: '30 %' },
      after: { name: 'Lamin B. Touray', commission: '12.5 %' },
    })
  })

  test('of two Admins who loaded the same version, the second is refused, and nothing is lost', async () => {
    const entered = newForm()
    await register(entered)
    const { id, version } = await named(entered.email)
    const other = await world.signIn({ type: 'Admin' })
    expect((await update(id, { ...entered, location: 'Soma', version })).status).toBe(200)
    expect(await update(id, { ...entered, location: 'Basse', version }, other)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('while you were editing') },
    })
    expect((await named(entered.email)).location).toBe('Soma')
    const both = await Promise.all(
      ['A', 'B', 'C', 'D'].map((location) => update(id, { ...entered, location, version: version + 1 })),
    )
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(both.filter(({ status }) => status === 409)).toHaveLength(3)
  })

  test('a new password signs them out everywhere; the audit never contains it', async () => {
    const someone = await world.signIn()
    const secret = 'balafon-at-dusk'
    const body = form({ email: someone.user.email, password: secret })
    expect((await update(someone.user.id, body)).status).toBe(200)
    expect((await someone.send('GET', `${API_BASE}counter`)).status).toBe(401)
    await world.visitor.call(api.session.login, { email: someone.user.email, password: secret })
    expect(JSON.stringify(await readHistory(someone.user.id))).not.toContain(secret)
  })

  test('a user who gets another password or address gets a message, at the address they had', async () => {
    const someone = await world.signIn()
    const { id, email } = someone.user
    const lettersTo = (recipient: string) =>
      world.db
        .selectFrom('outbox')
        .select('body')
        .where('recipient', 'ilike', recipient)
        .orderBy('id')
        .execute()
    await update(id, form({ email, password: '' }))
    await update(id, form({ email: email.toUpperCase(), password: '' }))
    expect(await lettersTo(email)).toEqual([])
    await update(id, form({ email, password: 'balafon-at-dusk' }))
    await admin.call(api.users.sendResetLink, { id, password: admin.user.password })
    await update(id, form({ email: 'moved@example.gm', password: '' }))
    expect(await lettersTo(email)).toEqual([
      { body: expect.stringContaining(`${admin.user.name} set a new password for your FlexPower account`) },
      { body: expect.stringContaining('Choose a password here') },
      { body: expect.stringContaining('to moved@example.gm') },
    ])
    const links = await world.db.selectFrom('password_link').selectAll().where('user_id', '=', id).execute()
    expect(links).toMatchObject([{ ended_at: expect.any(Date) }])
  })

  test('a new password or address needs the password of the Admin who gives it, and no other change does', async () => {
    const { id, email, password } = (await world.signIn()).user
    const boss = await world.signIn({ type: 'Admin' })
    const same = form({ email, password: '' })
    const attempts = [
      { ...same, password: 'balafon-at-dusk' },
      { ...same, email: 'moved-away@example.gm' },
    ]
    for (const change of attempts)
      for (const [your_password, message] of [
        [undefined, 'Enter your password to change how somebody signs in. Nothing was saved.'],
        ['', 'Enter your password'],
        [password, 'The password is not right. Nothing was changed.'],
      ])
        expect(await update(id, { ...change, your_password }, boss)).toMatchObject({
          status: 422,
          body: { errors: { your_password: [message] } },
        })
    await world.visitor.call(api.session.login, { email, password })
    const without = { your_password: undefined }
    expect((await update(id, { ...same, location: 'Soma', ...without }, boss)).status).toBe(200)
    expect((await update(id, { ...same, email: email.toUpperCase(), ...without }, boss)).status).toBe(200)
    for (const change of attempts) expect((await update(id, change, boss)).status).toBe(200)
    const moved = { ...same, email: 'boss-moved@example.gm', user_type: 'Admin' }
    expect((await update(boss.user.id, { ...moved, ...without }, boss)).status).toBe(422)
    expect((await update(boss.user.id, moved, boss)).status).toBe(200)
  })

  test('an Admin is made, or a Cashier becomes one, only with the password of the Admin who does it', async () => {
    const boss = await world.signIn({ type: 'Admin' })
    const { id, email, password } = (await world.signIn()).user
    const promotion = form({ email, password: '', user_type: 'Admin' })
    const added = newForm({ user_type: 'Admin' })
    const addedBy = (body: object) => boss.send('POST', `${API_BASE}register`, { body })
    for (const [your_password, sentence] of [
      [undefined, /^Enter your password to (create an|make somebody an) Admin\. Nothing was saved\.$/],
      ['', /^Enter your password$/],
      [password, /^The password is not right\. Nothing was changed\.$/],
    ] as const)
      for (const answer of [
        await addedBy({ ...added, your_password }),
        await update(id, { ...promotion, your_password }, boss),
      ])
        expect(answer).toMatchObject({
          status: 422,
          body: { errors: { your_password: [expect.stringMatching(sentence)] } },
        })
    expect((await listed()).filter((user) => user.email === added.email)).toEqual([])
    expect((await named(email)).type).toBe('Cashier')

    const { password: your_password } = boss.user
    expect((await addedBy({ ...added, your_password })).status).toBe(200)
    expect((await update(id, { ...promotion, your_password }, boss)).status).toBe(200)
    expect((await named(email)).type).toBe('Admin')
    const without = { your_password: undefined }
    expect((await update(id, { ...promotion, location: 'Soma', ...without }, boss)).status).toBe(200)
    expect((await update(id, { ...promotion, user_type: 'Cashier', ...without }, boss)).status).toBe(200)
    expect((await addedBy({ ...newForm(), ...without })).status).toBe(200)
  })

  test('guessing passwords at a user’s record is slowed down', async () => {
    const { id, email } = (await world.signIn()).user
    const boss = await world.signIn({ type: 'Admin' })
    const change = (your_password: string) =>
      update(id, form({ email, password: 'balafon-at-dusk', your_password }), boss)
    for (let guess = 0; guess < 10; guess += 1) expect((await change(`guess ${guess}`)).status).toBe(422)
    expect((await change(boss.user.password)).status).toBe(429)
  })

  test('V-US-02 an empty password or none at all leaves the old one', async () => {
    const entered = newForm()
    await register(entered)
    const { id } = await named(entered.email)
    for (const password of ['', null, undefined])
      expect((await update(id, { ...entered, password })).status).toBe(200)
    expect((await update(id, { ...entered, password: 'abc' })).status).toBe(422)
    await world.visitor.call(api.session.login, { email: entered.email, password: entered.password })
  })

  test('a Cashier with float cannot be made an Admin, who could not sell from it', async () => {
    const body = form({ email: cashier.user.email, user_type: 'Admin' })
    expect(await update(cashier.user.id, body)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('before the user can be made an Admin') },
    })
  })

  test('an unknown user is not found, and an invalid id is refused', async () => {
    expect((await update(999_999, form())).status).toBe(404)
    expect((await admin.send('PUT', `${API_BASE}users/update/x`, { body: form() })).status).toBe(422)
  })
})

describe('deleting a user', () => {
  test('A-24 U-02 ends their sessions and keeps their name on the sales list of cashiers', async () => {
    const someone = await world.signIn({ name: 'Binta Jallow' })
    expect(await remove(someone.user.id)).toMatchObject({
      status: 200,
      body: { message: 'User deleted successfully.' },
    })
    expect((await someone.send('GET', `${API_BASE}counter`)).status).toBe(401)
    expect((await listed()).some(({ id }) => id === someone.user.id)).toBe(false)
    expect(await admin.call(api.users.cashiers, {})).toContainEqual({
      id: someone.user.id,
      name: 'Binta Jallow (deleted)',
    })
    expect((await remove(someone.user.id)).status).toBe(404)
  })

  test('not oneself, and not with float left', async () => {
    expect(await remove(admin.user.id)).toMatchObject({
      status: 422,
      body: { message: 'You cannot delete yourself. Another Admin can do it.' },
    })
    expect(await remove(cashier.user.id)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('GMD 8,420.05 of float') },
    })
  })

  test('of the last two Admins who remove each other at the same moment one stays', async () => {
    const small = await createWorld()
    const [first, second] = [await small.signIn({ type: 'Admin' }), await small.signIn({ type: 'Admin' })]
    const answers = await Promise.all([
      first.send('DELETE', `${API_BASE}users/delete/${second.user.id}`),
      second.send('DELETE', `${API_BASE}users/delete/${first.user.id}`),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const admins = await small.db.selectFrom('users').where('deleted_at', 'is', null).selectAll().execute()
    expect(admins).toHaveLength(1)
    const [left] = admins
    const survivor = left!.id === first.user.id ? first : second
    const body = form({ email: left!.email, user_type: 'Cashier', password: '' })
    expect(await survivor.send('PUT', `${API_BASE}users/update/${left!.id}`, { body })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('the last Admin') },
    })
  })
})

test('A-25 A-33 agents are all Cashiers', async () => {
  expect(await admin.send('GET', `${API_BASE}users/list`)).toMatchObject({
    body: { data: expect.arrayContaining([{ id: cashier.user.id, name: 'Fatou Ceesay' }]) },
  })
  expect(await admin.send('GET', `${API_BASE}get/cashiers`)).toMatchObject({
    body: { cashiers: expect.arrayContaining([{ id: cashier.user.id, name: 'Fatou Ceesay' }]) },
  })
})

test('two users of the same name can be told apart wherever names are chosen', async () => {
  const twins = [await world.signIn({ name: 'Modou Ceesay' }), await world.signIn({ name: 'Modou Ceesay' })]
  for (const list of [await admin.call(api.users.agents, {}), await admin.call(api.users.cashiers, {})])
    expect(list).toEqual(
      expect.arrayContaining(twins.map(({ user }) => ({ id: user.id, name: `Modou Ceesay, ${user.email}` }))),
    )
})
