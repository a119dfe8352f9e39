import { afterAll, expect, inject, test, vi } from 'vitest'
import pg from 'pg'
import { startFaultProxy } from '../testing/fault-proxy.ts'
import { announcePresence, PRESENCE_CLASS } from './presence.ts'

const direct = inject('postgresUrl')
const wire = await startFaultProxy({ host: '127.0.0.1', port: Number(new URL(direct).port) })
const observer = new pg.Client({ connectionString: direct })
await observer.connect()
afterAll(async () => {
  await observer.end()
  await wire.close()
})

async function holders(id: number): Promise<number[]> {
  const { rows } = await observer.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
    [PRESENCE_CLASS, id],
  )
  return rows.map(({ pid }) => pid)
}

test('a process whose presence died silently announces it again, beside the dead one', async () => {
  const url = new URL(direct)
  url.port = String(wire.port)
  const limits = { connectMs: 30_000, silentMs: 100, witnessMs: 30_000, readyMs: 100 }
  const presence = await announcePresence(url.href, () => {}, { beatMs: 50, limits })
  const [first] = await holders(presence.id)
  expect(first).toBeTypeOf('number')
  // The database does not know yet that the first one is dead.
  const ghost = new pg.Client({ connectionString: direct })
  await ghost.connect()
  await ghost.query('select pg_advisory_lock_shared($1, $2)', [PRESENCE_CLASS, presence.id])
  wire.silence()
  await vi.waitFor(
    async () => {
      const { processID } = ghost as unknown as { processID: number }
      const others = (await holders(presence.id)).filter((pid) => pid !== first && pid !== processID)
      expect(others).toHaveLength(1)
    },
    { timeout: 30_000, interval: 100 },
  )
  await presence.close()
  await ghost.end()
})
