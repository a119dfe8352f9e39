import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasLuhnDigit, luhnDigit, buildMeterPan } from './meter-number.ts'

describe('the check digit', () => {
  test.each([
    ['7992739871', '3'],
    ['60072700000000000', '9'],
    ['00000100000000008', '2'],
    ['', '0'],
  ])('of %j is %s', (digits, check) => {
    expect(luhnDigit(digits)).toBe(check)
  })

  test('detects every single mistyped digit and most swapped neighbours', () => {
    const bodies = fc.stringMatching(/^\d{10}$/)
    fc.assert(
      fc.property(bodies, fc.nat(10), fc.integer({ min: 1, max: 9 }), (body, place, shift) => {
        const number = body + luhnDigit(body)
        const wrong = (Number(number[place]) + shift) % 10
        expect(hasLuhnDigit(number)).toBe(true)
        expect(hasLuhnDigit(number.slice(0, place) + wrong + number.slice(place + 1))).toBe(false)
      }),
    )
    expect(hasLuhnDigit('79927398713')).toBe(true)
    expect(hasLuhnDigit('97927398713')).toBe(false)
  })

  test('is missing in what is no number', () => {
    for (const text of ['', '0', '7992739871x', ' 79927398713']) expect(hasLuhnDigit(text)).toBe(false)
    expect(() => luhnDigit('79a')).toThrow(RangeError)
  })
})

describe('a MeterPAN', () => {
  test('puts the issuer before a number of 11 digits and a check digit behind it', () => {
    expect(buildMeterPan('00000000000')).toBe('600727000000000009')
  })

  test('puts four zeros before a number of 13 digits', () => {
    expect(buildMeterPan('0100000000008')).toBe('000001000000000082')
  })

  test('is made for a mistyped number as well', () => {
    expect(hasLuhnDigit('14200000001')).toBe(false)
    expect(buildMeterPan('14200000001')).toMatch(/^60072714200000001\d$/)
  })

  test('is not made for numbers of other lengths', () => {
    for (const number of ['', '1234567890', '123456789012', '12345678901234', '1234567890x'])
      expect(buildMeterPan(number)).toBeNull()
  })
})
