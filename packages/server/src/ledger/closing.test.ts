// The job that closes the floats is killed in the middle of its work: each float is closed once or not at all, and the
// next process goes on.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { nodeEnvironment } from '../../../../launch/node-flags.ts'
import { inTransaction } from '../db/db.ts'
import { after, DAY_MS, systemClock } from '../runtime/clock.ts'
import { loadFloat, makeUser } from '../testing/make.ts'
import { createWorld } from '../testing/world.ts'
import { auditBooks } from './audit.ts'

const world = await createWorld()
const { db, clock } = world
const CASHIERS = 40
const DAYS = 3

const script = fileURLToPath(new URL('testing/closing-process.ts', import.meta.url))
function startJob() {
  const job = spawn(process.execPath, [script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...nodeEnvironment, DATABASE_URL: world.databaseUrl },
  })
  return async () => {
    job.kill('SIGKILL')
    await once(job, 'exit')
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const begun = performance.now()
  while (!(await condition())) {
    if (performance.now() - begun > 90_000) throw new Error('not within 90 s')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
const isWaiting = async () => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}
/** How many days of each float are closed. */
const countClosed = async () => {
  const { rows } = await sql<{ closed: number }>`
    select count(c.day)::int as closed from float_balance b left join float_closing c using (user_id, kind)
      group by b.user_id, b.kind`.execute(db)
  return rows.map(({ closed }) => closed)
}
const countWhole = async () => (await countClosed()).filter((closed) => closed === DAYS).length
const expectWholeOrNone = async () =>
  expect((await countClosed()).filter((closed) => closed !== 0 && closed !== DAYS)).toEqual([])

async function hire(_: unknown, number: number): Promise<void> {
  const { id } = await makeUser(db, clock)
  for (let ago = DAYS; ago > 0; ago -= 1)
    await loadFloat(db, { now: () => after(systemClock.now(), -(ago + 1) * DAY_MS) }, id, 1_000 + number)
}

test('kill -9 in the middle: every day is closed once or not at all, and then all of them', {
  timeout: 400_000,
}, async () => {
  await Promise.all(Array.from({ length: CASHIERS }, hire))
  // While it waits for a lock, before anything is written.
  await inTransaction(db, async (tx) => {
    await sql`lock table float_closing in share mode`.execute(tx)
    const kill = startJob()
    await until(isWaiting)
    await kill()
  })
  await expectWholeOrNone()
  // At any moment of its work.
  for (const enough of [1, CASHIERS / 4, CASHIERS / 2]) {
    const kill = startJob()
    await until(async () => (await countWhole()) >= enough)
    await kill()
    await expectWholeOrNone()
  }
  const jobs = [startJob(), startJob()]
  await until(async () => (await countWhole()) === CASHIERS)
  await Promise.all(jobs.map((kill) => kill()))
  expect(await countClosed()).toEqual(Array.from({ length: CASHIERS }, () => DAYS))
  expect(await auditBooks(db, systemClock.now())).toEqual([])
})
