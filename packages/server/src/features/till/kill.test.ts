// A real server process is killed in the middle of closing a shift: before the count is stored, after it, and at any
// moment of many closes.
import { once } from 'node:events'
import { api, buildRequest, bututs, readAnswer } from '@flexpower/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freePort } from '../../../../../launch/free-port.ts'
import { type Db, inTransaction, type Tx } from '../../db/db.ts'
import { auditBooks } from '../../ledger/audit.ts'
import { systemClock } from '../../runtime/clock.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import { note, openTillDesk } from './testing/till-desk.ts'

const { world, hire, open } = await openTillDesk()
const { db } = world
const pieces = [note(200, 7)]
const CASHIERS = 24

async function until(condition: () => Promise<boolean>, seconds: number): Promise<void> {
  const begun = performance.now()
  while (!(await condition().catch(() => false))) {
    if (performance.now() - begun > seconds * 1000) throw new Error(`not within ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function startServer() {
  const port = await freePort()
  const server = startServerProcess(world, port)
  const address = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${address}/readyz`)).ok, 90)
  return {
    /** The slip, or null if the server died before it answered. */
    close: async (token: string | null, session: number) => {
      const request = buildRequest(api.till.close, { session, pieces, reason: 'As counted' })
      try {
        const answer = await fetch(address + request.url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'client-access-token': world.config.clientAccessToken,
            'x-auth-token': token ?? '',
          },
          body: JSON.stringify(request.body),
        })
        return readAnswer(api.till.close, answer.status, await answer.json())
      } catch (error) {
        if (error instanceof TypeError) return null
        throw error
      }
    },
    kill: async (signal: 'SIGKILL' | 'SIGTERM') => {
      server.kill(signal)
      await once(server, 'exit')
    },
  }
}

/** The server waits for what this transaction holds, until it is killed. */
const whileLocked = (hold: (tx: Tx) => Promise<unknown>, work: () => Promise<void>) =>
  inTransaction(db, async (tx) => {
    await hold(tx)
    await work()
  })
const isWaiting = async (reader: Db) => {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(reader)
  return (rows[0]?.waiting ?? 0) > 0
}
const read = (id: number) =>
  db.selectFrom('till_session').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('kill -9 in the middle of a close: it is closed once or not at all, and the count is not lost', {
  timeout: 400_000,
}, async () => {
  world.clock.pass(systemClock.now().getTime() - world.clock.now().getTime())
  const cashiers = await Promise.all(Array.from({ length: CASHIERS }, () => hire()))
  await db
    .updateTable('session')
    .set({ expires_at: new Date('2099-01-01'), seen_at: new Date('2098-01-01') })
    .execute()
  const sessions = await Promise.all(cashiers.map((who) => open(who, 100_000)))
  const [one, two] = cashiers
  const [before, after] = sessions.map(({ id }) => id)
  if (!one || !two || before === undefined || after === undefined) throw new Error('there are two')

  // While the count waits for a sale that is being opened.
  let server = await startServer()
  await whileLocked(
    (tx) => sql`select from till_session where id = ${before} for share`.execute(tx),
    async () => {
      const closing = server.close(one.token, before)
      await until(() => isWaiting(db), 60)
      await server.kill('SIGKILL')
      expect(await closing).toBeNull()
    },
  )
  // PostgreSQL ends the statement that it was given, also for a client that is gone: the count is stored as a whole or
  // not at all.
  const interrupted = await read(before)
  expect([null, 140_000]).toContain(interrupted.counted)
  expect(interrupted).toMatchObject({ expected: null, closed_at: null, number: null })

  // When the count is stored, before anything is computed from it.
  server = await startServer()
  await whileLocked(
    (tx) => sql`select pg_advisory_xact_lock(hashtext('z slip'))`.execute(tx),
    async () => {
      const closing = server.close(two.token, after)
      await until(() => isWaiting(db), 60)
      await server.kill('SIGKILL')
      expect(await closing).toBeNull()
    },
  )
  expect(await read(after)).toMatchObject({ counted: 140_000, expected: null, closed_at: null, number: null })

  // At any moment of many.
  server = await startServer()
  const closings = cashiers.map(({ token }, place) => server.close(token, sessions[place]?.id ?? 0))
  await until(async () => {
    const closed = await db.selectFrom('till_session').select('id').where('number', 'is not', null).execute()
    return closed.length > 2
  }, 60)
  await server.kill('SIGKILL')
  const told = (await Promise.all(closings)).filter((slip) => slip !== null)

  server = await startServer()
  const slips = await Promise.all(
    cashiers.map(({ token }, place) => server.close(token, sessions[place]?.id ?? 0)),
  )
  await server.kill('SIGTERM')
  expect(slips.map((slip) => slip?.state)).toEqual(cashiers.map(() => 'closed'))
  for (const slip of slips)
    expect(slip).toMatchObject({ counted: 140_000, expected: bututs(100_000), difference: 40_000 })
  // Whoever got a slip before gets the same one again.
  for (const slip of told) expect(slips.find((each) => each?.id === slip.id)).toEqual(slip)
  expect(await auditBooks(db, systemClock.now())).toEqual([])
})
