import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AMOUNT_MOST, decodeAmount, encodeAmount, countTenths } from './amount.ts'

const amounts = fc.integer({ min: 0, max: AMOUNT_MOST })
const findStep = (field: number) => 10 ** (field >> 14)

describe('the amount field', () => {
  test.each([
    [0, 0x0000],
    [16383, 0x3fff],
    [16384, 0x4000],
    // 16383.9 rounds up to 16384, which no mantissa can hold: it carries into the exponent.
    [180223, 0x8000],
    [180224, 0x8000],
    [1818623, 0xc000],
    [1818624, 0xc000],
    [AMOUNT_MOST, 0xffff],
  ])('encodes %i as %i', (units, field) => {
    expect(encodeAmount(units)).toBe(field)
  })

  test('holds every one of its 65,536 values exactly', () => {
    const fields = Array.from({ length: 2 ** 16 }, (_, field) => field)
    expect(fields.filter((field) => encodeAmount(decodeAmount(field)) !== field)).toEqual([])
  })

  test('never gives less than was asked for, nor a whole step more', () => {
    fc.assert(
      fc.property(amounts, (units) => {
        const field = encodeAmount(units)
        expect(decodeAmount(field)).toBeGreaterThanOrEqual(units)
        expect(decodeAmount(field) - units).toBeLessThan(findStep(field))
      }),
    )
  })

  test('refuses what it cannot encode', () => {
    for (const units of [AMOUNT_MOST + 1, -1, 0.5, Number.NaN])
      expect(() => encodeAmount(units)).toThrow(RangeError)
  })
})

describe('tenths of a kWh', () => {
  test.each([
    ['1', 10],
    ['25.6', 256],
    ['2000.0', 20000],
    ['1820162.4', AMOUNT_MOST],
  ])('are exact for %s', (kwh, tenths) => {
    expect(countTenths(kwh)).toBe(tenths)
  })

  test.each([
    ['1.82', 18],
    ['1.99', 19],
    ['18981.349', 189813],
  ])('are cut off from 1 kWh up: %s', (kwh, tenths) => {
    expect(countTenths(kwh)).toBe(tenths)
  })

  test.each([
    ['0.4712', 5],
    ['0.95', 10],
    ['0.001', 1],
    ['0.7', 7],
    ['0.700', 7],
    ['0', 0],
    ['0.0', 0],
  ])('are rounded up below 1 kWh: %s', (kwh, tenths) => {
    expect(countTenths(kwh)).toBe(tenths)
  })

  test.each(['', '-1', '1.', '.5', '1,5', '1e3', ' 1'])('are not read from %j', (kwh) => {
    expect(() => countTenths(kwh)).toThrow(RangeError)
  })
})
