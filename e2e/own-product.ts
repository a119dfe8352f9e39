// A separate product for the tests of one file: a database, server and utility that nobody else sells from, so that
// only the test changes the figures. Its start takes some seconds, so it is used only where figures are counted.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { freePort } from '../launch/free-port.ts'

interface Product {
  address: string
  /** The URL of the utility's own pages, with a virtual meter for each meter. */
  utility: string
  /** For tests that run a command on the server's machine (machine.ts). */
  dataDir: string
}

interface RunningProduct extends Product {
  stop: () => Promise<void>
}

const START_MS = 120_000

export const test = base.extend<object, { product: Product }>({
  product: [
    // Playwright requires a destructured object here.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { stop, ...product } = await startProduct()
      await use(product)
      await stop()
    },
    { scope: 'worker', timeout: START_MS },
  ],
  baseURL: ({ product }, use) => use(product.address),
})

/** Reads the URL from the product's output, like the person who starts it. */
async function startProduct(): Promise<RunningProduct> {
  const port = String(await freePort())
  const dataDir = join(tmpdir(), `flexpower-e2e-${port}`)
  const child = spawn(process.execPath, ['e2e/serve.ts'], {
    env: { ...process.env, PORT: port, FLEXPOWER_DATA_DIR: dataDir, FLEXPOWER_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let said = ''
  const product = await new Promise<Product>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += String(chunk)
      const address = /is ready: (\S+)/.exec(said)?.[1]
      const utility = /virtual meters to key tokens into: (\S+)/.exec(said)?.[1]
      if (address !== undefined && utility !== undefined) resolve({ address, utility, dataDir })
    })
    void exited.then(() => reject(new Error(`The product did not start.\n${said}`)))
  })
  return {
    ...product,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
