import { expect, test } from 'vitest'
import { listPhones, withMeter } from './known-meters.ts'

const bah = { meter: '37201148261', name: 'Mariama Bah', phone: '7714208' }
const sarr = { meter: '07514196810', name: 'Alhagie Sarr', phone: '7714208' }

test('the latest meter comes first, and each appears once', () => {
  expect(withMeter([sarr, bah], { ...bah, phone: '9902210' })).toEqual([{ ...bah, phone: '9902210' }, sarr])
})

test('no more than fifty meters are remembered', () => {
  const many = Array.from({ length: 50 }, (_, index) => ({ ...bah, meter: String(10_000_000 + index) }))
  expect(withMeter(many, sarr)).toHaveLength(50)
  expect(withMeter(many, sarr)[0]).toEqual(sarr)
})

test('each phone appears once', () => {
  expect(listPhones([bah, sarr])).toEqual(['7714208'])
})
