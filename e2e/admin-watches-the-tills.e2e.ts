// The wall of all cashiers in an Admin's browser, at a desk and on a phone: what happens at a counter appears without a
// reload, and every figure leads to its rows.
import type { Locator, Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { showFewCashiers } from './few-cashiers.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { sell, someMeter } from './selling.ts'
import { addUser, loadFloat, signInElsewhere } from './users.ts'
import { answerWindows } from './windows.ts'

test.use({ as: people.admin })

/** The screen reads again every ten seconds. */
const READ_MS = 10_000

const findRow = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Every cashier now' }).getByRole('row').filter({ hasText: name })

/** With the page's clock ahead by one reading, as often as that takes. */
const expectLive = (page: Page, shown: Locator) =>
  expect(async () => {
    await page.clock.runFor(READ_MS)
    await expect(shown).toBeVisible({ timeout: 2000 })
  }).toPass()

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
  await page.clock.install()
  const cashier = await addUser(page)
  await loadFloat(page, cashier.id, 5000)
  await showFewCashiers(page, cashier.name)
  await page.goto('/admin/dashboard')
  await page.getByRole('navigation', { name: 'More screens' }).getByRole('link', { name: 'Tills' }).click()
  await expect(page).toHaveURL('/admin/tills')
  const row = findRow(page, cashier.name)
  await expect(row).toContainText('No open shift')
  await expect(row).toContainText('No sale')
  const search = page.getByLabel('Search cashiers')
  await search.fill('nobody of this name')
  await expect(page.getByText('No cashier matches “nobody of this name”')).toBeVisible()
  await search.fill(cashier.name)
  await expect(row).toBeVisible()
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))

  const counter = await signInElsewhere(page, { ...cashier, home: '/cashier/shift' })
  await counter.getByLabel('Cash in the drawer').fill('1,000')
  await counter.getByRole('button', { name: 'Open shift' }).click()
  await expect(counter.getByRole('button', { name: 'Count and close' })).toBeVisible()
  await expectLive(page, row.getByRole('link', { name: 'GMD 1,000.00' }))

  await counter.goto('/cashier/cash-power')
  await sell(counter, { meter: someMeter(), amount: '150' })
  await expectLive(page, row.getByRole('link', { name: 'GMD 1,150.00' }))
  await expect(row).toContainText('Selling')
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)

  await follow(page, row.getByRole('link', { name: 'GMD 1,150.00' }), /tills\/sessions\/\d+$/, () =>
    expect(page.getByRole('article', { name: 'X report' })).toContainText('1,150.00'),
  )
  const sales = page.getByRole('table', { name: 'Cash power transactions' }).getByRole('row')
  const today = row.getByRole('link', { name: 'GMD 150.00', exact: true })
  await follow(page, today, /cash-power\?cashier=/, async () => {
    await expect(sales.filter({ hasText: cashier.name })).toHaveCount(1)
    await expect(page.getByRole('button', { name: `Only ${cashier.name}` })).toBeVisible()
  })
  await follow(page, row.getByRole('link', { name: /^GMD 4,85/ }), /view=float/, () =>
    expect(page.getByRole('heading', { name: `Float of ${cashier.name}` })).toBeVisible(),
  )
  await follow(page, row.getByRole('link', { name: 'No shift closed' }), /sessions\?cashier=/, async () => {
    await expect(page.getByRole('row').filter({ hasText: cashier.name })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Every cashier now' })).toBeVisible()
  })
  await expectUsable(page)
  await counter.close()
})

/** A new cashier, with a shift that is open in another browser. */
async function openShiftElsewhere(page: Page) {
  await page.setViewportSize({ width: 1280, height: 900 })
  const cashier = await addUser(page)
  const counter = await signInElsewhere(page, { ...cashier, home: '/cashier/shift' })
  await counter.getByLabel('Cash in the drawer').fill('1,000')
  await counter.getByRole('button', { name: 'Open shift' }).click()
  return { cashier, counter }
}

