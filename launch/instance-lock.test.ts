import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdInstanceLock } from './instance-lock.ts'
import { type RunningPostgres, startPostgres } from './postgres.ts'

const parent = mkdtempSync(join(tmpdir(), 'flexpower-launch-'))
let postgres: RunningPostgres

beforeAll(async () => {
  postgres = await startPostgres({ directory: join(parent, 'postgres'), settings: { fsync: 'off' } })
})

afterAll(async () => {
  await postgres.stop()
  rmSync(parent, { recursive: true, force: true })
})

const hold = (onLost: (error: unknown) => void = () => {}) =>
  holdInstanceLock(postgres.url, { revive: () => postgres.revive(), onLost })

/** By somebody else. Until then the lock can be had, and is given back at once. */
async function untilHeld(): Promise<void> {
  await expect
    .poll(() => hold().then(async (other) => other.release(), String), { timeout: 30_000 })
    .toContain('already running')
}

test('a second holder is refused until the first releases', async () => {
  const first = await hold()
  await expect(hold()).rejects.toThrow('already running')
  await first.release()
  await (await hold()).release()
})

test('the lock of a killed process is free at once', async () => {
  const program = `
    import(${JSON.stringify(join(import.meta.dirname, 'instance-lock.ts'))}).then(async ({ holdInstanceLock }) => {
      await holdInstanceLock(${JSON.stringify(postgres.url)}, {})
      console.log('held')
    })`
  const child = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  await expect(hold()).rejects.toThrow('already running')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await (await hold()).release()
})

test('the lock is taken back when PostgreSQL has dropped the connection', async () => {
  const lock = await hold(() => expect.unreachable('the lock was lost'))
  const client = new Client({ connectionString: postgres.url })
  client.on('error', () => {})
  await client.connect()
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'flexpower instance lock'`,
  )
  await client.end()
  expect(rowCount).toBe(1)
  await untilHeld()
  await lock.release()
})

test('F8 a PostgreSQL that was killed is started again at the same address, with the lock', async () => {
  const lock = await hold(() => expect.unreachable('the lock was lost'))
  const ask = async (text: string) => {
    const client = new Client({ connectionString: postgres.url })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ answer: string }>(`select ${text} as answer`)
    await client.end()
    return rows[0]?.answer ?? ''
  }
  const pidFile = await ask(`pg_read_file('postmaster.pid')`)
  process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
  await expect.poll(() => ask('1').catch(() => 'away'), { timeout: 30_000 }).toBe(1)
  await untilHeld()
  await lock.release()
})
