import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createWorld } from '../testing/world.ts'
import { isDatabaseAway } from './away.ts'
import { type Db, inTransaction, openDb, type Tx } from './db.ts'

const world = await createWorld()

// These two do nothing; what they prove is checked by the compiler.
const callsAGateway = (_db: Db) => {}
const movesMoney = (_tx: Tx) => {}

test('a gateway cannot be called inside a transaction, nor money moved outside one: it does not compile', async () => {
  // @ts-expect-error: a database handle is not a transaction
  movesMoney(world.db)
  await inTransaction(world.db, async (tx) => {
    movesMoney(tx)
    // @ts-expect-error: a transaction is not a database handle
    callsAGateway(tx)
  })
})

test('a failure inside a transaction leaves nothing behind', async () => {
  const failing = inTransaction(world.db, async (tx) => {
    await tx
      .insertInto('throttle')
      .values({ subject: 'x', attempts: 1, window_ends_at: world.clock.now() })
      .execute()
    throw new Error('half way')
  })
  await expect(failing).rejects.toThrow('half way')
  expect(await world.db.selectFrom('throttle').selectAll().execute()).toEqual([])
})

test('bigints are numbers and days are text, whatever the zone of the machine', async () => {
  const { rows } = await sql<{
    big: unknown
    day: unknown
  }>`select 9007199254740991::int8 as big, '2026-11-14'::date as day`.execute(world.db)
  expect(rows).toEqual([{ big: 9_007_199_254_740_991, day: '2026-11-14' }])
})

test.each([
  ['53100', 'its disk is full'],
  ['53200', 'it has no memory left'],
  ['58030', 'its disk cannot be read'],
  ['25006', 'it has become a standby'],
  ['57014', 'it took too long and was stopped'],
])('F10 a database that says %s (%s) is away for now: the client is told to retry', (code) => {
  expect(isDatabaseAway({ code })).toBe(true)
  for (const ours of ['23505', '22P02', '42703']) expect(isDatabaseAway({ code: ours })).toBe(false)
})

test('another refused connection is not the database’s', async () => {
  expect(isDatabaseAway(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBe(false)
  const url = world.databaseUrl.replace(/:\d+\//, ':1/')
  const away = openDb({ url, onConnectionLost: () => {} })
  await expect(sql`select 1`.execute(away.db)).rejects.toSatisfy(isDatabaseAway)
  await away.close()
})
