// Decoder keys from vending keys: DKGA02 for a vending key of 8 bytes, DKGA04 for one of 20. The same terms always give
// the same key, so a vendor keeps no key per meter.
import { createCipheriv, createHmac } from 'node:crypto'
import { type CipherName, type DecoderKey, readKeyBits } from './cipher.ts'
import type { BaseDate } from './token-id.ts'

/** What a decoder key depends on besides the vending key. */
export interface KeyTerms {
  /** MeterPAN, 18 digits. */
  readonly pan: string
  /** Six digits. */
  readonly supplyGroup: string
  /** 0 to 99. */
  readonly tariffIndex: number
  /** 1 to 9. */
  readonly keyRevision: number
  /** 0 initialisation, 1 default, 2 unique, 3 common. */
  readonly keyType: number
}

const COMMON_KEY_TYPE = 3

/** DKGA02: always a key for EA07. */
export function deriveKey02(vendingKey: Uint8Array, terms: KeyTerms): DecoderKey {
  checkVendingKey(vendingKey, 8)
  const [supplyGroup, tariffIndex, keyType, keyRevision] = listTexts(terms)
  const control = bytes(`${keyType}${supplyGroup}${tariffIndex}${keyRevision}ffffff`)
  const mixed = xor(bytes(panBlock(terms)), control)
  return { cipher: 'EA07', bits: number(xor(xor(des(vendingKey, mixed), mixed), vendingKey)) }
}

/** DKGA04. */
export function deriveKey04(
  vendingKey: Uint8Array,
  terms: KeyTerms & { readonly base: BaseDate; readonly cipher: CipherName },
): DecoderKey {
  checkVendingKey(vendingKey, 20)
  const [supplyGroup, tariffIndex, keyType, keyRevision] = listTexts(terms)
  const keyBits = readKeyBits(terms.cipher)
  const label = ['04', String(terms.base).slice(2), terms.cipher.slice(2), tariffIndex]
  const context = [supplyGroup, keyType, keyRevision, terms.pan]
  const message = `${listed(label)}\0${listed(context)}\0\0\0${String.fromCharCode(keyBits)}`
  const mac = createHmac('sha256', vendingKey).update(message, 'latin1').digest()
  return { cipher: terms.cipher, bits: number(mac.subarray(0, keyBits / 8)) }
}

/** The number of texts, then each after its length. */
const listed = (texts: string[]): string =>
  String.fromCharCode(texts.length) + texts.map((text) => String.fromCharCode(text.length) + text).join('')

function checkVendingKey(vendingKey: Uint8Array, length: number): void {
  if (vendingKey.length !== length)
    throw new RangeError(`The vending key must have ${length} bytes, not ${vendingKey.length}`)
}

function listTexts(
  terms: KeyTerms,
): [supplyGroup: string, tariffIndex: string, type: string, revision: string] {
  const { pan, supplyGroup, tariffIndex, keyType, keyRevision } = terms
  if (!/^\d{18}$/.test(pan)) throw new RangeError(`A MeterPAN has 18 digits, not ${pan}`)
  if (!/^\d{6}$/.test(supplyGroup))
    throw new RangeError(`A supply group code has 6 digits, not ${supplyGroup}`)
  return [
    supplyGroup,
    String(whole('The tariff index', tariffIndex, 99)).padStart(2, '0'),
    whole('The key type', keyType, 3).toString(16),
    whole('The key revision', keyRevision, 15).toString(16),
  ]
}

function whole(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value
  throw new RangeError(`${name} must be a whole number from 0 to ${most}, not ${value}`)
}

/**
 * Five digits of the six-digit issuer and an account of eleven, or three of a four-digit issuer and an account of
 * thirteen: joined, both are the PAN without its first and its last digit.
 */
function panBlock({ pan, keyType }: KeyTerms): string {
  if (keyType !== COMMON_KEY_TYPE) return pan.slice(1, 17)
  // Many meters share a common key, so it cannot depend on one meter's account.
  const issuer = pan.slice(1, pan.startsWith('0000') ? 4 : 6)
  return issuer.padEnd(16, '0')
}

/** Node has no single DES; triple DES with one key three times over is the same. */
function des(key: Uint8Array, block: Uint8Array): Uint8Array {
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([key, key, key]), null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()])
}

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
const number = (big: Uint8Array): bigint => BigInt(`0x${Buffer.from(big).toString('hex')}`)
const xor = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  left.map((byte, index) => byte ^ (right[index] as number))
