import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { watchCalls } from './watching.ts'

const CALL = '**/flexpower/api/reconciliation/catch-up'
const told = {
  epoch: 2,
  cause: 'restored',
  books_until: '2026-11-16T09:12:00.000Z',
  started_at: '2026-11-18T08:00:00.000Z',
  days: 3,
  days_compared: 2,
  open_differences: 4,
}
const answer = (page: Page, data: typeof told | null) =>
  page.route(CALL, (route) => route.fulfill({ json: { data } }))
const banner = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: 'The books' })

test.describe('an Admin', () => {
  test.use({ as: people.admin })

  test('sees on every page that sales may be missing, with a link to where it is settled', async ({
    page,
  }) => {
    await answer(page, told)
    await page.goto('/admin/user')
    await expect(banner(page)).toContainText('The books were restored to 16 Nov 2026, 09:12.')
    await expect(banner(page)).toContainText(
      'Sales made after that may be missing: 2 of 3 days compared, 4 differences to settle.',
    )
    for (const path of ['/admin/dashboard', '/admin/cash-power', '/admin/account']) {
      await page.goto(path)
      await expect(banner(page), path).toBeVisible()
    }
    await expectUsable(page)
    await banner(page).getByRole('link', { name: 'See the differences' }).click()
    await expect(page).toHaveURL('/admin/reconciliation')
    await expect(banner(page)).toBeVisible()
    for (const width of [320, 360, 900]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoOverflow(page, `at ${width}`)
    }
  })

  test('no longer sees it once everything is settled, without a reload', async ({ page }) => {
    await page.clock.install()
    await answer(page, { ...told, cause: 'went back', days: 1, days_compared: 1, open_differences: 1 })
    await page.goto('/admin/reconciliation')
    await expect(banner(page)).toContainText('The books went back to 16 Nov 2026, 09:12.')
    await expect(banner(page)).toContainText('1 of 1 day compared, 1 difference to settle.')
    await page.unroute(CALL)
    await answer(page, null)
    await page.clock.runFor(16_000)
    await expect(banner(page)).toHaveCount(0)
  })
})

test.describe('a cashier', () => {
  test.use({ as: people.cashier })

  test('does not see it, and the page does not ask for it', async ({ page }) => {
    const calls = watchCalls(page)
    await answer(page, told)
    await page.goto('/cashier/cash-power')
    await expect(page.getByRole('button', { name: 'New Transactions' })).toBeEnabled()
    await expect(banner(page)).toHaveCount(0)
    expect(calls.filter((call) => call.url().includes('catch-up'))).toEqual([])
  })
})
