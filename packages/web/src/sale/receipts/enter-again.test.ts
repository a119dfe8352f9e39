import { ERASED } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { enterAgain } from './enter-again.ts'

const power = { nameIsOf: 'customer' } as const
const airtime = { nameIsOf: 'operator' } as const

test('a sale is sold again to the same meter and phone, without the amount', () => {
  const sale = { subject: '37201148261', phone: '7714208', customerName: 'Mariama Bah' }
  expect(enterAgain(sale, power)).toEqual({ subject: '37201148261', phone: '7714208', amount: '' })
})

test('a phone number that was erased is not entered again', () => {
  const sale = { subject: '37201148261', phone: ERASED, customerName: 'Mariama Bah' }
  expect(enterAgain(sale, power)).toEqual({ subject: '37201148261', phone: '', amount: '' })
})

test('airtime to a number that was erased is not sold again', () => {
  const sale = { subject: '3511220', phone: '3511220', customerName: 'QCell' }
  expect(enterAgain(sale, airtime)).toMatchObject({ subject: '3511220', operator: 'QCell', phone: '' })
  expect(enterAgain({ ...sale, subject: ERASED, phone: ERASED }, airtime)).toBeNull()
})
