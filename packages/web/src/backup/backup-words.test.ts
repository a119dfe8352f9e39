import { expect, test } from 'vitest'
import { byText, sizeText } from './backup-words.ts'

test.each([
  [10, '1 kB'],
  [812_400, '812 kB'],
  [1_440_000, '1.4 MB'],
  [96_000_000, '96 MB'],
  [1_440_000_000, '1.4 GB'],
])('a size is told in two or three digits: %i', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test('a backup of the night was made by nobody', () => {
  expect(byText(null)).toBe('Made at night')
  expect(byText('Binta Saidy')).toBe('Made by Binta Saidy')
})
