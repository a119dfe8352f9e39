import { expect, test } from 'vitest'
import { createWorkbook } from './xlsx.ts'

/** Reads a stored zip by its own directory, as a program that opens it would. */
async function filesOf(blob: Blob): Promise<Map<string, string>> {
  const bytes = Buffer.from(await blob.arrayBuffer())
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const files = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, nameLength] = [bytes.readUInt32LE(at + 24), bytes.readUInt16LE(at + 28)]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const local = bytes.readUInt32LE(at + 42)
    const begin = local + 30 + bytes.readUInt16LE(local + 26)
    files.set(name, bytes.toString('utf8', begin, begin + size))
    at += 46 + nameLength
  }
  return files
}

const cellsOf = (sheet: string) =>
  [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t xml:space="preserve">(.*?)<\/t>/gs)].map(([, text]) => text),
  )

test('every value is a text cell, under its label, in its order', async () => {
  const workbook = createWorkbook(['Date', 'List Token'])
  workbook.add([['2026-11-14', '4821 6093 3755 0184 7726']])
  workbook.add([['=1+1', '0']])
  const files = await filesOf(workbook.finish())
  expect([...files.keys()]).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/worksheets/sheet1.xml',
  ])
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  expect(sheet).not.toMatch(/<f>|<v>/)
  expect(cellsOf(sheet)).toEqual([
    ['Date', 'List Token'],
    ['2026-11-14', '4821 6093 3755 0184 7726'],
    ['=1+1', '0'],
  ])
})

test('what XML has other ideas about is written so that it stays text', async () => {
  const workbook = createWorkbook(['A & B'])
  workbook.add([['<b>"é😀"</b>\u0000\u0007']])
  const sheet = (await filesOf(workbook.finish())).get('xl/worksheets/sheet1.xml') ?? ''
  expect(cellsOf(sheet)).toEqual([['A &amp; B'], ['&lt;b&gt;"é😀"&lt;/b&gt;']])
})

test('more rows than a sheet holds go on to the next one, under the same labels', async () => {
  const workbook = createWorkbook(['N'])
  const rows = Array.from({ length: 1_048_577 }, () => ['x'])
  workbook.add(rows)
  const files = await filesOf(workbook.finish())
  expect(files.get('xl/workbook.xml')?.match(/<sheet /g)).toHaveLength(2)
  expect(cellsOf(files.get('xl/worksheets/sheet2.xml') ?? '')).toEqual([['N'], ['x'], ['x']])
}, 60_000)
