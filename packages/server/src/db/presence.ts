// A number that belongs to this process while it lives: an advisory lock on a separate connection, which the database
// releases the moment the process is gone, for whatever reason. So the others need not wait for its answers.
import { randomInt } from 'node:crypto'
import type pg from 'pg'
import { repeat } from '../runtime/repeat.ts'
import { connect, type Limits, usualLimits } from './connection.ts'

export const PRESENCE_CLASS = 7_063_202
const COME_BACK_MS = 500
/** An unused connection would never be found dead. */
const BEAT_EVERY_MS = 5_000

export interface Presence {
  id: number
  close(): Promise<void>
}

/**
 * To the others, a lost connection looks like a dead process, so they look its sales up earlier than needed. That is
 * harmless, and it ends as soon as the database is back.
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
    // Shared, because the database may not know yet that the earlier connection is dead, and it still has the lock.
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
