import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildCsv, csvHead, type CsvRecord, csvRows, type CsvValue } from './csv.ts'

test('C-02 a byte-order mark, semicolons, CR LF between rows, every value and label quoted', () => {
  expect(
    buildCsv(
      [
        { a: 'x', b: 1.5 },
        { a: 'y', b: 2 },
      ],
      ['First', 'Second'],
    ),
  ).toBe('\uFEFF"First";"Second"\r\n"x";"1.5"\r\n"y";"2"')
})

test('C-02 zero stays 0, a missing value is empty', () => {
  expect(buildCsv([{ a: 0, b: null, c: undefined }])).toBe('\uFEFF"a";"b";"c"\r\n"0";"";""')
})

test('C-02 without labels, the first record’s keys are the header and the columns', () => {
  expect(
    buildCsv([
      { b: 1, a: 2 },
      { a: 3, b: 4, c: 5 },
    ]),
  ).toBe('\uFEFF"b";"a"\r\n"1";"2"\r\n"4";"3"')
})

test('C-02 no records: only the header line, or nothing at all', () => {
  expect(buildCsv([], ['Date', 'Fee'])).toBe('\uFEFF"Date";"Fee"')
  expect(buildCsv([])).toBe('')
})

test('C-02 quotes are doubled; semicolons and line breaks stay inside', () => {
  expect(buildCsv([{ a: 'say "hi"; or\r\nnot' }])).toBe('\uFEFF"a"\r\n"say ""hi""; or\r\nnot"')
})

test.each([
  ['=1+1', "'=1+1"],
  ['+220', "'+220"],
  ['-x', "'-x"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['-12.50', '-12.50'],
  [-5, '-5'],
  ['4821 6093', '4821 6093'],
])('a spreadsheet never runs %j as a formula', (given, written) => {
  expect(buildCsv([{ a: given }])).toBe(`\uFEFF"a"\r\n"${written}"`)
})

/** RFC 4180 with semicolons, written from the RFC and not from our writer. */
function parseCsv(text: string): string[][] {
  if (text === '') return []
  if (text[0] !== '\uFEFF') throw new Error('no byte-order mark')
  const table: string[][] = [[]]
  let at = 1
  for (;;) {
    if (text[at] !== '"') throw new Error(`no quote at ${at}`)
    let value = ''
    for (at += 1; ; at += 1) {
      if (at >= text.length) throw new Error('a quote is left open')
      if (text[at] !== '"') value += text[at]
      else if (text[at + 1] === '"') {
        value += '"'
        at += 1
      } else break
    }
    table.at(-1)?.push(value)
    at += 1
    if (at === text.length) return table
    if (text[at] === ';') at += 1
    else if (text.startsWith('\r\n', at)) {
      table.push([])
      at += 2
    } else throw new Error(`neither value nor row ends at ${at}`)
  }
}

const isHarmful = (text: string) => /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text)
const awkward = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[=+\-@\t\r";\n\r 0-9a]{0,8}$/),
  fc.constantFrom('', '0', '-1.5', '"', '""', ';', '\r\n', "'", '=SUM(A1)', '\uFEFF'),
)
const cell = fc.oneof(awkward, fc.integer(), fc.constantFrom(null, undefined, 0))
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.tuple(
      fc.array(awkward, { minLength: width, maxLength: width }),
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }),
    ),
  )

test('C-02 another reader reads ten thousand random tables back unchanged', () => {
  const harmless = (value: CsvValue) => {
    const text = String(value ?? '')
    return isHarmful(text) ? `'${text}` : text
  }
  fc.assert(
    fc.property(table, ([labels, rows]) => {
      const written = csvHead(labels) + csvRows(rows)
      expect(parseCsv(written)).toEqual([labels, ...rows].map((row) => row.map(harmless)))
      expect(new TextEncoder().encode(written).subarray(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
    }),
    { numRuns: 10_000, seed: 2026 },
  )
})

test.each<[string, readonly CsvRecord[], readonly string[] | undefined, string]>([
  ['nothing at all', [], undefined, ''],
  ['labels alone', [], ['A'], 'efbbbf224122'],
  [
    'zero, missing, empty',
    [{ a: 0, b: null, c: '' }],
    ['A', 'B', 'C'],
    'efbbbf2241223b2242223b2243220d0a2230223b22223b2222',
  ],
  ['a quote and a line break', [{ a: '"\r\n' }], ['A'], 'efbbbf2241220d0a2222220d0a22'],
  [
    'a token in blocks',
    [{ a: '4821 6093 3755 0184 7726' }],
    ['T'],
    'efbbbf2254220d0a2234383231203630393320333735352030313834203737323622',
  ],
  ['a formula', [{ a: '=1' }], ['A'], 'efbbbf2241220d0a22273d3122'],
  ['a negative number', [{ a: -1 }], ['A'], 'efbbbf2241220d0a222d3122'],
  ['letters beyond ASCII', [{ a: 'é😀' }], ['A'], 'efbbbf2241220d0a22c3a9f09f988022'],
])('C-02 the bytes of %s', (_, records, labels, hex) => {
  const bytes = [...new TextEncoder().encode(buildCsv(records, labels))]
  expect(bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')).toBe(hex)
})
