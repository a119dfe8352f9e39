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

test('B10 several processes share a port; one that is killed is replaced, and all end together', async () => {
  const first = startServerProcess(world, port, { FLEXPOWER_PROCESSES: '3', FLEXPOWER_LOG_LEVEL: 'info' })
  let log = ''
  first.stdout?.on('data', (part) => (log += String(part)))
  const readListening = () =>
    [...log.matchAll(/"pid":(\d+)[^\n]*Server listening/g)].map(([, pid]) => Number(pid))
  try {
    await expect.poll(readListening).toHaveLength(3)
    const [victim = 0, ...others] = readListening()
    expect(new Set([first.pid, victim, ...others]).size).toBe(4)
    process.kill(victim, 'SIGKILL')
    await expect.poll(() => isAlive(victim)).toBe(false)
    await expect.poll(readListening).toHaveLength(4)
    expect(await isReady()).toBe(true)
    first.kill('SIGTERM')
    const [code] = (await once(first, 'exit')) as [number]
    expect(code).toBe(0)
    expect(readListening().filter(isAlive)).toEqual([])
    expect(await isReady()).toBe(false)
  } finally {
    first.kill('SIGKILL')
  }
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('B10 an obstacle at the start is reported, and nothing goes on running', async () => {
  const first = startServerProcess(world, port, {
    FLEXPOWER_PROCESSES: '2',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    FLEXPOWER_DATABASE_WAIT_SECONDS: '0',
  })
  const [code] = (await once(first, 'exit')) as [number]
  expect(code).toBe(1)
  expect(await isReady()).toBe(false)
})
