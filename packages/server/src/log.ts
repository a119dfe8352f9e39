// Where the log goes: to the standard output, and never at the cost of a sale. A log that cannot be written, on a full disk or
// because nobody reads it any more, waits for a while and is then thrown away; whoever writes into it never waits.
import { type DestinationStream, pino } from 'pino'

const WAITING_MOST_BYTES = 1024 * 1024

export function openLog(): DestinationStream {
  const output = pino.destination({ sync: false, maxLength: WAITING_MOST_BYTES })
  // The next line tries again. Without a listener a full disk would end the process.
  output.on('error', () => {})
  return output
}
