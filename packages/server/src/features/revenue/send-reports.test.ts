import type { AddressInfo } from 'node:net'
import { api, API_BASE, type Day } from '@flexpower/contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openDb } from '../../db/db.ts'
import { sendDue } from '../../mail/send-due.ts'
import { createSmtp } from '../../mail/transports.ts'
import { readPdf } from '../../pdf/testing/read-pdf.ts'
import { DAY_MS, HOUR_MS } from '../../runtime/clock.ts'
import { makeSales } from '../../testing/make.ts'
import { createWorld } from '../../testing/world.ts'
import { sendReportsDue } from './send-reports.ts'

const world = await createWorld()
const { db, clock, context } = world
const admin = await world.signIn({ type: 'Admin', name: 'Binta Saidy', remember: true })
const cashier = await world.signIn({ name: 'Fatou Ceesay', location: 'Bakau' })

const received: { to: string; raw: string }[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    let raw = ''
    stream.on('data', (chunk: Buffer) => (raw += chunk.toString('latin1')))
    stream.on('end', () => {
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), raw })
      done()
    })
  },
})
const port = await new Promise<number>((resolve) => {
  smtp.listen(0, '127.0.0.1', () => resolve((smtp.server.address() as AddressInfo).port))
})
afterAll(() => smtp.close())

/** As another process would: with its own connections. */
const openProcess = () => {
  const other = openDb({ url: world.databaseUrl, onConnectionLost: () => {} })
  afterAll(other.close)
  return { ...context, db: other.db }
}
const processes = [openProcess(), openProcess()]

async function deliver(): Promise<void> {
  const access = { url: `smtp://127.0.0.1:${port}`, from: 'FlexPower <no-reply@flexpower.gm>' }
  const mail = createSmtp(access, { ...world.config.site, publicUrl: world.config.publicUrl })
  await sendDue({ ...openProcess(), ways: { mail } })
  mail.close()
}

/** The attachments of a mail, by name. */
function readAttachments(raw: string): Map<string, Buffer> {
  const parts = raw.split(/\r\n--[^\r\n]+/)
  return new Map(
    parts.flatMap((part) => {
      const name = /filename=(?:")?([^"\r\n;]+)/i.exec(part)?.[1]
      const body = part.slice(part.indexOf('\r\n\r\n') + 4)
      return name === undefined ? [] : [[name, Buffer.from(body, 'base64')] as const]
    }),
  )
}

const schedule = (traits: object = {}) =>
  admin.call(api.revenue.addSchedule, {
    report: 'revenue',
    grouping: 'cashier',
    every: 'day',
    recipients: ['owner@example.gm'],
    ...traits,
  })
const waiting = () =>
  db.selectFrom('outbox').selectAll().where('channel', '=', 'mail').orderBy('id').execute()
const addressed = async () => (await waiting()).map(({ recipient, subject }) => `${recipient}: ${subject}`)

beforeEach(async () => {
  for (const table of ['outbox', 'report_sending', 'report_schedule'] as const)
    await db.deleteFrom(table).execute()
  received.length = 0
})

test.each([
  [{ recipients: '' }, 'recipients', 'Recipients are required'],
  [{ recipients: ' , ; ' }, 'recipients', 'Recipients are required'],
  [{ recipients: 'owner' }, 'recipients', 'owner is not an email address'],
  [{ recipients: ['a@b.gm'] }, 'recipients', 'Recipients must be text: addresses separated by commas'],
  [
    { recipients: Array.from({ length: 11 }, (_, index) => `a${index}@b.gm`).join() },
    'recipients',
    'Recipients cannot be more than 10',
  ],
  [{ report: 'sales' }, 'report', 'Report must be revenue or commission'],
  [{ by: 'month' }, 'by', 'Grouping must be day, cashier or location'],
  [{ every: 'hour' }, 'every', 'Period must be day or week'],
])('a schedule with %j is refused at its field', async (traits, field, message) => {
  const body = { report: 'revenue', by: 'day', every: 'day', recipients: 'owner@example.gm', ...traits }
  const answer = await admin.send('POST', `${API_BASE}revenue/schedules`, { body })
  expect([answer.status, (answer.body as { errors: object }).errors]).toEqual([422, { [field]: [message] }])
})

