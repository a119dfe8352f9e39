// Secrets at rest: AES-256-GCM under the configured key, which is not in the database. What is sealed for one purpose
// cannot be opened for another. While the key is being changed, the key before it opens too.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface SecretKeys {
  secretKey: Buffer
  /** The one before it, while the key is being changed. */
  secretKeyBefore: Buffer | null
}

/** What is kept sealed in the database. */
export const PURPOSES = {
  secondFactor: 'flexpower second factor 1',
  vendorPassword: 'flexpower vendor password 1',
  slipPhoto: 'flexpower slip photo 1',
}

export function seal(text: string, { secretKey: key }: SecretKeys, purpose: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Null: another key sealed it, or for another purpose, or it is damaged. */
export function unseal(
  sealed: Buffer,
  { secretKey, secretKeyBefore }: SecretKeys,
  purpose: string,
): string | null {
  const text = unsealWith(sealed, secretKey, purpose)
  return text === null && secretKeyBefore !== null ? unsealWith(sealed, secretKeyBefore, purpose) : text
}

/** Whether the key before sealed it. */
export const isSealedBefore = (sealed: Buffer, { secretKey }: SecretKeys, purpose: string): boolean =>
  unsealWith(sealed, secretKey, purpose) === null

function unsealWith(sealed: Buffer, key: Buffer, purpose: string): string | null {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag)
    return (
      decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    )
  } catch {
    return null
  }
}
