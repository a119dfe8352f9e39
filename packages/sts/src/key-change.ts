// A new key for a meter, carried by tokens under the old one: two tokens for a 64-bit key, three if the meter is also
// given its supply group, four for a 128-bit key. The meter acts when it has all of them, entered in any order.
import { fromWords, toWords } from './bits.ts'
import { type CipherName, type DecoderKey, readKeyBits } from './cipher.ts'
import type { KeyChangeSection } from './content.ts'

export interface KeyChange {
  readonly newKey: DecoderKey
  readonly keyRevision: number
  readonly keyType: number
  readonly tariffIndex: number
  /** Key expiry number (KEN), 0 to 255; 255 never expires. */
  readonly expiry: number
  /** True if the base date moves on, so the meter forgets which tokens it has seen. */
  readonly rollOver: boolean
  /** Six digits. Null only for a 64-bit key: two tokens without it, for a meter that does not accept three. */
  readonly supplyGroup: string | null
}

export function splitKeyChange(change: KeyChange): KeyChangeSection[] {
  const { newKey, keyRevision, keyType, tariffIndex, expiry, rollOver, supplyGroup } = change
  const [high, low, middle] = keyParts(newKey)
  const hasThird = middle === null && supplyGroup !== null
  const [kind, expiryHigh, expiryLow] = ['keyChange' as const, expiry >> 4, expiry & 15]
  const sections: KeyChangeSection[] = [
    { kind, section: 1, expiryHigh, keyRevision, rollOver, hasThird, keyType, keyPart: high },
    { kind, section: 2, expiryLow, tariffIndex, keyPart: low },
  ]
  if (middle === null && supplyGroup === null) return sections
  if (supplyGroup === null || !/^\d{6}$/.test(supplyGroup))
    throw new RangeError(`The tokens of this key name a supply group of 6 digits, not ${supplyGroup}`)
  const group = Number(supplyGroup)
  if (middle === null) return [...sections, { kind, section: 3, supplyGroup: group }]
  return [
    ...sections,
    { kind, section: 3, supplyGroupLow: group & 0xfff, keyPart: middle[0] },
    { kind, section: 4, supplyGroupHigh: group >> 12, keyPart: middle[1] },
  ]
}

/** Null: tokens are missing. If a section is there twice, the later one counts. */
export function joinKeyChange(sections: readonly KeyChangeSection[], cipher: CipherName): KeyChange | null {
  const first = latest(sections, 1)
  const second = latest(sections, 2)
  const third = latest(sections, 3)
  const fourth = latest(sections, 4)
  if (!first || !second) return null
  const { keyRevision, keyType, rollOver } = first
  const expiry = (first.expiryHigh << 4) | second.expiryLow
  const rest = { keyRevision, keyType, tariffIndex: second.tariffIndex, expiry, rollOver }
  if (readKeyBits(cipher) === 64) {
    const newKey = readKey(cipher, [first.keyPart, second.keyPart])
    if (!first.hasThird) return { newKey, ...rest, supplyGroup: null }
    return third && 'supplyGroup' in third
      ? { newKey, ...rest, supplyGroup: formatGroup(third.supplyGroup) }
      : null
  }
  if (!third || !('keyPart' in third) || !fourth) return null
  return {
    newKey: readKey(cipher, [first.keyPart, third.keyPart, fourth.keyPart, second.keyPart]),
    ...rest,
    supplyGroup: formatGroup((fourth.supplyGroupHigh << 12) | third.supplyGroupLow),
  }
}

const formatGroup = (supplyGroup: number): string => String(supplyGroup).padStart(6, '0')

function keyParts({
  cipher,
  bits,
}: DecoderKey): [high: number, low: number, middle: [number, number] | null] {
  const [a = 0, b = 0, c = 0, d = 0] = toWords(bits, readKeyBits(cipher) / 32)
  return readKeyBits(cipher) === 64 ? [a, b, null] : [a, d, [b, c]]
}

const readKey = (cipher: CipherName, words: number[]): DecoderKey => ({
  cipher,
  bits: fromWords(Uint32Array.from(words)),
})

const latest = <Number extends 1 | 2 | 3 | 4>(sections: readonly KeyChangeSection[], number: Number) =>
  sections.findLast((each): each is Extract<KeyChangeSection, { section: Number }> => each.section === number)
