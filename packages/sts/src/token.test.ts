import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TOKEN_MOST } from './block.ts'
import type { CipherName, DecoderKey } from './cipher.ts'
import type { Content } from './content.ts'
import { deriveKey02 } from './key.ts'
import { decodeToken, encodeToken, inspectToken } from './token.ts'
import { tokenIdAt } from './token-id.ts'

const key = deriveKey02(Buffer.from('abababababababab', 'hex'), {
  pan: '600727000000000009',
  supplyGroup: '123456',
  tariffIndex: 1,
  keyRevision: 1,
  keyType: 2,
})
const credit = {
  kind: 'credit',
  service: 'electricity',
  random: 5,
  tokenId: 5944921,
  amountField: 10,
} as const satisfies Content
const creditToken = '66475648316756821785'

const bits = (width: number) => fc.nat(2 ** width - 1)
const wide = (width: number) => fc.maxSafeNat().map((value) => value % 2 ** width)
const keys = (cipher: CipherName, width: bigint) =>
  fc.bigInt({ min: 0n, max: 2n ** width - 1n }).map((value): DecoderKey => ({ cipher, bits: value }))
const anyKey = fc.oneof(keys('EA07', 64n), keys('EA11', 128n))

const dated = { random: bits(4), tokenId: bits(24) }
const section = { kind: fc.constant('keyChange' as const), keyPart: wide(32) }
const anyContent: fc.Arbitrary<Content> = fc.oneof(
  fc.record({
    kind: fc.constant('credit' as const),
    service: fc.constantFrom('electricity', 'water', 'gas', 'time'),
    ...dated,
    amountField: bits(16),
  }),
  fc.record({
    kind: fc.constant('management' as const),
    action: fc.constantFrom(
      'maximumPower',
      'clearCredit',
      'tariffRate',
      'clearTamper',
      'phaseUnbalance',
      'waterFactor',
    ),
    ...dated,
    value: bits(16),
  }),
  fc.record({
    kind: fc.constant('test' as const),
    manufacturerDigits: fc.constant(2 as const),
    control: wide(36),
    manufacturer: bits(8),
  }),
  fc.record({
    kind: fc.constant('test' as const),
    manufacturerDigits: fc.constant(4 as const),
    control: bits(28),
    manufacturer: bits(16),
  }),
  fc.record({
    ...section,
    section: fc.constant(1 as const),
    expiryHigh: bits(4),
    keyRevision: bits(4),
    rollOver: fc.boolean(),
    hasThird: fc.boolean(),
    keyType: bits(2),
  }),
  fc.record({ ...section, section: fc.constant(2 as const), expiryLow: bits(4), tariffIndex: bits(8) }),
  fc.record({ ...section, section: fc.constant(3 as const), supplyGroupLow: bits(12) }),
  fc.record({ kind: section.kind, section: fc.constant(3 as const), supplyGroup: bits(24) }),
  fc.record({ ...section, section: fc.constant(4 as const), supplyGroupHigh: bits(12) }),
)

/** The third token of a key change is a different one for each size of key. */
const fits = (content: Content, { cipher }: DecoderKey): boolean =>
  content.kind !== 'keyChange' || content.section !== 3 || 'keyPart' in content === (cipher === 'EA11')

