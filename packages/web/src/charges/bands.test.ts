import { type Bututs, bututs, type Charge } from '@flexpower/contract'
import { describe, expect, test } from 'vitest'
import { drawCurve, measureHeight, arrangeLanes, buildScale } from './band-scale.ts'
import { findBand, feeAt, refusedSales, buildSegments } from './bands.ts'
import { bandText, rangeText } from './charge-words.ts'

let lastId = 0
/** In dalasi, as people say them. */
const band = (start: number, end: number, more: Partial<Charge> = {}): Charge => ({
  id: (lastId += 1),
  start: bututs(Math.round(start * 100)),
  end: bututs(Math.round(end * 100)),
  fee: 500,
  kind: 'fixed',
  active: true,
  version: 1,
  ...more,
})

const said = (charges: Charge[]) =>
  buildSegments(charges).map(({ kind, start, end }) => `${kind} ${rangeText({ start, end })}`)

describe('the line of amounts', () => {
  test('bands that meet to the butut leave no gap', () => {
    expect(said([band(100, 499.99), band(50, 99.99)])).toEqual([
      'unsold GMD 0.00 to GMD 49.99',
      'band GMD 50.00 to GMD 99.99',
      'band GMD 100.00 to GMD 499.99',
      'gap GMD 500.00 and above',
    ])
  })

  test('a dalasi that was forgotten between two bands is a gap', () => {
    expect(said([band(50, 99), band(100, 1_000_000)])[2]).toBe('gap GMD 99.01 to GMD 99.99')
  })

  test('an amount that is too small to be sold is no gap', () => {
    expect(said([])).toEqual(['unsold GMD 0.00 to GMD 49.99', 'gap GMD 50.00 and above'])
    expect(said([band(0, 20)])).toEqual([
      'band GMD 0.00 to GMD 20.00',
      'unsold GMD 20.01 to GMD 49.99',
      'gap GMD 50.00 and above',
    ])
    expect(said([band(80, 90)])[1]).toBe('gap GMD 50.00 to GMD 79.99')
  })

  test('an inactive band fills no gap', () => {
    expect(said([band(50, 500, { active: false })])).toEqual(said([]))
  })
})

describe('the scale', () => {
  const bands = [
    band(50, 99.99),
    band(100, 499.99),
    band(500, 999.99),
    band(1000, 4999.99),
    band(5000, 1_000_000),
  ]
  const segments = buildSegments(bands)
  const { places, at, between } = buildScale(segments, bands)

  test('fills the room, in order, and leaves every segment enough room to be read', () => {
    expect(places.reduce((sum, { size }) => sum + size, 0)).toBeCloseTo(1)
    for (const [index, { from, size }] of places.entries()) {
      expect(size).toBeGreaterThanOrEqual(0.65 / segments.length)
      expect(from).toBeCloseTo(at(segments[index]?.start ?? -1))
    }
  })

  test('a greater amount is further along, up to the end', () => {
    const amounts = [0, 1, 49.99, 50, 99.99, 100, 750, 5000, 999_999, 1_000_001, 9_999_999_999]
    const marks = amounts.map((amount) => at(amount * 100))
    for (const [index, mark] of marks.entries()) expect(mark).toBeGreaterThanOrEqual(marks[index - 1] ?? 0)
    expect(marks.at(-1)).toBe(1)
  })

  test('an inactive band is over the amounts that it shares', () => {
    const { from, size } = between(10_000, 49_999)
    expect(from).toBeCloseTo(places[2]?.from ?? 0)
    expect(size).toBeCloseTo(places[2]?.size ?? 0)
  })

  test('inactive bands that overlap each other get separate lanes', () => {
    const [one, two, three] = [band(50, 100), band(90, 200), band(150, 300)]
    expect(arrangeLanes([three, two, one])).toEqual([[one, three], [two]])
  })

  test('a fixed fee is level and a percentage rises', () => {
    const [fixed, percent] = [band(50, 99), band(100, 1000, { kind: 'percentage', fee: 150 })]
    const heights = (charge: Charge) => drawCurve(charge, [fixed, percent]).map(([, height]) => height)
    expect(new Set(heights(fixed)).size).toBe(1)
    expect(heights(percent)[0]).toBeCloseTo(measureHeight(150, [fixed, percent]))
    expect(heights(percent).at(-1)).toBe(1)
  })
})

describe('a fee', () => {
  test.each<[string, Bututs, number]>([
    ['half a butut goes up', bututs(5_100), 77],
    ['below half goes down', bututs(5_099), 76],
    ['beyond 2^53 it is still exact', bututs(999_999_999_999), 15_000_000_000],
  ])('a percentage of 1.50: %s', (_, amount, fee) => {
    expect(feeAt({ kind: 'percentage', fee: 150 }, amount)).toBe(fee)
  })

  test('both ends belong to the band, and an inactive one counts for nothing', () => {
    const [on, off] = [band(50, 99.99), band(40, 200, { active: false })]
    expect([4_999, 5_000, 9_999, 10_000].map((amount) => findBand([off, on], amount))).toEqual([
      undefined,
      on,
      on,
      undefined,
    ])
  })

  test('a fee as large as the amount makes sales impossible, and that is shown', () => {
    expect(refusedSales(band(50, 100, { fee: 4_999 }))).toBe('none')
    expect(refusedSales(band(50, 100, { fee: 5_000 }))).toBe('some')
    expect(refusedSales(band(50, 100, { fee: 10_000 }))).toBe('all')
    expect(refusedSales(band(50, 100, { kind: 'percentage', fee: 9_999 }))).toBe('none')
    expect(refusedSales(band(50, 100, { kind: 'percentage', fee: 10_000 }))).toBe('all')
  })
})

test('CH-05 a band is shown with its fee, its type and its status', () => {
  expect(bandText(band(100, 499.99))).toBe('GMD 100.00 to GMD 499.99, GMD 5.00, fixed, Active')
  expect(bandText(band(1000, 5000, { kind: 'percentage', fee: 150, active: false }))).toBe(
    'GMD 1,000.00 to GMD 5,000.00, 1.50 %, percentage, Inactive',
  )
})
