import { expect, test } from 'vitest'
import { failsItsCheckDigit, isOneSlipAway, passesLuhn, warnOfMeter } from './mistyped-meter.ts'

test.each([
  ['79927398713', true],
  ['79927398710', false],
  ['4539148803436467', true],
  ['0', true],
])('the Luhn digit of %s is right: %s', (digits, right) => {
  expect(passesLuhn(digits)).toBe(right)
})

test('only a meter of 11 digits can fail its check digit', () => {
  expect(failsItsCheckDigit('79927398710')).toBe(true)
  expect(failsItsCheckDigit('79927398713')).toBe(false)
  expect(failsItsCheckDigit('7992739871')).toBe(false)
  expect(failsItsCheckDigit('799273987101')).toBe(false)
  expect(failsItsCheckDigit('')).toBe(false)
})

test.each([
  ['37201148261', '37201148261', false],
  ['37201148262', '37201148261', true],
  ['73201148261', '37201148261', true],
  ['37201142861', '37201148261', true],
  ['37201148262', '37201148216', false],
  ['17201148262', '37201148261', false],
  ['3720114826', '37201148261', false],
])('%s is one typing mistake away from %s: %s', (typed, known, slip) => {
  expect(isOneSlipAway(typed, known)).toBe(slip)
})

test('a meter that is nearly one for which the phone has bought before is pointed out', () => {
  const served = [{ subject: '37201148261', name: 'Mariama Bah' }]
  expect(warnOfMeter('37201148216', served)).toMatch(/^Nearly 37201148261 \(Mariama Bah\)/)
  expect(warnOfMeter('37201148261', served)).toBeNull()
})
