// What the processes tell each other through PostgreSQL (LISTEN and NOTIFY), heard on one connection a process. What is told
// while the connection is away is not heard: `onListening` is called whenever listening begins, so that it can be read.
import { keepConnection } from './lasting-connection.ts'

export interface Listener {
  url: string
  channel: string
  onTold(payload: string): void
  onListening(): void
  onLost(error: Error): void
}

/** Returns how to stop. */
export const listen = ({
  url,
  channel,
  onTold,
  onListening,
  onLost,
}: Listener): Promise<() => Promise<void>> =>
  keepConnection({
    url,
    name: 'flexpower listen',
    onLost,
    begin: async (connection) => {
      connection.on('notification', ({ payload }) => onTold(payload ?? ''))
      await connection.query(`listen ${connection.escapeIdentifier(channel)}`)
      onListening()
    },
  })
