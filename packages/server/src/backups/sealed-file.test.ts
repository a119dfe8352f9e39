import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { BackupDamaged, seal, unseal } from './sealed-file.ts'

const key = randomBytes(32)

async function gather(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** In pieces of odd sizes, as a disk or a compressor produces them. */
async function* piecesOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

const sealed = (bytes: Buffer) => gather(seal(key, piecesOf(bytes, 10_007)))
const opened = (bytes: Buffer, with_ = key) => gather(unseal(with_, piecesOf(bytes, 7_919)))

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])(
  'what was sealed comes out as it was: %i bytes',
  async (length) => {
    const content = randomBytes(length)
    expect((await opened(await sealed(content))).equals(content)).toBe(true)
  },
)

test('the content cannot be read in the file, and no two files are the same', async () => {
  const content = Buffer.from('canary-vendor-password '.repeat(100))
  const [one, other] = [await sealed(content), await sealed(content)]
  expect(one.includes('canary')).toBe(false)
  expect(one.subarray(60).equals(other.subarray(60))).toBe(false)
})

test('F12 a flipped bit is refused wherever it is', async () => {
  const file = await sealed(randomBytes(140_000))
  const places = [
    ...Array.from({ length: 70 }, (_, place) => place),
    65_000,
    66_000,
    131_000,
    file.length - 1,
  ]
  for (const place of places) {
    const damaged = Buffer.from(file)
    damaged.writeUInt8(damaged.readUInt8(place) ^ 1, place)
    await expect(opened(damaged), `byte ${place}`).rejects.toThrow(BackupDamaged)
  }
})

test('F12 a file that was cut off is refused wherever it was cut, between two blocks as well', async () => {
  const file = await sealed(randomBytes(140_000))
  const header = 59
  const block = 65_536 + 16
  for (const length of [0, 10, header, header + 5, header + block, header + 2 * block, file.length - 1])
    await expect(opened(file.subarray(0, length)), `${length} bytes`).rejects.toThrow(BackupDamaged)
  await expect(opened(Buffer.concat([file, Buffer.from('x')]))).rejects.toThrow(BackupDamaged)
})

test('blocks that changed places are refused', async () => {
  const file = await sealed(randomBytes(200_000))
  const [header, block] = [59, 65_536 + 16]
  const swapped = Buffer.concat([
    file.subarray(0, header),
    file.subarray(header + block, header + 2 * block),
    file.subarray(header, header + block),
    file.subarray(header + 2 * block),
  ])
  await expect(opened(swapped)).rejects.toThrow(/damaged or was cut off/)
})

test('F12 a different key is distinguished from damage', async () => {
  const file = await sealed(Buffer.from('x'))
  await expect(opened(file, randomBytes(32))).rejects.toThrow(/sealed with another key/)
  await expect(opened(Buffer.from('PK something else'))).rejects.toThrow(/not a FlexPower backup/)
})
