import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createWorld } from '../testing/world.ts'
import { findMissingConnections, readMostConnections } from './enough-connections.ts'

const world = await createWorld()
const { databaseUrl } = world

test('too few connections for the processes are told in a sentence, with a pooler in front as well', async () => {
  const find = (processes: number, poolerUrl: string | null = null) =>
    findMissingConnections({ databaseUrl, processes, poolerUrl })
  expect(await find(1)).toBeNull()
  expect(await find(8)).toBeNull()
  expect(await find(64)).toContain(
    'PostgreSQL allows 300 connections, and these 64 processes may need 1940: sales will be refused when many come at once.',
  )
  // It takes most of them to itself, and the pooler is never asked.
  expect(await find(12)).toContain('may need 380')
  expect(await find(12, 'postgres://nobody@127.0.0.1:1/nothing')).toBeNull()
})

test('an ordinary role may open fewer than the server has, and as many as it and the database are allowed', async () => {
  const role = `teller_${randomBytes(6).toString('hex')}`
  const run = async (text: string) => void (await sql.raw(text).execute(world.db))
  await run(`create role ${role} login password 'x'`)
  onTestFinished(() => run(`drop role ${role}`))
  const url = new URL(databaseUrl)
  url.username = role
  url.password = 'x'
  const database = url.pathname.slice(1)
  expect(await readMostConnections(url.href)).toBe(297)
  await run(`alter role ${role} connection limit 40`)
  expect(await readMostConnections(url.href)).toBe(40)
  await run(`alter database ${database} connection limit 30`)
  expect(await readMostConnections(url.href)).toBe(30)
  expect(await readMostConnections(databaseUrl)).toBe(300)
})
