import { bututs, formatUnits } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { averageUnitPrice, formatPercent, listParts } from './price-parts.ts'

const line = (concept: string, units: number, price: number, amount: number) => ({
  concept,
  units,
  price,
  amount: bututs(amount),
})

const withArrears = {
  tendered: bututs(50_000),
  vended: bututs(49_000),
  fee: bututs(1_000),
  debtPaid: bututs(9_800),
  priceLines: [
    line('Energy', 24.24, 14.06, 34_087),
    line('VAT', 340.87, 15, 5_112),
    line('Rounding Adjustment', 0, 0, 1),
  ],
}

test('a payment is energy, VAT, arrears and fee, in this order, and adds up to what was tendered', () => {
  const parts = listParts(withArrears)
  expect(parts.map(({ kind, label, amount }) => [kind, label, amount])).toEqual([
    ['energy', 'Energy', 34_088],
    ['vat', 'VAT 15 %', 5_112],
    ['arrears', 'Arrears 20 %', 9_800],
    ['fee', 'Fee', 1_000],
  ])
  expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(withArrears.tendered)
})

test('parts with no amount are not drawn', () => {
  const parts = listParts({ ...withArrears, vended: bututs(50_000), fee: bututs(0), debtPaid: bututs(0) })
  expect(parts.map(({ kind }) => kind)).toEqual(['energy', 'vat'])
})

test('a payment that only settles debt is arrears and fee', () => {
  const parts = listParts({ ...withArrears, debtPaid: withArrears.vended, priceLines: [] })
  expect(parts.map(({ label }) => label)).toEqual(['Arrears 100 %', 'Fee'])
})

test('the price of a kWh is the average of the steps, without VAT', () => {
  expect(averageUnitPrice(withArrears)).toBeCloseTo(14.06, 2)
  expect(
    averageUnitPrice({ priceLines: [line('Step 1', 10, 10, 10_000), line('Step 2', 10, 20, 20_000)] }),
  ).toBe(15)
  expect(averageUnitPrice({ priceLines: [] })).toBeNull()
})

test.each([
  [15, '15 %'],
  [7.5, '7.5 %'],
])('CP-14 VAT is a percent of the price: %d as %s', (percent, text) => {
  expect(formatPercent(percent)).toBe(text)
})

test('units have two decimals', () => {
  expect(formatUnits(24.2)).toBe('24.20 kWh')
  expect(formatUnits(1234.567)).toBe('1,234.57 kWh')
})
