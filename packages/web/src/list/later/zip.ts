// A zip of files that are written piece by piece and compressed as they arrive, so that a long one is never held as one
// text.
const encoder = new TextEncoder()

type Bytes = Uint8Array<ArrayBuffer>

interface PackedFile {
  name: string
  content: Blob
  /** Size of the content before compression. */
  size: number
  check: number
}

export interface OpenFile {
  write: (text: string) => Promise<void>
  close: () => Promise<PackedFile>
}

export function openFile(name: string): OpenFile {
  const deflate = new CompressionStream('deflate-raw')
  const way = deflate.writable.getWriter()
  // Read from the start: output that nobody reads would block the writing.
  const content = new Response(deflate.readable).blob()
  let size = 0
  let check = 0
  return {
    write: async (text) => {
      const bytes = encoder.encode(text)
      size += bytes.length
      check = crc32(bytes, check)
      await way.write(bytes)
    },
    close: async () => {
      await way.close()
      return { name, content: await content, size, check }
    },
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function crc32(bytes: Bytes, before: number): number {
  let check = ~before
  for (const byte of bytes) check = (CRC_TABLE[(check ^ byte) & 0xff] ?? 0) ^ (check >>> 8)
  return ~check >>> 0
}

const ZIP_VERSION = 20
const DEFLATED = 8
/** 1 January 1980, the first day a zip can represent: the same rows give the same bytes. */
const DOS_DAY = 0x21
const UTF8_NAMES = 0x0800

/** Little-endian numbers of two and four bytes. */
function record(...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Bytes {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return bytes
}

export function buildZip(files: readonly PackedFile[], type: string): Blob {
  const parts: BlobPart[] = []
  const directory: Bytes[] = []
  let offset = 0
  for (const { name, content, size, check } of files) {
    const nameBytes = encoder.encode(name)
    const facts = [
      [2, ZIP_VERSION],
      [2, UTF8_NAMES],
      [2, DEFLATED],
      [2, 0],
      [2, DOS_DAY],
      [4, check],
      [4, content.size],
      [4, size],
      [2, nameBytes.length],
      [2, 0],
    ] as const
    const head = record([4, 0x04034b50], ...facts)
    parts.push(head, nameBytes, content)
    directory.push(
      record([4, 0x02014b50], [2, ZIP_VERSION], ...facts, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      nameBytes,
    )
    offset += head.length + nameBytes.length + content.size
  }
  const directorySize = directory.reduce((sum, bytes) => sum + bytes.length, 0)
  const end = record(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, directorySize],
    [4, offset],
    [2, 0],
  )
  return new Blob([...parts, ...directory, end], { type })
}