test('schedules are listed, changed and deleted, each with an audit entry', async () => {
  await schedule({ recipients: ['a@example.gm', 'b@example.gm'] })
  const [made] = await admin.call(api.revenue.schedules, {})
  expect(made).toMatchObject({
    recipients: ['a@example.gm', 'b@example.gm'],
    createdBy: 'Binta Saidy',
    sentUntil: null,
  })
  expect(made!.nextAt.getTime()).toBeGreaterThan(clock.now().getTime())
  for (const search of ['b@example.gm', 'by cashier', 'every day', 'saidy'])
    expect(await admin.call(api.revenue.schedules.window, { search }), search).toMatchObject({ total: 1 })
  const { id, version, report, grouping, every } = made!
  const changed = { id, report, grouping, every, recipients: ['c@example.gm'] }
  await admin.call(api.revenue.changeSchedule, { ...changed, seenVersion: version })
  await expect(admin.call(api.revenue.changeSchedule, { ...changed, seenVersion: version })).rejects.toThrow(
    'Somebody changed this report while you were editing.',
  )
  await admin.call(api.revenue.removeSchedule, { id })
  expect(await admin.call(api.revenue.schedules, {})).toEqual([])
  await expect(admin.call(api.revenue.removeSchedule, { id })).rejects.toThrow(
    'There is no such scheduled report.',
  )
  await expect(admin.call(api.revenue.changeSchedule, changed)).rejects.toThrow(
    'There is no such scheduled report.',
  )
  const acts = await admin.call(api.acts.list, { record: `report/${id}` })
  expect(acts.map(({ action }) => action)).toEqual([
    'deleted a scheduled report',
    'changed a scheduled report',
    'scheduled a report',
  ])
  expect(acts[1]).toMatchObject({
    before: { recipients: 'a@example.gm, b@example.gm' },
    after: { recipients: 'c@example.gm' },
  })
})

