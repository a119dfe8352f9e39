// The first sheet of a downloaded workbook, as its XML.
import { readFile } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import type { Download } from '@playwright/test'

const SHEET = 'xl/worksheets/sheet1.xml'

export async function readSheet(file: Download): Promise<string> {
  const bytes = await readFile(await file.path())
  // The first place with its name is the header of the file itself; its content follows.
  const name = bytes.indexOf(SHEET)
  const packed = bytes.readUInt32LE(name - 12)
  const begin = name + SHEET.length
  return inflateRawSync(bytes.subarray(begin, begin + packed)).toString('utf8')
}
