import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expect, people, test } from './people.ts'
import { fillSale, openSale, salesTable, someMeter, tokenCard } from './selling.ts'
import { findToast } from './toasts.ts'

const OWN_CALL = '**/flexpower/api/users/getlist/*'
const detail = (page: Page) => page.getByRole('table', { name: 'User Detail' })

test.describe('a cashier', () => {
  test.use({ as: people.cashier })

  test('CP-13 the list has only the cashier’s own sales, and a Location column', async ({ page }) => {
    await page.goto('/cashier/cash-power')
    await expect(salesTable(page).getByRole('columnheader')).toHaveText([
      'Action',
      'Date',
      'Customer Name',
      'Meter Number',
      'Tendered Amount',
      'Vend Amount',
      'Fee',
      'List Token',
      'Cashier',
      'Location',
      'Transaction ID',
    ])
    const rows = salesTable(page).locator('tbody').getByRole('row')
    await page.getByLabel('Rows per Page').selectOption('100')
    await expect(rows).toHaveCount(100)
    await expect(rows.filter({ hasText: 'Fatou Ceesay' }).filter({ hasText: 'Serekunda' })).toHaveCount(100)
  })

  test('the counter always shows the float, the day and the links to the other screens', async ({ page }) => {
    await page.goto('/cashier/cash-power')
    const counter = page.getByRole('region', { name: 'My counter' })
    for (const label of ['Float', 'Cash power today', 'Commission today', 'Last sale'])
      await expect(counter.getByText(label, { exact: true })).toBeVisible()
    await expect(counter.getByText('Loading...')).toHaveCount(0)
    const also = page.getByRole('navigation', { name: 'Also at this counter' })
    await expect(also.getByRole('link')).toHaveText(['Air Power', 'Post Paid', 'My Shift', 'Receipts'])
  })

  test('a sale shows what was sent to the customer’s phone and whether it arrived', async ({ page }) => {
    const message = { created_at: '2026-11-14T14:20:00Z', recipient: '7712345', reason: null }
    const data = [
      { ...message, id: 1, state: 'failed', reason: 'AbsentSubscriber' },
      { ...message, id: 2, state: 'delivered' },
      { ...message, id: 3, state: 'not reported' },
    ]
    await page.route('**/flexpower/api/transactions/*/messages', (route) => route.fulfill({ json: { data } }))
    await page.goto('/cashier/cash-power')
    await salesTable(page).getByTitle('Show the token').first().click()
    const messages = tokenCard(page).getByRole('list', { name: 'Messages to the customer' })
    await expect(messages.getByRole('listitem')).toHaveText([
      'SMS to 7712345 at 14:20: sent, but not delivered (AbsentSubscriber).',
      'SMS to 7712345 at 14:20: delivered.',
      'SMS to 7712345 at 14:20: sent; the provider has not reported whether it arrived.',
    ])
    await expectUsable(page)
  })

  test('U-06 User Detail shows the cashier’s own record in six columns', async ({ page }) => {
    await page.goto('/cashier/user')
    await expect(page.getByRole('heading', { name: 'User Detail' })).toBeVisible()
    await expect(detail(page).getByRole('columnheader')).toHaveText([
      'Name',
      'User Name',
      'Address',
      'Location',
      'User Type',
      'Cash Power Balance',
    ])
    const row = detail(page).locator('tbody').getByRole('row')
    await expect(row).toHaveCount(1)
    await expect(row.getByRole('cell')).toHaveText([
      'Fatou Ceesay',
      'cashier@flexpower.gm',
      '3 Sayerr Jobe Avenue',
      'Serekunda',
      'Cashier',
      /^GMD [\d,]+\.\d\d$/,
    ])
    await expect(page.getByLabel('Rows per Page')).toBeVisible()
  })

  for (const empty of ['null', '{}', '[]'])
    test(`U-06 an answer of ${empty} shows No users found`, async ({ page }) => {
      await page.route(OWN_CALL, (route) => route.fulfill({ contentType: 'application/json', body: empty }))
      await page.goto('/cashier/user')
      await expect(page.getByText('No users found', { exact: true })).toBeVisible()
    })

  test('U-06 a record that cannot be read: Failed to fetch users', async ({ page }) => {
    await page.route(OWN_CALL, (route) =>
      route.fulfill({ status: 404, json: { status: 'Error', message: 'x' } }),
    )
    await page.goto('/cashier/user')
    await expect(findToast(page, 'Failed to fetch users')).toBeVisible()
    await expect(page.getByRole('main').getByText('Failed to fetch users')).toBeVisible()
  })
})

test.describe('a kiosk with little float', () => {
  test.use({ as: people.kiosk })

  test('the float is marked low, and Post Paid is not offered', async ({ page }) => {
    await page.goto('/cashier/cash-power')
    const counter = page.getByRole('region', { name: 'My counter' })
    await expect(counter.getByText('Low', { exact: true })).toBeVisible()
    const also = page.getByRole('navigation', { name: 'Also at this counter' })
    await expect(also.getByRole('link')).toHaveText(['My Shift', 'Receipts'])
  })

  test('CP-08 a sale beyond the float cannot be sold, and says what to do', async ({ page }) => {
    await page.goto('/cashier/cash-power')
    const meter = someMeter()
    const modal = await openSale(page)
    await fillSale(modal, { meter, amount: '5000' })
    await modal.getByRole('button', { name: 'VERIFY' }).click()
    await expect(modal.getByRole('alert')).toContainText(
      /^Your float of GMD [\d,.]+ is too small for GMD 5,000\.00/,
    )
    await expect(modal.getByRole('button', { name: 'OK' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(salesTable(page).getByRole('row').filter({ hasText: meter })).toHaveCount(0)
  })
})
