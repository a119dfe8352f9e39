import { expect, test } from 'vitest'
import { sealPasswords, unsealPasswords } from './vendor-password.ts'

const key = Buffer.alloc(32, 1)

test('a sealed text is opened by its key alone, and never looks the same twice', () => {
  const sealed = sealPasswords(['pässword', 'older'], key)
  expect(unsealPasswords(sealed, key)).toEqual(['pässword', 'older'])
  expect(unsealPasswords(sealed, Buffer.alloc(32, 2))).toBeNull()
  expect(sealPasswords(['pässword', 'older'], key).equals(sealed)).toBe(false)
  expect(sealed.includes('older')).toBe(false)
})

test('a changed, shortened or empty one is not opened', () => {
  const sealed = sealPasswords(['password'], key)
  for (let place = 0; place < sealed.length; place += 1) {
    const changed = Buffer.from(sealed)
    changed[place] = (changed[place] ?? 0) ^ 1
    expect(unsealPasswords(changed, key)).toBeNull()
    expect(unsealPasswords(sealed.subarray(0, place), key)).toBeNull()
  }
})
