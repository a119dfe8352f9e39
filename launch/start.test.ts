import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from './free-port.ts'
import { isAlive } from './postgres-cluster.ts'

/** Longer than the time within which two signals count as one. */
const LATER_MS = 600

test('a second Ctrl-C ends a stop that hangs, and the database does not stay behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flexpower-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))
  const product = spawn(process.execPath, [join(import.meta.dirname, 'start.ts'), '--keep-web'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(await freePort()),
      FLEXPOWER_DATA_DIR: folder,
      FLEXPOWER_PROCESSES: '2',
      FLEXPOWER_LOG_LEVEL: 'info',
    },
  })
  onTestFinished(() => void product.kill('SIGKILL'))
  let said = ''
  product.stdout.on('data', (part) => (said += String(part)))
  await expect.poll(() => said, { timeout: 110_000 }).toContain('Press Ctrl-C to stop')
  const pidFile = join(folder, 'postgres', 'cluster', 'postmaster.pid')
  expect(existsSync(pidFile)).toBe(true)
  // A server process that hangs keeps the first Ctrl-C waiting.
  const hanging = Number(/"pid":(\d+)[^\n]*Server listening/.exec(said)?.[1])
  process.kill(hanging, 'SIGSTOP')
  product.kill('SIGINT')
  await expect.poll(() => said).toContain('Stopping ...')
  await sleep(LATER_MS)
  product.kill('SIGINT')
  await once(product, 'exit')
  expect(existsSync(pidFile)).toBe(false)
  expect(said).toContain('Stopping at once')
  await expect.poll(() => isAlive(hanging)).toBe(false)
})
