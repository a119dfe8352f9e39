// The configuration as every command in this folder reads it: from the environment and from the file in
// FLEXPOWER_ENV_FILE, or `.env` in the project's folder, with the data folder's full path.
import { dirname, join, resolve } from 'node:path'
import { type Config, parseConfig } from '../packages/server/src/config/config.ts'
import { readEnvironment as readServerEnvironment } from '../packages/server/src/config/env-file.ts'
import type { Surroundings } from '../packages/server/src/config/problems.ts'

const project = dirname(import.meta.dirname)

export const readEnvironment = () => readServerEnvironment(process.env, join(project, '.env'))

export function readConfig(surroundings?: Surroundings): Config {
  const config = parseConfig(readEnvironment(), surroundings)
  return { ...config, dataDir: resolve(project, config.dataDir) }
}
