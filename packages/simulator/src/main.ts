// The simulator as a program of its own, started by the launcher. It tells its parent over IPC how to reach it, and it
// never outlives that parent, however the parent ends.
import { startUtility, type UtilityOptions } from './utility.ts'

function readOptions(env: NodeJS.ProcessEnv): UtilityOptions {
  const { SIMULATOR_DATA_DIR: dataDir, SIMULATOR_PORT: port, SIMULATOR_BALANCE: balance } = env
  if (!dataDir)
    throw new Error('SIMULATOR_DATA_DIR must name the folder where the demo utility keeps its record.')
  if (port && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535))
    throw new Error(`SIMULATOR_PORT must be a port number (it is "${port}").`)
  if (balance && !/^\d{1,15}$/.test(balance))
    throw new Error(`SIMULATOR_BALANCE must be the vendor's first balance in bututs (it is "${balance}").`)
  return {
    dataDir,
    ...(port && { port: Number(port) }),
    ...(balance && { openingBalance: Number(balance) }),
    syncs: env['SIMULATOR_SYNC'] !== 'off',
  }
}

process.on('disconnect', () => process.exit(0))
// The parent may have died while this program was loading, before anyone listened for it.
if (process.send && !process.connected) process.exit(0)

try {
  const utility = await startUtility(readOptions(process.env))
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void utility.close().finally(() => process.exit(0)))
  if (process.send) process.send({ utility: utility.access })
  else console.log(`The demo utility listens on ${utility.access.url}`)
} catch (error) {
  console.error(`The demo utility could not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