describe('a report that is due', () => {
  test('arrives at every recipient with both files, and its files are not kept', async () => {
    await makeSales(db, clock, { userId: cashier.user.id, count: 3, location: 'Bakau' })
    const day = clock.now().toISOString().slice(0, 10)
    await schedule({ recipients: ['owner@example.gm', 'books@example.gm'] })
    await schedule({ report: 'commission', grouping: 'location', recipients: ['owner@example.gm'] })
    clock.pass(DAY_MS)
    expect(await sendReportsDue(context)).toBe(2)
    expect(await db.selectFrom('outbox_file').select('name').execute()).toHaveLength(6)
    await deliver()
    expect(received.map(({ to }) => to).toSorted()).toEqual([
      'books@example.gm',
      'owner@example.gm',
      'owner@example.gm',
    ])
    const mail = received.find(({ to }) => to === 'books@example.gm')!.raw
    expect(mail).toContain('Subject: FlexPower: Revenue by cashier, 14 Nov 2026')
    expect(mail).toMatch(/\/admin\/revenue\?from=/)
    const files = readAttachments(mail)
    expect([...files.keys()]).toEqual([`revenue-${day}.pdf`, `revenue-${day}.csv`])
    const [page] = readPdf(files.get(`revenue-${day}.pdf`)!).pages
    expect(page!.text).toContain('Revenue by cashier')
    expect(page!.text).toContain('Fatou Ceesay|3|300.00|15.00|0.00|15.00|0.00|Total|3|300.00')
    expect(files.get(`revenue-${day}.csv`)!.toString()).toBe(
      '\uFEFF"Cashier";"Sales";"Sold";"Fees";"Commission";"Revenue";"Revenue before"\r\n"Fatou Ceesay";"3";"300";"15";"0";"15";"0"',
    )
    expect(await db.selectFrom('outbox_file').selectAll().execute()).toEqual([])
  })

  test('is sent once, however often and in how many processes it is looked for', async () => {
    for (let count = 0; count < 3; count += 1) await schedule({ recipients: [`owner${count}@example.gm`] })
    clock.pass(DAY_MS)
    const looks = await Promise.all(
      [...processes, ...processes, ...processes].map((each) => sendReportsDue(each)),
    )
    expect(looks.reduce((sum, sent) => sum + sent, 0)).toBe(3)
    expect(await waiting()).toHaveLength(3)
    clock.pass(HOUR_MS)
    expect(await sendReportsDue(context)).toBe(0)
    clock.pass(DAY_MS)
    expect(await sendReportsDue(context)).toBe(3)
    expect(await waiting()).toHaveLength(6)
  })

  test('is made up for after an outage, day by day', async () => {
    await schedule()
    clock.pass(3 * DAY_MS)
    expect(await sendReportsDue(context)).toBe(3)
    const subjects = await addressed()
    expect(new Set(subjects).size).toBe(3)
    const [listed] = await admin.call(api.revenue.schedules, {})
    const yesterday = new Date(clock.now().getTime() - DAY_MS).toISOString().slice(0, 10) as Day
    expect(listed).toMatchObject({ sentUntil: yesterday })
  })

  test('of a week is sent on Monday, also if the schedule was one of days before', async () => {
    await schedule()
    clock.pass(DAY_MS)
    expect(await sendReportsDue(context)).toBe(1)
    const { id, version, report, grouping, recipients } = (await admin.call(api.revenue.schedules, {}))[0]!
    await admin.call(api.revenue.changeSchedule, {
      id,
      report,
      grouping,
      recipients,
      every: 'week',
      seenVersion: version,
    })
    expect(await sendReportsDue(context)).toBe(0)
    clock.pass(7 * DAY_MS)
    expect(await sendReportsDue(context)).toBe(1)
    const sent = await db.selectFrom('report_sending').selectAll().where('every', '=', 'week').execute()
    expect(sent).toHaveLength(1)
    expect(new Date(`${sent[0]!.from_day}T12:00:00Z`).getUTCDay()).toBe(1)
    expect(new Date(`${sent[0]!.to_day}T12:00:00Z`).getUTCDay()).toBe(0)
  })

  test('is not sent for a schedule that is gone, nor to somebody whose account is', async () => {
    const former = await world.signIn({ type: 'Admin' })
    await schedule({ recipients: [former.user.email.toUpperCase(), 'owner@example.gm'] })
    await schedule()
    const [newest] = await admin.call(api.revenue.schedules, {})
    await admin.call(api.revenue.removeSchedule, { id: newest!.id })
    await admin.call(api.users.remove, { id: former.user.id })
    await db.deleteFrom('outbox').execute()
    clock.pass(DAY_MS)
    expect(await sendReportsDue(context)).toBe(1)
    expect((await waiting()).map(({ recipient }) => recipient)).toEqual(['owner@example.gm'])
  })

  test('waits in the outbox with its files until a mail server is there, also after a restart', async () => {
    await schedule()
    clock.pass(DAY_MS)
    await sendReportsDue(context)
    const away = createSmtp(
      { url: 'smtp://127.0.0.1:9', from: 'a@b.gm' },
      { ...world.config.site, publicUrl: 'http://a' },
    )
    await sendDue({ ...openProcess(), ways: { mail: away } })
    away.close()
    expect(await db.selectFrom('outbox_file').select('name').execute()).toHaveLength(2)
    clock.pass(HOUR_MS)
    await deliver()
    expect(received).toHaveLength(1)
    expect(readAttachments(received[0]!.raw).size).toBe(2)
  })
})
