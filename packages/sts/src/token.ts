// Tokens as people see them: 20 digits, made from a content and a key, and read back. Input from outside never throws:
// for a token that cannot be read the reason is returned.
import { read, seal, type TokenClass, type Unreadable, unseal, write } from './block.ts'
import { type CipherName, type DecoderKey, decryptBlock, encryptBlock } from './cipher.ts'
import { readClass, type Content, packContent, unpackContent } from './content.ts'

/** Why a token is refused. */
export type TokenRefusal =
  | Unreadable
  /** Without a key only test tokens can be read. */
  | 'keyNeeded'
  /** One reason, because the two look the same: with a wrong key or a wrong digit the content is noise. */
  | 'wrongKeyOrDamaged'
  /** A token that is not encrypted, so the key is not the cause. */
  | 'damaged'
  /** Genuine, but of a kind that this library does not know. */
  | 'unknownSubclass'

export type Decoded = { ok: true; content: Content } | { ok: false; reason: TokenRefusal }

export type Inspected = { ok: true; tokenClass: TokenClass } | { ok: false; reason: TokenRefusal }

/** Test tokens need no key; all others are encrypted with the one that the meter has now. */
export function encodeToken(content: Content, key: DecoderKey | null): string {
  const tokenClass = readClass(content)
  const block = seal(tokenClass, packContent(content))
  if (!isEncrypted(tokenClass)) return write(tokenClass, block)
  if (key === null) throw new TypeError(`A ${content.kind} token needs a key`)
  return write(tokenClass, encryptBlock(key, block))
}

export function decodeToken(token: string, key: DecoderKey | null): Decoded {
  const written = read(token)
  if (!written.ok) return written
  const { tokenClass, block } = written
  if (!isEncrypted(tokenClass)) return open(tokenClass, block, null)
  if (key === null) return { ok: false, reason: 'keyNeeded' }
  return open(tokenClass, decryptBlock(key, block), key.cipher)
}

/** What is known without any key: whether this can be a token at all, and of which class. */
export function inspectToken(token: string): Inspected {
  const written = read(token)
  if (!written.ok) return written
  const { tokenClass } = written
  const decoded = decodeToken(token, null)
  return decoded.ok || decoded.reason === 'keyNeeded' ? { ok: true, tokenClass } : decoded
}

const isEncrypted = (tokenClass: TokenClass): boolean => tokenClass !== 1

/** Null for the cipher: the token was not encrypted. */
function open(tokenClass: TokenClass, block: bigint, cipher: CipherName | null): Decoded {
  const packed = unseal(tokenClass, block)
  if (packed === null) return { ok: false, reason: cipher === null ? 'damaged' : 'wrongKeyOrDamaged' }
  const content = unpackContent(tokenClass, packed, cipher)
  return content === null ? { ok: false, reason: 'unknownSubclass' } : { ok: true, content }
}
