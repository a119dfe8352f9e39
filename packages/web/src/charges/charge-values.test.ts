import { bututs, type Charge } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { type ChargeValues, readInput, fillValues } from './charge-values.ts'

const seen: Charge = {
  id: 7,
  start: bututs(10_000),
  end: bututs(49_999),
  fee: 500,
  kind: 'fixed',
  active: true,
  version: 3,
}
const with_ = (values: ChargeValues, changes: Partial<ChargeValues>): ChargeValues => ({
  ...values,
  ...changes,
})

test('a band goes through the form and comes back unchanged', () => {
  const { id: _, version: __, ...input } = seen
  expect(fillValues(seen).end).toBe('499.99')
  expect(readInput(fillValues(seen))).toEqual(input)
  const inactive = { ...seen, kind: 'percentage', active: false, fee: 150 } as const
  expect(readInput(fillValues(inactive))).toMatchObject({ kind: 'percentage', active: false, fee: 150 })
})

test('V-CH-03 a new band has neither type nor status until they are chosen', () => {
  const values = with_(fillValues(null), {
    start: '1',
    end: '2',
    fee: '0',
  })
  expect(readInput(values)).toBeNull()
  expect(readInput(with_(values, { kind: 'fixed' }))).toBeNull()
  expect(readInput(with_(values, { kind: 'fixed', active: '0' }))).toMatchObject({ active: false })
})
