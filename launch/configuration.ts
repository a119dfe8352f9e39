// The configuration as every command in this folder reads it: from the environment and from the file in
// FLEXPOWER_ENV_FILE, or `.env` in the project's folder, with the data folder's full path.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Config, ConfigError, parseConfig } from '../packages/server/src/config/config.ts'
import type { Surroundings } from '../packages/server/src/config/problems.ts'
import { parseEnvFile } from './env-file.ts'
import { readCode } from './postgres-cluster.ts'

const project = dirname(import.meta.dirname)

/** The environment wins over the file. */
export function readEnvironment(): Record<string, string | undefined> {
  const named = process.env['FLEXPOWER_ENV_FILE']
  // npm runs in the project's folder; the path is relative to the person's own.
  const file = named ? resolve(process.env['INIT_CWD'] ?? '', named) : join(project, '.env')
  if (named || existsSync(file))
    for (const [name, value] of Object.entries(parseEnvFile(readFile(file)))) process.env[name] ??= value
  return { ...process.env, FLEXPOWER_ENV_FILE: undefined }
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(
      `FLEXPOWER_ENV_FILE names ${file}, which cannot be read (${readCode(error)}): name the file of the settings, as a user who may read it.`,
    )
  }
}

export function readConfig(surroundings?: Surroundings): Config {
  const config = parseConfig(readEnvironment(), surroundings)
  return { ...config, dataDir: resolve(project, config.dataDir) }
}
