import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@flexpower/contract'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../runtime/clock.ts'
import { createSms, createSmtp, international } from './transports.ts'
import { sendDue, type Sending } from './send-due.ts'
import { createWorld } from '../testing/world.ts'

const world = await createWorld()
const { db, clock, visitor } = world
const messages = () => db.selectFrom('outbox').selectAll().orderBy('id', 'desc').execute()

const received: { to: string; raw: string }[] = []
const signedIn: (string | undefined)[] = []
let mood: 'well' | 'busy' | 'refusing' = 'well'
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ username }, _session, done) => {
    signedIn.push(username)
    done(null, { user: username })
  },
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
const readState = (id: number) =>
  db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const empty = () => db.deleteFrom('outbox').execute()

test('messages are sent once, by however many processes, in plain text and as a page', async () => {
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

test('P-08 a reply to what a visitor wrote goes to the visitor', async () => {
  await empty()
  received.length = 0
  await world.visitor.call(api.contact.send, {
    name: 'Awa Sowe',
    email: 'awa@sowe.gm',
    message: 'Where can I buy?',
  })
  await postOne()
  const parts = await sending()
  await sendDue(parts)
  parts.ways.mail?.close()
  const answersGoTo = received.map(({ raw }) => /^Reply-To: (\S+)/im.exec(raw)?.[1] ?? 'us')
  expect(new Set(answersGoTo)).toEqual(new Set(['awa@sowe.gm', 'us']))
})

test('messages wait when the mail server is busy, are tried again later and sent once; a refusal is final and an Admin sees it', async () => {
  await empty()
  received.length = 0
  const parts = await sending()
  const { id } = await postOne()
  mood = 'busy'
  await sendDue(parts)
  expect(await readState(id)).toMatchObject({ sent_at: null, failed_at: null, attempts: 1 })
  expect(await sendDue(parts)).toBe(0)
  mood = 'well'
  clock.pass(MINUTE_MS)
  await sendDue(parts)
  expect((await readState(id)).sent_at).not.toBeNull()
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

test('messages with a link that no longer works are not sent any more, and an Admin sees why', async () => {
  await empty()
  received.length = 0
  const parts = await sending()
  const people = await Promise.all([world.signIn(), world.signIn(), world.signIn()])
  const [late, replaced, kept] = people.map(({ user }) => user.email)
  const another = await world.signIn({ type: 'Admin' })
  const { password } = another.user
  const askFor = (at: number) => another.call(api.users.sendResetLink, { id: people[at]!.user.id, password })
  await askFor(0)
  const link = /http\S+/.exec((await messages())[0]!.body)![0]
  mood = 'busy'
  await sendDue(parts)
  clock.pass(29 * MINUTE_MS)
  await askFor(1)
  await askFor(1)
  await askFor(2)
  // A complaint about a dead link quotes it, and support has to get it.
  await visitor.call(api.contact.send, {
    name: 'Isatou Njie',
    email: 'isatou@example.gm',
    message: `This link does not work:\n\n${link}`,
  })
  clock.pass(MINUTE_MS)
  mood = 'well'
  await sendDue(parts)
  expect(received).toHaveLength(3)
  expect(new Set(received.map(({ to }) => to))).toEqual(new Set([kept, replaced, 'support@flexpower.gm']))
  const unsent = await another.call(api.contact.unsent, {})
  // The replaced one is withdrawn: asking twice, for anybody, does not count as a failure.
  expect(unsent.map(({ recipient }) => recipient)).toEqual([late])
  const found = (search: string) => another.call(api.contact.unsent.window, { search })
  expect(await found('given up')).toMatchObject({ total: 1 })
  expect(await found('waiting')).toMatchObject({ total: 0 })
  expect(await found('tried once')).toMatchObject({ total: 1, rows: [{ recipient: late }] })
  expect((await another.call(api.dashboard.overview, {})).lettersGivenUp).toBe(1)
  for (const message of unsent)
    expect(message).toMatchObject({ state: 'failed', failure: expect.stringContaining('link in it expired') })
  clock.pass(HOUR_MS)
  expect(await sendDue(parts)).toBe(0)
  parts.ways.mail?.close()
})

test('messages to a missing mail server are given up after a day, not before', async () => {
  await empty()
  const parts = await sending({
    mail: createSmtp({ url: 'smtp://127.0.0.1:9', from: 'a@b.gm' }, letterhead),
  })
  const { id } = await postOne()
  for (let round = 0; round < 12; round += 1) {
    await sendDue(parts)
    clock.pass(3 * HOUR_MS)
  }
  const { failed_at: failedAt, attempts } = await readState(id)
  expect(failedAt).not.toBeNull()
  expect(attempts).toBeGreaterThan(5)
  parts.ways.mail?.close()
})

test('a mail server on a public network gets neither message nor password before TLS, and the message waits', async () => {
  await empty()
  const before = received.length
  // Every address of this machine, and none of a network of one's own.
  const parts = await sending({
    mail: createSmtp({ url: `smtp://me:secret@0.0.0.0:${await listening}`, from: 'a@b.gm' }, letterhead),
  })
  const { id } = await postOne()
  expect(await sendDue(parts)).toBe(1)
  expect(await readState(id)).toMatchObject({
    sent_at: null,
    failed_at: null,
    failure: expect.stringContaining('no TLS: use smtps://'),
  })
  expect([received.length, signedIn]).toEqual([before, []])
  parts.ways.mail?.close()
})

/** Africa's Talking, as far as we use it: gives every message the same answer. */
async function startSmsProvider() {
  const asked: string[] = []
  const answer = { http: 200, body: {} as object }
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push(`${String(request.headers['apikey'])} ${body}`)
      response.writeHead(answer.http, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    asked,
    parts: await sending({ sms: createSms({ url, user: 'sandbox', key: 'secret-key', sender: null }) }),
    say(statusCode: number, status: string, messageId = 'None') {
      answer.http = 200
      answer.body = { SMSMessageData: { Recipients: [{ statusCode, status, messageId }] } }
    },
    sayToAll(http: number, words: string) {
      answer.http = http
      answer.body = { SMSMessageData: { Message: words, Recipients: [] } }
    },
  }
}
const provider = await startSmsProvider()

test('an SMS that Africa’s Talking accepts is sent, and its id there is stored', async () => {
  await empty()
  provider.say(101, 'Success', 'ATXid_1')
  const { id } = await postOne('sms', '+2207712345')
  await sendDue(provider.parts)
  expect(await readState(id)).toMatchObject({ sent_at: clock.now(), provider_id: 'ATXid_1', delivery: null })
  expect(provider.asked[0]).toContain('secret-key username=sandbox&to=%2B2207712345')
})

test.each([
  [403, 'InvalidPhoneNumber'],
  [404, 'UnsupportedNumberType'],
  [406, 'UserInBlacklist'],
  [407, 'CouldNotRoute'],
  [409, 'DoNotDisturbRejection'],
])('an SMS to a number that is never accepted (%i %s) is given up', async (code, status) => {
  await empty()
  provider.say(code, status)
  const { id } = await postOne('sms', 'not a number')
  await sendDue(provider.parts)
  expect(await readState(id)).toMatchObject({ failed_at: clock.now(), failure: status })
})

test.each([
  [500, 'InternalServerError'],
  [502, 'RejectedByGateway'],
  [418, 'SomethingNew'],
])('an SMS whose answer proves nothing (%i %s) is tried again, without an alert', async (code, status) => {
  await empty()
  await db.deleteFrom('alert').execute()
  provider.say(code, status)
  const { id } = await postOne('sms', '+2207712346')
  await sendDue(provider.parts)
  expect(await readState(id)).toMatchObject({ sent_at: null, failed_at: null })
  expect(await db.selectFrom('alert').selectAll().execute()).toEqual([])
})

test.each([
  ['401 RiskHold', () => provider.say(401, 'RiskHold')],
  ['402 InvalidSenderId', () => provider.say(402, 'InvalidSenderId')],
  ['405 InsufficientBalance', () => provider.say(405, 'InsufficientBalance')],
  ['InvalidSenderId for all', () => provider.sayToAll(201, 'InvalidSenderId')],
  ['HTTP 401', () => provider.sayToAll(401, 'The supplied authentication is invalid')],
])(
  'a fault of our account (%s) is no bad number: it is reported once, and the SMS is sent later',
  async (_, fail) => {
    await empty()
    await db.deleteFrom('alert').execute()
    const owner = await world.signIn({ type: 'Admin' })
    fail()
    const ids = await Promise.all([postOne('sms', '+2207712345'), postOne('sms', '+2207712346')])
    await sendDue(provider.parts)
    clock.pass(MINUTE_MS)
    await sendDue(provider.parts)
    for (const { id } of ids)
      expect(await readState(id)).toMatchObject({ sent_at: null, failed_at: null, attempts: 2 })
    const mails = async () => (await messages()).filter(({ recipient }) => recipient === owner.user.email)
    expect(await mails()).toMatchObject([{ channel: 'mail', subject: 'FlexPower: SMS are not sent' }])
    expect(await owner.call(api.vendor.alerts, {})).toMatchObject([
      { title: 'SMS are not sent', isUrgent: true },
    ])
    provider.say(100, 'Success', 'ATXid_2')
    clock.pass(5 * MINUTE_MS)
    await sendDue(provider.parts)
    for (const { id } of ids) expect(await readState(id)).toMatchObject({ sent_at: clock.now() })
    expect(await owner.call(api.vendor.alerts, {})).toEqual([])
    expect(await mails()).toHaveLength(1)
  },
)

test('mails that got the same number after a restore do not have the same Message-ID', async () => {
  await empty()
  received.length = 0
  const parts = await sending()
  const { id } = await postOne()
  await sendDue(parts)
  await empty()
  // A restore sets the sequence back, too.
  await sql`select setval(pg_get_serial_sequence('outbox', 'id'), ${id}, false)`.execute(db)
  expect(await postOne()).toEqual({ id })
  await sendDue(parts)
  parts.ways.mail?.close()
  const names = received.map(({ raw }) => /Message-ID: (\S+)/i.exec(raw)?.[1])
  expect(names).toHaveLength(2)
  expect(new Set(names).size).toBe(2)
})

test('a mail that is tried again keeps its Message-ID', async () => {
  await empty()
  received.length = 0
  const parts = await sending()
  const { id } = await postOne()
  await sendDue(parts)
  // As after a crash between the server's answer and our record of it.
  const again = { sent_at: null, send_at: clock.now(), body: 'Again' }
  await db.updateTable('outbox').set(again).where('id', '=', id).execute()
  await sendDue(parts)
  parts.ways.mail?.close()
  const names = received.map(({ raw }) => /Message-ID: (\S+)/i.exec(raw)?.[1])
  expect(names).toHaveLength(2)
  expect(new Set(names).size).toBe(1)
})

test.each([
  ['7712345', '+2207712345'],
  ['2207712345', '+2207712345'],
  ['002207712345', '+2207712345'],
  ['+2207712345', '+2207712345'],
  ['221771234567', '+221771234567'],
  ['not a number', 'not a number'],
])('messages to the phone %s go to %s', (phone, number) => {
  expect(international(phone)).toBe(number)
})

test('F10 messages written by a clock that was ahead are sent when it is right again', async () => {
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
