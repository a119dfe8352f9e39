import { expect, test } from 'vitest'
import { bututs } from './money.ts'
import { sumLines } from './statements.ts'

const line = (amount: number, balance: number) => ({ amount: bututs(amount), balance: bututs(balance) })

test('the sums of a paper are those of its lines, whatever the balance is by now', () => {
  expect(sumLines([line(500, 700), line(-300, 400), line(50, 450)], bututs(9_999))).toEqual({
    opening: 200,
    in: 550,
    out: 300,
    closing: 450,
  })
})

test('days without a line end as they began', () => {
  expect(sumLines([], bututs(200))).toEqual({ opening: 200, in: 0, out: 0, closing: 200 })
})
