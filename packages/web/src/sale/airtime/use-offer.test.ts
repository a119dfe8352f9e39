import { type AirtimeOffer, bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { findObjection } from './use-offer.ts'

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
])('an offer of %j is held against %d bututs: %s', (offer, amount, objection) => {
  expect(findObjection(offer, 'QCell', bututs(amount))).toBe(objection)
})
