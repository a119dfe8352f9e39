// A cashier's shift in the browser, at a desk and on a phone: open, sell, cash in and out, count blind, close with a
// difference, print the Z slip; and the Admin who sees it or closes it.
import type { Locator, Page } from '@playwright/test'
import { sellAirtime, someNumber } from './airtime.ts'
import { expectUsable } from './axe.ts'
import { accounts, payBill } from './bills.ts'
import { expect, people, test } from './people.ts'
import { printedBy, stubPrinter } from './printing.ts'
import { sell, someMeter } from './selling.ts'
import { addUser, loadFloat, type OwnUser, signInElsewhere } from './users.ts'

test.use({ as: people.admin })

/** A new cashier with float, at the shift screen of another browser. */
async function startShift(page: Page): Promise<{ counter: Page; cashier: OwnUser }> {
  await page.goto('/admin/dashboard')
  const cashier = await addUser(page, { mayTakePostpaid: true })
  await loadFloat(page, cashier.id, 5000)
  await loadFloat(page, cashier.id, 5000, 'airtime')
  const counter = await signInElsewhere(page, cashier)
  await stubPrinter(counter.context())
  return { counter, cashier }
}

const goToShift = (counter: Page) =>
  counter
    .getByRole('navigation', { name: 'Also at this counter' })
    .getByRole('link', { name: 'My Shift' })
    .click()

async function openShift(counter: Page, amount: string): Promise<void> {
  await counter.getByLabel('Cash in the drawer').fill(amount)
  await counter.getByRole('button', { name: 'Open shift' }).click()
  await expect(counter.getByRole('button', { name: 'Count and close' })).toBeVisible()
}

async function moveCash(counter: Page, what: string, amount: string, reason: string): Promise<void> {
  await counter.getByRole('button', { name: what }).click()
  const dialog = counter.getByRole('dialog', { name: what })
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(counter.getByText(reason)).toBeVisible()
}

async function countDrawer(counter: Page, count: Record<string, string>): Promise<void> {
  await counter.getByRole('button', { name: 'Count and close' }).click()
  for (const [name, pieces] of Object.entries(count))
    await counter.getByLabel(name, { exact: true }).fill(pieces)
  await counter.getByRole('button', { name: 'Close with this count' }).click()
  await counter.getByRole('dialog').getByRole('button', { name: 'Close shift' }).click()
}

const findResult = (counter: Page): Locator => counter.getByRole('region', { name: 'Result' })

test('at a desk: three products, cash to the safe, a blind count with a difference, and its Z slip', async ({
  page,
}) => {
  const { counter, cashier } = await startShift(page)
  await goToShift(counter)
  await expect(counter).toHaveURL('/cashier/shift')
  await openShift(counter, '1,000')

  await counter.goto('/cashier/cash-power')
  await sell(counter, { meter: someMeter(), amount: '150' })
  await counter.goto('/cashier/air-power')
  await sellAirtime(counter, { phone: someNumber(), amount: '25' })
  await counter.goto('/cashier/post-paid')
  await payBill(counter, { account: accounts.coldStore.account, amount: '300' })

  await counter.goto('/cashier/shift')
  await expect(counter.getByRole('region', { name: 'Today, all products' })).toContainText('475.00')
  await moveCash(counter, 'To the safe', '200', 'Binta took it')
  // Nothing on the screen says what should be in the drawer: 1,275.
  await expect(counter.getByText('1,275.00')).toHaveCount(0)
  await expectUsable(counter)

  // The Admin sees it while it is open.
  await page.goto(`/admin/tills/sessions?search=${encodeURIComponent(cashier.name)}`)
  await page.getByRole('link', { name: cashier.name }).click()
  await expect(page.getByRole('article', { name: 'X report' })).toContainText('1,275.00')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('NAWEC has the same')).toBeVisible()

  await counter.setViewportSize({ width: 1280, height: 800 })
  await countDrawer(counter, { D200: '6', D20: '1', 'D1 coin': '4' })
  await expect(counter.getByText('Difference: GMD 51.00 short')).toBeVisible()
  await counter.getByLabel('Reason').fill('Too much change given')
  await counter.getByRole('button', { name: 'Close shift' }).click()
  await expect(findResult(counter)).toContainText('1,224.00')

  const paper = await printedBy(counter, counter.getByRole('button', { name: /^Print Z slip/ }))
  expect(paper.fits).toEqual([true, true])
  expect(paper.paper).toBe('rgb(255, 255, 255)')
  for (const text of [
    'Z slip',
    cashier.name,
    'GMD 51.00 short',
    'Too much change given',
    'Binta took it',
    'D200 × 6',
  ])
    expect(paper.text).toContain(text)
  await expectUsable(counter)

  await page.goto(`/admin/tills/sessions?search=${encodeURIComponent(cashier.name)}`)
  await expect(page.getByRole('row').filter({ hasText: cashier.name })).toContainText('GMD 51.00 short')
  await expectUsable(page)
  await counter.close()
})

test('on a phone: open, sell, put cash in, count, and read the slip again', async ({ page }) => {
  const { counter } = await startShift(page)
  await counter.setViewportSize({ width: 360, height: 740 })
  await counter.goto('/cashier/shift')
  await openShift(counter, '500')
  await counter.goto('/cashier/cash-power')
  await sell(counter, { meter: someMeter(), amount: '100' })
  await counter.goto('/cashier/shift')
  await moveCash(counter, 'Cash in', '50', 'Change from the bank')
  await counter.getByRole('button', { name: 'Count and close' }).click()
  expect(await counter.evaluate('document.documentElement.scrollWidth')).toBe(360)
  const box = await counter.getByLabel('D200', { exact: true }).boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  await expectUsable(counter, [360])
  await counter.getByRole('button', { name: 'Cancel' }).click()
  await countDrawer(counter, { D200: '3', D50: '1' })
  await expect(findResult(counter)).toContainText('None')
  await counter.reload()
  await counter.getByRole('button', { name: /^Show Z slip/ }).click()
  await expect(counter.getByRole('dialog').getByRole('article', { name: /^Z slip/ })).toContainText(
    'GMD 650.00',
  )
  expect(await counter.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await counter.close()
})

test('an Admin closes the shift of a cashier who went home', async ({ page }) => {
  const { counter, cashier } = await startShift(page)
  await counter.goto('/cashier/shift')
  await openShift(counter, '100')
  await counter.close()
  await page.goto(`/admin/tills/sessions?search=${encodeURIComponent(cashier.name)}`)
  await page.getByRole('link', { name: cashier.name }).click()
  await page.getByRole('button', { name: 'Close this shift' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Close shift' }).click()
  await expect(dialog).toContainText('Reason is required')
  await dialog.getByLabel('Reason').fill('Went home ill')
  await dialog.getByRole('button', { name: 'Close shift' }).click()
  const slip = page.getByRole('article', { name: /^Z slip/ })
  await expect(slip).toContainText('Not counted')
  await expect(slip).toContainText(`${people.admin.name}, Admin`)
  await expectUsable(page)
})
