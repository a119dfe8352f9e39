// The Z slip beyond the screen: as PDF, by mail, and how often it was printed.
import { api, API_BASE } from '@flexpower/contract'
import { afterEach, expect, test } from 'vitest'
import { HOUR_MS } from '../../runtime/clock.ts'
import { readPdf } from '../../pdf/testing/read-pdf.ts'
import { alter } from '../../testing/tamper.ts'
import { changeFor, openTillDesk } from './testing/till-desk.ts'

const { world, admin, hire, open, move, close, sell } = await openTillDesk()
const { db, clock } = world

afterEach(world.expectCleanBooks)

async function closeShift(name = 'Fatou Ceesay') {
  const cashier = await hire(name)
  const session = await open(cashier, 50_000)
  await sell(cashier, 'electricity', 150)
  await move(cashier, 'drop', 20_000, 'Binta took it')
  return { cashier, slip: await close(cashier, session.id, changeFor(44_000), 'Too much change given') }
}

const readText = (file: Buffer) =>
  readPdf(file)
    .pages.map(({ text }) => text)
    .join('|')

test('it is a PDF on a roll, with the lines of the printed slip', async () => {
  const { cashier, slip } = await closeShift()
  const answer = await fetch(`${world.address}${API_BASE}till/sessions/${slip.id}/pdf`, {
    headers: {
      'client-access-token': world.config.clientAccessToken,
      'x-auth-token': cashier.token ?? '',
    },
  })
  expect(answer.headers.get('content-disposition')).toContain(`z-slip-${slip.number}.pdf`)
  const content = Buffer.from(await answer.arrayBuffer())
  const { pages } = readPdf(content)
  expect(pages).toHaveLength(1)
  expect(pages[0]?.width).toBeCloseTo(226.8, 0)
  const text = readText(content)
  for (const told of [
    `Z slip ${slip.number}`,
    'Fatou Ceesay',
    '1 sale, GMD 150.00',
    'GMD 450.00',
    'GMD 10.00 short',
    'Reason: Too much change given',
    'To the safe: Binta took it',
    'D200 × 2',
  ])
    expect(text).toContain(told)
})

test('it keeps the name of whoever closed it; one from before that was stored shows the present name', async () => {
  const boss = await world.signIn({ type: 'Admin', name: 'Binta Jallow' })
  const cashier = await hire()
  const { id } = await open(cashier, 0)
  await boss.call(api.till.closeFor, { id, reason: 'Went home' })
  await db.updateTable('users').set({ name: 'Binta Camara' }).where('id', '=', boss.user.id).execute()
  const read = async () => (await admin.call(api.till.one, { id })).closedBy
  expect(await read()).toBe('Binta Jallow')
  expect(await admin.call(api.till.list.window, { search: 'Binta Jallow' })).toMatchObject({ total: 1 })
  await alter(db, `update till_session set closed_by_name = null where id = ${id}`)
  expect(await read()).toBe('Binta Camara')
})

test('it is sent to whoever asks: the cashier or an Admin, each to their own address, as an audit entry', async () => {
  const { cashier, slip } = await closeShift()
  for (const who of [cashier, admin]) {
    const { message } = await who.call(api.till.mailSlip, { id: slip.id })
    expect(message).toBe(`Z slip ${slip.number} is on its way to ${who.user.email}.`)
    const mail = await db
      .selectFrom('outbox')
      .innerJoin('outbox_file', 'outbox_id', 'outbox.id')
      .selectAll()
      .where('recipient', '=', who.user.email)
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({
      name: `z-slip-${slip.number}.pdf`,
      type: 'application/pdf',
      channel: 'mail',
    })
    expect(mail.body).toContain('Difference: GMD 10.00 short')
    expect(readText(mail.content)).toContain(`Z slip ${slip.number}`)
  }
  const acts = await db
    .selectFrom('act')
    .select('user_id')
    .where('deed', '=', 'sent a Z slip by mail')
    .where('record', '=', `till/${slip.id}`)
    .execute()
  expect(acts.map(({ user_id }) => user_id)).toEqual([cashier.user.id, admin.user.id])
})

test('a user can send so many within an hour; then it says so, and nothing is sent', async () => {
  const { cashier, slip } = await closeShift()
  const send = (who: typeof admin) =>
    who.send('POST', `${API_BASE}till/sessions/${slip.id}/mail`, { body: {} })
  const countMails = async () => {
    const mails = await db
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', cashier.user.email)
      .execute()
    return mails.length
  }
  expect((await send(cashier)).status).toBe(200)
  await db
    .updateTable('throttle')
    .set({ attempts: 28 })
    .where('subject', '=', `slips mailed by user ${cashier.user.id}`)
    .execute()
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(cashier)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const { status, body } of refused)
    expect({ status, body }).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/This one was not sent; .* Try again in 60 minutes\.$/) },
    })
  expect(await countMails()).toBe(3)
  // Everybody has a count of their own, and it starts again after the hour.
  const other = await closeShift()
  expect((await other.cashier.call(api.till.mailSlip, { id: other.slip.id })).message).toContain('on its way')
  clock.pass(HOUR_MS + 1)
  expect((await send(cashier)).status).toBe(200)
})

test('the server counts its prints: the first is the original, then copies, however many print at once', async () => {
  const { cashier, slip } = await closeShift()
  const print = (who: typeof admin) => who.call(api.till.countPrint, { id: slip.id })
  expect(await print(cashier)).toEqual({ copy: 0 })
  const copies = await Promise.all([print(admin), print(cashier), print(admin)])
  expect(new Set(copies.map(({ copy }) => copy))).toEqual(new Set([1, 2, 3]))
})

test('an open shift has no slip, nor has that of somebody else', async () => {
  const cashier = await hire()
  const stranger = await hire()
  const { id } = await open(cashier)
  for (const [method, path] of [
    ['GET', 'pdf'],
    ['POST', 'print'],
    ['POST', 'mail'],
  ] as const) {
    const ask = (who: typeof admin) =>
      who.send(method, `${API_BASE}till/sessions/${id}/${path}`, method === 'GET' ? {} : { body: {} })
    expect(await ask(cashier)).toMatchObject({ status: 422, body: { message: /not closed yet/ } })
    expect((await ask(stranger)).status).toBe(404)
  }
  expect(await db.selectFrom('till_print').selectAll().where('session_id', '=', id).execute()).toEqual([])
})
