// The server without the launcher: reads its settings from the environment and FLEXPOWER_ENV_FILE. It is also what a
// further process of the same server runs (processes.ts).
import assert from 'node:assert'
import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import { ConfigError, parseConfig } from './config/config.ts'
import { readEnvironment } from './config/env-file.ts'
import { MigrationError } from './db/migrate.ts'
import { DatabaseMissing } from './db/wait.ts'
import { serveAsWorker, serveOnCores } from './processes.ts'
import type { Running } from './serve.ts'

async function main(): Promise<void> {
  const { env, fileProblems } = readEnvironment(process.env)
  const config = parseConfig(env, { isAlone: true, fileProblems })
  const { databaseUrl, utility } = config
  assert(databaseUrl !== null && utility !== null, 'a server that is alone was let through without them')
  let running: Running | null = null
  // From the beginning: the end of this process by the signal itself would leave a process that hangs behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => (running ? void running.close() : process.exit()))
  running = await serveOnCores({ ...config, databaseUrl, utility })
  // Stores the compile cache from now on, if one is configured: a killed server then starts again in half the time.
  flushCompileCache()
}

const isForAPerson = (error: unknown): error is Error =>
  [ConfigError, DatabaseMissing, MigrationError].some((kind) => error instanceof kind)

await (cluster.isWorker ? serveAsWorker() : main()).catch((error: unknown) => {
  process.stderr.write(`${isForAPerson(error) ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
  if (cluster.isWorker) process.disconnect()
})
