import { expect, test } from 'vitest'
import { sealPasswords, unsealPasswords } from './vendor-password.ts'

const keys = (secret: number) => ({ secretKey: Buffer.alloc(32, secret), secretKeyBefore: null })
const key = keys(1)

test('a sealed text is opened by its key alone, and never looks the same twice', () => {
  const sealed = sealPasswords(['pässword', 'older'], key)
  expect(unsealPasswords(sealed, key)).toEqual(['pässword', 'older'])
  expect(unsealPasswords(sealed, keys(2))).toBeNull()
  expect(sealPasswords(['pässword', 'older'], key).equals(sealed)).toBe(false)
  expect(sealed.includes('older')).toBe(false)
})

test('while the key is being changed, the one before opens what it sealed', () => {
  const both = { secretKey: Buffer.alloc(32, 2), secretKeyBefore: key.secretKey }
  expect(unsealPasswords(sealPasswords(['old'], key), both)).toEqual(['old'])
  expect(unsealPasswords(sealPasswords(['new'], both), key)).toBeNull()
  expect(unsealPasswords(sealPasswords(['new'], both), keys(2))).toEqual(['new'])
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
