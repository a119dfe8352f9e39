// What happens is told to the browsers that show it, in every process; a cut costs nothing, and a stream ends with its session.
import { api, bututs } from '@flexpower/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { assemble, createApp } from '../app.ts'
import { openDb } from '../db/db.ts'
import { HOUR_MS } from '../runtime/clock.ts'
import { loadFloat } from '../testing/make.ts'
import { sellOnce } from '../testing/selling.ts'
import { sized } from '../testing/size.ts'
import { createWorld } from '../testing/world.ts'
import { createLive } from './create.ts'
import { type OpenStream, openEvents } from './testing/read-events.ts'

const world = await createWorld()
const { db, clock, context } = world
const otherDb = openDb({ url: world.databaseUrl, onConnectionLost: () => {} })
const otherContext = assemble({ ...context, db: otherDb.db })
const otherApp = await createApp(otherContext, null)
const other = { ...world, address: await otherApp.listen({ host: '127.0.0.1', port: 0 }) }
afterAll(async () => {
  await otherApp.close()
  await otherContext.live.close()
  await otherDb.close()
})

const cashier = () => world.signIn({ remember: true })
const admin = await world.signIn({ type: 'Admin', remember: true })
const seller = await cashier()
await loadFloat(db, clock, seller.user.id, 100_000_000)

/** Opened, and quiet: what happened before was told already. */
async function open(...asked: Parameters<typeof openEvents>): Promise<OpenStream> {
  const stream = await openEvents(...asked)
  await expect.poll(() => stream.events[0]?.name).toBe('opened')
  return stream
}

describe('a sale', () => {
  test('is told to its cashier and to Admins on every server, and to nobody else', async () => {
    const stranger = await cashier()
    const own = await open(world, seller)
    const elsewhere = await open(other, seller)
    const office = await open(other, admin)
    const others = await open(world, stranger)
    expect(await sellOnce(seller, 1)).toMatchObject({ status: 200 })
    for (const stream of [own, elsewhere, office]) await expect.poll(stream.kinds).toEqual(['sales'])
    // A later hint for the stranger shows that an earlier one would have been here.
    context.live.hint('till', stranger.user.id)
    await expect.poll(others.kinds).toEqual(['till'])
  })

  test('tells which kind of record changed, and nothing about it', async () => {
    const stream = await open(world, admin)
    await sellOnce(seller, 2)
    await expect.poll(stream.kinds).toEqual(['sales'])
    for (const { name, data } of stream.events)
      expect(data).toEqual(name === 'opened' ? { complete: true } : { kinds: expect.any(Array) })
    const { rows } = await sql<object>`select * from live_event`.execute(db)
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(['admins', 'at', 'id', 'kinds', 'users'])
  })

  test('of many at once is told in few notifications', async () => {
    const before = await sql<{ n: number }>`select count(*) as n from live_event`.execute(db)
    const stream = await open(world, seller)
    for (let n = 0; n < 400; n += 1) context.live.hint('sales', 1_000_000 + n)
    context.live.hint('sales', seller.user.id)
    await expect.poll(stream.kinds).toEqual(['sales'])
    const after = await sql<{ n: number }>`select count(*) as n from live_event`.execute(db)
    // 401 users do not fit into one notification.
    expect((after.rows[0]?.n ?? 0) - (before.rows[0]?.n ?? 0)).toBe(2)
  })
})

test('loads, shifts and messages tell it themselves, whatever wrote them', async () => {
  const fatou = await cashier()
  const own = await open(world, fatou)
  const office = await open(other, admin)
  await loadFloat(db, clock, fatou.user.id, 5_000)
  await expect.poll(own.kinds).toEqual(['floats'])
  await fatou.call(api.till.open, { opening: bututs(0) })
  await expect.poll(own.kinds).toEqual(['floats', 'till'])
  await world.visitor.call(api.contact.send, { name: 'Awa', email: 'awa@example.gm', message: 'Hello' })
  await expect.poll(office.kinds).toEqual(['floats', 'till', 'office'])
  expect(own.kinds()).toEqual(['floats', 'till'])
})

test('proxies are told not to hold the stream back, and it is not compressed', async () => {
  const { headers } = await open(world, seller)
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(headers['content-encoding']).toBeUndefined()
})

