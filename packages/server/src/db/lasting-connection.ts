// A connection outside the pools that one process keeps for as long as it runs. It is checked with a small query, because an
// unused connection would never be found dead, and opened again by itself when it is lost.
import type pg from 'pg'
import { repeat } from '../runtime/repeat.ts'
import { connect, type Limits, usualLimits } from './connection.ts'

const COME_BACK_MS = 500
const BEAT_EVERY_MS = 5_000

export interface LastingOptions {
  url: string
  /** As PostgreSQL lists it. */
  name: string
  /** What every new connection begins with. */
  begin(connection: pg.Client): Promise<unknown>
  onLost(error: Error): void
  beatMs?: number
  limits?: Limits
}

/** Rejects if the first connection cannot be opened. Returns how to close it. */
export async function keepConnection({
  url,
  name,
  begin,
  onLost,
  beatMs = BEAT_EVERY_MS,
  limits = usualLimits,
}: LastingOptions): Promise<() => Promise<void>> {
  let isClosing = false
  let timer: NodeJS.Timeout | undefined
  let client = await open()
  const stopBeating = repeat({
    pauseMs: () => beatMs,
    run: () => client.query('select 1'),
    // Lost: it comes back by itself.
    onFailure: () => {},
  })

  async function open(): Promise<pg.Client> {
    const connection = await connect(url, { application_name: name }, limits)
    connection.on('error', onLost)
    try {
      await begin(connection)
    } catch (error) {
      void connection.end()
      throw error
    }
    connection.on('end', comeBack)
    return connection
  }

  function comeBack(): void {
    if (isClosing) return
    timer = setTimeout(() => void openAgain(), COME_BACK_MS)
  }

  async function openAgain(): Promise<void> {
    try {
      client = await open()
      if (isClosing) await client.end()
    } catch {
      comeBack()
    }
  }

  return async () => {
    isClosing = true
    clearTimeout(timer)
    await stopBeating()
    await client.end()
  }
}
