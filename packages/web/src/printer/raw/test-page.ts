// The test page: everything that a receipt uses, so that one look tells whether the settings are right.
import { site } from '../../api/site.ts'
import { facts, MARKS, type Paper, rule } from '../../ui/receipt/paper.ts'

export const describeTestPage = (printer: string): Paper => ({
  title: 'Test page',
  blocks: [
    { kind: 'heading', text: site.productName },
    { kind: 'stamp', text: 'TEST PAGE' },
    rule,
    facts([
      { label: 'Printer', value: printer },
      { label: 'Accents', value: 'é è ç ñ ü ê ï ö' },
      { label: 'Left', value: 'Right' },
    ]),
    rule,
    { kind: 'token', label: 'Not a token: the digits of one', digits: '01234567890123456789' },
    { kind: 'bar', parts: MARKS.map((mark) => ({ mark, amount: 1 })) },
    {
      kind: 'text',
      text: 'The bar above fills the width of the paper. If it is too short or broken, choose another paper width. If the accents are wrong, choose the other code page.',
    },
    { kind: 'qr', address: window.location.origin },
    { kind: 'large', label: 'The printer works', value: 'OK' },
  ],
})
