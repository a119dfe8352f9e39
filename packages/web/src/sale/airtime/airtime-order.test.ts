import { type AirtimeSale, bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { recentSaleTo, vendedOf } from './airtime-order.ts'

test.each([
  [10_000, 9_600],
  [100, 96],
  [12_345, 11_851],
  [99, null],
  [0, null],
])('AP-02 C-05 %d bututs are shown to vend %s', (amount, vended) => {
  expect(vendedOf(bututs(amount))).toBe(vended)
})

const at = (time: string) => new Date(`2026-11-14T${time}Z`)
const soldAt = (time: string, phone: string, amount: number): AirtimeSale => ({
  id: 1,
  at: at(time),
  phone,
  operator: 'QCell',
  tendered: bututs(amount),
  vended: bututs(0),
  cashierName: 'Fatou Ceesay',
  location: 'Serekunda',
  transactionId: '261114-00001',
})

const sales = [
  soldAt('14:10:00', '3012345', 10_000),
  soldAt('14:30:00', '3012345', 20_000),
  soldAt('14:40:00', '7012345', 30_000),
]

test('the latest sale to the same number within the hour is found, however the number is written', () => {
  for (const phone of ['3012345', ' 2203012345', '002203012345'])
    expect(recentSaleTo(phone, sales, at('14:45:00'))?.tendered).toBe(20_000)
})

test('an hour later, for another number, or before the list has come, there is none', () => {
  expect(recentSaleTo('3012345', sales, at('15:31:00'))).toBeNull()
  expect(recentSaleTo('3012346', sales, at('14:45:00'))).toBeNull()
  expect(recentSaleTo('3012345', undefined, at('14:45:00'))).toBeNull()
})
