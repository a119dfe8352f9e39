import { bututs } from '@flexpower/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Band, findTendered, takePercent, priceSale } from './pricing.ts'

const band = (id: number, start: number, end: number, kind: Band['kind'], fee: number): Band => ({
  id,
  start: bututs(start),
  end: bututs(end),
  kind,
  fee,
})

const bands = [
  band(1, 5_000, 9_999, 'fixed', 200),
  band(2, 10_000, 99_999, 'fixed', 500),
  band(3, 100_000, 1_000_000, 'percentage', 150),
]

describe('a sale is priced', () => {
  test.each([
    ['in a fixed band', 5_000, 200, 1],
    ['at the end of a band, which belongs to it', 9_999, 200, 1],
    ['at the start of the next', 10_000, 500, 2],
    ['with a percentage', 125_000, 1_875, 3],
    ['with a percentage, half a butut up', 100_033, 1_500, 3],
    ['above every band, without a fee', 1_000_001, 0, null],
    ['below every band, without a fee', 4_999, 0, null],
  ])('%s', (_, tendered, fee, chargeId) => {
    const price = priceSale(bututs(tendered), bands, 0)
    expect(price).toEqual({ fee, vended: tendered - fee, commission: 0, chargeId })
  })

  test('or refused, if the fee would use up the amount', () => {
    expect(priceSale(bututs(500), [band(1, 0, 1_000, 'fixed', 500)], 0)).toBeNull()
    expect(priceSale(bututs(500), [band(1, 0, 1_000, 'percentage', 10_000)], 0)).toBeNull()
    expect(priceSale(bututs(501), [band(1, 0, 1_000, 'fixed', 500)], 0)).toMatchObject({ vended: 1 })
  })

  test.each([
    [500, 3_000, 150],
    [1_875, 3_000, 563],
    [1, 5_000, 1],
    [1, 4_999, 0],
    [200, 10_000, 200],
    [200, 0, 0],
  ])('the commission on a fee of %i at %i hundredths of a percent is %i', (fee, percent, commission) => {
    expect(takePercent(bututs(fee), percent)).toBe(commission)
  })

  test('to the butut for any amount, and its parts add up', () => {
    const anyAmount = fc.integer({ min: 1, max: 999_999_999_999 })
    fc.assert(
      fc.property(
        anyAmount,
        fc.integer({ min: 0, max: 9_999 }),
        fc.integer({ min: 0, max: 10_000 }),
        (tendered, rate, share) => {
          const price = priceSale(bututs(tendered), [band(9, 0, 999_999_999_999, 'percentage', rate)], share)
          if (!price) return
          expect(price.vended + price.fee).toBe(tendered)
          expect(Math.abs(price.fee - (tendered * rate) / 10_000)).toBeLessThanOrEqual(0.500_1)
          expect(price.commission).toBeLessThanOrEqual(price.fee)
        },
      ),
    )
  })
})

describe('what was tendered is calculated from what was vended', () => {
  test.each([
    ['in a fixed band', 60_000, 60_500],
    ['in the lower of two bands that could be meant', 9_525, 9_725],
    ['in the higher, because people pay round amounts', 9_500, 10_000],
    ['with a percentage', 123_125, 125_000],
    ['below every band', 3_000, 3_000],
    ['above every band', 1_000_001, 1_000_001],
  ])('%s', (_, vended, tendered) => {
    expect(findTendered(bututs(vended), bands)).toBe(tendered)
  })

  test('or is not, if every amount leaves more or less', () => {
    // A million leaves 985,000, and one butut more a million and one.
    expect(findTendered(bututs(990_000), bands)).toBeNull()
  })

  test('for every amount that can be sold, whatever the bands', () => {
    const someBands = fc
      .array(
        fc.record({
          width: fc.integer({ min: 1, max: 400 }),
          kind: fc.constantFrom('fixed' as const, 'percentage' as const),
          fee: fc.integer({ min: 0, max: 9_999 }),
        }),
        { maxLength: 4 },
      )
      .map((parts) => {
        let start = 100
        return parts.map(({ width, kind, fee }, at) => {
          const made = band(at + 1, start, start + width, kind, kind === 'fixed' ? fee % 200 : fee)
          start += width + 1
          return made
        })
      })
    fc.assert(
      fc.property(someBands, fc.integer({ min: 1, max: 2_000 }), (some, tendered) => {
        const price = priceSale(bututs(tendered), some, 0)
        if (!price) return
        const found = findTendered(price.vended, some)
        expect(priceSale(found ?? bututs(0), some, 0)?.vended).toBe(price.vended)
      }),
    )
  })
})
