// How the tests sell: meters of the demo utility, some of which make it misbehave, and the modal by its labels.
import type { Locator, Page } from '@playwright/test'
import { expect } from './people.ts'

/** A meter takes one sale at a time: each misbehaving one belongs to one test, where no comment says otherwise. */
export const meters = {
  withArrears: '07188420314',
  debtOnly: '14550177308',
  keyChange: '37119026450',
  freeUnits: '14092266130',
  inactive: '07661300587',
  /** These sell, and the answer is lost or makes no sense; a later status query finds the sale. */
  resetAfter: '99900000037',
  errorAfter: '99900000045',
  htmlPage: '99900000052',
  cutJson: '99900000060',
  wrongMeter: '99900000078',
  shortToken: '99900000086',
  longToken: '99900000094',
  noToken: '99900000102',
  slowAnswer: '99900000193',
  /** Refuses, so quickly that several tests sell to it. */
  balanceUsedUp: '99900000185',
  /** Sells, and answers with status 500; the third status query finds it. */
  thirdTimeLucky: '99900000201',
  neverKnown: '99900000219',
  /** Answers with status 500 and never sold: a status query finds nothing. Several tests sell to it: see sellOpen. */
  errorBefore: '99900000227',
  /** Sells, and answers with status 500; its record does not say for which order. */
  noReference: '99900000284',
} as const

const luhnDigit = (digits: string): number => {
  const sum = Array.from(digits).reduce((total, digit, place) => {
    const value = Number(digit) * ((digits.length - place) % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** An ordinary meter that no other test uses: the utility knows a hundred million of them. */
export function someMeter(): string {
  const digits = `60${String(Math.floor(Math.random() * 100_000_000)).padStart(8, '0')}`
  return `${digits}${luhnDigit(digits)}`
}

export const saleModal = (page: Page): Locator => page.getByRole('dialog', { name: 'Add New Transaction' })
export const tokenCard = (page: Page): Locator => page.getByRole('dialog', { name: /^Token for/ })
export const salesTable = (page: Page): Locator =>
  page.getByRole('table', { name: 'Cash power transactions' })
export const TOKEN = /\b\d{4}( \d{4}){4}\b/

export interface Entry {
  meter: string
  amount?: string
  phone?: string
}

export async function openSale(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New Transactions' }).click()
  await expect(saleModal(page)).toBeVisible()
  return saleModal(page)
}

export async function fillSale(
  modal: Locator,
  { meter, amount = '100', phone = '7714208' }: Entry,
): Promise<void> {
  await modal.getByLabel('Meter Number').fill(meter)
  await modal.getByLabel('Amount', { exact: true }).fill(amount)
  await modal.getByLabel('Mobile Number').fill(phone)
}

/** Up to the moment before OK. */
export async function verifySale(page: Page, entry: Entry): Promise<Locator> {
  const modal = await openSale(page)
  await fillSale(modal, entry)
  await modal.getByRole('button', { name: 'VERIFY' }).click()
  await expect(modal.getByRole('button', { name: 'OK' })).toBeEnabled()
  return modal
}

/** Sells what is verified; a meter with a sale within the hour needs one more confirmation. */
export async function pressOk(page: Page): Promise<void> {
  const isSecond = await saleModal(page)
    .getByText(/^Sold GMD/)
    .isVisible()
  await saleModal(page).getByRole('button', { name: 'OK' }).click()
  if (isSecond) await page.getByRole('button', { name: 'Sell again' }).click()
}

/** The whole sale; returns the token card. */
export async function sell(page: Page, entry: Entry): Promise<Locator> {
  await verifySale(page, entry)
  await pressOk(page)
  await expect(tokenCard(page)).toBeVisible()
  return tokenCard(page)
}

/** Sells to a misbehaving meter of several tests, up to the open sale: until theirs have ended, it is tried again. */
export async function sellOpen(page: Page, entry: Entry): Promise<Locator> {
  const modal = await verifySale(page, entry)
  const held = modal.getByText(/is held, not spent/).first()
  const taken = page.getByRole('alert').filter({ hasText: /is still open/ })
  await expect(async () => {
    if (await taken.isVisible()) {
      await taken.getByRole('button', { name: 'Sell again' }).click()
      await modal.getByRole('button', { name: 'VERIFY' }).click()
      await expect(modal.getByRole('button', { name: 'OK' })).toBeEnabled()
    }
    await pressOk(page)
    await expect(held.or(taken).first()).toBeVisible()
    expect(await held.isVisible()).toBe(true)
  }).toPass({ timeout: 90_000 })
  return modal
}
