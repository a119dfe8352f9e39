// Where the log goes: to the standard output, and never at the cost of a sale. A log that cannot be written, because of
// a full disk or a missing reader, is buffered for a while and then dropped; writers never wait. While the database is
// away, everything fails for the same reason: that is one line a second with a count, not one for each request.
import { type DestinationStream, type LogFn, type Logger, type LoggerOptions, pino } from 'pino'
import { describeAway, isDatabaseAway } from '../db/away.ts'

const WAITING_MOST_BYTES = 1024 * 1024
const COUNT_FOR_MS = 1_000

export function openLog(): DestinationStream {
  const output = pino.destination({ sync: false, maxLength: WAITING_MOST_BYTES })
  // The next line tries again. Without a listener a full disk would end the process.
  output.on('error', () => {})
  return output
}

/** Of a command that a person runs: what failed inside it, on the standard error. */
export const openCommandLog = (): Logger =>
  pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))

/** The first failure of an outage is written at once; later ones are counted by what failed. */
export function countOutages(countForMs = COUNT_FOR_MS): NonNullable<LoggerOptions['hooks']> {
  let counts: Record<string, number> = {}
  let isCounting = false
  let flush = () => {}
  return {
    logMethod(args: Parameters<LogFn>, method) {
      const [detail, text] = args as unknown as [unknown, unknown]
      const error = typeof detail === 'object' && detail !== null && 'err' in detail ? detail.err : null
      if (error === null || !isDatabaseAway(error)) return method.apply(this, args)
      const what = typeof text === 'string' ? text : 'failed'
      counts[what] = (counts[what] ?? 0) + 1
      flush = () => {
        if (Object.keys(counts).length > 0)
          method.apply(this, [{ why: describeAway(error), counts }, 'database away'])
        counts = {}
      }
      if (isCounting) return
      isCounting = true
      flush()
      setTimeout(() => {
        isCounting = false
        flush()
      }, countForMs).unref()
    },
  }
}

/**
 * An uncaught error ends the process, as Node does it; before that it is logged like any other. It goes to the standard
 * error and is written at once: what waits for the standard output would be lost. Returns how to stop it.
 */
export function logLastFault(level: Logger['level']): () => void {
  const log = pino({ level }, pino.destination({ dest: 2, sync: true }))
  const write = (error: Error) => log.fatal({ err: error }, 'uncaught error: the process ends')
  process.on('uncaughtExceptionMonitor', write)
  return () => void process.off('uncaughtExceptionMonitor', write)
}