describe('a token', () => {
  test('has 20 digits and leads back to its content, whatever the content and the key', () => {
    fc.assert(
      fc.property(anyContent, anyKey, (content, anyOf) => {
        fc.pre(fits(content, anyOf))
        const token = encodeToken(content, anyOf)
        expect(token).toMatch(/^\d{20}$/)
        expect(BigInt(token) <= TOKEN_MOST).toBe(true)
        expect(decodeToken(token, anyOf)).toEqual({ ok: true, content })
      }),
      { numRuns: 500 },
    )
  })

  test('is the published one', () => {
    expect(encodeToken(credit, key)).toBe(creditToken)
    expect(decodeToken(creditToken, key)).toEqual({ ok: true, content: credit })
  })

  // STS 531-1, CTSA07, CTSA09, CTSA12 and CTSA14: what the vectors of this package leave out.
  test.each([
    ['phaseUnbalance', '2004-03-28T10:20Z', 10, '30220533115430798647'],
    ['clearCredit', '2004-03-29T00:01Z', 0xffff, '20388873191656671689'],
    ['maximumPower', '2004-04-01T07:20Z', 0x8000, '59901462710025767433'],
    ['clearCredit', '2004-04-01T09:10Z', 4, '17696673116286267663'],
  ] as const)('for %s at %s is the published one', (action, issued, value, token) => {
    const tokenId = tokenIdAt(new Date(issued), 1993)
    expect(encodeToken({ kind: 'management', action, random: 5, tokenId, value }, key)).toBe(token)
  })

  test.each([
    [2, 0x8, '18446744073843772416'],
    [2, 0x20000, '00000002199157475960'],
    [4, 0x1, '01152921509036054672'],
    [4, 0xfffffff, '02305843005052951967'],
  ] as const)(
    'for a test with a manufacturer of %i digits and control %i needs no key',
    (manufacturerDigits, control, token) => {
      const content: Content = { kind: 'test', manufacturerDigits, control, manufacturer: 0 }
      expect(encodeToken(content, null)).toBe(token)
      expect(decodeToken(token, null)).toEqual({ ok: true, content })
    },
  )

  test('is not made from values that do not fit, nor without the key it needs', () => {
    expect(() => encodeToken({ ...credit, amountField: 0x10000 }, key)).toThrow(
      'amountField must be a whole number from 0 to 65535, not 65536',
    )
    expect(() => encodeToken({ ...credit, random: -1 }, key)).toThrow(RangeError)
    expect(() => encodeToken({ ...credit, tokenId: 1.5 }, key)).toThrow(RangeError)
    expect(() => encodeToken(credit, null)).toThrow('A credit token needs a key')
  })
})

describe('decoding', () => {
  test.each([
    ['', 'notTwentyDigits'],
    ['6647564831675682178', 'notTwentyDigits'],
    ['6647 5648 3167 5682 1785', 'notTwentyDigits'],
    ['664756483167568217850', 'notTwentyDigits'],
    ['٦٦٤٧٥٦٤٨٣١٦٧٥٦٨٢١٧٨٥', 'notTwentyDigits'],
    ['73786976294838206464', 'tooLarge'],
    ['99999999999999999999', 'tooLarge'],
    [String(TOKEN_MOST), 'unassignedClass'],
  ])('refuses %j: %s', (token, reason) => {
    expect(decodeToken(token, key)).toEqual({ ok: false, reason })
    expect(inspectToken(token)).toEqual({ ok: false, reason })
  })

  test('refuses the token of another meter', () => {
    const another = { ...key, bits: key.bits ^ 1n }
    expect(decodeToken(creditToken, another)).toEqual({ ok: false, reason: 'wrongKeyOrDamaged' })
  })

  test('refuses a token with any one digit mistyped', () => {
    const places = Array.from(creditToken, (_, place) => place)
    const mistyped = places.flatMap((place) =>
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((shift) => {
        const digit = (Number(creditToken[place]) + shift) % 10
        return creditToken.slice(0, place) + digit + creditToken.slice(place + 1)
      }),
    )
    expect(mistyped.filter((token) => decodeToken(token, key).ok)).toEqual([])
  })

  test('refuses a token whose class was changed', () => {
    const management = (BigInt(creditToken) | (2n << 27n)).toString()
    expect(inspectToken(management)).toEqual({ ok: true, tokenClass: 2 })
    expect(decodeToken(management, key)).toEqual({ ok: false, reason: 'wrongKeyOrDamaged' })
  })

  test('blames no key when a test token is wrong', () => {
    expect(decodeToken('00000000000150997585', key)).toEqual({ ok: false, reason: 'damaged' })
    expect(inspectToken('00000000000150997585')).toEqual({ ok: false, reason: 'damaged' })
  })

  test('asks for the key of an encrypted token', () => {
    expect(decodeToken(creditToken, null)).toEqual({ ok: false, reason: 'keyNeeded' })
  })
})

describe('inspection', () => {
  test.each([
    [creditToken, 0],
    ['00000000000150997584', 1],
    ['50901894209860263092', 2],
    ['51638423060042734509', 2],
  ])('finds the class of %s without a key', (token, tokenClass) => {
    expect(inspectToken(token)).toEqual({ ok: true, tokenClass })
  })

  test('finds the class that was encoded', () => {
    const classes = { credit: 0, test: 1, management: 2, keyChange: 2 }
    fc.assert(
      fc.property(anyContent, anyKey, (content, anyOf) => {
        const tokenClass = classes[content.kind]
        expect(inspectToken(encodeToken(content, anyOf))).toEqual({ ok: true, tokenClass })
      }),
    )
  })
})
