// Charges for the tests: the table, the form by its labels, and separate bands for each test. They lie above the demo's
// million, each at amounts that no other test uses, so that sales of other tests keep their price.
import type { Locator, Page } from '@playwright/test'
import { expect } from './people.ts'
import { callAsAdmin } from './users.ts'

export const chargeTable = (page: Page) => page.getByRole('table', { name: 'Cash power charges' })
/** By its two amounts as they are shown. */
export const findRow = (page: Page, start: string, end: string) =>
  chargeTable(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: start, exact: true }) })
    .filter({ has: page.getByRole('cell', { name: end, exact: true }) })
/** For a new one and for a change. */
export const chargeDialog = (page: Page) => page.getByRole('dialog', { name: /^(Add a new|Edit) charge$/ })
export const gmd = (amount: number) =>
  `GMD ${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

export interface Band {
  start: number
  end: number
}

/** Room for a test's own bands, 1000 dalasi wide. */
export const somewhere = (): Band => {
  const start = 10_000_000 + 1000 * Math.floor(Math.random() * 900_000)
  return { start, end: start + 100 }
}
export const ownRow = (page: Page, { start, end }: Band) => findRow(page, gmd(start), gmd(end))
export const editButton = (page: Page, { start, end }: Band) =>
  page.getByRole('button', { name: `Edit ${gmd(start)} to ${gmd(end)}` })
export const deleteButton = (page: Page, { start, end }: Band) =>
  page.getByRole('button', { name: `Delete ${gmd(start)} to ${gmd(end)}` })

interface Entry {
  start: string
  end: string
  fee: string
  type: 'fixed' | 'percentage'
  status: 'Active' | 'Inactive'
}

export const fields = (dialog: Locator) => ({
  start: dialog.getByLabel('Start Amount'),
  end: dialog.getByLabel('End Amount'),
  fee: dialog.getByLabel('Amount', { exact: true }),
  type: dialog.getByLabel('Type'),
  status: (name: Entry['status']) => dialog.getByRole('radio', { name: new RegExp(`^${name}`) }),
})

export async function fill(dialog: Locator, entry: Partial<Entry>): Promise<void> {
  const field = fields(dialog)
  if (entry.start !== undefined) await field.start.fill(entry.start)
  if (entry.end !== undefined) await field.end.fill(entry.end)
  if (entry.type !== undefined) await field.type.selectOption(entry.type)
  if (entry.fee !== undefined) await field.fee.fill(entry.fee)
  if (entry.status !== undefined) await field.status(entry.status).check()
}

export const save = (page: Page) => chargeDialog(page).getByRole('button', { name: 'Save' }).click()

export async function openNew(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add a new charge' }).first().click()
  await expect(chargeDialog(page)).toBeVisible()
  return chargeDialog(page)
}

/** Through the call, for tests that begin with a band. */
export async function addBand(page: Page, { start, end }: Band, more: object = {}): Promise<void> {
  const answer = await callAsAdmin(page, 'POST', 'addCashPowerCharges', {
    start_amount: start,
    end_amount: end,
    commision_amount: 5,
    amount_type: 'fixed',
    status: 1,
    ...more,
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** The id of the band that starts there. */
export async function bandIdAt(page: Page, start: number): Promise<number | undefined> {
  const answer = await callAsAdmin(page, 'GET', 'charges/list')
  const list = (await answer.json()) as { id: number; start_amount: number }[]
  return list.find((charge) => charge.start_amount === start)?.id
}

/** With all rows on one page: bands of other tests are in between. */
export async function openCharges(page: Page): Promise<void> {
  await page.goto('/admin/cash-power-charges')
  await expect(findRow(page, 'GMD 50.00', 'GMD 99.99')).toBeVisible()
  await page.getByLabel('Rows per Page').selectOption({ label: 'Todos' })
}

/** The page with the test's own band in the table. */
export async function openWith(page: Page, band: Band, more: object = {}): Promise<void> {
  await addBand(page, band, more)
  await openCharges(page)
  await expect(ownRow(page, band)).toBeVisible()
}
