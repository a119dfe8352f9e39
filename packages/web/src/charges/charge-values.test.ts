import { bututs, type Charge, chargeFields } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { type ChargeValues, findClashes, mergeValues, readInput, fillValues } from './charge-values.ts'

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

test('a band goes through the form and comes back as it was', () => {
  const { id: _, version: __, ...input } = seen
  expect(fillValues(seen)[chargeFields.end]).toBe('499.99')
  expect(readInput(fillValues(seen))).toEqual(input)
  const inactive = { ...seen, kind: 'percentage', active: false, fee: 150 } as const
  expect(readInput(fillValues(inactive))).toMatchObject({ kind: 'percentage', active: false, fee: 150 })
})

test('V-CH-03 a new band has neither type nor status until they are chosen', () => {
  const values = with_(fillValues(null), {
    [chargeFields.start]: '1',
    [chargeFields.end]: '2',
    [chargeFields.fee]: '0',
  })
  expect(readInput(values)).toBeNull()
  expect(readInput(with_(values, { [chargeFields.kind]: 'fixed' }))).toBeNull()
  expect(
    readInput(with_(values, { [chargeFields.kind]: 'fixed', [chargeFields.active]: '0' })),
  ).toMatchObject({ active: false })
})

test('when two change a band, each keeps the own changes, and what both changed is named', () => {
  const [before, newer] = [fillValues(seen), fillValues({ ...seen, fee: 600, active: false, version: 4 })]
  const typed = with_(before, { [chargeFields.end]: '450', [chargeFields.fee]: '7' })
  expect(mergeValues(before, typed, newer)).toEqual(
    with_(newer, { [chargeFields.end]: '450', [chargeFields.fee]: '7' }),
  )
  expect(findClashes(before, typed, newer)).toEqual(['Amount'])
  expect(findClashes(before, with_(before, { [chargeFields.fee]: '6' }), newer)).toEqual([])
})
