// The server as a process of its own, on the database and with the utility of a test world.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nodeEnvironment } from '../../../../launch/node-flags.ts'
import { writeUtilitySettings } from './utility-settings.ts'
import type { World } from './world.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

export function startServerProcess(
  world: World,
  port: number,
  settings: Record<string, string> = {},
): ChildProcess {
  return spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...nodeEnvironment,
      PORT: String(port),
      DATABASE_URL: world.poolerUrl ?? world.databaseUrl,
      ...(world.poolerUrl !== null && { FLEXPOWER_DATABASE_DIRECT_URL: world.databaseUrl }),
      FLEXPOWER_LOG_LEVEL: 'fatal',
      ...writeUtilitySettings(world.utility.access),
      ...settings,
    },
  })
}
