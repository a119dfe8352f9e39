import { bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { linkToSms, writeTokenMessage, linkToWhatsApp } from './share-token.ts'

const sale = {
  tokens: ['48216093375501847726'],
  tokenNames: [],
  meter: '37201148261',
  units: 24.24,
  tendered: bututs(50_000),
  receiptNumber: 'R-0092218',
}

test('CP-11 a shared token is written in blocks of four', () => {
  expect(writeTokenMessage(sale)).toBe(
    'FlexPower, meter 37201148261\n4821 6093 3755 0184 7726\n24.24 kWh for GMD 500.00, receipt R-0092218',
  )
})

test('several tokens are numbered in the order of entry and say what they are', () => {
  const message = writeTokenMessage({
    ...sale,
    tokens: ['51730284469017325586', ...sale.tokens],
    tokenNames: ['Electricity', 'Free units, 10.00 kWh'],
  })
  expect(message).toContain(
    'Key in all of them, in this order:\n1. Electricity: 5173 0284 4690 1732 5586\n2. Free units, 10.00 kWh: 4821 6093 3755 0184 7726\n',
  )
})

test('the links contain the phone where it is known', () => {
  expect(linkToSms('7714208', 'a b')).toBe('sms:7714208?body=a%20b')
  expect(linkToWhatsApp('7714208', 'a b')).toBe('https://wa.me/2207714208?text=a%20b')
  expect(linkToWhatsApp('2207714208', 'a')).toBe('https://wa.me/2207714208?text=a')
  expect(linkToWhatsApp('', 'a')).toBe('https://wa.me/?text=a')
})
