// Tables as workbooks for Excel. Every value is a text cell, so that no token is rounded and no name becomes a date or
// a formula. A workbook is a few XML files in a zip, written here as the rows arrive: a long list is never one long
// string.
import { type OpenFile, openFile, buildZip } from './zip.ts'

const ROWS_MOST = 1_048_576
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** XML cannot represent most control characters. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const escaped = (text: string) =>
  text.replaceAll(UNWRITABLE, '').replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? '')

export interface Workbook {
  add: (rows: readonly (readonly string[])[]) => Promise<void>
  finish: () => Promise<Blob>
}

export function createWorkbook(labels: readonly string[]): Workbook {
  const sheets: OpenFile[] = []
  let room = 0
  const write = async (text: string) => sheets.at(-1)?.write(text)
  /** A sheet has a maximum number of rows. The rest go to another sheet, under the same labels. */
  const begin = async () => {
    if (sheets.length > 0) await write(END)
    sheets.push(openFile(`xl/worksheets/sheet${sheets.length + 1}.xml`))
    await write(BEGIN + rowXml(labels))
    room = ROWS_MOST - 1
  }
  return {
    add: async (rows) => {
      for (let from = 0; from < rows.length; ) {
        if (room === 0) await begin()
        const some = rows.slice(from, from + room)
        await write(some.map(rowXml).join(''))
        room -= some.length
        from += some.length
      }
    },
    finish: async () => {
      if (sheets.length === 0) await begin()
      await write(END)
      const files = [...(await packFrame(sheets.length)), ...sheets]
      return buildZip(await Promise.all(files.map((file) => file.close())), TYPE)
    },
  }
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org'
const BEGIN = `${XML}<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData>`
const END = '</sheetData></worksheet>'

const rowXml = (values: readonly string[]) =>
  `<row>${values.map((value) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`).join('')}</row>`

/** The files that make these sheets a workbook. */
function packFrame(sheets: number): Promise<OpenFile[]> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const type = (name: string, kind: string) =>
    `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`
  const link = (id: number, kind: string, target: string) =>
    `<Relationship Id="r${id}" Type="${OFFICE}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${type('xl/workbook.xml', 'sheet.main')}${numbers.map((n) => type(`xl/worksheets/sheet${n}.xml`, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${OFFICE}/package/2006/relationships">${link(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets>${numbers.map((n) => `<sheet name="Sheet ${n}" sheetId="${n}" r:id="r${n}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${OFFICE}/package/2006/relationships">${numbers.map((n) => link(n, 'worksheet', `worksheets/sheet${n}.xml`)).join('')}</Relationships>`,
  }
  return Promise.all(
    Object.entries(files).map(async ([name, content]) => {
      const file = openFile(name)
      await file.write(XML + content)
      return file
    }),
  )
}
