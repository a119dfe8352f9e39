// The token identifier (TID): the minute of issue, counted from a base date in UTC. A meter accepts each one only once,
// which is what stops a token from being entered twice.
import { fitting } from './bits.ts'

/** The year in which the minutes begin, on the first of January; a meter moves to the next one by a key change. */
export type BaseDate = 1993 | 2014 | 2035

export const TOKEN_ID_BITS = 24

const MINUTE_MS = 60_000
const MINUTES_PER_DAY = 24 * 60

/** Minute 00:01 of every day is reserved for special tokens, so an ordinary one of that minute takes the next. */
export function tokenIdAt(instant: Date, base: BaseDate): number {
  const minute = Math.floor((instant.getTime() - Date.UTC(base, 0)) / MINUTE_MS)
  return fittingTokenId(isReservedTokenId(minute) ? minute + 1 : minute, base)
}

/** For a meter whose latest token is known: a second token of the same minute moves on to the next free one. */
export function nextTokenId(instant: Date, base: BaseDate, latest: number | null): number {
  const now = tokenIdAt(instant, base)
  if (latest === null || now > latest) return now
  return fittingTokenId(isReservedTokenId(latest + 1) ? latest + 2 : latest + 1, base)
}

export const readInstant = (tokenId: number, base: BaseDate): Date =>
  new Date(Date.UTC(base, 0) + fittingTokenId(tokenId, base) * MINUTE_MS)

export const isReservedTokenId = (tokenId: number): boolean => tokenId % MINUTES_PER_DAY === 1

const fittingTokenId = (tokenId: number, base: BaseDate): number =>
  fitting(`The token identifier, in minutes since ${base},`, tokenId, TOKEN_ID_BITS)
