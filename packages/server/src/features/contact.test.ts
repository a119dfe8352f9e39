import { randomBytes } from 'node:crypto'
import { API_BASE, api } from '@flexpower/contract'
import { describe, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const { db, clock, visitor } = world
const admin = await world.signIn({ type: 'Admin' })

const write = (body: object) => visitor.send('POST', `${API_BASE}contact-us`, { body })
const message = { name: 'Isatou Njie', email: 'isatou@example.gm', message: 'My token does not work.' }
const letters = () => db.selectFrom('outbox').selectAll().orderBy('id', 'desc').execute()

describe('a message', () => {
  test('A-01 is stored, acknowledged, and sent to support', async () => {
    expect((await write(message)).body).toEqual({
      success: true,
      message: expect.stringContaining('Thank you'),
    })
    expect((await admin.call(api.contact.messages, {}))[0]).toMatchObject({ ...message, state: 'new' })
    expect((await letters())[0]).toMatchObject({
      channel: 'mail',
      recipient: 'support@flexpower.gm',
      body: expect.stringContaining('My token does not work.'),
    })
  })

  test.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'isatou' }, 'email', 'Invalid email format'],
    [{ message: '' }, 'message', 'Message is required'],
  ])('V-CO-01 V-CO-02 V-CO-03 %j is refused at its field', async (traits, field, text) => {
    expect(await write({ ...message, ...traits })).toMatchObject({
      status: 200,
      body: { success: false, message: text, errors: { [field]: [text] } },
    })
  })

  test.each([
    ['Isatou\r\nBcc: everyone@example.gm'],
    ['Isatou\nNjie'],
    ['Isatou\tNjie'],
    ['Isatou\u001b[31mNjie'],
    ['Isatou\u0085Njie'],
    ['Isatou\u2028Njie'],
  ])('V-CO-01 a name of more than one plain line (%j) is refused and is sent to nobody', async (name) => {
    const before = await letters()
    const text = 'Name must be one line of text, without tabs or control characters'
    expect(await write({ ...message, name })).toMatchObject({
      status: 200,
      body: { success: false, message: text, errors: { name: [text] } },
    })
    expect(await letters()).toEqual(before)
  })

  test('V-CO-02 an address with a line break is refused', async () => {
    expect((await write({ ...message, email: 'isatou@example.gm\r\nBcc: a@example.gm' })).body).toMatchObject(
      {
        success: false,
        errors: { email: ['Invalid email format'] },
      },
    )
  })

  test('V-CO-03 the text keeps its lines; ten megabytes are refused', async () => {
    const text = 'Good morning,\n\n\tthe token does not work.'
    await write({ ...message, message: text })
    expect((await admin.call(api.contact.messages, {}))[0]).toMatchObject({ message: text })
    expect((await write({ ...message, message: 'x'.repeat(10_000_000) })).status).toBe(413)
  })

  test('is marked as read and answered by an Admin, and the audit has an entry', async () => {
    const [first] = await admin.call(api.contact.messages, {})
    await admin.call(api.contact.mark, { id: first!.id, state: 'answered' })
    expect((await admin.call(api.contact.messages, {}))[0]).toMatchObject({
      state: 'answered',
      handledBy: admin.user.name,
    })
    expect(await admin.call(api.acts.list, { record: `message/${first!.id}` })).toHaveLength(1)
    await expect(admin.call(api.contact.mark, { id: 999_999, state: 'read' })).rejects.toThrow(
      'no such message',
    )
  })

  test('is counted for the dashboard until an Admin has read it', async () => {
    const counted = async () => (await admin.call(api.dashboard.overview, {})).newMessages
    const before = await counted()
    await write(message)
    expect(await counted()).toBe(before + 1)
    const [newest] = await admin.call(api.contact.messages, {})
    await admin.call(api.contact.mark, { id: newest!.id, state: 'read' })
    expect(await counted()).toBe(before)
  })

  test('a flood from one address is refused for an hour', async () => {
    clock.pass(2 * HOUR_MS)
    const answers = []
    for (let count = 0; count < 12; count += 1) answers.push((await write(message)).status)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
    clock.pass(HOUR_MS)
    expect((await write(message)).status).toBe(200)
  })
})

