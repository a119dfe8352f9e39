// A number that belongs to this process for as long as it lives: an advisory lock on a connection of its own, which the
// database releases the moment the process is gone, however it went. So the others need not wait for its answers.
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { repeat } from '../runtime/repeat.ts'
import { connect, type Limits, usualLimits } from './connection.ts'

export const PRESENCE_CLASS = 7_063_202
const COME_BACK_MS = 500
/** A connection on which nothing is asked would never be found dead. */
const BEAT_EVERY_MS = 5_000

export interface Presence {
  id: number
  close(): Promise<void>
}

/**
 * A lost connection looks like a death to the others, who then ask earlier than they need to. That is harmless, and it ends as
 * soon as the database is back.
 */
export async function announcePresence(
  url: string,
  onLost: (error: Error) => void,
  { beatMs = BEAT_EVERY_MS, limits = usualLimits }: { beatMs?: number; limits?: Limits } = {},
): Promise<Presence> {
  const id = randomInt(1, 2 ** 31 - 1)
  let isClosing = false
  let client = await announce()
  let timer: NodeJS.Timeout | undefined
  const stopBeating = repeat({
    pauseMs: () => beatMs,
    run: () => client.query('select 1'),
    // Lost: it comes back by itself.
    onFailure: () => {},
  })

  async function announce(): Promise<pg.Client> {
    const connection = await connect(url, { application_name: 'flexpower presence' }, limits)
    connection.on('error', onLost)
    // Shared, because the database may not know yet that the connection before this one is dead, and holds its lock.
    await connection.query('select pg_advisory_lock_shared($1, $2)', [PRESENCE_CLASS, id])
    connection.on('end', comeBack)
    return connection
  }

  function comeBack(): void {
    if (isClosing) return
    timer = setTimeout(() => void announceAgain(), COME_BACK_MS)
  }

  async function announceAgain(): Promise<void> {
    try {
      client = await announce()
      if (isClosing) await client.end()
    } catch {
      comeBack()
    }
  }

  return {
    id,
    close: async () => {
      isClosing = true
      clearTimeout(timer)
      await stopBeating()
      await client.end()
    },
  }
}
