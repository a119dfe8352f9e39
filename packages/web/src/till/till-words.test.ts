import { bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { describeDifference, nameDenomination } from './till-words.ts'

test('a difference is told in words', () => {
  expect(
    [null, 0, -2_500, 150].map((each) => describeDifference(each === null ? null : bututs(each))),
  ).toEqual(['Not counted', 'None', 'GMD 25.00 short', 'GMD 1.50 over'])
})

test('notes and coins have the names that people use', () => {
  const name = (kind: 'note' | 'coin', value: number) => nameDenomination({ kind, value: bututs(value) })
  expect([name('note', 20_000), name('note', 1_000), name('coin', 1_000), name('coin', 25)]).toEqual([
    'D200',
    'D10',
    'D10 coin',
    'b25',
  ])
})