describe('an application', () => {
  const applicant = {
    name: 'Awa Sowe',
    businessName: 'Sowe Kiosk',
    email: 'awa@sowe.gm',
    phone: '7712345',
    location: 'Farafenni',
  }

  test('waits for an Admin, who makes the applicant a Cashier with a link to a password', async () => {
    await visitor.call(api.contact.apply, applicant)
    const confirmations = (await letters()).filter(({ recipient }) => recipient === 'awa@sowe.gm')
    expect(confirmations).toHaveLength(1)
    const [waiting] = await admin.call(api.users.applications, {})
    expect(waiting).toMatchObject({ ...applicant, state: 'waiting' })
    await admin.call(api.users.approve, { id: waiting!.id })
    const link = /\/password\/reset\/(\S+)/.exec((await letters())[0]!.body)![1]!
    await visitor.call(api.session.resetPassword, { token: link, password: 'sowe-kiosk-2026' })
    await visitor.call(api.session.login, { email: 'awa@sowe.gm', password: 'sowe-kiosk-2026' })
  })

  test('the messages to its address contain nothing that the applicant typed: the address may be a stranger’s', async () => {
    const typed = {
      name: 'You have won http://evil.example',
      businessName: 'Prize office',
      location: 'Call 7777777',
      email: 'stranger@example.gm',
      phone: '7799999',
    }
    await visitor.call(api.contact.apply, typed)
    const [waiting] = await admin.call(api.users.applications, {})
    await admin.call(api.users.approve, { id: waiting!.id })
    const sent = (await letters()).filter(({ recipient }) => recipient === typed.email)
    expect(sent).toHaveLength(2)
    for (const { subject, body } of sent)
      for (const text of [typed.name, typed.businessName, typed.location, typed.phone])
        expect(`${subject}\n${body}`).not.toContain(text)
  })

  test.each([
    ['name', 'Awa\nSowe', 'Name'],
    ['business_name', 'Sowe\u0007Kiosk', 'Business name'],
    ['location', 'Farafenni\tMarket', 'Location'],
  ])('with a control character in %s is refused there', async (field, given, label) => {
    const plain = {
      name: 'Awa',
      business_name: 'Kiosk',
      email: 'a@b.gm',
      telephone: '7712345',
      location: 'Soma',
    }
    const text = `${label} must be one line of text, without tabs or control characters`
    const { body } = await visitor.send('POST', `${API_BASE}signup`, { body: { ...plain, [field]: given } })
    expect(body).toMatchObject({ success: false, message: text, errors: { [field]: [text] } })
  })

  test('twice is stored once, and the second gets the same answer', async () => {
    const first = await visitor.call(api.contact.apply, { ...applicant, email: 'two@sowe.gm' })
    expect(await visitor.call(api.contact.apply, { ...applicant, email: 'TWO@sowe.gm' })).toEqual(first)
    const waiting = (await admin.call(api.users.applications, {})).filter(({ state }) => state === 'waiting')
    expect(waiting).toHaveLength(1)
  })
})

