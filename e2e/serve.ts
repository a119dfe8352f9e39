// The product for the browser tests: `npm start` on a new data folder, which is deleted when the product has stopped.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeEnvironment, nodeFlags } from '../launch/node-flags.ts'

const dataDir = process.env['FLEXPOWER_DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'flexpower-e2e-')))
const product = spawn(process.execPath, [...nodeFlags, 'launch/start.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...nodeEnvironment,
    FLEXPOWER_DATA_DIR: dataDir,
    // Hundreds of tests sell from one account at the utility.
    SIMULATOR_BALANCE: '1000000000',
  },
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => product.kill(signal))
product.on('exit', async (code) => {
  await rm(dataDir, { recursive: true, force: true })
  process.exitCode = code ?? 1
})
