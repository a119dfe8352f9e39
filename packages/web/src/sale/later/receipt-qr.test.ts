// Decoded by a second library: what a camera would read.
import { buildReceiptCode, buildReceiptUrl, RECEIPT_CODE_RANDOM } from '@flexpower/contract'
import fc from 'fast-check'
import jsQR from 'jsqr'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { QrPicture } from '../../ui/receipt/QrPicture.tsx'

const DOTS_PER_MODULE = 4

/** The picture as a camera sees it, black squares on white. */
function readPicture(text: string): string | undefined {
  const svg = renderToStaticMarkup(createElement(QrPicture, { text, title: 'A receipt', className: '' }))
  const modules = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])
  const width = modules * DOTS_PER_MODULE
  const dots = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let dot = 0; dot < DOTS_PER_MODULE ** 2; dot += 1) {
      const row = Number(y) * DOTS_PER_MODULE + Math.floor(dot / DOTS_PER_MODULE)
      const place = row * width + Number(x) * DOTS_PER_MODULE + (dot % DOTS_PER_MODULE)
      dots.fill(0, place * 4, place * 4 + 3)
    }
  return jsQR(dots, width, width)?.data
}

const half = fc.integer({ min: 0, max: RECEIPT_CODE_RANDOM - 1 })

test('a camera reads the address of the receipt from the picture, whatever its code is', () => {
  fc.assert(
    fc.property(half, half, (one, other) => {
      const url = buildReceiptUrl('https://flexpower.gm', buildReceiptCode([one, other]))
      expect(readPicture(url)).toBe(url)
    }),
    { numRuns: 40 },
  )
})

test('the picture is small enough for 25 mm of a receipt printer', () => {
  const svg = renderToStaticMarkup(
    createElement(QrPicture, {
      text: 'https://vending.flexpower.gm/r/7KQM3RXW9DTA',
      title: '',
      className: '',
    }),
  )
  // With its margin. At 203 dots per inch 25 mm are 200 dots: at least four for each module.
  expect(Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1])).toBeLessThanOrEqual(41)
})
