// Which key a backup on this machine has: the beginning of its file says so.
import { open } from 'node:fs/promises'
import { HEADER_BYTES, isSealedWith } from './sealed-file.ts'

/** Null: there is no such file here. */
export async function isSealedHereWith(key: Buffer, file: string): Promise<boolean | null> {
  const opened = await open(file).catch(() => null)
  if (opened === null) return null
  try {
    const beginning = Buffer.alloc(HEADER_BYTES)
    await opened.read(beginning, 0, HEADER_BYTES)
    return isSealedWith(key, beginning)
  } finally {
    await opened.close()
  }
}
