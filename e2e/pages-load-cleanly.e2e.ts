import type { Page } from '@playwright/test'
import { countGzipBytes } from '../bench/gzip-bytes.ts'
import { expect, people, test } from './people.ts'
import { salesTable } from './selling.ts'
import { watchComplaints } from './watching.ts'

const publicPages = [
  '/',
  '/about',
  '/signup',
  '/login',
  '/forget',
  '/password/reset/a-token',
  '/outbox',
  '/style-sheet',
]
const adminPages = [
  'dashboard',
  'cash-power',
  'air-power',
  'post-paid',
  'user',
  'credit-agents',
  'cash-power-charges',
  'report',
  'revenue',
  'backup',
  'cleanup',
  'customer-enquiries',
  'shift-enquiries',
  'change-password',
  'forget-password',
  'balance',
  'messages',
  'tills/sessions',
].map((name) => `/admin/${name}`)
const cashierPages = ['cash-power', 'user', 'air-power', 'post-paid', 'shift', 'commission'].map(
  (name) => `/cashier/${name}`,
)

for (const [who, as, pages] of [
  ['a visitor', null, publicPages],
  ['an admin', people.admin, adminPages],
  ['a cashier', people.cashier, cashierPages],
] as const)
  test.describe(`as ${who}`, () => {
    test.use({ as })
    test(`no page of ${who} violates the content policy or logs an error`, async ({ page }) => {
      const complaints = await watchComplaints(page)
      for (const path of pages) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
        await expect(page, path).toHaveURL(path)
        await expect(page.locator('main [aria-busy=true]:visible', { hasText: 'Loading...' })).toHaveCount(
          path === '/style-sheet' ? 1 : 0,
        )
      }
      expect(complaints).toEqual([])
    })
  })

test('a toast and a modal keep to the content policy', async ({ page }) => {
  const complaints = await watchComplaints(page)
  await page.goto('/style-sheet')
  await page.getByRole('button', { name: 'Info toast' }).click()
  await expect(page.getByRole('region', { name: /^Notifications/ })).toContainText('Asking NAWEC')
  await page.getByRole('button', { name: 'Open the modal' }).click()
  await page.getByRole('dialog').getByLabel('Contract Type').focus()
  expect(complaints).toEqual([])
})

/** The size of the scripts that the browser requests until this page is drawn. */
async function scriptBytes(page: Page, path: string): Promise<number> {
  const scripts: string[] = []
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer.url())
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(scripts.length).toBeGreaterThan(1)
  const sizes = await Promise.all(scripts.map(countGzipBytes))
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('the first load of the home page takes at most 90 kB of JavaScript', async ({ page }) => {
  expect(await scriptBytes(page, '/')).toBeLessThanOrEqual(90_000)
})

test.describe('as a cashier with a poor link', () => {
  test.use({ as: people.cashier })

  test('the first load of the sale screen takes at most 120 kB of JavaScript', async ({ page }) => {
    // What the page prefetches when idle, such as the modal, is not part of the first load: here the browser is never idle.
    await page.addInitScript('window.requestIdleCallback = () => 0')
    expect(await scriptBytes(page, '/cashier/cash-power')).toBeLessThanOrEqual(120_000)
    await expect(salesTable(page).getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('button', { name: 'New Transactions' })).toBeEnabled()
  })
})
