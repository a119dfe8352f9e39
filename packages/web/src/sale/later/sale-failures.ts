// What a failed verification and a failed sale are called (CP-06, CP-08, CP-09). Only a definite no of the server ends a
// sale; everything else leaves its outcome unknown here, and the sale may be asked for again with the same key.
import { CallRefused, UnreadableAnswer } from '@flexpower/contract'

const UNEXPECTED = 'Unexpected response from server.'

/** The server's own word, or null when it gave none. */
const readMessage = ({ message, apiError }: CallRefused): string | null => message || apiError || null

/** What a proxy on the way says when it gave up: the server may have the sale all the same. */
const GAVE_UP: ReadonlySet<number> = new Set([408, 425, 499])

/** A fault of the server is no refusal: it says nothing about the meter or the sale. */
const isDefinite = (error: unknown): error is CallRefused =>
  error instanceof CallRefused && error.status < 500 && !GAVE_UP.has(error.status)

export function verifyFailureText(error: unknown): string {
  if (isDefinite(error)) return readMessage(error) ?? UNEXPECTED
  if (error instanceof UnreadableAnswer) return UNEXPECTED
  return `Verification failed: ${explain(error)}`
}

function explain(error: unknown): string {
  if (error instanceof CallRefused) return readMessage(error) ?? `the server answered ${error.status}`
  return error instanceof Error && error.message !== '' ? error.message : 'no answer'
}

/**
 * Null: what became of the sale is not known here. Of one that was sent before, only its own end (status 200) is an answer: a
 * throttled question, for instance, says nothing about it.
 */
export function saleRefusalText(error: unknown, wasSentBefore: boolean): string | null {
  if (!isDefinite(error) || (wasSentBefore && error.status !== 200)) return null
  return readMessage(error) ?? 'Failed to add transaction'
}

/** The server refused before it sold anything: whoever is asked to sign in again has lost nothing. */
export const isSessionOver = (error: unknown): boolean => error instanceof CallRefused && error.status === 401
