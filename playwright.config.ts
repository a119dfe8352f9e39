// The real browser against the whole product: `npm start` on a port and a data folder of its own.
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumFlags, findBrowser } from './launch/browser.mjs'
import { nodeEnvironment } from './launch/node-flags.ts'

// Playwright reads this file again in every worker: what must be the same in all of them travels in the environment.
const port = (process.env['E2E_PORT'] ??= String(20_000 + Math.floor(Math.random() * 20_000)))
const address = `http://127.0.0.1:${port}`
/** The utility's own port, for tests that look into its books (e2e/utility.ts); below the ports that come and go. */
const simulatorPort = (process.env['E2E_SIMULATOR_PORT'] ??= String(
  10_000 + Math.floor(Math.random() * 10_000),
))
/** The data folder, for tests that run a command on the server's machine (e2e/machine.ts). */
const dataDir = (process.env['E2E_DATA_DIR'] ??= join(tmpdir(), `flexpower-e2e-${port}`))
/** Workers, and programs that tests start, keep their compiled code. */
process.env['NODE_COMPILE_CACHE'] ??= nodeEnvironment.NODE_COMPILE_CACHE

/** Where there is room, pages are drawn in memory. Playwright uses files on the disk: a container may have little. */
const DRAWN_IN = '/dev/shm'
const LEAST_BYTES = 2 ** 30
const hasMemory = existsSync(DRAWN_IN) && countFree(DRAWN_IN) >= LEAST_BYTES

function countFree(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** `npm run test:changed` gives groups of test files. Projects begin in their order, files in that of their names. */
const groups = (process.env['E2E_GROUPS'] ?? '').split(' ').filter(Boolean)
const projects = groups.map((names, index) => ({
  name: String(index + 1),
  testMatch: names.split(',').map((name) => `**/${name}.e2e.ts`),
}))

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  ...(projects.length > 0 && { projects }),
  globalTeardown: './e2e/audit-books.ts',
  fullyParallel: true,
  // On two cores: a test waits for the product half of its time.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Generous, because a busy machine is no fault of the product: a test that passes never waits this long.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [['list'], ['./checks/slowest-tests.ts'], ['./checks/browser-progress.ts']],
  use: {
    baseURL: address,
    viewport: { width: 1280, height: 800 },
    // It would answer for files that a test wants to be missing. It has tests of its own.
    serviceWorkers: 'block',
    // Drawing what moves takes a sixth of the processor time; what moves has tests of its own.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    // A zone far from The Gambia's: what a page shows must not depend on the machine's own.
    timezoneId: 'Pacific/Auckland',
    screenshot: 'only-on-failure',
    // Recording one takes a third of the time again: ask for it with `--trace retain-on-failure`.
    trace: 'off',
    launchOptions: {
      executablePath: findBrowser() ?? 'chromium',
      args: [
        ...chromiumFlags,
        // The pages of a context share a process, and none is started in advance, which no test would use.
        '--renderer-process-limit=1',
        // A page lives for seconds: optimizing its code takes more time than it saves.
        '--js-flags=--no-opt --no-maglev',
      ],
      ignoreDefaultArgs: hasMemory ? ['--disable-dev-shm-usage'] : [],
    },
  },
  webServer: {
    command: 'node e2e/serve.ts',
    url: `${address}/readyz`,
    env: {
      PORT: port,
      SIMULATOR_PORT: simulatorPort,
      FLEXPOWER_DATA_DIR: dataDir,
      FLEXPOWER_LOG_LEVEL: 'warn',
    },
    timeout: 180_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
