import { type AirtimeOffer, type AirtimeSale, bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { findObjection, findRecentSale } from './checks.ts'

const range: AirtimeOffer = { operator: 'QCell', amounts: null, least: bututs(500), most: bututs(100_000) }
const fixed: AirtimeOffer = {
  operator: 'QCell',
  amounts: [bututs(1_000), bututs(2_500)],
  least: null,
  most: null,
}

test.each([
  [undefined, 10, null],
  [null, 10_000, 'Airtime of QCell cannot be bought at the moment.'],
  [range, 500, null],
  [range, 499, 'QCell takes GMD 5.00 to GMD 1,000.00.'],
  [range, 0, null],
  [{ ...range, least: null }, 100_001, 'QCell takes at most GMD 1,000.00.'],
  [{ ...range, most: null }, 100, 'QCell takes GMD 5.00 or more.'],
  [fixed, 2_500, null],
  [fixed, 2_000, 'QCell sells only GMD 10.00 and GMD 25.00.'],
  [{ ...fixed, amounts: [bututs(1_000)] }, 2_000, 'QCell sells only GMD 10.00.'],
])('with an offer of %j, %d bututs: %s', (offer, amount, objection) => {
  expect(findObjection(offer, 'QCell', bututs(amount))).toBe(objection)
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
  cashierId: 2,
  location: 'Serekunda',
  transactionId: '261114-00001',
  receiptCode: '7KQM3RXW9DTA',
})

const sales = [
  soldAt('14:10:00', '3012345', 10_000),
  soldAt('14:30:00', '3012345', 20_000),
  soldAt('14:40:00', '7012345', 30_000),
]

test('the latest sale to the same number within the hour is found, in whatever form the number is written', () => {
  for (const phone of ['3012345', ' 2203012345', '002203012345'])
    expect(findRecentSale(phone, sales, at('14:45:00'))?.tendered).toBe(20_000)
})

test('after an hour, for another number, or before the list has loaded, there is none', () => {
  expect(findRecentSale('3012345', sales, at('15:31:00'))).toBeNull()
  expect(findRecentSale('3012346', sales, at('14:45:00'))).toBeNull()
  expect(findRecentSale('3012345', undefined, at('14:45:00'))).toBeNull()
})
