// The configuration as every command in this folder reads it: from the environment and from `.env`, with the data
// folder's full path.
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Config, parseConfig } from '../packages/server/src/config/config.ts'

const project = dirname(import.meta.dirname)

/** The environment wins over `.env`. */
export function readEnvironment(): Record<string, string | undefined> {
  const file = join(project, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  return process.env
}

export function readConfig(): Config {
  const config = parseConfig(readEnvironment())
  return { ...config, dataDir: resolve(project, config.dataDir) }
}
