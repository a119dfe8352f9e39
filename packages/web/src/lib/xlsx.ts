// Tables as workbooks for Excel: every value a text cell, so that no token is rounded and no name becomes a date or a formula.
// A workbook is a handful of XML files in a zip, written here as the rows come in: a long list never is one long string.
const ROWS_MOST = 1_048_576
const encoder = new TextEncoder()

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** XML has no way to write most control characters. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const escaped = (text: string) =>
  text.replaceAll(UNWRITABLE, '').replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? '')

export interface Workbook {
  add: (rows: readonly (readonly string[])[]) => void
  finish: () => Blob
}

export function createWorkbook(labels: readonly string[]): Workbook {
  const sheets: Part[] = []
  let rowsInSheet = 0
  const begin = () => {
    sheets.push(createPart(`xl/worksheets/sheet${sheets.length + 1}.xml`))
    write('<?xml version="1.0" encoding="UTF-8"?>\n')
    write('<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>')
    rowsInSheet = 0
    addRow(labels)
  }
  const write = (text: string) => sheets.at(-1)?.write(encoder.encode(text))
  const end = () => write('</sheetData></worksheet>')
  const rowXml = (values: readonly string[]) =>
    `<row>${values.map((value) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`).join('')}</row>`
  const addRow = (values: readonly string[]) => {
    rowsInSheet += 1
    write(rowXml(values))
  }
  begin()
  return {
    add: (rows) => {
      for (let from = 0; from < rows.length; ) {
        const upTo = Math.min(rows.length, from + ROWS_MOST - rowsInSheet)
        write(rows.slice(from, upTo).map(rowXml).join(''))
        rowsInSheet += upTo - from
        from = upTo
        // A sheet holds so many rows and no more: the next ones stand on another, under the same labels.
        if (from < rows.length) {
          end()
          begin()
        }
      }
    },
    finish: () => {
      end()
      return zipped([...frameOf(sheets.length), ...sheets])
    },
  }
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org'

/** What says that these sheets are a workbook. */
function frameOf(sheets: number): Part[] {
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
  return Object.entries(files).map(([name, content]) => {
    const part = createPart(name)
    part.write(encoder.encode(XML + content))
    return part
  })
}

type Bytes = Uint8Array<ArrayBuffer>

/** A file of the zip, stored as it is. */
interface Part {
  name: string
  chunks: Bytes[]
  size: number
  check: number
  write: (bytes: Bytes) => void
}

function createPart(name: string): Part {
  const part: Part = {
    name,
    chunks: [],
    size: 0,
    check: 0,
    write: (bytes) => {
      part.chunks.push(bytes)
      part.size += bytes.length
      part.check = crc32(bytes, part.check)
    },
  }
  return part
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
/** 1 January 1980, the first day that a zip knows: the same rows make the same bytes. */
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

function zipped(parts: readonly Part[]): Blob {
  const content: Bytes[] = []
  const directory: Bytes[] = []
  let offset = 0
  for (const { name, chunks, size, check } of parts) {
    const nameBytes = encoder.encode(name)
    const facts = [
      [2, ZIP_VERSION],
      [2, UTF8_NAMES],
      [2, 0],
      [2, 0],
      [2, DOS_DAY],
      [4, check],
      [4, size],
      [4, size],
      [2, nameBytes.length],
      [2, 0],
    ] as const
    const head = record([4, 0x04034b50], ...facts)
    content.push(head, nameBytes, ...chunks)
    directory.push(
      record([4, 0x02014b50], [2, ZIP_VERSION], ...facts, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      nameBytes,
    )
    offset += head.length + nameBytes.length + size
  }
  const directorySize = directory.reduce((sum, bytes) => sum + bytes.length, 0)
  const end = record(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, parts.length],
    [2, parts.length],
    [4, directorySize],
    [4, offset],
    [2, 0],
  )
  return new Blob([...content, ...directory, end], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}
