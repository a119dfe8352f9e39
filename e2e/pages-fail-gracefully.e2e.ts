import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expect, people, test } from './people.ts'
import { hold } from './watching.ts'

// With motion, as most users have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const HEADING = 'Unexpected Application Error!'

async function expectFailure(page: Page, detail: string): Promise<void> {
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(HEADING)
  await expect(main).toHaveText(new RegExp(`^${HEADING}\\s*${detail.replaceAll(/[()]/g, '\\$&')}`))
}

const chunk = (name: string) => new RegExp(`/assets/${name}-[^/]+\\.js$`)

test('R-25 an unknown URL shows the error and its status, and a link home', async ({ page }) => {
  for (const path of ['/no-such-page', '/login/no-such-page', '/password/reset', '/administrator']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await page.waitForLoadState('networkidle')
    await expectFailure(page, '404 Not Found')
    await expect(page.getByRole('main')).toContainText('There is no page at this address.')
    await expect(page).toHaveTitle('Error · FlexPower')
  }
  await expectUsable(page, [360, 1200], [600, 900])
  await page.getByRole('link', { name: 'Go to the start' }).click()
  await expect(page).toHaveURL('/')
})

test.describe('in an area', () => {
  test.use({ as: people.admin })

  test('R-25 an unknown URL of the user’s area shows the error, and a link to its start', async ({
    page,
  }) => {
    const answer = await page.goto('/admin/no-such-screen')
    expect(answer?.status()).toBe(200)
    await expectFailure(page, '404 Not Found')
    await page.getByRole('link', { name: 'Go to the start' }).click()
    await expect(page).toHaveURL('/admin/dashboard')
  })

  test('with reduced motion, the loading sign appears at once and does not fade in', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const release = await hold(page, chunk('BalancePage'))
    await page.goto('/admin/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await page.getByRole('link', { name: 'Balance' }).click()
    const sign = page.locator('[aria-live=polite]', { has: page.getByText('Loading...', { exact: true }) })
    await expect(sign).toHaveCSS('transition-duration', '0s')
    release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Balance')
  })

  test('R-27 a screen whose code is missing fails as missing, and a retry loads it', async ({ page }) => {
    await page.route(chunk('BalancePage'), (route) => route.abort())
    await page.goto('/admin/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    await page.getByRole('link', { name: 'Balance' }).click()
    await expectFailure(page, 'Loading chunk failed (missing)')

    await page.unroute(chunk('BalancePage'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Balance')
    await expect(page).toHaveURL('/admin/balance')
  })
})

for (const [path, name] of [
  ['/', 'HomePage'],
  ['/about', 'AboutPage'],
  ['/login', 'LoginPage'],
] as const)
  test(`R-27 ${path} fails as missing when the server has no such file, and a retry loads it`, async ({
    page,
  }) => {
    await page.route(chunk(name), (route) => route.fulfill({ status: 404, body: '{}' }))
    await page.goto(path)
    await expectFailure(page, 'Loading chunk failed (missing)')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectFailure(page, 'Loading chunk failed (missing)')
    await page.unroute(chunk(name))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('heading', { name: HEADING })).toHaveCount(0)
  })

for (const [path, name] of [
  ['/', 'HomePage'],
  ['/about', 'AboutPage'],
  ['/login', 'LoginPage'],
  ['/forget', 'router'],
] as const)
  test(`R-27 ${path} fails as a timeout when ${name} does not arrive for 120 s, not before, and can be retried`, async ({
    page,
  }) => {
    await page.clock.install()
    const release = await hold(page, chunk(name))
    const asked = page.waitForRequest(chunk(name))
    await page.goto(path, { waitUntil: 'commit' })
    await asked
    const failure = page.getByRole('heading', { name: HEADING })
    await page.clock.runFor(115_000)
    await expect(failure).toHaveCount(0)
    // The router, which waits for its page, may still be loading itself and start to count later.
    await expect
      .poll(async () => {
        await page.clock.runFor(10_000)
        return failure.count()
      })
      .toBe(1)
    await expectFailure(page, 'Loading chunk failed (timeout)')

    release()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('heading', { name: HEADING })).toHaveCount(0)
  })

test.describe('at the counter', () => {
  test.use({ as: people.cashier })

  test('what loads by itself later, and does not arrive, takes nothing away from the page', async ({
    page,
  }) => {
    const lost = new Set<string>()
    await page.route(/\/assets\/[\w.-]*later-[^/]+\.js$/, (route) => {
      lost.add(route.request().url())
      return route.abort()
    })
    await page.goto('/cashier/cash-power')
    await expect.poll(() => lost.size).toBeGreaterThan(2)
    await page.evaluate(
      'new Promise((done) => requestIdleCallback(() => setTimeout(() => requestIdleCallback(done), 300)))',
    )
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cash Power')
    await expect(page.getByRole('button', { name: 'New Transactions' })).toBeEnabled()
  })
})
