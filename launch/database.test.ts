import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findMissingConnections, readMostConnections } from '../packages/server/src/db/enough-connections.ts'
import { startOwnPostgres } from './database.ts'

test('an installation’s own PostgreSQL has connections for all of its processes', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'flexpower-own-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  const countAllowed = async (processes: number) => {
    const { url, stop } = await startOwnPostgres({ dataDir, processes })
    try {
      expect(await findMissingConnections({ databaseUrl: url, processes, poolerUrl: null })).toBeNull()
      return await readMostConnections(url)
    } finally {
      await stop()
    }
  }
  expect(await countAllowed(1)).toBe(100)
  expect(await countAllowed(8)).toBe(260)
  expect(await countAllowed(64)).toBe(1940)
})
