// The outer form of every token: 48 bits of content and their checksum make a block of 64 bits, the class makes it 66,
// written as 20 decimal digits. The class stays readable without a key; everything else may be encrypted.

/** 0 credit, 1 test and display, 2 management and key change. */
export type TokenClass = 0 | 1 | 2

const TOKEN_DIGITS = 20
/** The largest number of 66 bits. */
export const TOKEN_MOST = 2n ** 66n - 1n

const CLASS_SHIFT = 27n
const CLASS_MASK = 0b11n << CLASS_SHIFT

/** The content followed by its checksum. The checksum covers the class, so a token cannot change its class. */
export const seal = (tokenClass: TokenClass, content: number): bigint =>
  (BigInt(content) << 16n) | BigInt(checksum(tokenClass, content))

/** Null: the checksum does not belong to this content and class. */
export function unseal(tokenClass: TokenClass, block: bigint): number | null {
  const content = Number(block >> 16n)
  return seal(tokenClass, content) === block ? content : null
}

/** The class takes two bits in the middle of the block; the bits from there move to the front. */
export function write(tokenClass: TokenClass, block: bigint): string {
  const displaced = (block & CLASS_MASK) >> CLASS_SHIFT
  const token = (displaced << 64n) | (block & ~CLASS_MASK) | (BigInt(tokenClass) << CLASS_SHIFT)
  return token.toString().padStart(TOKEN_DIGITS, '0')
}

export type Unreadable = 'notTwentyDigits' | 'tooLarge' | 'unassignedClass'

export type Written = { ok: true; tokenClass: TokenClass; block: bigint } | { ok: false; reason: Unreadable }

export function read(token: string): Written {
  if (!/^\d{20}$/.test(token)) return { ok: false, reason: 'notTwentyDigits' }
  const value = BigInt(token)
  if (value > TOKEN_MOST) return { ok: false, reason: 'tooLarge' }
  const tokenClass = Number((value & CLASS_MASK) >> CLASS_SHIFT)
  if (tokenClass === 3) return { ok: false, reason: 'unassignedClass' }
  const block = (BigInt.asUintN(64, value) & ~CLASS_MASK) | ((value >> 64n) << CLASS_SHIFT)
  return { ok: true, tokenClass: tokenClass as TokenClass, block }
}

/** CRC-16 over the class and the six bytes of the content, its two bytes swapped. */
function checksum(tokenClass: TokenClass, content: number): number {
  let crc = 0xffff
  for (let place = 48; place >= 0; place -= 8) {
    crc ^= place === 48 ? tokenClass : Math.floor(content / 2 ** place) & 0xff
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  }
  return ((crc & 0xff) << 8) | (crc >>> 8)
}
