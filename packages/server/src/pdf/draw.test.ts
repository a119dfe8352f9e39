import { describe, expect, test } from 'vitest'
import { drawPdf, type PdfDocument } from './draw.ts'
import { toPrintable } from './printable.ts'
import { readPdf } from './testing/read-pdf.ts'

const document = (traits: Partial<PdfDocument>): PdfDocument => ({
  paper: 'A4',
  title: 'Revenue by day',
  author: 'FlexPower',
  at: new Date('2026-11-14T14:20:00Z'),
  blocks: [],
  ...traits,
})
const columns = [
  { header: 'Day', share: 2 },
  { header: 'Sold', align: 'right' as const },
]
const rowsNumbered = (count: number) =>
  Array.from({ length: count }, (_, index) => [`Row ${index + 1}.`, '1,250.00'])

describe('a document on A4', () => {
  test('has its title, its blocks in order, and a number on each page', async () => {
    const pdf = readPdf(
      await drawPdf(
        document({
          blocks: [
            { kind: 'heading', text: 'Revenue', note: '14 Nov 2026' },
            { kind: 'facts', facts: [['Sold', 'GMD 1,250.00']] },
            { kind: 'table', columns, rows: [['14 Nov', '1,250.00']], total: ['Total', '1,250.00'] },
            { kind: 'text', text: 'Amounts in GMD.' },
          ],
        }),
      ),
    )
    expect(pdf.pages).toHaveLength(1)
    expect(pdf.pages[0]!.text).toBe(
      'Revenue|14 Nov 2026|Sold|GMD 1,250.00|Day|Sold|14 Nov|1,250.00|Total|1,250.00|Amounts in GMD.|Revenue by day · Page 1 of 1',
    )
  })

  test('breaks a long table between rows, repeats its head, and loses no row', async () => {
    const content = await drawPdf(
      document({ blocks: [{ kind: 'table', columns, rows: rowsNumbered(500), total: ['Total', '9'] }] }),
    )
    const { pages } = readPdf(content)
    expect(pages.length).toBeGreaterThan(5)
    for (const [index, { text }] of pages.entries()) {
      expect(text.startsWith('Day|Sold|'), text.slice(0, 40)).toBe(true)
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
    }
    const all = pages.map(({ text }) => text).join('|')
    for (let row = 1; row <= 500; row += 1) expect(all.split(`Row ${row}.`)).toHaveLength(2)
  })

  test('carries a balance from page to page, and has its foot on each of them', async () => {
    const { pages } = readPdf(
      await drawPdf(
        document({
          foot: 'Opening GMD 0.00',
          blocks: [
            {
              kind: 'table',
              columns,
              rows: rowsNumbered(200),
              total: ['Closing', '200'],
              carry: (rows) => ({ end: ['Carried', `${rows}`], begin: ['Brought', `${rows}`] }),
            },
          ],
        }),
      ),
    )
    expect(pages.length).toBeGreaterThan(2)
    let drawn = 0
    for (const [index, { text }] of pages.entries()) {
      const isLast = index === pages.length - 1
      expect(
        text.startsWith(index === 0 ? 'Day|Sold|Row 1.' : `Day|Sold|Brought|${drawn}|Row ${drawn + 1}.`),
      ).toBe(true)
      drawn += text.split('Row ').length - 1
      expect(text).toContain(isLast ? '|Closing|200|' : `|Carried|${drawn}|Revenue by day`)
      expect(text.endsWith('|Opening GMD 0.00')).toBe(true)
    }
    expect(drawn).toBe(200)
  })

  test('a cell that is too long for its column is written on several lines', async () => {
    const long = 'Serekunda market, next to the big mosque '.repeat(6).trim()
    const { pages } = readPdf(
      await drawPdf(document({ blocks: [{ kind: 'table', columns, rows: [[long, '1']] }] })),
    )
    expect(pages).toHaveLength(1)
    expect(pages[0]!.text.replaceAll('|', '')).toContain(long)
  })

  test('nothing at all is one empty page, and the same document is the same bytes', async () => {
    expect(readPdf(await drawPdf(document({}))).pages).toHaveLength(1)
    expect(await drawPdf(document({}))).toEqual(await drawPdf(document({})))
  })
})

describe('a slip', () => {
  test.each([58, 80] as const)(
    'of %i mm is one page, as wide as the roll and as long as its content',
    async (paper) => {
      const draw = async (rows: number) =>
        readPdf(
          await drawPdf(
            document({
              paper,
              blocks: [
                { kind: 'heading', text: 'Z 17' },
                { kind: 'facts', facts: [['Expected', 'GMD 1,250.00']] },
                { kind: 'table', columns, rows: rowsNumbered(rows) },
              ],
            }),
          ),
        )
      const [short, long] = [await draw(3), await draw(200)]
      for (const { pages } of [short, long]) {
        expect(pages).toHaveLength(1)
        expect(pages[0]!.width).toBeCloseTo((paper / 25.4) * 72, 1)
      }
      expect(short.pages[0]!.height).toBeLessThan(200)
      expect(long.pages[0]!.height).toBeGreaterThan(2_000)
      expect(long.pages[0]!.text).toContain('Expected|GMD 1,250.00')
      expect(long.pages[0]!.text).toContain('Row 200.')
    },
  )
})

test.each([
  ['Fatou Ceesay', 'Fatou Ceesay'],
  ['Ñandé “Élan” – €5', 'Ñandé “Élan” – €5'],
  ['Kuŋkuŋ Baŋ', 'Kunkun Ban'],
  ['Ọlá Ţurì', 'Olá Turì'],
  ['فاتو', '????'],
  ['−12', '-12'],
  ['a\tb\u0007', 'a?b?'],
])('%j is printed as %j', (text, printed) => {
  expect(toPrintable(text)).toBe(printed)
})
