// A new key for a meter, carried by tokens under the old one: two tokens for a 64-bit key, four for a 128-bit key. The
// meter acts when it has all of them, in whatever order they were entered.
import { fromWords, toWords } from './bits.ts'
import { type CipherName, type DecoderKey, keyBitsOf } from './cipher.ts'
import type { KeyChangeSection } from './content.ts'

export interface KeyChange {
  readonly newKey: DecoderKey
  readonly keyRevision: number
  readonly keyType: number
  readonly tariffIndex: number
  /** Key expiry number (KEN), 0 to 255; 255 never expires. */
  readonly expiry: number
  /** True when the base date moves on, so the meter forgets which tokens it has seen. */
  readonly rollOver: boolean
  /** Six digits, or null: the tokens of a 64-bit key have no place for it. */
  readonly supplyGroup: string | null
}

export function splitKeyChange(change: KeyChange): KeyChangeSection[] {
  const { newKey, keyRevision, keyType, tariffIndex, expiry, rollOver, supplyGroup } = change
  const [high, low, middle] = keyParts(newKey)
  const sections: KeyChangeSection[] = [
    { kind: 'keyChange', section: 1, expiryHigh: expiry >> 4, keyRevision, rollOver, keyType, keyPart: high },
    { kind: 'keyChange', section: 2, expiryLow: expiry & 15, tariffIndex, keyPart: low },
  ]
  if (middle === null) return sections
  if (supplyGroup === null || !/^\d{6}$/.test(supplyGroup))
    throw new RangeError(`The tokens of a 128-bit key name a supply group of 6 digits, not ${supplyGroup}`)
  return [
    ...sections,
    { kind: 'keyChange', section: 3, supplyGroupLow: Number(supplyGroup) & 0xfff, keyPart: middle[0] },
    { kind: 'keyChange', section: 4, supplyGroupHigh: Number(supplyGroup) >> 12, keyPart: middle[1] },
  ]
}

/** Null: tokens are missing. Of a section that is there twice the later one counts. */
export function joinKeyChange(sections: readonly KeyChangeSection[], cipher: CipherName): KeyChange | null {
  const first = latest(sections, 1)
  const second = latest(sections, 2)
  const third = latest(sections, 3)
  const fourth = latest(sections, 4)
  if (!first || !second) return null
  const { keyRevision, keyType, rollOver } = first
  const expiry = (first.expiryHigh << 4) | second.expiryLow
  const rest = { keyRevision, keyType, tariffIndex: second.tariffIndex, expiry, rollOver }
  if (keyBitsOf(cipher) === 64)
    return { newKey: keyOf(cipher, [first.keyPart, second.keyPart]), ...rest, supplyGroup: null }
  if (!third || !fourth) return null
  return {
    newKey: keyOf(cipher, [first.keyPart, third.keyPart, fourth.keyPart, second.keyPart]),
    ...rest,
    supplyGroup: String((fourth.supplyGroupHigh << 12) | third.supplyGroupLow).padStart(6, '0'),
  }
}

function keyParts({
  cipher,
  bits,
}: DecoderKey): [high: number, low: number, middle: [number, number] | null] {
  const [a = 0, b = 0, c = 0, d = 0] = toWords(bits, keyBitsOf(cipher) / 32)
  return keyBitsOf(cipher) === 64 ? [a, b, null] : [a, d, [b, c]]
}

const keyOf = (cipher: CipherName, words: number[]): DecoderKey => ({
  cipher,
  bits: fromWords(Uint32Array.from(words)),
})

const latest = <Number extends 1 | 2 | 3 | 4>(sections: readonly KeyChangeSection[], number: Number) =>
  sections.findLast((each): each is Extract<KeyChangeSection, { section: Number }> => each.section === number)
