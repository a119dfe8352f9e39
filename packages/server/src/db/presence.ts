// A number that belongs to this process for as long as it lives: an advisory lock on a connection of its own, which the
// database releases the moment the process is gone, however it went. So the others need not wait for its answers.
import { randomInt } from 'node:crypto'
import pg from 'pg'

export const PRESENCE_CLASS = 7_063_202

export interface Presence {
  id: number
  close(): Promise<void>
}

/** A lost connection looks like a death to the others. That is harmless: they only ask earlier than they need to. */
export async function announcePresence(url: string, onLost: (error: Error) => void): Promise<Presence> {
  const client = new pg.Client({ connectionString: url, application_name: 'flexpower presence' })
  client.on('error', onLost)
  await client.connect()
  const id = randomInt(1, 2 ** 31 - 1)
  await client.query('select pg_advisory_lock($1, $2)', [PRESENCE_CLASS, id])
  return { id, close: () => client.end() }
}
