// How the tests pay bills: accounts of the demo utility, some of which make it misbehave, and the modal by its labels.
import type { Locator, Page } from '@playwright/test'
import { expect } from './people.ts'

export const accounts = {
  hotel: { account: '300118462', name: 'Kotu Beach Hotel', address: '1 Kotu Strand Road, Kotu' },
  coldStore: { account: '300127730', name: 'Brikama Cold Store', address: '60 Hawla Street, Brikama' },
  touray: { account: '300139051', name: 'Fatoumatta Touray', address: '14 Cape Point Road, Bakau' },
  /** These take the payment, and the answer is lost or makes no sense; a later status query finds it. */
  resetAfter: '399900003',
  errorAfter: '399900004',
  htmlPage: '399900006',
  /** Answers with status 500 and never took the payment. */
  errorBefore: '399900005',
  /** Takes the payment once, and sends the same answer twice. */
  twiceAnswered: '399900010',
  /** Takes the payment, but answers only after three seconds. */
  slowAnswer: '399900011',
  refused: '399900013',
} as const

export const paymentModal = (page: Page): Locator => page.getByRole('dialog', { name: 'New Post Paid' })
export const paymentCard = (page: Page): Locator => page.getByRole('dialog', { name: /^Payment of/ })
export const paymentsTable = (page: Page): Locator =>
  page.getByRole('table', { name: 'Post paid transactions' })

export interface PaymentEntry {
  account: string
  amount?: string
  phone?: string
}

export async function openPayment(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'New Post Paid' }).click()
  await expect(paymentModal(page)).toBeVisible()
  return paymentModal(page)
}

export async function fillPayment(
  modal: Locator,
  { account, amount = '100', phone = '7714208' }: PaymentEntry,
): Promise<void> {
  await modal.getByLabel('Account Reference').fill(account)
  await modal.getByLabel('Amount', { exact: true }).fill(amount)
  await modal.getByLabel('Mobile Number').fill(phone)
}

/** Up to the moment before OK. */
export async function verifyPayment(page: Page, entry: PaymentEntry): Promise<Locator> {
  const modal = await openPayment(page)
  await fillPayment(modal, entry)
  await modal.getByRole('button', { name: 'VERIFY' }).click()
  await expect(modal.getByText('Account verified successfully!')).toBeVisible()
  return modal
}

/** The whole payment; returns the card. */
export async function payBill(page: Page, entry: PaymentEntry): Promise<Locator> {
  const modal = await verifyPayment(page, entry)
  await modal.getByRole('button', { name: 'OK' }).click()
  await expect(paymentCard(page)).toBeVisible()
  return paymentCard(page)
}
