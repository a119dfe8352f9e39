import { describe, expect, test } from 'vitest'
import { seal, unseal, write } from './block.ts'
import { type DecoderKey, encryptBlock } from './cipher.ts'
import { decodeToken } from './token.ts'

describe('the checksum', () => {
  test('is the published one', () => {
    expect(seal(0, 0x055ab659000a)).toBe(0x055ab659000a3504n)
    expect(unseal(0, 0x055ab659000a3504n)).toBe(0x055ab659000a)
  })

  test('covers the class', () => {
    expect(unseal(2, 0x055ab659000a3504n)).toBeNull()
  })
})

describe('a genuine token of an unknown subclass', () => {
  const key: DecoderKey = { cipher: 'EA07', bits: 1n }

  test.each([
    ['credit in currency', 0, 0x4],
    ['reserved credit', 0, 0xf],
    ['management of a manufacturer', 2, 0xb],
  ] as const)('is refused for that: %s', (_, tokenClass, subclass) => {
    const token = write(tokenClass, encryptBlock(key, seal(tokenClass, subclass * 2 ** 44)))
    expect(decodeToken(token, key)).toEqual({ ok: false, reason: 'unknownSubclass' })
  })

  test('is refused for that: a test', () => {
    expect(decodeToken(write(1, seal(1, 2 * 2 ** 44)), null)).toEqual({
      ok: false,
      reason: 'unknownSubclass',
    })
  })
})
