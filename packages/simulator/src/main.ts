// The simulator as a separate program, started by the launcher: the utility, and the airtime aggregator. It tells its
// parent over IPC how to reach them, and it never outlives that parent, however the parent ends.
import { type AirtimeOptions, startAirtime } from './airtime/airtime.ts'
import { faces, isFaceName, startUtility, type UtilityOptions } from './utility.ts'

function readOptions(env: NodeJS.ProcessEnv): { utility: UtilityOptions; airtime: AirtimeOptions } {
  const { SIMULATOR_DATA_DIR: dataDir, SIMULATOR_BALANCE: balance } = env
  if (!dataDir)
    throw new Error('SIMULATOR_DATA_DIR must name the folder where the simulator keeps its records.')
  if (balance && !/^\d{1,15}$/.test(balance))
    throw new Error(`SIMULATOR_BALANCE must be the vendor's first balance in bututs (it is "${balance}").`)
  const face = env['SIMULATOR_FACE'] || 'published'
  if (!isFaceName(face))
    throw new Error(`SIMULATOR_FACE must be one of ${Object.keys(faces).join(', ')} (it is "${face}").`)
  const shared = { dataDir, syncs: env['SIMULATOR_SYNC'] !== 'off', host: env['SIMULATOR_HOST'] }
  return {
    utility: {
      ...shared,
      face,
      ...portIn(env, 'SIMULATOR_PORT'),
      ...(balance && { openingBalance: Number(balance) }),
    },
    airtime: { ...shared, ...portIn(env, 'SIMULATOR_AIRTIME_PORT') },
  }
}

function portIn(env: NodeJS.ProcessEnv, name: string): { port?: number } {
  const port = env[name]
  if (port && (!/^\d{1,5}$/.test(port) || Number(port) > 65_535))
    throw new Error(`${name} must be a port number (it is "${port}").`)
  return port ? { port: Number(port) } : {}
}

process.on('disconnect', () => process.exit(0))
// The parent may have died while this program was loading, before anyone listened for it.
if (process.send && !process.connected) process.exit(0)

try {
  const options = readOptions(process.env)
  const utility = await startUtility(options.utility)
  const airtime = await startAirtime(options.airtime)
  const close = () => Promise.allSettled([utility.close(), airtime.close()])
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void close().finally(() => process.exit(0)))
  if (process.send) process.send({ utility: utility.access, airtime: airtime.access })
  else
    console.log(
      `The demo utility listens on ${utility.access.url}, the demo airtime on ${airtime.access.url}`,
    )
} catch (error) {
  console.error(`The simulator could not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
