import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { API_BASE, api } from '@flexpower/contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import { createSms, createSmtp, international } from '../gateways/letters.ts'
import { sendDue, type Sending } from '../outbox.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const { db, clock, visitor } = world
const admin = await world.signIn({ type: 'Admin' })

const write = (body: object) => visitor.send('POST', `${API_BASE}contact-us`, { body })
const message = { name: 'Isatou Njie', email: 'isatou@example.gm', message: 'My token does not work.' }
const letters = () => db.selectFrom('outbox').selectAll().orderBy('id', 'desc').execute()

describe('a message', () => {
  test('A-01 is stored, acknowledged, and on its way to support', async () => {
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

  test('ten megabytes are refused, and a name with line breaks makes no header', async () => {
    expect((await write({ ...message, message: 'x'.repeat(10_000_000) })).status).toBe(413)
    await write({ ...message, name: 'Isatou\r\nBcc: everyone@example.gm' })
    expect((await letters())[0]!.subject).toBe('FlexPower: a message from Isatou Bcc: everyone@example.gm')
  })

  test('is marked as read and answered by an Admin, and the deed is recorded', async () => {
    const [first] = await admin.call(api.contact.messages, {})
    await admin.call(api.contact.mark, { id: first!.id, state: 'answered' })
    expect((await admin.call(api.contact.messages, {}))[0]).toMatchObject({
      state: 'answered',
      handledBy: admin.user.name,
    })
    expect((await admin.call(api.acts.list, { record: `message/${first!.id}` })).total).toBe(1)
    await expect(admin.call(api.contact.mark, { id: 999_999, state: 'read' })).rejects.toThrow(
      'no such message',
    )
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

  test('waits for an Admin, who makes a Cashier of the applicant with a link to a password', async () => {
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

  test('twice is one, and the second is answered like the first', async () => {
    const first = await visitor.call(api.contact.apply, { ...applicant, email: 'two@sowe.gm' })
    expect(await visitor.call(api.contact.apply, { ...applicant, email: 'TWO@sowe.gm' })).toEqual(first)
    const waiting = (await admin.call(api.users.applications, {})).filter(({ state }) => state === 'waiting')
    expect(waiting).toHaveLength(1)
  })
})

describe('a forgotten password', () => {
  const forget = (email: string) => visitor.send('POST', `${API_BASE}password/forget`, { body: { email } })
  /** The letter is written after the answer: newest first, once there are that many. */
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

  test('A-04 S-08 a link works once, dies after 30 minutes and after a newer one; the owner is told', async () => {
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

  test('V-FP-01 a new password is refused as at the login, and the link stays good', async () => {
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

  test('V-FP-01 an address that is none is refused, and asking again and again is slowed down', async () => {
    expect((await forget('')).body).toMatchObject({ success: false, message: 'Email is required' })
    expect((await forget('x@')).body).toMatchObject({ success: false, message: 'Invalid email address' })
    const answers = []
    for (let count = 0; count < 7; count += 1) answers.push((await forget('often@example.gm')).status)
    expect(answers.slice(-2)).toEqual([429, 429])
  })
})

describe('letters', () => {
  const received: { to: string; raw: string }[] = []
  let mood: 'well' | 'busy' | 'refusing' = 'well'
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      if (mood === 'busy') done(Object.assign(new Error('try later'), { responseCode: 451 }))
      else if (mood === 'refusing') done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
      else done()
    },
    onData: (stream, session, done) => {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()))
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), raw })
        done()
      })
    },
  })
  const listening = new Promise<number>((resolve) => {
    smtp.listen(0, '127.0.0.1', () => resolve((smtp.server.address() as AddressInfo).port))
  })
  afterAll(() => smtp.close())

  const letterhead = { ...world.config.site, publicUrl: world.config.publicUrl }
  const sending = async (ways?: Sending['ways']): Promise<Sending> => ({
    ...world.context,
    ways: ways ?? {
      mail: createSmtp(
        { url: `smtp://127.0.0.1:${await listening}`, from: 'FlexPower <no-reply@flexpower.gm>' },
        letterhead,
      ),
    },
  })
  const postOne = (channel: 'mail' | 'sms' = 'mail', recipient = 'someone@example.gm') =>
    db
      .insertInto('outbox')
      .values({
        channel,
        recipient,
        subject: 'Hello',
        body: 'Follow\n\nhttp://127.0.0.1/x?a=1&b=2 <b>now</b>',
        created_at: clock.now(),
        send_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const stateOf = (id: number) =>
    db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const empty = () => db.deleteFrom('outbox').execute()

  test('are sent once, by however many processes, in plain text and as a page', async () => {
    await empty()
    const ids = await Promise.all(Array.from({ length: 25 }, () => postOne()))
    const processes = await Promise.all([1, 2, 3, 4].map(() => sending()))
    await Promise.all(processes.flatMap((each) => [sendDue(each), sendDue(each)]))
    for (const each of processes) each.ways.mail?.close()
    expect(received).toHaveLength(ids.length)
    expect(new Set(received.map(({ raw }) => /Message-ID: (\S+)/i.exec(raw)?.[1])).size).toBe(ids.length)
    const [text = '', html = ''] = received[0]!.raw.split('text/html')
    expect(text).toContain('<b>now</b>')
    expect(html).toContain('&lt;b&gt;now&lt;/b&gt;')
    expect(html).toContain(world.config.site.companyName)
  })

  test('F10 written by a clock that was ahead, they leave when it is right again', async () => {
    await empty()
    received.length = 0
    const parts = await sending()
    clock.pass(DAY_MS)
    await postOne()
    mood = 'busy'
    await postOne()
    await sendDue(parts)
    mood = 'well'
    await postOne()
    clock.pass(-DAY_MS)
    expect(await sendDue(parts)).toBe(3)
    expect(received).toHaveLength(3)
    parts.ways.mail?.close()
  })

  test('wait when the mail server is busy, are tried again later and sent once; a refusal is final and an Admin sees it', async () => {
    await empty()
    received.length = 0
    const parts = await sending()
    const { id } = await postOne()
    mood = 'busy'
    await sendDue(parts)
    expect(await stateOf(id)).toMatchObject({ sent_at: null, failed_at: null, attempts: 1 })
    expect(await sendDue(parts)).toBe(0)
    mood = 'well'
    clock.pass(MINUTE_MS)
    await sendDue(parts)
    expect((await stateOf(id)).sent_at).not.toBeNull()
    mood = 'refusing'
    const refused = await postOne()
    await sendDue(parts)
    mood = 'well'
    clock.pass(DAY_MS)
    expect(await sendDue(parts)).toBe(0)
    expect(received).toHaveLength(1)
    const another = await world.signIn({ type: 'Admin' })
    expect(await another.call(api.contact.unsent, {})).toMatchObject([
      { id: refused.id, state: 'failed', failure: expect.stringContaining('no such mailbox') },
    ])
    parts.ways.mail?.close()
  })

  test('to a mail server that is not there are given up after a day, not before', async () => {
    await empty()
    const parts = await sending({
      mail: createSmtp({ url: 'smtp://127.0.0.1:9', from: 'a@b.gm' }, letterhead),
    })
    const { id } = await postOne()
    for (let round = 0; round < 12; round += 1) {
      await sendDue(parts)
      clock.pass(3 * HOUR_MS)
    }
    const { failed_at: failedAt, attempts } = await stateOf(id)
    expect(failedAt).not.toBeNull()
    expect(attempts).toBeGreaterThan(5)
    parts.ways.mail?.close()
  })

  test('as SMS go to Africa’s Talking; what it takes is sent, what it will never take is failed', async () => {
    await empty()
    const asked: string[] = []
    let code = 101
    const theirs: Server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        asked.push(`${String(request.headers['apikey'])} ${body}`)
        response.setHeader('content-type', 'application/json')
        response.end(
          JSON.stringify({ SMSMessageData: { Recipients: [{ statusCode: code, status: 'Status' }] } }),
        )
      })
    })
    await new Promise<void>((resolve) => theirs.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(theirs.address() as AddressInfo).port}`
    const parts = await sending({ sms: createSms({ url, user: 'sandbox', key: 'secret-key', sender: null }) })
    const taken = await postOne('sms', '+2207712345')
    await sendDue(parts)
    expect((await stateOf(taken.id)).sent_at).not.toBeNull()
    expect(asked[0]).toContain('secret-key username=sandbox&to=%2B2207712345')
    code = 403
    const refused = await postOne('sms', 'not a number')
    await sendDue(parts)
    expect((await stateOf(refused.id)).failed_at).not.toBeNull()
    code = 500
    const later = await postOne('sms', '+2207712346')
    await sendDue(parts)
    expect(await stateOf(later.id)).toMatchObject({ sent_at: null, failed_at: null })
    theirs.close()
  })

  test.each([
    ['7712345', '+2207712345'],
    ['2207712345', '+2207712345'],
    ['002207712345', '+2207712345'],
    ['+2207712345', '+2207712345'],
    ['221771234567', '+221771234567'],
    ['not a number', 'not a number'],
  ])('to the phone %s go to %s', (phone, number) => {
    expect(international(phone)).toBe(number)
  })
})

test('the demo shows its outbox to anybody; production has no such call', async () => {
  await world.visitor.call(api.contact.outbox, {})
  const env = {
    FLEXPOWER_MODE: 'production',
    FLEXPOWER_CLIENT_ACCESS_TOKEN: 'a-token-of-our-own',
    FLEXPOWER_SECRET_KEY: 'q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng=',
    FLEXPOWER_BACKUP_KEY: 'q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng=',
    FLEXPOWER_UTILITY_URL: 'http://127.0.0.1:9',
    FLEXPOWER_UTILITY_VENDOR: '1',
    FLEXPOWER_UTILITY_USER: 'u',
    FLEXPOWER_UTILITY_PASSWORD: 'p',
    FLEXPOWER_UTILITY_CLIENT: 'a:b',
  }
  const real = await createWorld({ env })
  await expect(real.visitor.call(api.contact.outbox, {})).rejects.toThrow('nothing at this address')
})
