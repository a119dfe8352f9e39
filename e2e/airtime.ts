// How the tests sell airtime: numbers of the demo's operators, some of which misbehave, and the modal by its labels.
import type { Locator, Page } from '@playwright/test'
import { expect } from './people.ts'

export const numbers = {
  /** Processing for five seconds, then delivered. */
  slowOperator: '3990001',
  /** Processing for five seconds, then failed. */
  failingOperator: '3990002',
  /** Processing for five seconds, then refunded. */
  refundingOperator: '3990003',
  /** Delivers, and answers with status 500; a later report has it. */
  errorAfter: '3990013',
  /** Refuses: the number does not exist. */
  wrongNumber: '3990007',
  /** Delivers, and answers with status 503 that the operator is not available. */
  operatorAway: '3990032',
  /** Delivers nine tenths of the order: an Admin has to decide. */
  shortDelivery: '3990028',
  /** Delivers, but answers only after three seconds. */
  slowAnswer: '3990019',
} as const

/** An ordinary QCell number that no other test uses. */
export const someNumber = (): string => `30${String(Math.floor(Math.random() * 100_000)).padStart(5, '0')}`

export const airtimeModal = (page: Page): Locator => page.getByRole('dialog', { name: 'Add New Transaction' })
export const airtimeTable = (page: Page): Locator =>
  page.getByRole('table', { name: 'Air power transactions' })

export interface AirtimeEntry {
  phone: string
  amount?: string
  operator?: string
}

export async function openAirtime(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New Transactions' }).click()
  await expect(airtimeModal(page)).toBeVisible()
  return airtimeModal(page)
}

/** Up to the moment before OK. */
export async function enterAirtime(page: Page, entry: AirtimeEntry): Promise<Locator> {
  const modal = await openAirtime(page)
  await modal.getByLabel('Mobile Number').fill(entry.phone)
  await modal.getByLabel('Amount', { exact: true }).fill(entry.amount ?? '100')
  if (entry.operator !== undefined) await modal.getByLabel('Vendor').selectOption(entry.operator)
  return modal
}

/** The whole sale, to the row in the list. */
export async function sellAirtime(page: Page, entry: AirtimeEntry): Promise<Locator> {
  const modal = await enterAirtime(page, entry)
  await modal.getByRole('button', { name: 'OK' }).click()
  await expect(airtimeModal(page)).toHaveCount(0)
  const row = airtimeTable(page).getByRole('row').filter({ hasText: entry.phone })
  await expect(row.first()).toBeVisible()
  return row
}
