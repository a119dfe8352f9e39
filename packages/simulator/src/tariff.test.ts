import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type TariffPrice, findPrice, tariffs, UNITS_PER_KWH } from './tariff.ts'

const asked = { tariff: tariffs.domestic, usedUnits: 0, owed: 0, debtPercent: 0 }
const sumUp = ({ lines }: TariffPrice) => lines.reduce((sum, { amount }) => sum + amount, 0)

describe('a payment', () => {
  test('of GMD 490.00 buys 30.3051 kWh and pays 15 % VAT on them', () => {
    expect(findPrice({ ...asked, payment: 49_000 })).toEqual({
      debt: 0,
      energy: 49_000,
      units: 303_051,
      lines: [
        { concept: 'ENE1', conceptName: 'Energy', units: 30.3051, price: 14.06, amount: 42_609 },
        { concept: 'VAT', conceptName: 'VAT', units: 426.09, price: 15, amount: 6391 },
      ],
    })
  })

  test('that needs a butut gets a line for it', () => {
    const { lines } = findPrice({ ...asked, payment: 10_001 })
    expect(lines.at(-1)).toEqual({
      concept: 'RND',
      conceptName: 'Rounding Adjustment',
      units: 0,
      price: 0,
      amount: expect.any(Number) as number,
    })
    expect(Math.abs(lines.at(-1)?.amount ?? 0)).toBe(1)
  })

  test('reaches the more expensive steps as the month goes by', () => {
    const names = (usedKwh: number) =>
      findPrice({ ...asked, payment: 100_000, usedUnits: usedKwh * UNITS_PER_KWH })
        .lines.map(({ conceptName }) => conceptName)
        .filter((name) => name.startsWith('Energy'))
    expect(names(0)).toEqual(['Energy'])
    expect(names(280)).toEqual(['Energy', 'Energy step 2'])
    expect(names(300)).toEqual(['Energy step 2'])
    expect(names(599)).toEqual(['Energy step 2', 'Energy step 3'])
    expect(names(5_000)).toEqual(['Energy step 3'])
  })

  test('settles its share of what is owed, and never more than is owed', () => {
    const owing = { ...asked, payment: 49_000, debtPercent: 20 }
    expect(findPrice({ ...owing, owed: 51_000 })).toMatchObject({ debt: 9800, energy: 39_200 })
    expect(findPrice({ ...owing, owed: 100 })).toMatchObject({ debt: 100, energy: 48_900 })
    expect(findPrice({ ...owing, owed: 0 })).toMatchObject({ debt: 0, energy: 49_000 })
  })
})

test('lines and debt add up to any payment to the butut, and units times price is each line', () => {
  const anything = fc.record({
    payment: fc.integer({ min: 100, max: 100_000_000 }),
    tariff: fc.constantFrom(tariffs.domestic, tariffs.commercial),
    usedUnits: fc.integer({ min: 0, max: 20_000_000 }),
    owed: fc.integer({ min: 0, max: 10_000_000 }),
    debtPercent: fc.integer({ min: 0, max: 90 }),
  })
  fc.assert(
    fc.property(anything, (given) => {
      const price = findPrice(given)
      expect(sumUp(price) + price.debt).toBe(given.payment)
      expect(price.debt).toBeLessThanOrEqual(given.owed)
      const energy = price.lines.filter(({ concept }) => concept.startsWith('ENE'))
      expect(Math.round(energy.reduce((sum, { units }) => sum + units * UNITS_PER_KWH, 0))).toBe(price.units)
      for (const { units, price: each, amount } of energy)
        expect(Math.abs(units * each * 100 - amount)).toBeLessThanOrEqual(0.5 + 1e-6)
      for (const { amount } of price.lines.filter(({ concept }) => concept === 'RND'))
        expect(Math.abs(amount)).toBe(1)
    }),
    { numRuns: 2000 },
  )
})
