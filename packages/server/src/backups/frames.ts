// The content of a backup: notes in JSON, and between them the bytes of tables, as a sequence of frames that is written
// and read from front to back.
import { BackupDamaged, DAMAGED } from './sealed-file.ts'

export type Frame = { kind: 'note'; note: unknown } | { kind: 'bytes'; bytes: Buffer }

const NOTE = 1
const BYTES = 2
const HEAD_BYTES = 5

export const noteFrame = (note: unknown): Buffer[] => readFrame(NOTE, Buffer.from(JSON.stringify(note)))
export const bytesFrame = (bytes: Buffer): Buffer[] => readFrame(BYTES, bytes)

/** In two parts, so that large data is not copied. */
function readFrame(kind: number, content: Buffer): Buffer[] {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(kind, 0)
  head.writeUInt32BE(content.length, 1)
  return [head, content]
}

export async function* framesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let held: Buffer[] = []
  let length = 0
  let wanted = HEAD_BYTES
  for await (const chunk of source) {
    held.push(chunk)
    length += chunk.length
    if (length < wanted) continue
    let bytes = Buffer.concat(held)
    for (;;) {
      wanted = HEAD_BYTES + (bytes.length < HEAD_BYTES ? 0 : bytes.readUInt32BE(1))
      if (bytes.length < wanted) break
      yield read(bytes.readUInt8(0), bytes.subarray(HEAD_BYTES, wanted))
      bytes = bytes.subarray(wanted)
    }
    held = [bytes]
    length = bytes.length
  }
  if (length > 0) throw new BackupDamaged(DAMAGED)
}

function read(kind: number, content: Buffer): Frame {
  if (kind === BYTES) return { kind: 'bytes', bytes: content }
  if (kind !== NOTE) throw new BackupDamaged(DAMAGED)
  return { kind: 'note', note: JSON.parse(content.toString()) as unknown }
}
