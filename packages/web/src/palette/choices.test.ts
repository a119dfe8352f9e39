import { bututs } from '@flexpower/contract'
import { expect, test } from 'vitest'
import { paths } from '../paths.ts'
import {
  dropRepeated,
  fittingScreens,
  receiptChoice,
  saleChoice,
  screenChoices,
  userChoice,
} from './choices.ts'

test('every screen of an area can be chosen, and none of the other area', () => {
  const { root, userRecord, tillSession, ...admin } = paths.admin
  expect(
    screenChoices('admin')
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(Object.values(admin).toSorted())
  expect(screenChoices('cashier').map(({ title }) => title)).toEqual([
    'Cash Power',
    'User',
    'My Shift',
    'Commission',
    'Printer',
    'Receipts',
    'Notices',
    'Your Account',
    'Air Power',
    'Post Paid',
  ])
  expect([root, userRecord, tillSession]).not.toContain(screenChoices('admin')[0]?.to)
})

test('a word from a screen’s purpose finds it when no title fits', () => {
  const titles = (typed: string) => fittingScreens(screenChoices('admin'), typed).map(({ title }) => title)
  expect(titles('bank')).toEqual(['Credit Agents'])
  expect(titles('balance')).toEqual(['Balance'])
  expect(titles('zz')).toEqual([])
})

test('a user leads to the user’s own page, a sale to exactly this sale in the list', () => {
  const user = {
    id: 7,
    name: 'Awa Sanneh',
    email: 'awa@flexpower.gm',
    location: '',
    type: 'Cashier',
  } as const
  expect(userChoice(user)).toMatchObject({ to: '/admin/user/7', note: 'Cashier · awa@flexpower.gm' })
  const sale = {
    id: 12,
    at: new Date('2026-11-14T14:18:00Z'),
    reference: '261114-00012',
    product: 'electricity' as const,
    subject: '07188420314',
    customerName: 'Alhagie Sarr',
    tendered: bututs(10_000),
    cashierName: 'Fatou Ceesay',
    tokens: [],
  }
  expect(saleChoice(sale)).toMatchObject({
    to: '/admin/cash-power?search=261114-00012',
    title: 'Alhagie Sarr',
    note: 'GMD 100.00 · meter 07188420314 · 261114-00012 · 14 Nov 2026, 14:18 · Fatou Ceesay',
    icon: 'bolt',
  })
  expect(
    saleChoice({ ...sale, product: 'airtime' as const, subject: '3714208', customerName: 'QCell' }),
  ).toMatchObject({
    to: '/admin/air-power?search=261114-00012',
    title: 'QCell',
    note: expect.stringContaining('number 3714208'),
  })
})

test('at a counter an own sale leads to its details, and all of somebody else’s to Receipts, once', () => {
  const row = {
    id: 12,
    at: new Date('2026-11-14T14:18:00Z'),
    product: 'electricity' as const,
    subject: '07188420314',
    tendered: bututs(10_000),
    location: 'Brikama',
    timesSentAgain: 0,
    refusal: null,
  }
  const choices = [
    { ...row, isOwn: true },
    { ...row, id: 13, isOwn: false },
    { ...row, id: 14, isOwn: false },
  ].map((each) => receiptChoice(each, '07188420314'))
  expect(dropRepeated(choices).map(({ to }) => to)).toEqual([
    '/cashier/receipts?sale=12',
    '/cashier/receipts?q=07188420314',
  ])
})
