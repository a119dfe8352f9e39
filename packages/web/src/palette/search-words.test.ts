import { expect, test } from 'vitest'
import { readSearchWords } from './search-words.ts'

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
