import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { facts, MARKS, type Paper } from '../../ui/receipt/paper.ts'
import { drawBar, layOut } from './lay-out.ts'

const show = (blocks: Paper['blocks'], columns = 32) =>
  layOut({ title: '', blocks }, columns, (text) => text).map((line) => ('qr' in line ? line.qr : line.text))

test('a label is on the left and its value on the right', () => {
  expect(show([facts([{ label: 'Fee', value: 'GMD 10.00' }])])).toEqual(['Fee                    GMD 10.00'])
})

test('an amount that does not fit goes to the next line as a whole', () => {
  expect(show([facts([{ label: 'Energy 30.31 kWh at 14.06', value: 'GMD 426.09', mark: 'full' }])])).toEqual([
    '█ Energy 30.31 kWh at 14.06',
    '                      GMD 426.09',
  ])
  expect(show([{ kind: 'text', text: 'Arrears that are still owed now: GMD 1,234.50' }])).toEqual([
    'Arrears that are still owed now:',
    'GMD 1,234.50',
  ])
})

test('a long value is continued under itself', () => {
  expect(show([facts([{ label: 'Address', value: '12 Kairaba Avenue, Serekunda' }])])).toEqual([
    'Address       12 Kairaba Avenue,',
    '                       Serekunda',
  ])
})

test('a token takes two lines of ten digits, as large as the paper allows', () => {
  const paper = {
    title: '',
    blocks: [{ kind: 'token', label: 'Token', digits: '12345678901234567890' } as const],
  }
  for (const [columns, size] of [
    [32, 2],
    [42, 3],
    [48, 3],
  ] as const)
    expect(layOut(paper, columns, (text) => text).slice(1, 3)).toMatchObject([
      { text: '1234 5678 90', width: size, height: size },
      { text: '12 3456 7890', width: size, height: size },
    ])
})

test('no line is longer than the paper, and no word is lost, whatever is printed', () => {
  const text = fc.string({ maxLength: 80, unit: fc.constantFrom(...Array.from('abc GMD 123.45 kWh %,:')) })
  fc.assert(
    fc.property(text, text, fc.constantFrom(32, 42, 48), (label, value, columns) => {
      const lines = show(
        [
          { kind: 'centre', text: label },
          { kind: 'text', text: value },
          facts([{ label, value, mark: 'dark' }]),
        ],
        columns,
      )
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns)
      const letters = (words: string) => words.replaceAll(/[\s▓]/g, '').length
      const expected = 2 * (letters(label) + letters(value)) - (value === '' ? letters(label) : 0)
      expect(letters(lines.join(''))).toBe(expected)
    }),
  )
})

test('a bar fills the line, and every part of it can be seen', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(amounts, fc.constantFrom(32, 42, 48), (parts, columns) => {
      const bar = drawBar(
        parts.map((amount, index) => ({ mark: MARKS[index] ?? 'full', amount })),
        columns,
      )
      expect(bar).toHaveLength(columns)
      expect(new Set(bar).size).toBe(parts.length)
    }),
  )
})
