import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildReceiptCode,
  buildReceiptUrl,
  formatReceiptCode,
  parseReceiptCode,
  RECEIPT_CODE_RANDOM,
} from './receipts.ts'

const half = fc.integer({ min: 0, max: RECEIPT_CODE_RANDOM - 1 })
const anyCode = fc.tuple(half, half).map(buildReceiptCode)

describe('the code of a receipt', () => {
  test('has twelve characters, none of which is mistaken for another', () => {
    fc.assert(fc.property(anyCode, (code) => /^[2-9A-HJKMNP-TV-Z]{12}$/.test(code)))
  })

  test('has more than 50 random bits, and every pair of numbers is another code', () => {
    expect(2 * Math.log2(RECEIPT_CODE_RANDOM)).toBeGreaterThan(58)
    expect(RECEIPT_CODE_RANDOM).toBeLessThan(2 ** 47)
    fc.assert(
      fc.property(half, half, half, half, (a, b, c, d) => {
        fc.pre(a !== c || b !== d)
        return buildReceiptCode([a, b]) !== buildReceiptCode([c, d])
      }),
    )
  })

  test('is read as people type it: small letters, blanks, dashes of every kind', () => {
    fc.assert(
      fc.property(anyCode, fc.constantFrom('-', ' ', ' – ', '\u2011', ''), (code, between) => {
        const typed = formatReceiptCode(code).replaceAll('-', between).toLowerCase()
        return parseReceiptCode(` ${typed} `) === code
      }),
    )
  })

  test.each(['', '7KQM-3RXW-9DT', '7KQM-3RXW-9DTAA', '7KQM-3RXW-9DT0', '7KQM/3RXW/9DTA'])(
    'is not %j',
    (text) => {
      expect(parseReceiptCode(text)).toBeNull()
    },
  )

  test('leads to its page on the configured address', () => {
    expect(formatReceiptCode('7KQM3RXW9DTA')).toBe('7KQM-3RXW-9DTA')
    expect(buildReceiptUrl('https://flexpower.gm', '7KQM3RXW9DTA')).toBe(
      'https://flexpower.gm/r/7KQM3RXW9DTA',
    )
  })
})
