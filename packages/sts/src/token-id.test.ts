import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BaseDate, readInstant, isReservedTokenId, nextTokenId, tokenIdAt } from './token-id.ts'

const LAST = 2 ** 24 - 1

describe('a token identifier', () => {
  test.each<[string, BaseDate, number]>([
    ['1993-01-01T00:00:00Z', 1993, 0],
    ['2004-04-21T10:01:00Z', 1993, 5944921],
    ['2014-01-01T08:00:00Z', 2014, 480],
    ['2035-01-01T08:00:59.999Z', 2035, 480],
    ['2024-11-24T20:15:00Z', 1993, LAST],
  ])('of %s counts the minutes since %i', (instant, base, tokenId) => {
    expect(tokenIdAt(new Date(instant), base)).toBe(tokenId)
  })

  test('leaves the minute 00:01 of every day free', () => {
    const at = (time: string) => tokenIdAt(new Date(`2004-03-29T${time}Z`), 1993)
    expect(at('00:01:00')).toBe(at('00:00:00') + 2)
    expect(at('00:01:59')).toBe(at('00:02:00'))
  })

  test('leads back to the minute in which it was made', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LAST }), fc.constantFrom(1993, 2014, 2035), (tokenId, base) => {
        fc.pre(!isReservedTokenId(tokenId))
        expect(tokenIdAt(readInstant(tokenId, base), base)).toBe(tokenId)
      }),
    )
  })

  test('cannot be made before its base date nor after its 24 bits', () => {
    expect(() => tokenIdAt(new Date('2013-12-31T23:59:59Z'), 2014)).toThrow(RangeError)
    expect(() => tokenIdAt(new Date('2024-11-24T20:16:00Z'), 1993)).toThrow(RangeError)
    expect(() => tokenIdAt(new Date('not a time'), 2014)).toThrow(RangeError)
    expect(() => readInstant(LAST + 1, 2014)).toThrow(RangeError)
  })
})

describe('the next token identifier of a meter', () => {
  const noon = new Date('2026-02-03T12:00:00Z')
  const id = tokenIdAt(noon, 2014)

  test('is the one of the minute if the meter had none in it', () => {
    expect(nextTokenId(noon, 2014, null)).toBe(id)
    expect(nextTokenId(noon, 2014, id - 1)).toBe(id)
  })

  test('moves on if the minute is taken, even far ahead of the clock', () => {
    expect(nextTokenId(noon, 2014, id)).toBe(id + 1)
    expect(nextTokenId(noon, 2014, id + 40)).toBe(id + 41)
  })

  test('skips the reserved minute', () => {
    const midnight = new Date('2026-02-03T00:00:00Z')
    const latest = tokenIdAt(midnight, 2014)
    expect(nextTokenId(midnight, 2014, latest)).toBe(latest + 2)
  })

  test('is never repeated and never reserved, however fast tokens are sold', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 50 }), (pauses) => {
        let now = Date.parse('2026-02-03T23:58:00Z')
        let latest: number | null = null
        for (const minutes of pauses) {
          now += minutes * 60_000
          const next = nextTokenId(new Date(now), 2014, latest)
          expect(next).toBeGreaterThan(latest ?? -1)
          expect(isReservedTokenId(next)).toBe(false)
          latest = next
        }
      }),
    )
  })
})
