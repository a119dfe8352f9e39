// Where files of backups are read from and copied to: this machine's disk, a folder, or a bucket (bucket.ts). All of them
// work in pieces, so memory stays flat at any size.
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface ReadableStore {
  size(name: string): Promise<number>
  open(name: string): AsyncIterable<Buffer>
}

export interface BackupStore extends ReadableStore {
  /** Complete or missing. `file`: a path on this machine. */
  put(file: string, name: string, signal: AbortSignal): Promise<void>
  list(): Promise<string[]>
  remove(name: string): Promise<void>
}

/** The target cannot be used; the message says why and what to do first, in one sentence. */
export class TargetProblem extends Error {
  override name = 'TargetProblem'
  /** The target answers, but it does not have the file. */
  readonly isMissing: boolean
  constructor(message: string, isMissing = false) {
    super(message)
    this.isMissing = isMissing
  }
}

export const localDisk: ReadableStore = {
  size: async (path) => (await stat(path)).size,
  open: (path) => createReadStream(path),
}

export function openFolder(folder: string): BackupStore {
  return {
    size: (name) =>
      explained(folder, async () => {
        const names = await readdir(folder)
        if (!names.includes(name)) throw new TargetProblem(`There is no ${name} in ${folder}.`, true)
        return localDisk.size(join(folder, name))
      }),
    open: (name) => localDisk.open(join(folder, name)),
    put: (file, name, signal) =>
      explained(folder, async () => {
        const unfinished = join(folder, `${name}.unfinished`)
        try {
          await pipeline(
            createReadStream(file),
            createWriteStream(unfinished, { mode: 0o600, flush: true }),
            { signal },
          )
          await rename(unfinished, join(folder, name))
        } catch (error) {
          await rm(unfinished, { force: true })
          throw error
        }
      }),
    list: () => explained(folder, () => readdir(folder)),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

const causes: Record<string, string> = {
  ENOENT: 'it is not there: mount the disk, or create the folder, first',
  EACCES:
    'the server may not write there: mount the disk, or let the user that it runs as write there, first',
  EPERM: 'the server may not write there: mount the disk, or let the user that it runs as write there, first',
  EROFS: 'it can only be read: make it writable first',
  ENOSPC: 'it is full: make room there first',
  EDQUOT: 'it is full: make room there first',
  ENOTDIR: 'it is not a folder: name another one in FLEXPOWER_BACKUP_TARGET',
}

async function explained<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    // Not created if it is missing, and not believed if it may not be written: it may be the mount point of a disk that
    // is not mounted.
    await access(folder, constants.W_OK)
    return await work()
  } catch (error) {
    const { code, name } = error as { code?: string; name?: string }
    if (name === 'AbortError' || error instanceof TargetProblem) throw error
    throw new TargetProblem(
      `The folder ${folder} could not be used: ${causes[code ?? ''] ?? `the disk answered ${code ?? 'with an unknown error'}`}.`,
    )
  }
}
