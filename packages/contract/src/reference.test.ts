import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findReferences,
  formatEpoch,
  formatReference,
  isReference,
  parseReference,
  REFERENCE_RANDOM,
} from './reference.ts'

const at = new Date('2026-11-16T14:20:00Z')
const reference = formatReference({ epoch: 1, at, random: 123_456_789 })

const anyReference = fc
  .record({
    epoch: fc.integer({ min: 1, max: 11_154 }),
    at: fc.date({ min: new Date('2026-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
    random: fc.integer({ min: 0, max: REFERENCE_RANDOM - 1 }),
  })
  .map(formatReference)

describe('a reference', () => {
  test('contains the epoch and the day, and is short enough to read out', () => {
    expect(reference).toMatch(/^A261116-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect(formatReference({ epoch: 2, at, random: 0 })).toMatch(/^B261116-/)
  })

  test('sorts by time within a day', () => {
    const later = formatReference({ epoch: 1, at: new Date('2026-11-16T14:20:03Z'), random: 0 })
    expect(later > reference).toBe(true)
  })

  test.each([
    [1, 'A'],
    [2, 'B'],
    [22, 'Z'],
    [23, 'AA'],
    [44, 'AZ'],
    [45, 'BA'],
    [11_154, 'ZZZ'],
  ])('of epoch %i begins with %s', (epoch, letters) => {
    expect(formatEpoch(epoch)).toBe(letters)
  })

  test('is recognised whatever its parts are', () => {
    fc.assert(fc.property(anyReference, (made) => isReference(made) && parseReference(made) === made))
  })

  test('with one wrong character is not a reference', () => {
    fc.assert(
      fc.property(
        anyReference,
        fc.nat(),
        fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'.split('')),
        (made, place, other) => {
          const changed = place % made.length
          fc.pre(made[changed] !== '-' && made[changed] !== other)
          return !isReference(made.slice(0, changed) + other + made.slice(changed + 1))
        },
      ),
    )
  })

  test('of the first release is still valid', () => {
    expect(isReference('261114-00012')).toBe(true)
    expect(parseReference(' 261114-00012 ')).toBe('261114-00012')
  })
})

describe('a typed reference', () => {
  test('is read without its dashes, in lower case, with O for 0 and I for 1', () => {
    fc.assert(
      fc.property(anyReference, (made) => {
        const [epoch = ''] = /^[A-Z]+/.exec(made) ?? []
        const digits = made.slice(epoch.length).replaceAll('0', 'o').replaceAll('1', 'i').replaceAll('-', ' ')
        return parseReference(`  ${epoch.toLowerCase()}${digits.toLowerCase()} `) === made
      }),
    )
  })

  test.each(['', 'A', 'A261116', '37201148261', reference.slice(0, -1), `${reference}0`, '261114-0001'])(
    '%j is not a reference',
    (text) => {
      expect(parseReference(text)).toBeNull()
    },
  )
})

describe('references in a text by somebody else', () => {
  test('are found wherever they are complete', () => {
    expect(findReferences(`FlexPower ${reference}, again (261114-00012).`)).toEqual([
      reference,
      '261114-00012',
    ])
    expect(findReferences(`ref=${reference.toLowerCase()};`)).toEqual([reference])
  })

  test.each([
    ['part of something longer', `X${reference}`],
    ['continued', `${reference}7`],
    ['with a wrong check character', `${reference.slice(0, -1)}${reference.endsWith('0') ? '1' : '0'}`],
    ['a date and a number', '261114-1'],
    ['nothing', ''],
  ])('are not found: %s', (_, text) => {
    expect(findReferences(text)).toEqual([])
  })
})
