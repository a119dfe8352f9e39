// Every process may run every job: with two workers on one database each thing is done once.
import { randomUUID } from 'node:crypto'
import { api } from '@flexpower/contract'
import { fleetMeter } from '@flexpower/simulator'
import { afterAll, expect, test } from 'vitest'
import { assemble } from './app.ts'
import { backUpIfDue } from './backups/nightly.ts'
import { parseConfig } from './config/config.ts'
import { inTransaction, openDb } from './db/db.ts'
import { isWorkerPresent } from './db/presence.ts'
import { readBalancesDue } from './features/balances.ts'
import { compareDue } from './features/enquiries/nightly.ts'
import { tellIfNoWorker } from './jobs.ts'
import { queueMessages } from './mail/outbox.ts'
import { sendDue } from './mail/send-due.ts'
import { noticeDue } from './notices/notices.ts'
import { DAY_MS } from './runtime/clock.ts'
import { recoverDue } from './sales/recover.ts'
import { serve } from './serve.ts'
import { loadFloat } from './testing/make.ts'
import { createWorld } from './testing/world.ts'

const world = await createWorld()
const { db, clock, config, context } = world
const otherDb = openDb({ url: world.databaseUrl, onConnectionLost: () => {} })
const other = assemble({ ...context, db: otherDb.db })
afterAll(async () => {
  await other.backups.stop()
  await other.live.close()
  await otherDb.close()
})
const workers = [context, other]
const atBoth = <Result>(job: (worker: typeof context) => Promise<Result>) => Promise.all(workers.map(job))

test('messages: each is sent once', async () => {
  const sent: string[] = []
  const send = async (recipient: string) => {
    sent.push(recipient)
    return { kind: 'accepted' as const, value: 'taken' }
  }
  const sms = { send: async ({ recipient }: { recipient: string }) => send(recipient), close: () => {} }
  const phones = Array.from({ length: 30 }, (_, number) => String(7_700_000 + number))
  const messages = phones.map((recipient) => ({
    channel: 'sms' as const,
    recipient,
    subject: '',
    body: 'Hello',
  }))
  await inTransaction(db, (tx) => queueMessages(tx, messages, clock.now()))
  const ways = { sms } as unknown as Parameters<typeof sendDue>[0]['ways']
  for (let round = 0; round < 3; round += 1) await atBoth((worker) => sendDue({ ...worker, ways }))
  expect(sent.toSorted()).toEqual(phones)
})

test('open sales: each is looked up by one of them, and ends once', async () => {
  const cashier = await world.signIn()
  await loadFloat(db, clock, cashier.user.id, 10_000_000)
  const meters = Array.from({ length: 6 }, (_, number) => fleetMeter(710_000 + number))
  for (const meter of meters) {
    world.utility.control.failNext('sell', 'reset', 'afterwards')
    await cashier.send('POST', '/flexpower/api/transactions', {
      body: { meter_number: meter, amount: 100, telephone: '7712345' },
      headers: { 'idempotency-key': randomUUID() },
    })
  }
  clock.pass(10_000)
  const looked = await atBoth((worker) => recoverDue({ ...worker, absenceMs: config.absenceMs }))
  expect(looked.reduce((sum, count) => sum + count, 0)).toBe(meters.length)
  await world.expectCleanBooks()
  expect(await db.selectFrom('sale').select('id').execute()).toHaveLength(meters.length)
})

test('balances, notices, comparisons and the nightly backup: one of them does it', async () => {
  clock.pass(2 * DAY_MS)
  expect((await atBoth(readBalancesDue)).flat().toSorted()).toEqual(['airtime', 'utility'])
  const written = await atBoth((worker) => noticeDue(worker))
  const again = await noticeDue(context)
  expect(again.written).toBe(0)
  const rows = await db.selectFrom('notice').select('id').execute()
  expect(written.reduce((sum, each) => sum + each.written, 0)).toBe(rows.length)
  const compared = (await atBoth(compareDue)).flat()
  expect(new Set(compared.map(({ otherSide, day }) => `${otherSide} ${day}`)).size).toBe(compared.length)
  const since = new Date(clock.now().getTime() - 2 * DAY_MS)
  await atBoth((worker) => backUpIfDue(worker, since))
  await expect.poll(() => backUpIfDue(other, since)).toBeNull()
  expect(await db.selectFrom('backup').select('id').execute()).toHaveLength(1)
})

test('a worker answers only a monitor, and a server without any worker tells the Admins', async () => {
  const admin = await world.signIn({ type: 'Admin' })
  const start = (role: string) => {
    const env = {
      FLEXPOWER_ROLE: role,
      FLEXPOWER_LOG_LEVEL: 'silent',
      PORT: '0',
      DATABASE_URL: world.databaseUrl,
    }
    const { access: utility } = world.utility
    return serve({ ...parseConfig(env), databaseUrl: world.databaseUrl, utility })
  }
  const server = await start('server')
  expect(await isWorkerPresent(db)).toBe(false)
  expect(await tellIfNoWorker(context)).toBe(true)
  // Once, however many servers look.
  expect(await tellIfNoWorker(other)).toBe(true)
  const notices = await admin.call(api.notices.list, {})
  expect(notices.filter(({ title }) => title === 'nobody runs the jobs')).toHaveLength(1)

  const worker = await start('worker')
  expect(await isWorkerPresent(db)).toBe(true)
  expect(await tellIfNoWorker(context)).toBe(false)
  for (const path of ['/healthz', '/readyz']) expect((await fetch(worker.address + path)).status).toBe(200)
  for (const path of ['/', '/flexpower/api/session', '/openapi.json'])
    expect((await fetch(worker.address + path)).status).toBe(404)
  expect((await fetch(`${server.address}/openapi.json`)).status).toBe(200)
  await worker.close()
  await server.close()
  await expect.poll(() => isWorkerPresent(db)).toBe(false)
})