describe('a forgotten password', () => {
  const forget = (email: string) => visitor.send('POST', `${API_BASE}password/forget`, { body: { email } })
  /** The message is written after the answer. Newest first, once there are that many. */
  const linksTo = async (email: string, count: number) => {
    const links = async () =>
      (await letters())
        .filter(({ recipient, body }) => recipient === email && body.includes('/password/reset/'))
        .map(({ body }) => /\/password\/reset\/(\S+)/.exec(body)?.[1] ?? '')
    await vi.waitUntil(async () => (await links()).length >= count)
    return links()
  }

  test('A-03 S-07 known and unknown addresses get the same answer; only the known one gets a link', async () => {
    const { email } = (await world.signIn()).user
    const known = await forget(email)
    expect(known.body).toMatchObject({ success: true })
    expect((await forget('nobody@example.gm')).body).toEqual(known.body)
    expect(await linksTo(email, 1)).toHaveLength(1)
    expect(await linksTo('nobody@example.gm', 0)).toEqual([])
  })

  test('A-04 S-08 a link works once, ends after 30 minutes and after a newer one; the owner gets a message', async () => {
    const someone = await world.signIn()
    const { email } = someone.user
    const choose = (token: string) =>
      visitor.send('POST', `${API_BASE}password/update`, { body: { token, password: 'kora-at-sunset' } })
    await forget(email)
    const [old = ''] = await linksTo(email, 1)
    await forget(email)
    const [link = ''] = await linksTo(email, 2)
    expect((await choose(old)).body).toMatchObject({ success: false })
    // Opened as a browser opens it, and used in its last minute.
    await visitor.send('GET', `/password/reset/${link}`)
    clock.pass(29 * MINUTE_MS)
    expect((await choose(link)).body).toMatchObject({ success: true })
    expect((await choose(link)).body).toMatchObject({ success: false })
    expect((await letters())[0]).toMatchObject({
      recipient: email,
      subject: 'Your FlexPower password was changed',
    })
    expect((await someone.send('GET', `${API_BASE}counter`)).status).toBe(401)
    await forget(email)
    const [late = ''] = await linksTo(email, 3)
    clock.pass(30 * MINUTE_MS)
    expect((await choose(late)).body).toMatchObject({ success: false })
    expect(world.logLines.join('')).not.toContain(link)
  })

  test('V-FP-01 a new password has the same rules as elsewhere, and the link stays valid', async () => {
    const { email } = (await world.signIn()).user
    await forget(email)
    const [token = ''] = await linksTo(email, 1)
    const choose = async (password: string) =>
      (await visitor.send('POST', `${API_BASE}password/update`, { body: { token, password } })).body
    expect(await choose('')).toMatchObject({ success: false, message: 'Password is required' })
    expect(await choose('12345')).toMatchObject({
      success: false,
      errors: { password: [expect.any(String)] },
    })
    expect(await choose('kora-at-sunset')).toMatchObject({ success: true })
  })

  test('V-FP-01 an invalid address is refused, and repeated requests are slowed down', async () => {
    expect((await forget('')).body).toMatchObject({ success: false, message: 'Email is required' })
    expect((await forget('x@')).body).toMatchObject({ success: false, message: 'Invalid email address' })
    const answers = []
    for (let count = 0; count < 7; count += 1) answers.push((await forget('often@example.gm')).status)
    expect(answers.slice(-2)).toEqual([429, 429])
  })
})

test('production has no outbox to show', async () => {
  const env = {
    FLEXPOWER_MODE: 'production',
    FLEXPOWER_PUBLIC_URL: 'http://127.0.0.1:3000',
    FLEXPOWER_SMTP_URL: 'off',
    FLEXPOWER_CLIENT_ACCESS_TOKEN: 'a-token-of-our-own',
    FLEXPOWER_SECRET_KEY: randomBytes(32).toString('hex'),
    FLEXPOWER_BACKUP_KEY: randomBytes(32).toString('hex'),
    FLEXPOWER_UTILITY_URL: 'http://127.0.0.1:9',
    FLEXPOWER_UTILITY_VENDOR: '1',
    FLEXPOWER_UTILITY_USER: 'u',
    FLEXPOWER_UTILITY_PASSWORD: 'p',
    FLEXPOWER_UTILITY_CLIENT: 'a:b',
  }
  const real = await createWorld({ env })
  await expect(real.visitor.call(api.contact.outbox, {})).rejects.toThrow('nothing at this address')
})
