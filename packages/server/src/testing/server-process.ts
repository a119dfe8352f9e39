// The server as a process of its own, on the database and with the utility of a test world.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { World } from './world.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

export function startServerProcess(
  world: World,
  port: number,
  settings: Record<string, string> = {},
): ChildProcess {
  const { url, profile, tenant, vendorId, vendorUser, password, client } = world.utility.access
  return spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: world.databaseUrl,
      FLEXPOWER_LOG_LEVEL: 'fatal',
      FLEXPOWER_UTILITY_URL: url,
      FLEXPOWER_UTILITY_PROFILE: profile,
      FLEXPOWER_UTILITY_TENANT: tenant,
      FLEXPOWER_UTILITY_VENDOR: vendorId,
      FLEXPOWER_UTILITY_USER: vendorUser,
      FLEXPOWER_UTILITY_PASSWORD: password,
      FLEXPOWER_UTILITY_CLIENT: client,
      ...settings,
    },
  })
}
