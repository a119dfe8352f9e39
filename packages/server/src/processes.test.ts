import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { freePort } from '../../../launch/free-port.ts'
import { startServerProcess } from './testing/server-process.ts'
import { createWorld } from './testing/world.ts'

const world = await createWorld()
const port = await freePort()

/** A new connection each time, so that another process may answer. */
const isReady = () =>
  fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  )

/** The processes that a process has started. */
function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number)
  } catch {
    // It says by its exit code that there are none.
    return []
  }
}

test('B10 several processes share a port; one that is killed is replaced, and all end together', async () => {
  const first = startServerProcess(world, port, { FLEXPOWER_PROCESSES: '3', FLEXPOWER_LOG_LEVEL: 'info' })
  const pid = first.pid ?? 0
  let log = ''
  first.stdout?.on('data', (part) => (log += String(part)))
  const countListening = () => log.split('Server listening').length - 1
  try {
    await expect.poll(countListening).toBe(3)
    const [victim = 0] = childrenOf(pid)
    process.kill(victim, 'SIGKILL')
    await expect.poll(() => childrenOf(pid)).not.toContain(victim)
    expect(await isReady()).toBe(true)
    await expect.poll(countListening).toBe(4)
    const others = childrenOf(pid)
    first.kill('SIGTERM')
    const [code] = (await once(first, 'exit')) as [number]
    expect(code).toBe(0)
    expect(others).toHaveLength(3)
    for (const other of others) expect(() => process.kill(other, 0)).toThrow('ESRCH')
    expect(await isReady()).toBe(false)
  } finally {
    first.kill('SIGKILL')
  }
})

test('B10 an obstacle at the start is reported, and nothing goes on running', async () => {
  const first = startServerProcess(world, port, {
    FLEXPOWER_PROCESSES: '2',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    FLEXPOWER_DATABASE_WAIT_SECONDS: '0',
  })
  const [code] = (await once(first, 'exit')) as [number]
  expect(code).toBe(1)
  expect(childrenOf(first.pid ?? 0)).toEqual([])
})
