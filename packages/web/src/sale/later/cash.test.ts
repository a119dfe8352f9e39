import { bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { countChange, keepCash, readCash, suggestCash } from './cash.ts'

const inDalasi = (price: number) => suggestCash(bututs(price * 100)).map((cash) => cash / 100)

test.each([
  [165, [165, 200, 500]],
  [350, [350, 400, 500]],
  [75, [75, 100, 200, 500]],
  [500, [500, 600]],
  [1234.5, [1234.5, 1250, 1300, 1400, 1500]],
])('for %d dalasi people hand over %j', (price, cash) => {
  expect(inDalasi(price)).toEqual(cash)
})

test('the change is what is too much; what is missing is below zero; nothing yet is no change', () => {
  expect(countChange(bututs(20_000), bututs(16_500))).toBe(3_500)
  expect(countChange(bututs(10_000), bututs(16_500))).toBe(-6_500)
  expect(countChange(bututs(0), bututs(16_500))).toBeNull()
})

test('the card of the same sale has the cash that was typed before OK, another sale of the same price has not', () => {
  keepCash('first-sale', '200')
  expect(readCash('first-sale')).toBe('200')
  expect(readCash('second-sale')).toBe('')
  keepCash('first-sale', '')
  expect(readCash('first-sale')).toBe('')
})
