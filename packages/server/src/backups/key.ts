// The key that seals backups. Real installations set it in the environment; the demo makes one and stores it beside its
// database.
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { RestoreRefused } from './restore.ts'

const KEY_BYTES = 32

const keyFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'backup.key')

/** Null: none is configured, and the demo has not made one yet. */
export async function readKey(config: Pick<Config, 'backups' | 'dataDir'>): Promise<Buffer | null> {
  if (config.backups.key !== null) return config.backups.key
  try {
    const key = Buffer.from(await readFile(keyFile(config), 'utf8'), 'hex')
    if (key.length !== KEY_BYTES)
      throw new RestoreRefused(`The key in ${keyFile(config)} is damaged: it must be 64 hexadecimal digits.`)
    return key
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}

export async function readOrMakeKey(config: Pick<Config, 'backups' | 'dataDir'>): Promise<Buffer> {
  const kept = await readKey(config)
  if (kept !== null) return kept
  const key = randomBytes(KEY_BYTES)
  await mkdir(config.dataDir, { recursive: true })
  await writeFile(keyFile(config), `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return key
}
