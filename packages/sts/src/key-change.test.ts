import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { read } from './block.ts'
import { type CipherName, type DecoderKey, decryptBlock } from './cipher.ts'
import { deriveKey04 } from './key.ts'
import { joinKeyChange, type KeyChange, splitKeyChange } from './key-change.ts'
import { decodeToken, encodeToken } from './token.ts'
import type { BaseDate } from './token-id.ts'

const vendingKey = Buffer.from('abababababababab949494949494949401234567', 'hex')

/** What the compliance tests of STS 531-1 change one by one. */
interface Terms {
  pan?: string
  base?: BaseDate
  tariffIndex?: number
  keyRevision?: number
  supplyGroup?: string
}
/** `threeTokens`: the supply group comes with a 64-bit key too. */
interface Rest {
  expiry: number
  rollOver: boolean
  threeTokens?: boolean
}
const usual = {
  pan: '600727000000000009',
  base: 1993 as BaseDate,
  tariffIndex: 1,
  keyRevision: 1,
  supplyGroup: '123457',
  keyType: 2,
}

function readTokens(cipher: CipherName, from: Terms, to: Terms, { threeTokens, ...rest }: Rest) {
  const target = { ...usual, ...to }
  const oldKey = deriveKey04(vendingKey, { ...usual, ...from, cipher })
  const newKey = deriveKey04(vendingKey, { ...target, cipher })
  const supplyGroup = cipher === 'EA11' || threeTokens ? target.supplyGroup : null
  return splitKeyChange({ ...target, supplyGroup, newKey, ...rest }).map((section) =>
    encodeToken(section, oldKey),
  )
}

describe('the tokens of a key change', () => {
  const never = { expiry: 255, rollOver: false }

  test('are the four published ones for a new tariff and a 128-bit key', () => {
    expect(readTokens('EA11', {}, { tariffIndex: 2 }, never)).toEqual([
      '34812744915211133004',
      '46903925208523674737',
      '71464563847088610152',
      '67904239402617643990',
    ])
  })

  test('are the four published ones for a new revision', () => {
    expect(readTokens('EA11', {}, { keyRevision: 2 }, never)).toEqual([
      '40937788669556693706',
      '55900126766830063715',
      '70168064023104948668',
      '31051353433275215300',
    ])
  })

  test('are the four published ones for a new expiry', () => {
    const until = { expiry: 170, rollOver: false }
    expect(readTokens('EA11', { keyRevision: 2 }, { keyRevision: 7 }, until)).toEqual([
      '65626097193581652906',
      '45273086784967754458',
      '60343449063848563711',
      '62570694794795906368',
    ])
  })

  test('are the four published ones for a new supply group', () => {
    expect(readTokens('EA11', {}, { supplyGroup: '123461' }, never)).toEqual([
      '14459740122691785207',
      '16084994560056931733',
      '38603700611597183668',
      '07926972461094669048',
    ])
  })

  test.each([
    ['600727000000000009', ['44163577485799480640', '26556810679164981397']],
    ['000001000000000082', ['09658886361133612086', '22434017728466234784']],
  ])('are the two published ones when %s moves to the next base date with a 64-bit key', (pan, tokens) => {
    const from: Terms = { pan, base: 2014, keyRevision: 4 }
    const to: Terms = { pan, base: 2035, keyRevision: 5 }
    expect(readTokens('EA07', from, to, { expiry: 255, rollOver: true })).toEqual(tokens)
  })

  test('are three when a meter with a 64-bit key is given its supply group', () => {
    const from: Terms = { base: 2014, keyRevision: 4 }
    const to: Terms = { base: 2014, keyRevision: 4, supplyGroup: '123461' }
    const oldKey = deriveKey04(vendingKey, { ...usual, ...from, cipher: 'EA07' })
    const [first = '', second, third = '', ...more] = readTokens('EA07', from, to, {
      ...never,
      threeTokens: true,
    })
    expect(more).toEqual([])
    // Only the 3KCT bit of the first token distinguishes them from a set of two.
    const [, secondOfTwo] = readTokens('EA07', from, to, never)
    expect(second).toBe(secondOfTwo)
    const readBlock = (token: string) => {
      const written = read(token)
      return written.ok ? decryptBlock(oldKey, written.block) >> 16n : null
    }
    const [firstOfTwo = ''] = readTokens('EA07', from, to, never)
    expect(readBlock(first)).toBe(readBlock(firstOfTwo)! | (1n << 34n))
    // Subclass 8, 24 bits of supply group, 20 bits of nothing.
    expect(readBlock(third)).toBe((8n << 44n) | (123461n << 20n))
  })

  test('cannot leave out the supply group of a 128-bit key', () => {
    const newKey: DecoderKey = { cipher: 'EA11', bits: 1n }
    expect(() => splitKeyChange({ ...usual, newKey, ...never, supplyGroup: null })).toThrow(RangeError)
  })
})

const keys = (cipher: CipherName, bits: bigint) =>
  fc.bigInt({ min: 0n, max: 2n ** bits - 1n }).map((value): DecoderKey => ({ cipher, bits: value }))

const terms = {
  keyRevision: fc.nat(15),
  keyType: fc.nat(3),
  tariffIndex: fc.nat(99),
  expiry: fc.nat(255),
  rollOver: fc.boolean(),
}
const changes: fc.Arbitrary<KeyChange> = fc.oneof(
  fc.record({
    ...terms,
    newKey: keys('EA07', 64n),
    supplyGroup: fc.option(fc.stringMatching(/^\d{6}$/), { nil: null }),
  }),
  fc.record({ ...terms, newKey: keys('EA11', 128n), supplyGroup: fc.stringMatching(/^\d{6}$/) }),
)

/** What a meter has after these tokens: the sections that it could read. */
const entered = (tokens: readonly string[], key: DecoderKey) =>
  tokens.flatMap((token) => {
    const decoded = decodeToken(token, key)
    return decoded.ok && decoded.content.kind === 'keyChange' ? [decoded.content] : []
  })

describe('a meter', () => {
  const bits = 0xe653341f9d5bf36fn

  test('learns the whole change from its tokens, in any order', () => {
    fc.assert(
      fc.property(changes, fc.nat(3), (change, turn) => {
        const oldKey: DecoderKey = { cipher: change.newKey.cipher, bits }
        const tokens = splitKeyChange(change).map((section) => encodeToken(section, oldKey))
        const turned = [...tokens.slice(turn), ...tokens.slice(0, turn)]
        expect(joinKeyChange(entered(turned, oldKey), change.newKey.cipher)).toEqual(change)
      }),
    )
  })

  test('waits for the tokens that are missing', () => {
    fc.assert(
      fc.property(changes, fc.nat(3), (change, missing) => {
        const sections = splitKeyChange(change)
        fc.pre(missing < sections.length)
        expect(joinKeyChange(sections.toSpliced(missing, 1), change.newKey.cipher)).toBeNull()
      }),
    )
  })
})
