import { afterAll, expect, inject, test } from 'vitest'
import { startTransactionPooler } from '../testing/transaction-pooler.ts'
import { createWorld } from '../testing/world.ts'
import { startFaultProxy } from '../testing/fault-proxy.ts'
import { waitForDatabase } from './wait.ts'

const direct = new URL(inject('postgresUrl'))
const wire = await startFaultProxy({ host: '127.0.0.1', port: Number(direct.port) })
const through = new URL(direct)
through.port = String(wire.port)
through.searchParams.set('sslmode', 'disable')

test('a database that is not there yet is waited for with a sentence, without its password', async () => {
  const told: string[] = []
  wire.block(true)
  const tell = (sentence: string) => {
    told.push(sentence)
    wire.block(false)
  }
  await waitForDatabase({ url: through.href }, { withinMs: 60_000, tell })
  expect(told).toEqual([`Waiting for the database at 127.0.0.1:${wire.port} (ECONNRESET) …`])
})

test('one that does not come, or refuses the sign-in, ends the start with a sentence', async () => {
  const wait = (url: string) => waitForDatabase({ url }, { withinMs: 0, tell: () => {} })
  await expect(wait('postgres://u:s3cret@127.0.0.1:1/x')).rejects.toThrow(
    'The database at 127.0.0.1:1 did not come within 0 s (ECONNREFUSED): start it, or check DATABASE_URL.',
  )
  await expect(wait('postgres://u:s3cret@127.0.0.1:1,127.0.0.1:2/x')).rejects.toThrow(
    'The database at 127.0.0.1:1, 127.0.0.1:2 did not come within 0 s (ECONNREFUSED): start it',
  )
  const stranger = new URL(direct)
  stranger.password = 's3cret'
  await expect(wait(stranger.href)).rejects.toThrow(
    /does not let FlexPower in \(28P01\): check DATABASE_URL\.$/,
  )
  await wire.close()
})

test('an address that leads to a pooler, or two that lead to different databases, end the start with a sentence', async () => {
  const { databaseUrl: url } = await createWorld()
  const pooler = await startTransactionPooler(url)
  afterAll(pooler.close)
  const wait = (addresses: { url: string; poolerUrl?: string }) =>
    waitForDatabase(addresses, { withinMs: 0, tell: () => {} })
  await wait({ url, poolerUrl: pooler.url })
  // Without a pooler between them nothing is wrong either.
  await wait({ url, poolerUrl: url })
  await expect(wait({ url: pooler.url })).rejects.toThrow(
    'DATABASE_URL leads to a connection pooler such as pgbouncer, through which locks and notifications do not work: set FLEXPOWER_DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
  )
  await expect(wait({ url: pooler.url, poolerUrl: pooler.url })).rejects.toThrow(
    'FLEXPOWER_DATABASE_DIRECT_URL leads to a connection pooler',
  )
  await expect(wait({ url: inject('postgresUrl'), poolerUrl: pooler.url })).rejects.toThrow(
    'DATABASE_URL and FLEXPOWER_DATABASE_DIRECT_URL lead to different databases',
  )
})
