// The wall of all cashiers in an Admin's browser, at a desk and on a phone: what happens at a counter appears without a
// reload, and every figure leads to its rows.
import type { Locator, Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { sell, someMeter } from './selling.ts'
import { addUser, loadFloat, signInElsewhere } from './users.ts'

test.use({ as: people.admin })

/** The screen reads again every ten seconds. */
const LIVE = { timeout: 30_000 }

const findRow = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Every cashier now' }).getByRole('row').filter({ hasText: name })

/** Follows a link of a row, looks at what is there, and comes back. */
async function follow(page: Page, link: Locator, to: RegExp, look: () => Promise<void>): Promise<void> {
  await link.click()
  await expect(page).toHaveURL(to)
  await expect(page.getByRole('table', { name: 'Every cashier now' })).toHaveCount(0)
  await look()
  await page.goBack()
  await expect(page.getByRole('table', { name: 'Every cashier now' })).toBeVisible()
}

test('a shift and a sale appear without a reload, and each figure leads to its rows', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/admin/dashboard')
  const cashier = await addUser(page)
  await loadFloat(page, cashier.id, 5000)
  await page.getByRole('navigation', { name: 'More screens' }).getByRole('link', { name: 'Tills' }).click()
  await expect(page).toHaveURL('/admin/tills')
  const row = findRow(page, cashier.name)
  await expect(row).toContainText('No open shift')
  await expect(row).toContainText('No sale')
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))

  const counter = await signInElsewhere(page, cashier)
  await counter.goto('/cashier/shift')
  await counter.getByLabel('Cash in the drawer').fill('1,000')
  await counter.getByRole('button', { name: 'Open shift' }).click()
  await expect(counter.getByRole('button', { name: 'Count and close' })).toBeVisible()
  await expect(row.getByRole('link', { name: 'GMD 1,000.00' })).toBeVisible(LIVE)

  await counter.goto('/cashier/cash-power')
  await sell(counter, { meter: someMeter(), amount: '150' })
  await expect(row.getByRole('link', { name: 'GMD 1,150.00' })).toBeVisible(LIVE)
  await expect(row).toContainText('Selling')
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)

  await follow(page, row.getByRole('link', { name: 'GMD 1,150.00' }), /tills\/sessions\/\d+$/, () =>
    expect(page.getByRole('article', { name: 'X report' })).toContainText('1,150.00'),
  )
  const sales = page.getByRole('table', { name: 'Cash power transactions' }).getByRole('row')
  const today = row.getByRole('link', { name: 'GMD 150.00', exact: true })
  await follow(page, today, /cash-power\?search=/, () =>
    expect(sales.filter({ hasText: cashier.name })).toHaveCount(1),
  )
  await follow(page, row.getByRole('link', { name: /^GMD 4,85/ }), /view=float/, () =>
    expect(page.getByRole('heading', { name: `Float of ${cashier.name}` })).toBeVisible(),
  )
  await follow(page, row.getByRole('link', { name: 'No shift closed' }), /sessions\?search=/, async () => {
    await expect(page.getByRole('row').filter({ hasText: cashier.name })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Every cashier now' })).toBeVisible()
  })
  await expectUsable(page)
  await counter.close()
})

test('a drawer that is counted and not closed is to look at, and leads to its shift', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/admin/dashboard')
  const cashier = await addUser(page)
  const counter = await signInElsewhere(page, cashier)
  await counter.goto('/cashier/shift')
  await counter.getByLabel('Cash in the drawer').fill('1,000')
  await counter.getByRole('button', { name: 'Open shift' }).click()
  await counter.getByRole('button', { name: 'Count and close' }).click()
  await counter.getByLabel('D200', { exact: true }).fill('1')
  await counter.getByRole('button', { name: 'Close with this count' }).click()
  await counter.getByRole('dialog').getByRole('button', { name: 'Close shift' }).click()
  await expect(counter.getByText('Difference: GMD 800.00 short')).toBeVisible()

  await page.goto('/admin/tills')
  const row = findRow(page, cashier.name)
  const look = row.getByRole('link', { name: 'Counted, not closed' })
  await look.click()
  await page.getByRole('button', { name: 'Close this shift' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Known to the owner')
  await dialog.getByRole('button', { name: 'Close shift' }).click()
  await expect(page.getByRole('article', { name: /^Z slip/ })).toContainText('GMD 800.00 short')

  await page.goto('/admin/tills')
  await expect(row).toContainText('Short once, GMD 800.00')
  await expect(look).toHaveCount(0)
  await counter.close()
})

test('on a phone it is a list of cards, no wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/tills')
  await expect(page.getByRole('list', { name: 'Every cashier now' })).toContainText(people.cashier.name)
  await expectNoOverflow(page)
  await expectUsable(page, [360])
})
