// The messages for a failed verification and a failed sale (CP-06, CP-08, CP-09). Only a definite refusal by the server
// ends a sale. Everything else leaves the outcome unknown here, and the sale may be sent again with the same key.
import { CallRefused, UnreadableAnswer } from '@flexpower/contract'

const UNEXPECTED = 'Unexpected response from server.'

/** The server's message, or null when it gave none. */
const readMessage = ({ message, apiError }: CallRefused): string | null => message || apiError || null

/** What a proxy answers when it gives up: the server may still have received the sale. */
const GAVE_UP: ReadonlySet<number> = new Set([408, 425, 499])

/** A server fault is not a refusal: it says nothing about the meter or the sale. */
export const isDefinite = (error: unknown): error is CallRefused =>
  error instanceof CallRefused && error.status < 500 && !GAVE_UP.has(error.status)

export function verifyFailureText(error: unknown): string {
  if (isDefinite(error)) return readMessage(error) ?? UNEXPECTED
  if (error instanceof UnreadableAnswer) return UNEXPECTED
  return `Verification failed: ${explain(error)}`
}

/** A browser's own words for a lost connection say nothing to a cashier. */
const explain = (error: unknown): string =>
  error instanceof CallRefused
    ? (readMessage(error) ?? `the server answered ${error.status}`)
    : 'the server cannot be reached. Check the network, then press VERIFY again.'

/** Instead of sending: nothing is sold offline. */
export const OFFLINE =
  'This counter is offline, so nothing was sent. Press OK again when the network is back.'

/**
 * Null: the outcome of the sale is not known here. For a sale that was sent before, only its own end (status 200) is an
 * answer; a rate limit, for instance, says nothing about it.
 */
export function saleRefusalText(error: unknown, wasSentBefore: boolean): string | null {
  if (!isDefinite(error) || (wasSentBefore && error.status !== 200)) return null
  return readMessage(error) ?? 'Failed to add transaction'
}

/** The server refused before it sold anything: a user who must sign in again has lost nothing. */
export const isSessionOver = (error: unknown): boolean => error instanceof CallRefused && error.status === 401
