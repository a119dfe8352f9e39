// Reads a backup from front to back: opens its seals, and compares every table and the whole with the file's own
// totals. The caller decides what is done with the rows.
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createZstdDecompress } from 'node:zlib'
import type { z } from 'zod'
import { type Frame, framesOf } from './frames.ts'
import { beginningNote, type Manifest, manifestNote, tableEnd, tableNote } from './manifest.ts'
import { BackupDamaged, DAMAGED, unseal } from './sealed-file.ts'
import { localDisk, type ReadableStore } from './store.ts'

export interface BackupReader {
  /** Takes all the bytes of a table; returns its rows, or null if it did not count them. */
  onTable(name: string, columns: string[], bytes: AsyncIterable<Buffer>): Promise<number | null>
  /** A share between 0 and 1. */
  onProgress?(share: number): void
}

export interface ReadBackupOptions {
  /** Its path on this machine, or its name in the store. */
  file: string
  store?: ReadableStore
  key: Buffer
  signal?: AbortSignal | undefined
}

export async function readBackup(
  { file, store = localDisk, key, signal }: ReadBackupOptions,
  reader: BackupReader,
): Promise<Manifest> {
  const size = await store.size(file)
  async function* counted(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let read = 0
    for await (const chunk of source) {
      read += chunk.length
      reader.onProgress?.(read / size)
      yield chunk
    }
  }
  return pipeline(
    store.open(file),
    (source: AsyncIterable<Buffer>) => unseal(key, counted(source)),
    createZstdDecompress(),
    (source: AsyncIterable<Buffer>) => walk(framesOf(source), reader),
    { ...(signal && { signal }) },
  )
}

/** Reads every byte and keeps none. */
export const checkBackup = (options: ReadBackupOptions): Promise<Manifest> =>
  readBackup(options, {
    onTable: async (_name, _columns, bytes) => {
      for await (const _ of bytes);
      return null
    },
  })

async function walk(frames: AsyncGenerator<Frame>, reader: BackupReader): Promise<Manifest> {
  parsed(beginningNote, await nextNote(frames))
  const seen: Manifest['tables'] = []
  for (;;) {
    const note = await nextNote(frames)
    const table = tableNote.safeParse(note)
    if (!table.success) return end(frames, parsed(manifestNote, note), seen)
    seen.push(await readTable(frames, table.data.table, table.data.columns, reader))
  }
}

async function readTable(
  frames: AsyncGenerator<Frame>,
  name: string,
  columns: string[],
  reader: BackupReader,
): Promise<Manifest['tables'][number]> {
  const hash = createHash('sha256')
  let last: unknown
  async function* bytesOf(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value: frame, done } = await frames.next()
      if (done) throw new BackupDamaged(DAMAGED)
      if (frame.kind === 'note') {
        last = frame.note
        return
      }
      hash.update(frame.bytes)
      yield frame.bytes
    }
  }
  const rows = await reader.onTable(name, columns, bytesOf())
  const said = parsed(tableEnd, last)
  if (hash.digest('hex') !== said.sha256 || (rows !== null && rows !== said.rows))
    throw new BackupDamaged(`${DAMAGED} The table ${name} is not what it was.`)
  return { name, ...said }
}

async function end(
  frames: AsyncGenerator<Frame>,
  manifest: Manifest,
  seen: Manifest['tables'],
): Promise<Manifest> {
  const rest = await frames.next()
  if (rest.done !== true || !isDeepStrictEqual(manifest.tables, seen)) throw new BackupDamaged(DAMAGED)
  return manifest
}

async function nextNote(frames: AsyncGenerator<Frame>): Promise<unknown> {
  const { value: frame, done } = await frames.next()
  if (done === true || frame.kind !== 'note') throw new BackupDamaged(DAMAGED)
  return frame.note
}

function parsed<Value>(schema: z.ZodType<Value>, note: unknown): Value {
  const result = schema.safeParse(note)
  if (!result.success)
    throw new BackupDamaged('This backup has a form that this program does not know: use a newer one.')
  return result.data
}
