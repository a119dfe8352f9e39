import { expect, test } from 'vitest'
import { createWorkbook } from './xlsx.ts'

/** Reads a zip by its central directory, as any program that opens it does. */
async function readFiles(blob: Blob): Promise<Map<string, string>> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const view = new DataView(bytes.buffer)
  const text = (from: number, length: number) => new TextDecoder().decode(bytes.subarray(from, from + length))
  // Without a comment, the end of the directory takes the last 22 bytes.
  const end = bytes.length - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  const files = new Map<string, string>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const [size, nameLength] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true)]
    const local = view.getUint32(at + 42, true)
    const begin = local + 30 + view.getUint16(local + 26, true)
    const unpacked = blob
      .slice(begin, begin + size)
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'))
    const content = await new Response(unpacked).blob()
    expect(content.size).toBe(view.getUint32(at + 24, true))
    files.set(text(at + 46, nameLength), await content.text())
    at += 46 + nameLength
  }
  return files
}

const readCells = (sheet: string) =>
  [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t xml:space="preserve">(.*?)<\/t>/gs)].map(([, text]) => text),
  )

test('every value is a text cell, under its label, in its order', async () => {
  const workbook = createWorkbook(['Date', 'List Token'])
  await workbook.add([['2026-11-14', '4821 6093 3755 0184 7726']])
  await workbook.add([['=1+1', '0']])
  const files = await readFiles(await workbook.finish())
  expect([...files.keys()]).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/worksheets/sheet1.xml',
  ])
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).not.toMatch(/<f>|<v>/)
  expect(readCells(sheet)).toEqual([
    ['Date', 'List Token'],
    ['2026-11-14', '4821 6093 3755 0184 7726'],
    ['=1+1', '0'],
  ])
})

test('characters that are special in XML stay text', async () => {
  const workbook = createWorkbook(['A & B'])
  await workbook.add([['<b>"é😀"</b>\u0000\u0007']])
  const sheet = (await readFiles(await workbook.finish())).get('xl/worksheets/sheet1.xml') ?? ''
  expect(readCells(sheet)).toEqual([['A &amp; B'], ['&lt;b&gt;"é😀"&lt;/b&gt;']])
})

test('rows that do not fit on one sheet go to the next one, under the same labels', async () => {
  const workbook = createWorkbook(['N'])
  const rows = Array.from({ length: 1_048_577 }, () => ['x'])
  await workbook.add(rows)
  const files = await readFiles(await workbook.finish())
  expect(files.get('xl/workbook.xml')?.match(/<sheet /g)).toHaveLength(2)
  expect(readCells(files.get('xl/worksheets/sheet2.xml') ?? '')).toEqual([['N'], ['x'], ['x']])
})