test('a drawer that is counted and not closed is to look at, and leads to its shift', async ({ page }) => {
  const { cashier, counter } = await openShiftElsewhere(page)
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
  await expect(look).toHaveCount(0)
  // Exactly the shifts that it was counted from, whatever else this cashier closed.
  await follow(
    page,
    row.getByRole('link', { name: 'Short once, GMD 800.00' }),
    /differing=short/,
    async () => {
      await expect(page.getByLabel('Differences')).toHaveValue('short')
      await expect(page.getByRole('table', { name: 'Shifts' }).locator('tbody').getByRole('row')).toHaveCount(
        1,
      )
      await page.getByLabel('Differences').selectOption('Over')
      await expect(page.getByRole('link', { name: cashier.name, exact: true })).toHaveCount(0)
    },
  )
  await counter.close()
})

test('the figures of all cashiers lead to the cashiers behind them', async ({ page }) => {
  const { cashier, counter } = await openShiftElsewhere(page)
  await expect(counter.getByRole('button', { name: 'Count and close' })).toBeVisible()
  await counter.close()
  const other = await addUser(page)
  await page.goto('/admin/tills')
  await expect(findRow(page, other.name)).toBeVisible()
  const figures = page.getByRole('region', { name: 'All cashiers' })
  await figures.getByRole('link', { name: /^Expected in/ }).click()
  await expect(page).toHaveURL('/admin/tills?show=open')
  await expect(findRow(page, other.name)).toHaveCount(0)
  await expect(findRow(page, cashier.name)).toContainText('GMD 1,000.00')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(findRow(page, other.name)).toBeVisible()
  for (const [name, view] of [
    [/^Of \d+ cashiers/, 'attention'],
    ['A sale in the last 5 minutes', 'selling'],
    ['In the last 30 days', 'short'],
  ] as const) {
    await figures.getByRole('link', { name }).click()
    await expect(page).toHaveURL(`/admin/tills?show=${view}`)
    await expect(findRow(page, other.name)).toHaveCount(0)
  }
  await expectUsable(page)
})

test('on a phone it is a list of cards, no wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await showFewCashiers(page, people.cashier.name)
  await page.goto('/admin/tills')
  await expect(page.getByRole('list', { name: 'Every cashier now' })).toContainText(people.cashier.name)
  await expectNoOverflow(page)
  await expectUsable(page, [360])
})

const openSale = (id: number, seller: string) => ({
  id,
  reference: `261114-${id}`,
  product: 'electricity',
  subject: someMeter(),
  customer_name: 'Bakary Manneh',
  amount: 300,
  state: 'unknown',
  asked: 4,
  created_at: '2026-11-14T14:18:00Z',
  recorded_by: seller,
  location: 'Bakau',
  receipt_code: null,
})

test('sales in doubt lead to those of this cashier, and not to the open sales of others', async ({
  page,
}) => {
  const cashier = await addUser(page)
  const ours = openSale(987_701, cashier.name)
  await page.route('**/till/wall', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: { cashiers: { user_id: number }[] } }
    const cashiers = data.cashiers.map((row) =>
      row.user_id === cashier.id
        ? { ...row, attention: ['in_doubt'], in_doubt: { count: 1, amount: 300 } }
        : row,
    )
    await route.fulfill({ json: { data: { ...data, cashiers } } })
  })
  await answerWindows(page, 'transactions/open', [
    { ...ours, cashier: cashier.id },
    { ...openSale(987_702, 'Somebody Else'), cashier: cashier.id + 1 },
  ])
  await page.goto('/admin/tills')
  await findRow(page, cashier.name).getByRole('link', { name: '1 sale in doubt, GMD 300.00' }).click()
  const dialog = page.getByRole('dialog', { name: `Open sales of ${cashier.name}` })
  await expect(dialog).toContainText(ours.reference)
  await expect(dialog).not.toContainText('Somebody Else')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/admin/cash-power?cashier=${cashier.id}`)
})
