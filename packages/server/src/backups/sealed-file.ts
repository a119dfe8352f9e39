// A backup's envelope: the content is cut into blocks, and each is sealed with AES-256-GCM under a key of this file
// alone. A block contains its number and whether it is the last, so none can be changed, left out, moved or cut off
// unnoticed. Memory stays flat at any size.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const MAGIC = Buffer.from('FlexPower backup 1\n')
const KEY_NAME_BYTES = 8
const SALT_BYTES = 32
export const HEADER_BYTES = MAGIC.length + KEY_NAME_BYTES + SALT_BYTES
const BLOCK_BYTES = 64 * 1024
const TAG_BYTES = 16
const NONCE_BYTES = 12

/** The file is not a backup, is incomplete, or has another key; the message says which, in one sentence. */
export class BackupDamaged extends Error {
  override name = 'BackupDamaged'
}

/** Its beginning names another key: with that key it may be whole. */
export class SealedOtherwise extends BackupDamaged {}

export const DAMAGED = 'This backup is damaged or was cut off: its content does not agree with its seals.'

/** Says which key it was, and nothing else about it. */
const readName = (key: Buffer) =>
  createHmac('sha256', key).update('flexpower backup key name').digest().subarray(0, KEY_NAME_BYTES)

const fileKey = (key: Buffer, header: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, header.subarray(-SALT_BYTES), header, 32))

/** The number of the block, and in the last byte whether it is the last one. */
function buildNonce(block: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUIntBE(block, 4, 6)
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1)
  return nonce
}

export async function* seal(key: Buffer, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const header = Buffer.concat([MAGIC, readName(key), randomBytes(SALT_BYTES)])
  const own = fileKey(key, header)
  yield header
  let number = 0
  for await (const [block, isLast] of blocksOf(source, BLOCK_BYTES)) {
    const cipher = createCipheriv(CIPHER, own, buildNonce(number, isLast))
    yield Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()])
    number += 1
  }
}

/** A number for what has no room for a name (db/presence.ts). Null: the demo's own key, whichever it is. */
export const numberKey = (key: Buffer | null): number =>
  key === null ? 0 : readName(key).readUInt32BE() >>> 1

/** Whether a file that begins like this was sealed with that key. */
export const isSealedWith = (key: Buffer, header: Buffer): boolean =>
  header.subarray(MAGIC.length, MAGIC.length + KEY_NAME_BYTES).equals(readName(key))

/** Only checked data is passed on; the stream ends only if this is the real end. */
export async function* unseal(key: Buffer, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const bytes = source[Symbol.asyncIterator]()
  const { taken: header, rest } = await takeBytes(bytes, HEADER_BYTES)
  if (!header.subarray(0, MAGIC.length).equals(MAGIC) || header.length < HEADER_BYTES)
    throw new BackupDamaged('This file is not a FlexPower backup, or its beginning is damaged.')
  if (!isSealedWith(key, header))
    throw new SealedOtherwise(
      'This backup was sealed with another key than the one in FLEXPOWER_BACKUP_KEY, or its beginning is damaged.',
    )
  const own = fileKey(key, header)
  let number = 0
  for await (const [block, isLast] of blocksOf(chained(rest, bytes), BLOCK_BYTES + TAG_BYTES)) {
    yield openBlock(own, block, buildNonce(number, isLast))
    number += 1
  }
}

function openBlock(key: Buffer, sealed: Buffer, nonce: Buffer): Buffer {
  if (sealed.length < TAG_BYTES) throw new BackupDamaged(DAMAGED)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    throw new BackupDamaged(DAMAGED)
  }
}

/** Pieces of exactly that size and a last one, which alone may be shorter, and which is always there. */
async function* blocksOf(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<[Buffer, boolean]> {
  let held = Buffer.alloc(0)
  for await (const chunk of source) {
    held = Buffer.concat([held, chunk])
    let from = 0
    // A full one is held back until more data comes: it may be the last.
    for (; held.length - from > size; from += size) yield [held.subarray(from, from + size), false]
    held = held.subarray(from)
  }
  yield [held, true]
}

async function takeBytes(source: AsyncIterator<Buffer>, wanted: number) {
  let held = Buffer.alloc(0)
  while (held.length < wanted) {
    const next = await source.next()
    if (next.done) break
    held = Buffer.concat([held, next.value])
  }
  return { taken: held.subarray(0, wanted), rest: held.subarray(wanted) }
}

async function* chained(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}
