// Whether a folder for copies is on the disk that it is meant to survive. It also is when its own disk is not mounted.
import { stat } from 'node:fs/promises'
import type { Config } from '../config/config.ts'

/** False also where one of them cannot be read. */
export async function isOnDiskOf(dataDir: string, folder: string): Promise<boolean> {
  const device = await readDevice(dataDir)
  return device !== null && device === (await readDevice(folder))
}

const readDevice = (path: string) =>
  stat(path).then(
    ({ dev }) => dev,
    () => null,
  )

/** Null: it is on another one, or no folder. Not refused, because a small shop may have no other disk for now. */
export async function sameDiskWarning({
  dataDir,
  backups: { target },
}: Pick<Config, 'dataDir' | 'backups'>): Promise<string | null> {
  if (target?.kind !== 'folder' || !(await isOnDiskOf(dataDir, target.folder))) return null
  return `FLEXPOWER_BACKUP_TARGET names ${target.folder}, which is on the disk of the data folder: if that disk is lost, so are the backups.`
}
