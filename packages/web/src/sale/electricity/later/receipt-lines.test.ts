import { bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { listCharges, describeTendered, titleToken } from './receipt-lines.ts'

const sale = {
  tendered: bututs(50_000),
  vended: bututs(49_000),
  fee: bututs(1_000),
  debtPaid: bututs(9_800),
  debtPercent: 20,
  paymentMethod: 'Cash',
  priceLines: [
    { concept: 'Energy', units: 24.24, price: 14.06, amount: bututs(34_087) },
    { concept: 'VAT', units: 340.87, price: 15, amount: bututs(5_112) },
    { concept: 'Rounding Adjustment', units: 0, price: 0, amount: bututs(1) },
  ],
}

test('CP-14 C-01 amounts in GMD, VAT as a percent of the price, no Rounding Adjustment', () => {
  expect(listCharges(sale).map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Energy 24.24 kWh at 14.06: GMD 340.87',
    'VAT 15 %: GMD 51.12',
    'Arrears 20 %: GMD 98.00',
    'Fee: GMD 10.00',
    'Vend Amount: GMD 490.00',
  ])
  expect(describeTendered(sale)).toEqual({ label: 'Tendered, cash', value: 'GMD 500.00' })
})

test('a price has two decimals like every amount', () => {
  const [line] = sale.priceLines
  const [charge] = listCharges({ ...sale, priceLines: [{ ...line!, units: 30.3, price: 16.2 }] })
  expect(charge?.label).toBe('Energy 30.30 kWh at 16.20')
})

test('a sale without arrears has no such line', () => {
  const labels = listCharges({ ...sale, debtPaid: bututs(0) }).map(({ label }) => label)
  expect(labels.filter((label) => label.startsWith('Arrears'))).toEqual([])
})

const digits = ['1', '2', '3']
const titles = (tokens: string[], tokenNames: string[]) =>
  tokens.map((_, index) => titleToken({ tokens, tokenNames }, index))

test('several tokens show their place in the order of entry and what they are', () => {
  expect(titles(['1'], [])).toEqual(['Token'])
  expect(titles(['1'], ['Meter setting'])).toEqual(['Meter setting'])
  expect(titles(digits, ['Key change 1 of 1', 'Electricity', 'Free units, 10.00 kWh'])).toEqual([
    '1 of 3, Key change 1 of 1',
    '2 of 3, Electricity',
    '3 of 3, Free units, 10.00 kWh',
  ])
})

test('tokens of a sale from before names were stored are named by their place', () => {
  expect(titles(digits, [])).toEqual([
    '1 of 3, Key change 1 of 2',
    '2 of 3, Key change 2 of 2',
    '3 of 3, Electricity',
  ])
})
