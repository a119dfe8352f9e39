import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CipherName, type DecoderKey, decryptBlock, encryptBlock, readKeyBits } from './cipher.ts'

const bits = (width: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(width) - 1n })
const keys = (cipher: CipherName) =>
  bits(readKeyBits(cipher)).map((value): DecoderKey => ({ cipher, bits: value }))

describe('EA11', () => {
  const key: DecoderKey = { cipher: 'EA11', bits: 0x00112233445566778899aabbccddeeffn }

  test.each([
    [0x0123456789abcdefn, 0x8b1da5f56ab3d07cn],
    [0xfedcba9876543210n, 0x04b68240b13be95dn],
  ])('encrypts and decrypts block %# of RFC 2994', (plain, encrypted) => {
    expect(encryptBlock(key, plain)).toBe(encrypted)
    expect(decryptBlock(key, encrypted)).toBe(plain)
  })
})

describe('EA07', () => {
  test('encrypts the block of a published token', () => {
    const key: DecoderKey = { cipher: 'EA07', bits: 0xe653341f9d5bf36fn }
    const token = 66475648316756821785n
    const classBits = 0b11n << 27n
    const cipher = (BigInt.asUintN(64, token) & ~classBits) | ((token >> 64n) << 27n)
    expect(encryptBlock(key, 0x055ab659000a3504n)).toBe(cipher)
  })
})

describe.each(['EA07', 'EA11'] as const)('%s', (cipher) => {
  test('decrypts whatever it encrypts', () => {
    fc.assert(
      fc.property(keys(cipher), bits(64), (key, block) => {
        expect(decryptBlock(key, encryptBlock(key, block))).toBe(block)
      }),
    )
  })

  test('changes the result when any one bit of the key changes', () => {
    const key: DecoderKey = { cipher, bits: 0x0123456789abcdefn }
    const results = Array.from({ length: readKeyBits(cipher) }, (_, bit) =>
      encryptBlock({ cipher, bits: key.bits ^ (1n << BigInt(bit)) }, 0n),
    )
    expect(new Set([...results, encryptBlock(key, 0n)]).size).toBe(readKeyBits(cipher) + 1)
  })

  test('refuses a key that is too long', () => {
    const tooLong: DecoderKey = { cipher, bits: 2n ** BigInt(readKeyBits(cipher)) }
    expect(() => encryptBlock(tooLong, 0n)).toThrow(RangeError)
  })
})
