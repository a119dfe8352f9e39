// The two ciphers behind one interface. A decoder key names its cipher, so a key cannot be used with the wrong one.
import { fromWords, toWords } from './bits.ts'
import { decryptEa07, encryptEa07 } from './ea07.ts'
import { decryptMisty1, encryptMisty1 } from './misty1.ts'

/** EA07 is the Standard Transfer Algorithm, EA11 is MISTY1. */
export type CipherName = 'EA07' | 'EA11'

/** The secret that one meter and its vendor share. */
export interface DecoderKey {
  readonly cipher: CipherName
  readonly bits: bigint
}

const ciphers = {
  EA07: { keyBits: 64, encrypt: encryptEa07, decrypt: decryptEa07 },
  EA11: { keyBits: 128, encrypt: encryptMisty1, decrypt: decryptMisty1 },
} as const

export const readKeyBits = (cipher: CipherName): 64 | 128 => ciphers[cipher].keyBits

export const encryptBlock = (key: DecoderKey, block: bigint): bigint => run('encrypt', key, block)

export const decryptBlock = (key: DecoderKey, block: bigint): bigint => run('decrypt', key, block)

function run(direction: 'encrypt' | 'decrypt', key: DecoderKey, block: bigint): bigint {
  const cipher = ciphers[key.cipher]
  if (key.bits < 0n || key.bits >> BigInt(cipher.keyBits) !== 0n)
    throw new RangeError(`A key for ${key.cipher} has ${cipher.keyBits} bits`)
  const words = toWords(block, 2)
  cipher[direction](toWords(key.bits, cipher.keyBits / 32), words)
  return fromWords(words)
}
