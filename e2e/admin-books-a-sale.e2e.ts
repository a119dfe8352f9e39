import type { Locator, Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { letAdminIn } from './machine.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { someMeter } from './selling.ts'
import { findToasts } from './toasts.ts'
import { addUser, callAsAdmin, loadFloat, signInElsewhere } from './users.ts'
import { sellElsewhere } from './utility.ts'

test.use({ as: people.admin })

/** The Gambia is on UTC all year. */
const today = () => new Date().toISOString().slice(0, 10)

/** The utility makes a sale in our name that is not in our books, and the day is compared. */
async function loseSale(page: Page, meter: string, dalasi: number): Promise<string> {
  const { receipt } = await sellElsewhere(meter, dalasi)
  // Another test may be comparing at this moment: then it is refused.
  await expect
    .poll(async () => (await callAsAdmin(page, 'POST', 'reconciliation/run', { day: today() })).status())
    .toBe(200)
  await showDifferences(page)
  return receipt
}

async function showDifferences(page: Page): Promise<void> {
  await page.goto('/admin/reconciliation')
  await page.getByLabel('Rows per Page').first().selectOption('100')
}

async function openBooking(page: Page, receipt: string): Promise<Locator> {
  await page.getByRole('button', { name: `Book ${receipt}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Book a sale' })
  await expect(dialog.getByLabel('Cashier')).toBeVisible()
  return dialog
}

test('an Admin books a sale that only the utility has; the float pays, and the sale is in the list', async ({
  page,
}) => {
  const cashier = await addUser(page)
  await loadFloat(page, cashier.id, 1000)
  const meter = someMeter()
  const receipt = await loseSale(page, meter, 95)
  const dialog = await openBooking(page, receipt)
  const theirs = dialog.getByRole('region', { name: 'What NAWEC has' })
  for (const fact of [meter, 'GMD 95.00', receipt, 'A new one']) await expect(theirs).toContainText(fact)
  await expect(theirs).toContainText(/(\d{4} ){4}\d{4}/)
  await expect(dialog.getByLabel('Amount')).toHaveValue('100')

  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(dialog.getByLabel('Cashier')).toHaveAccessibleDescription('Cashier is required')
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription('Reason is required')
  await dialog.getByLabel('Cashier').selectOption(cashier.name)
  await dialog.getByLabel('Amount').fill('90')
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(
    'NAWEC received GMD 95.00: the customer cannot have paid less. Nothing was booked.',
  )
  await dialog.getByLabel('Amount').fill('100')
  await expect(dialog.getByText('The fee is GMD 5.00.')).toContainText(
    `${cashier.name} has GMD 1,000.00 now and GMD 901.50 after, with a commission of GMD 1.50.`,
  )
  await dialog.getByLabel('Reason').fill('Lost in the restore')
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(findToasts(page).filter({ hasText: 'The sale is booked as' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `Book ${receipt}` })).toHaveCount(0)
  const settled = page
    .getByRole('table', { name: 'Settled differences' })
    .getByRole('row')
    .filter({ hasText: receipt })
  await expect(settled).toContainText(`${cashier.name}: Lost in the restore`)
  await settled.getByRole('link', { name: 'Show the sale' }).click()
  await expect(page).toHaveURL(/\/admin\/cash-power\?search=/)
  const row = page.getByRole('table').getByRole('row').filter({ hasText: meter })
  await expect(row).toContainText(cashier.name)
})

test('a float that does not cover it says so in advance and next to the field; the house can pay', async ({
  page,
}) => {
  const cashier = await addUser(page)
  const receipt = await loseSale(page, someMeter(), 60)
  const dialog = await openBooking(page, receipt)
  await dialog.getByLabel('Cashier').selectOption(cashier.name)
  await dialog.getByLabel('Reason').fill('Lost in the restore')
  await expect(dialog.getByText(/does not cover GMD .+ Load credit first/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(dialog.getByLabel('Cashier')).toHaveAccessibleDescription(
    /^The float of .+ does not cover .+ Nothing was booked; load credit first, or book it on the house’s account\.$/,
  )
  await dialog.getByLabel('Cashier').selectOption('No cashier: on the house account')
  await expect(dialog.getByText('No float changes: the house pays.')).toBeVisible()
  // The banner's count is updated at once.
  const counted = page.waitForRequest('**/reconciliation/catch-up')
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(dialog).toBeHidden()
  await counted
})

const openRow = (page: Page, receipt: string) =>
  page.getByRole('table', { name: 'Open differences' }).getByRole('row').filter({ hasText: receipt })

test('above the limit a second Admin is asked, and the first can only withdraw it', async ({ page }) => {
  const receipt = await loseSale(page, someMeter(), 600_000)
  const dialog = await openBooking(page, receipt)
  await dialog.getByLabel('Cashier').selectOption('No cashier: on the house account')
  await dialog.getByLabel('Reason').fill('Lost in the restore')
  await expect(dialog.getByText('A second Admin must confirm this amount')).toBeVisible()
  await dialog.getByRole('button', { name: 'Ask a second Admin' }).click()
  const difference = openRow(page, receipt)
  await expect(difference).toContainText('Waiting for a second Admin')
  await expect(difference).toContainText('You asked for this yourself, so a second Admin must confirm it.')
  await expect(difference.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  await difference.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect(difference.getByRole('button', { name: 'Book' })).toBeVisible()
})

test('a fee that no band gives is shown before OK, and a second Admin sees it and confirms', async ({
  page,
}) => {
  const receipt = await loseSale(page, someMeter(), 60)
  const dialog = await openBooking(page, receipt)
  const sentence = 'No fee band gives a fee of GMD 20.00 for this amount. A second Admin must confirm it.'
  await dialog.getByLabel('Cashier').selectOption('No cashier: on the house account')
  await expect(dialog.getByRole('button', { name: 'Book' })).toBeVisible()
  await dialog.getByLabel('Amount').fill('80')
  await expect(dialog.getByText(sentence)).toBeVisible()
  await dialog.getByLabel('Reason').fill('The receipt says so')
  await dialog.getByRole('button', { name: 'Ask a second Admin' }).click()
  await expect(findToasts(page).filter({ hasText: sentence })).toBeVisible()
  await expect(openRow(page, receipt)).toContainText(
    'asked to book GMD 80.00 on the house’s account, with a fee of GMD 20.00. No fee band gives this fee.',
  )

  const dependent = await signInElsewhere(page, await addUser(page, { type: 'Admin' }))
  await showDifferences(dependent)
  await expect(openRow(dependent, receipt)).toContainText(/Binta Saidy created your account on .+/)
  await expect(openRow(dependent, receipt).getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  await dependent.close()

  const second = await signInElsewhere(page, await letAdminIn(page))
  await showDifferences(second)
  await openRow(second, receipt).getByRole('button', { name: 'Confirm' }).click()
  const question = second.getByRole('dialog', { name: 'Book GMD 80.00?' })
  await expect(question).toContainText('with a fee of GMD 20.00. No fee band gives this fee.')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(findToasts(second).filter({ hasText: 'The sale is booked as' })).toBeVisible()
  await expect(openRow(second, receipt)).toHaveCount(0)
  await second.close()
})

test('axe finds nothing serious in the dialog, light and dark, and it fits a phone', async ({ page }) => {
  const receipt = await loseSale(page, someMeter(), 95)
  const dialog = await openBooking(page, receipt)
  await expectUsable(page)
  for (const width of [320, 360, 600]) {
    await page.setViewportSize({ width, height: 740 })
    await expectNoOverflow(page, `at ${width}`)
    await expect(dialog.getByRole('button', { name: 'Book' })).toBeInViewport()
  }
})