describe('after a cut', () => {
  test('everything that was told meanwhile is told, whenever it was cut and wherever it goes on', async () => {
    const KINDS = ['sales', 'floats', 'till', 'notices', 'office'] as const
    const step = fc.record({ kind: fc.constantFrom(...KINDS), cut: fc.boolean(), onOther: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const user = await cashier()
        let stream = await open(world, user)
        const seen = new Set<string>()
        for (const { kind, cut, onOther } of steps) {
          const last = stream.lastId()
          if (cut) stream.cut()
          await sql`select tell_live(${[kind]}, ${[user.user.id]}, false)`.execute(db)
          if (!cut) await expect.poll(stream.kinds).toContain(kind)
          for (const each of stream.kinds()) seen.add(each)
          if (!cut) continue
          stream = await open(onOther ? other : world, user, last)
          expect(stream.events[0]?.data).toEqual({ complete: true })
          await expect.poll(stream.kinds).toContain(kind)
        }
        for (const each of stream.kinds()) seen.add(each)
        expect(seen).toEqual(new Set(steps.map(({ kind }) => kind)))
        stream.cut()
      }),
      { numRuns: sized(8, 200) },
    )
  })

  test('a hint that was written earlier and committed later is not lost', async () => {
    const user = await cashier()
    const stream = await open(world, user)
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = db.transaction().execute(async (tx) => {
      await sql`select tell_live('{floats}', ${[user.user.id]}, false)`.execute(tx)
      await promise
    })
    await sql`select tell_live('{till}', ${[user.user.id]}, false)`.execute(db)
    await expect.poll(stream.kinds).toEqual(['till'])
    const last = stream.lastId()
    stream.cut()
    resolve()
    await slow
    const again = await open(world, user, last)
    await expect.poll(again.kinds).toContain('floats')
  })

  test('a browser learns that it must read everything again if the list is gone, or is not ours', async () => {
    const user = await cashier()
    const { events } = await open(world, user)
    const last = events[0]?.id ?? 0
    expect((await open(world, user, last + 1_000)).events[0]?.data).toEqual({ complete: false })
    await sql`select tell_live('{till}', ${[user.user.id]}, false)`.execute(db)
    await sql`truncate live_event`.execute(db)
    expect((await open(world, user, last)).events[0]?.data).toEqual({ complete: false })
    const now = (await open(world, user)).events[0]?.id ?? 0
    expect((await open(world, user, now)).events[0]?.data).toEqual({ complete: true })
  })

  test('of the server’s own connection, what was told meanwhile is told too', async () => {
    const user = await cashier()
    const stream = await open(world, user)
    await sql`select tell_live('{till}', ${[user.user.id]}, false)`.execute(db)
    await expect.poll(stream.kinds).toEqual(['till'])
    const { rows } = await sql<{ pid: number }>`
      select pg_terminate_backend(pid), pid from pg_stat_activity
        where datname = current_database() and application_name = 'flexpower listen'`.execute(db)
    // One for each process, however many streams there are.
    expect(rows).toHaveLength(2)
    await sql`select tell_live('{floats}', ${[user.user.id]}, false)`.execute(db)
    await expect.poll(stream.kinds, { timeout: 30_000 }).toEqual(['till', 'floats'])
    await sql`select tell_live('{sales}', ${[user.user.id]}, false)`.execute(db)
    await expect.poll(stream.kinds, { timeout: 30_000 }).toEqual(['till', 'floats', 'sales'])
  })
})

describe('a stream ends', () => {
  const lastEvent = ({ events }: OpenStream) => events.at(-1)
  const expectEnd = async (stream: OpenStream, reason: string) => {
    await expect.poll(stream.isOver, { timeout: 30_000 }).toBe(true)
    expect(lastEvent(stream)).toMatchObject({ name: 'closed', data: { reason } })
  }

  test('when its session does, on whichever server that happens', async () => {
    const user = await cashier()
    const stays = await world.enter(user.user.email, user.user.password)
    const [ended, kept] = [await open(other, user), await open(other, stays)]
    await user.call(api.session.logout, {})
    await expectEnd(ended, 'session')
    context.live.hint('till', user.user.id)
    await expect.poll(kept.kinds).toEqual(['till'])
    await admin.call(api.users.endSessions, { id: user.user.id })
    await expectEnd(kept, 'session')
  })

  test('when its user is deleted, and when they become something else', async () => {
    const [gone, risen] = [await cashier(), await cashier()]
    const [first, second] = [await open(world, gone), await open(other, risen)]
    await db.updateTable('users').set({ deleted_at: clock.now() }).where('id', '=', gone.user.id).execute()
    await db.updateTable('users').set({ type: 'Admin' }).where('id', '=', risen.user.id).execute()
    await expectEnd(first, 'session')
    await expectEnd(second, 'session')
  })

  test('when its session has expired', async () => {
    const user = await world.signIn()
    const { id } = await db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', user.user.id)
      .executeTakeFirstOrThrow()
    const live = createLive(context, { beatMs: 20, checkMs: 20 })
    const content = await live.open({ userId: user.user.id, sessionId: id, isAdmin: false }, null)
    let text = ''
    content.on('data', (bytes) => (text += String(bytes)))
    await expect.poll(() => text).toContain('\n\n:\n\n')
    clock.pass(13 * HOUR_MS)
    await expect.poll(() => text).toContain('"session"')
    await live.close()
  })

  test('when the user opens a third one, the oldest, over all servers', async () => {
    const user = await cashier()
    const first = await open(world, user)
    const second = await open(other, user)
    const third = await open(other, user)
    await expectEnd(first, 'replaced')
    expect(second.isOver()).toBe(false)
    const fourth = await open(world, user)
    await expectEnd(second, 'replaced')
    context.live.hint('sales', user.user.id)
    for (const stream of [third, fourth]) await expect.poll(stream.kinds).toEqual(['sales'])
    // One that was closed by its browser does not count.
    third.cut()
    await expect.poll(third.isOver).toBe(true)
    const fifth = await open(world, user)
    context.live.hint('till', user.user.id)
    for (const stream of [fourth, fifth]) await expect.poll(stream.kinds).toContain('till')
  })

  test('in order also when it is replaced while it is still opening', async () => {
    const user = await cashier()
    const streams = await Promise.all(Array.from({ length: 12 }, () => openEvents(world, user, 1)))
    for (const { headers } of streams) expect(headers['content-type']).toBe('text/event-stream')
    const isReplaced = (stream: OpenStream) => lastEvent(stream)?.data['reason'] === 'replaced'
    await expect.poll(() => streams.filter(isReplaced)).toHaveLength(10)
    for (const stream of streams.filter(isReplaced)) await expect.poll(stream.isOver).toBe(true)
  })

  test('politely when the server stops, which does not wait for it', async () => {
    const third = openDb({ url: world.databaseUrl, onConnectionLost: () => {} })
    const stopping = assemble({ ...context, db: third.db })
    const app = await createApp(stopping, null)
    const server = { ...world, address: await app.listen({ host: '127.0.0.1', port: 0 }) }
    const streams = [await open(server, await cashier()), await open(server, admin)]
    await app.close()
    for (const stream of streams) await expectEnd(stream, 'stopping')
    await stopping.live.close()
    await third.close()
  })
})
