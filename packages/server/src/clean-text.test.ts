import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

test.each([
  ['Mariama Bah  ', 'Mariama Bah'],
  ['Mariama\u0000 Bah', 'Mariama  Bah'],
  ['12 Mosque Road,\r\n\tSerekunda', '12 Mosque Road, Serekunda'],
  ['\u0007\u001B[31mred\u009F', '[31mred'],
  ['half \uD83D', 'half \uFFFD'],
  ['whole \u{1F600}', 'whole \u{1F600}'],
  ['\u202Eelpmaxe\u202C', 'elpmaxe'],
  ['Awa Njie-Sarr (Ndébène)', 'Awa Njie-Sarr (Ndébène)'],
  ['a\u2028b', 'a b'],
])('text from others is cleaned: %j', (given, expected) => {
  expect(cleanText(given, 40)).toBe(expected)
})

test('text that is too long is cut between characters, and says so', () => {
  expect(cleanText('x'.repeat(40), 40)).toBe('x'.repeat(40))
  expect(cleanText('\u{1F600}'.repeat(21), 40)).toBe(`${'\u{1F600}'.repeat(19)}…`)
  expect(cleanText('x'.repeat(41), 40)).toBe(`${'x'.repeat(39)}…`)
})
