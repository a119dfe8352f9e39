// An append-only file of JSON lines that survives a kill at any moment. Each append waits for the disk, but many share
// one write: under load one sync serves hundreds of sales.
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface Journal<Entry> {
  /** Resolves once the entry is durable. */
  append(entry: Entry): Promise<void>
  /** Resolves once everything appended so far is. */
  settled(): Promise<void>
  close(): Promise<void>
}

const NEWLINE = 0x0a

/**
 * Every entry on record is given to `replay` first; if it throws, the file is refused. Without `syncs` an entry
 * survives a kill of the program but not a power cut: for measurements that must not measure this disk.
 */
export async function openJournal<Entry>(
  file: string,
  replay: (entry: unknown) => void,
  syncs: boolean,
): Promise<Journal<Entry>> {
  await mkdir(dirname(file), { recursive: true })
  const length = await replayFile(file, replay)
  const handle = await open(file, 'a')
  // A line that was cut off by a kill was never acknowledged.
  await handle.truncate(length)
  const directory = await open(dirname(file))
  await directory.sync().finally(() => directory.close())

  let waiting: string[] = []
  let next: Promise<void> | null = null
  let current: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    // Lets the requests that arrived in the same turn join.
    await new Promise(setImmediate)
    const lines = waiting
    waiting = []
    next = null
    await handle.appendFile(lines.join(''))
    if (syncs) await handle.datasync()
  }

  return {
    append(entry) {
      waiting.push(`${JSON.stringify(entry)}\n`)
      // Without the catch before it: after a failed write the disk and the memory differ, so everything after it fails
      // too.
      if (next === null) current = next = current.then(write)
      return next
    },
    settled: () => current,
    async close() {
      await current.catch(() => undefined)
      await handle.close()
    },
  }
}

/** How many bytes of whole lines there are. */
async function replayFile(file: string, replay: (entry: unknown) => void): Promise<number> {
  let bytes: Buffer
  try {
    bytes = await readFile(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0
    throw error
  }
  let start = 0
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    try {
      replay(JSON.parse(bytes.toString('utf8', start, end)))
    } catch (cause) {
      throw new Error(`${file} is not a record of the simulator: move it away to start with a new one.`, {
        cause,
      })
    }
    start = end + 1
  }
  return start
}
