// The utility's own record, apart from FlexPower's, so that a test can compare both. One JSON file that is replaced as a
// whole: after a kill at any moment it holds the state before or after a change, never half of one.
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** GMD 612,480.00 */
const OPENING_BALANCE_BUTUTS = 61_248_000

const schema = z.object({
  /** Where the utility listened last; null before the first time. */
  port: z.int().min(1).max(65_535).nullable(),
  vendor: z.object({ balanceBututs: z.int() }),
})
type State = z.infer<typeof schema>

export interface Books {
  readonly state: Readonly<State>
  /** Resolves once the change would survive a power cut. */
  change(next: Partial<State>): Promise<void>
}

export async function openBooks(dataDir: string): Promise<Books> {
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, 'utility.json')
  let state = (await read(file)) ?? { port: null, vendor: { balanceBututs: OPENING_BALANCE_BUTUTS } }
  let lastWrite: Promise<void> = Promise.resolve()
  return {
    get state() {
      return state
    },
    change(next) {
      state = { ...state, ...next }
      const written = JSON.stringify(state, null, 2)
      // One after the other: two writers of the same draft would mix their bytes.
      lastWrite = lastWrite.catch(() => undefined).then(() => replace(dataDir, file, written))
      return lastWrite
    },
  }
}

async function read(file: string): Promise<State | null> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${file} is not a record of the demo utility: move it away to start with a new one.`, {
      cause,
    })
  }
}

async function replace(dataDir: string, file: string, text: string): Promise<void> {
  const draft = `${file}.new`
  const handle = await open(draft, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
  const directory = await open(dataDir)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
