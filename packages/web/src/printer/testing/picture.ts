// A picture of black dots on white paper, and PNG files of one bit a dot to look at and to compare.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

export interface Picture {
  width: number
  /** One byte a dot; 1 is black. */
  rows: Uint8Array[]
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function writeChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** Each row with a zero before it: not filtered. */
function packRows({ width, rows }: Picture): Buffer {
  const stride = 1 + Math.ceil(width / 8)
  const packed = Buffer.alloc(rows.length * stride)
  for (const [y, row] of rows.entries())
    for (let x = 0; x < width; x += 1)
      if (row[x] !== 1) {
        const place = y * stride + 1 + (x >> 3)
        packed[place] = (packed[place] ?? 0) | (0x80 >> (x & 7))
      }
  return packed
}

export function writePng(picture: Picture): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(picture.width, 0)
  head.writeUInt32BE(picture.rows.length, 4)
  // One bit a dot, grey, and nothing special.
  head[8] = 1
  return Buffer.concat([
    SIGNATURE,
    writeChunk('IHDR', head),
    writeChunk('IDAT', deflateSync(packRows(picture), { level: 9 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Reads only what `writePng` wrote. Its compression may differ between versions of Node, its dots do not. */
export function readPng(file: Buffer): Picture {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const data = file.subarray(41, 41 + file.readUInt32BE(33))
  const packed = inflateSync(data)
  const stride = 1 + Math.ceil(width / 8)
  const rows = Array.from({ length: height }, (_, y) =>
    Uint8Array.from({ length: width }, (_unused, x) => {
      const byte = packed[y * stride + 1 + (x >> 3)] ?? 0
      return (byte & (0x80 >> (x & 7))) === 0 ? 1 : 0
    }),
  )
  return { width, rows }
}

export const isSamePicture = (one: Picture, other: Picture): boolean =>
  Buffer.concat(one.rows).equals(Buffer.concat(other.rows)) && one.width === other.width
