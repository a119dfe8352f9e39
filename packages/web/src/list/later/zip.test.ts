import { expect, test } from 'vitest'
import { openFile, buildZip } from './zip.ts'

test('the checksum is the standard one for a zip, in however many pieces the text comes', async () => {
  const file = openFile('digits.txt')
  for (const piece of ['1234', '', '56789']) await file.write(piece)
  const zip = buildZip([await file.close()], 'application/zip')
  const head = new DataView(await zip.slice(0, 30).arrayBuffer())
  // The published check value of this polynomial, over the digits from 1 to 9.
  expect(head.getUint32(14, true)).toBe(0xcbf43926)
  expect(head.getUint32(22, true)).toBe(9)
})

test('repetitive text, such as the rows of a list, compresses well', async () => {
  const file = openFile('rows.xml')
  for (let row = 0; row < 1000; row += 1) await file.write(`<row><c t="inlineStr">${row}</c></row>`)
  const packed = await file.close()
  expect(packed.content.size).toBeLessThan(packed.size / 5)
})
