// The configuration as every command in this folder reads it: from the environment and from the file in
// FLEXPOWER_ENV_FILE, or `.env` in the project's folder, with the data folder's full path.
import { dirname, join, resolve } from 'node:path'
import { type Config, parseConfig } from '../packages/server/src/config/config.ts'
import { readEnvironment as readServerEnvironment } from '../packages/server/src/config/env-file.ts'
import type { Surroundings } from '../packages/server/src/config/problems.ts'

const project = dirname(import.meta.dirname)

const read = () => readServerEnvironment(process.env, join(project, '.env'))

export const readEnvironment = () => read().env

export function readConfig(surroundings: Surroundings = { isAlone: false }): Config {
  const { env, fileProblems } = read()
  const config = parseConfig(env, { ...surroundings, fileProblems })
  return { ...config, dataDir: resolve(project, config.dataDir) }
}
