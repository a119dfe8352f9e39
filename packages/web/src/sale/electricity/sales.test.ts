import { expect, test } from 'vitest'
import { headings } from './sales.tsx'

test('CP-10 the columns are in the specification’s order', () => {
  expect(Object.values(headings).filter((heading) => heading !== 'Location')).toEqual([
    'Date',
    'Customer Name',
    'Meter Number',
    'Tendered Amount',
    'Vend Amount',
    'Fee',
    'List Token',
    'Cashier',
    'Transaction ID',
  ])
})
