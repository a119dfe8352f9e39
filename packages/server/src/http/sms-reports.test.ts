import { randomUUID } from 'node:crypto'
import { API_BASE, api } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { expect, test } from 'vitest'
import { accepted } from '../gateways/outcome.ts'
import { sendDue } from '../mail/send-due.ts'
import { loadFloat } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'

const SECRET = 'a-secret-of-the-provider-0123456789'
const world = await createWorld({
  env: {
    FLEXPOWER_SMS_USER: 'sandbox',
    FLEXPOWER_SMS_KEY: 'key',
    FLEXPOWER_SMS_REPORT_SECRET: SECRET,
  },
})
const { db, clock, context } = world
const admin = await world.signIn({ type: 'Admin', remember: true })
const cashier = await world.signIn({ remember: true })
const other = await world.signIn({ remember: true })
await loadFloat(db, clock, cashier.user.id, 10_000_000)

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const report = (fields: Record<string, string>, secret = SECRET) =>
  world.visitor.send('POST', `/sms-reports/${secret}`, {
    text: new URLSearchParams(fields).toString(),
    headers: FORM,
  })

let sold = 0
/** A sale whose token came late and was sent to the phone; returns its id and the provider's name for the SMS. */
async function sellLate() {
  const providerId = `ATXid_${(sold += 1)}`
  world.utility.control.failNext('sell', 'reset', 'afterwards')
  await cashier.send('POST', `${API_BASE}transactions`, {
    body: { ['meter_number']: fleetMeter(920_000 + sold), amount: 100, telephone: '7712345' },
    headers: { 'idempotency-key': randomUUID() },
  })
  await world.recover(2)
  const sms = { send: async () => accepted({ providerId }), close: () => {} }
  await sendDue({ ...context, ways: { sms } })
  const { sale_id: id } = await db
    .selectFrom('outbox')
    .select('sale_id')
    .where('provider_id', '=', providerId)
    .executeTakeFirstOrThrow()
  return { id: id ?? 0, providerId }
}

const readMessages = (id: number) => admin.call(api.sales.messages, { id })

test('an SMS about a sale is shown beside it, and whether it arrived once the provider has reported it', async () => {
  const { id, providerId } = await sellLate()
  expect(await readMessages(id)).toMatchObject([
    { recipient: '7712345', state: 'not reported', reason: null },
  ])
  expect((await report({ id: providerId, status: 'Sent', phoneNumber: '+2207712345' })).status).toBe(200)
  expect(await readMessages(id)).toMatchObject([{ state: 'under way' }])
  expect((await report({ id: providerId, status: 'Success', networkCode: '60701' })).status).toBe(200)
  expect(await readMessages(id)).toMatchObject([{ state: 'delivered', reason: null }])
})

test('an SMS that did not arrive is shown with the reason', async () => {
  const { id, providerId } = await sellLate()
  await report({ id: providerId, status: 'Failed', failureReason: 'UserIsInactive' })
  expect(await readMessages(id)).toMatchObject([{ state: 'failed', reason: 'UserIsInactive' }])
})

test('a report that comes late or twice changes no final state', async () => {
  const { id, providerId } = await sellLate()
  await report({ id: providerId, status: 'Success' })
  await report({ id: providerId, status: 'Buffered' })
  await report({ id: providerId, status: 'AbsentSubscriber' })
  expect(await readMessages(id)).toMatchObject([{ state: 'delivered', reason: null }])
})

test('the messages of a sale are shown to its cashier and to Admins only', async () => {
  const { id } = await sellLate()
  expect(await cashier.call(api.sales.messages, { id })).toHaveLength(1)
  expect((await other.send('GET', `${API_BASE}transactions/${id}/messages`)).status).toBe(404)
})

test('a report about an unknown message is answered and ignored', async () => {
  expect((await report({ id: 'ATXid_of_somebody', status: 'Success' })).status).toBe(200)
})

test.each(['wrong', `${SECRET}x`, SECRET.slice(0, -1), '%00'])(
  'with the secret %s there is nothing',
  async (secret) => {
    const { id, providerId } = await sellLate()
    expect((await report({ id: providerId, status: 'Success' }, secret)).status).toBe(404)
    expect(await readMessages(id)).toMatchObject([{ state: 'not reported' }])
  },
)

test.each([
  ['no status', 'id=1', FORM],
  ['no id', 'status=Success', FORM],
  ['an empty id', 'id=&status=Success', FORM],
  ['nothing', '', FORM],
  ['a NUL as id', 'id=%00&status=%00', FORM],
  ['a damaged escape', 'id=%E0%A4%A', FORM],
  ['JSON', '{"id":["1"],"status":{}}', { 'content-type': 'application/json' }],
  ['no JSON', '{', { 'content-type': 'application/json' }],
  ['another type', '<id/>', { 'content-type': 'text/xml' }],
  ['too much', `id=${'1'.repeat(100_000)}&status=Success`, FORM],
])('a report with %s is refused, and never a fault of ours', async (_, text, headers) => {
  const { status } = await world.visitor.send('POST', `/sms-reports/${SECRET}`, { text, headers })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
})

test('a flood of reports is refused for a while', async () => {
  const answers = await Promise.all(Array.from({ length: 650 }, () => report({ id: 'x', status: 'Sent' })))
  expect(answers.some(({ status }) => status === 429)).toBe(true)
  clock.pass(60_000)
  expect((await report({ id: 'x', status: 'Sent' })).status).toBe(200)
})

test('the secret is in no line of the log', () => {
  const logged = world.logLines.join('')
  expect(logged).toContain('/sms-reports/…')
  expect(logged).not.toContain(SECRET)
})

test('without a secret in the configuration no report is accepted', async () => {
  const without = await createWorld()
  for (const secret of ['', 'null', SECRET]) {
    const { status } = await without.visitor.send('POST', `/sms-reports/${secret}`, {
      text: 'id=1&status=Success',
      headers: FORM,
    })
    expect(status).toBe(404)
  }
})
