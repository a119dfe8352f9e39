// The books at one moment: everything is read in one repeatable-read transaction, so a running sale is in it completely
// or not at all, and nobody waits for anybody.
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { type Copying, openCopying } from '../db/copying.ts'
import { bytesFrame, noteFrame } from './frames.ts'
import type { Beginning, Manifest, SequenceNote, TableEnd } from './manifest.ts'
import { seal } from './sealed-file.ts'

export interface Snapshot {
  /** Writes everything into a file that is either complete or missing. `onProgress` gets a share between 0 and 1. */
  write(file: string, key: Buffer, onProgress: (share: number) => void): Promise<Manifest>
  close(): Promise<void>
}

export async function openSnapshot(url: string, at: Date, signal: AbortSignal): Promise<Snapshot> {
  const copying = await openCopying(url, signal)
  try {
    // The moment of the snapshot is that of the first statement inside.
    await copying.query('begin isolation level repeatable read read only')
    const migrations = await copying.query<Beginning['migrations'][number]>(
      'select number, name, checksum from migration order by number',
    )
    const beginning: Beginning = { format: 1, at: at.toISOString(), migrations }
    return {
      write: async (file, key, onProgress) => {
        const manifest: Manifest = { ...beginning, tables: [], sequences: [] }
        const unfinished = `${file}.unfinished`
        try {
          const compress = createZstdCompress()
          const ends = await Promise.allSettled([
            pipeline(
              compress,
              (source: AsyncIterable<Buffer>) => seal(key, source),
              createWriteStream(unfinished, { mode: 0o600, flush: true }),
              { signal },
            ),
            feed(compress, contentOf(copying, manifest, onProgress)),
          ])
          // Each ends the other; if the disk was the cause, only the first of them knows.
          for (const end of ends) if (end.status === 'rejected') throw end.reason
          await rename(unfinished, file)
          await syncFolder(dirname(file))
        } catch (error) {
          await rm(unfinished, { force: true })
          throw error
        }
        return manifest
      },
      close: () => copying.close(),
    }
  } catch (error) {
    await copying.close()
    throw error
  }
}

/**
 * One after the other and never ahead: a piece is requested only when the one before has been consumed, and its buffer
 * is free.
 */
async function feed(stream: Writable, content: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const bytes of content)
      await new Promise<void>((resolve, reject) =>
        stream.write(bytes, (error) => (error ? reject(error) : resolve())),
      )
    stream.end()
  } catch (error) {
    stream.destroy(error as Error)
    throw error
  }
}

async function* contentOf(
  copying: Copying,
  manifest: Manifest,
  onProgress: (share: number) => void,
): AsyncGenerator<Buffer> {
  const { tables, sequences, ...beginning } = manifest
  yield* noteFrame(beginning)
  const found = await listTables(copying)
  const total = Math.max(
    1,
    found.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  let done = 0
  for (const { name, columns, bytes } of found) {
    yield* noteFrame({ table: name, columns })
    const hash = createHash('sha256')
    const rows = copying.copyOut(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`)
    let within = 0
    let next = await rows.next()
    for (; !next.done; next = await rows.next()) {
      hash.update(next.value)
      // A table's size on disk and the size of its rows as text are similar.
      within = Math.min(bytes, within + next.value.length)
      onProgress((done + within) / total)
      yield* bytesFrame(next.value)
    }
    const end: TableEnd = { rows: next.value, sha256: hash.digest('hex') }
    tables.push({ name, ...end })
    yield* noteFrame(end)
    done += bytes
  }
  sequences.push(...(await readSequences(copying)))
  yield* noteFrame(manifest)
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Every permanent table of ours: an unlogged one is not. Nor is the list of migrations: a restore makes its own. */
const listTables = (copying: Copying) =>
  copying.query<{ name: string; columns: string[]; bytes: number }>(
    `select c.relname as name, pg_table_size(c.oid)::float8 as bytes,
        array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
        and c.relname <> 'migration'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.oid, c.relname order by c.relname`,
  )

/** Read last: sequences are not part of a snapshot. A later value is never wrong; an earlier one would be. */
async function readSequences(copying: Copying): Promise<SequenceNote[]> {
  const names = await copying.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const notes: SequenceNote[] = []
  for (const { name } of names) {
    const [row] = await copying.query<{ last: string; is_called: boolean }>(
      `select last_value::text as last, is_called from ${quoted(name)}`,
    )
    if (row) notes.push({ name, last: row.last, isCalled: row.is_called })
  }
  return notes
}

/** So that the name of the file survives a power cut like its content. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
