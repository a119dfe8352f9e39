import { expect, test } from 'vitest'
import { adminMenu } from '../layout/admin/menu.ts'
import { listScreens } from '../layout/menu.ts'
import { isName, isWholeNumber, rateMisfit, readSearchWords } from './matching.ts'

const titles = listScreens(adminMenu).map(({ title }) => title)
const found = (typed: string) =>
  titles
    .map((title) => ({ title, misfit: rateMisfit(title, typed) }))
    .filter(({ misfit }) => misfit !== null)
    .toSorted((one, other) => Number(one.misfit) - Number(other.misfit))
    .map(({ title }) => title)

test.each([
  ['dash', 'Dashboard'],
  ['REPORT', 'Revenue Report'],
  ['revenue', 'Revenue'],
  ['cpc', 'Cash Power Charges'],
  ['custenq', 'Customer Enquiries'],
  ['shift e', 'Shift Enquiries'],
  ['  post   paid ', 'Post Paid'],
  ['rcncl', 'Reconciliation'],
  ['clnup', 'Cleanup'],
  ['audit', 'Audit'],
])('%s finds %s first', (typed, title) => {
  expect(found(typed)[0]).toBe(title)
})

test('the beginning of a title fits better than the beginning of a word, and both better than a guess', () => {
  expect(found('re').slice(0, 5)).toEqual([
    'Revenue Report',
    'Revenue',
    'Reconciliation',
    'Receipts',
    'Credit Agents',
  ])
  expect(found('pa')).toEqual(['Change Password', 'Post Paid', 'Forgot Password'])
  expect(rateMisfit('Cash Power', 'cash')).toBeLessThan(rateMisfit('Cash Power', 'power') ?? 9)
  expect(rateMisfit('Cash Power', 'power')).toBeLessThan(rateMisfit('Cash Power', 'ower') ?? 9)
})

test('what a title does not have, and two unrelated letters, find nothing', () => {
  for (const typed of ['xyz', 'fatou', '07188420314', 'db', 'drw']) expect(found(typed), typed).toEqual([])
})

test.each([
  ['1234 5678 9012 3456 7890', '12345678901234567890'],
  ['1234-5678-9012-3456-7890', '12345678901234567890'],
  [' 1234\u00A05678 90123456 7890\t', '12345678901234567890'],
  ['0718 842 0314', '07188420314'],
  ['261114-00012', '261114-00012'],
  [' Fatou   Ceesay ', 'Fatou Ceesay'],
  ['Al-Amin', 'Al-Amin'],
])('%s is sent as %s', (typed, words) => {
  expect(readSearchWords(typed)).toBe(words)
})

test('one letter asks for nothing', () => {
  for (const typed of ['', ' ', 'f', ' 7 ']) expect(readSearchWords(typed)).toBeNull()
})

test('a counter asks for whole numbers, codes and names, and for no parts of a number', () => {
  for (const whole of ['37201148261', '7714208', '+2207714208', '7KQM-3RXW-9DTA'])
    expect(isWholeNumber(whole), whole).toBe(true)
  for (const part of ['372011', 'Awa', 'R-12']) expect(isWholeNumber(part), part).toBe(false)
  expect(['Awa', 'Sanneh', 'Aw', '37201'].map(isName)).toEqual([true, true, false, false])
})
