// Which failures mean that the database is away for now: they pass, and the client may try again.

/**
 * A connection that stopped answering without being closed, for example by a network partition, and was given up. The
 * statement may have been executed.
 */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
}

/** Errors of the database connection have the same codes as those of any other connection. */
const wireFailures = new WeakSet<object>()

export const noteWireFailure = (error: object): void => {
  wireFailures.add(error)
}

/** Errors of node-postgres, which have no code. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/

/** Refused or ended connections, starting, stopping, now a standby, no such database, no room, a bad disk, or cancelled. */
const AWAY_STATES = /^(57014|57P0[1235]|25006|3D000|(08|53|58)\w{3})$/

/**
 * Lost or refused connections, a server that cannot be found, is starting or stopping or has become a standby, too many
 * clients, a full or unreadable disk, a statement that was cancelled because it waited too long.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (error instanceof DatabaseSilent || wireFailures.has(error)) return true
  return AWAY_STATES.test(readCode(error)) || LOST.test((error as Partial<Error>).message ?? '')
}

/** A statement that was cancelled, mostly because it took longer than `statement_timeout`. Nothing of it was written. */
export const isCancelled = (error: unknown): boolean => readCode(error) === '57014'

/** What a person may see of such a failure: a code, or text without an address and a password. */
export function describeAway(error: unknown): string {
  if (error instanceof DatabaseSilent) return 'no answer'
  return readCode(error) || ((error as Partial<Error> | null)?.message ?? 'unknown')
}

function readCode(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
