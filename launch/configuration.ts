// The configuration as every command in this folder reads it: from the environment and from `.env`, with the data
// folder's full path.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Config, parseConfig } from '../packages/server/src/config.ts'

const project = dirname(import.meta.dirname)

/** The environment wins over `.env`. */
export function readConfig(): Config {
  const file = join(project, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  // The one variable of this prefix that is not the server's: people who run the tests have it in their shell.
  const { FLEXPOWER_TEST_BROWSER: _, ...env } = process.env
  const config = parseConfig(env)
  return { ...config, dataDir: resolve(project, config.dataDir) }
}
