import { expect, test } from 'vitest'
import { codePages, toPrintable } from './letters.ts'

test('a code page has 128 letters, each once', () => {
  for (const letters of Object.values(codePages)) expect(new Set(letters).size).toBe(128)
})

test.each([
  ['Mariama Bah', 'Mariama Bah', 'Mariama Bah'],
  ['Ñjéŋ Šarr', 'Ñjén Sarr', 'Ñjén Sarr'],
  ['Ãlhagie Õmar', 'Alhagie Omar', 'Ãlhagie Õmar'],
  ['N’Jie – 2 × “Ba”', `N'Jie - 2 x "Ba"`, `N'Jie - 2 × "Ba"`],
  ['فاطمة', 'fatma', 'fatma'],
  ['ﬁsh №5', 'fish No5', 'fish No5'],
  ['李 Ceesay', '* Ceesay', '* Ceesay'],
  ['Why?', 'Why?', 'Why?'],
])('%s is written with the letters of the printer', (name, in437, in850) => {
  expect(toPrintable(name, 'cp437')).toBe(in437)
  expect(toPrintable(name, 'cp850')).toBe(in850)
})
