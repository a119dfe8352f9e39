import { describe, expect, test } from 'vitest'
import { deriveKey02, deriveKey04, type KeyTerms } from './key.ts'

const shortVendingKey = Buffer.from('abababababababab', 'hex')
const longVendingKey = Buffer.from('abababababababab949494949494949401234567', 'hex')
const terms: KeyTerms = {
  pan: '600727000000000009',
  supplyGroup: '123456',
  tariffIndex: 1,
  keyRevision: 1,
  keyType: 2,
}

describe('DKGA02', () => {
  test.each([
    ['600727000000000009', 0xe653341f9d5bf36fn],
    ['000001000000000082', 0xe94023262e9993c2n],
  ])('derives the published key of %s', (pan, bits) => {
    expect(deriveKey02(shortVendingKey, { ...terms, pan })).toEqual({ cipher: 'EA07', bits })
  })

  test('gives every meter of a supply group the same common key', () => {
    const common = (pan: string) => deriveKey02(shortVendingKey, { ...terms, keyType: 3, pan })
    expect(common('600727142000000014')).toEqual(common('600727000000000009'))
    expect(common('000001000000000082')).not.toEqual(common('600727000000000009'))
  })
})

describe('DKGA04', () => {
  const later = { ...terms, supplyGroup: '123457' }

  test.each([
    [1993, 1, 'EA07', 0xaa4baa8749c10d27n],
    [2014, 4, 'EA07', 0x9dc0722c29a6cc0cn],
    [2035, 5, 'EA07', 0xb08205e074afc5d6n],
    [1993, 1, 'EA11', 0xf94b6ed353c3bfdb113e2d3a7ea3c41dn],
    [2014, 4, 'EA11', 0xdaa892189d08e738dfded73924c87f32n],
  ] as const)(
    'derives the published key of base date %i, revision %i, for %s',
    (base, keyRevision, cipher, bits) => {
      expect(deriveKey04(longVendingKey, { ...later, base, keyRevision, cipher })).toEqual({ cipher, bits })
    },
  )
})

describe('a key', () => {
  test('is not derived from a vending key of another length', () => {
    expect(() => deriveKey02(longVendingKey, terms)).toThrow('must have 8 bytes, not 20')
    expect(() => deriveKey04(shortVendingKey, { ...terms, base: 2014, cipher: 'EA07' })).toThrow('20 bytes')
  })

  test.each([
    ['pan', { pan: '60072700000000000' }],
    ['supply group', { supplyGroup: '12345' }],
    ['tariff index', { tariffIndex: 100 }],
    ['key revision', { keyRevision: 16 }],
    ['key type', { keyType: 4 }],
  ])('is not derived from an impossible %s', (_, wrong) => {
    expect(() => deriveKey02(shortVendingKey, { ...terms, ...wrong })).toThrow(RangeError)
  })
})
