import type { Locator, Page } from '@playwright/test'
import { expect, people, test } from './people.ts'
import { expectCountdown, findToast, setPace } from './toasts.ts'

const TEXT = 'Account verified successfully!'
const LONG_MS = 5000
/** How many times as fast a toast's time passes where a test needs time to act, and where it waits for the end. */
const SLOW = 0.3
const FAST = 10

async function showToast(page: Page, button = 'Success, 5 s', text = TEXT): Promise<Locator> {
  await page.getByRole('button', { name: button }).click()
  const toast = findToast(page, text)
  await expect(toast).toBeVisible()
  return toast
}

// With motion, as most users have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })
test.beforeEach(async ({ page }) => {
  await page.goto('/style-sheet')
  await setPace(page, SLOW)
})

/** More than the time that a toast has, if it is counted. */
async function waitLonger(page: Page): Promise<void> {
  await setPace(page, FAST)
  await page.waitForTimeout((LONG_MS + 1500) / FAST)
}

test('P-09 a toast is top right and counts down 5000 ms', async ({ page }) => {
  const toast = await showToast(page)
  await expectCountdown(toast, LONG_MS, 'running')
  const right = async () => {
    const { x, width } = (await toast.boundingBox())!
    return 1280 - x - width
  }
  await expect.poll(right).toBeLessThan(40)
  expect((await toast.boundingBox())!.y).toBeLessThan(40)
})

for (const [id, button, text, ms] of [
  ['P-09', 'Success, 5 s', TEXT, LONG_MS],
  ['C-04', 'Success, 3 s', 'Saved', 3000],
] as const)
  test(`${id} a toast of ${ms} ms disappears then, and not before`, async ({ page }) => {
    const toast = await showToast(page, button, text)
    await expectCountdown(toast, ms, 'running')
    await page.getByRole('button', { name: button }).focus()
    const before = Date.now()
    await setPace(page, 2)
    await expect(toast).toBeHidden({ timeout: 15_000 })
    // What was counted before, slowly, took less than a second of it.
    expect(Date.now() - before).toBeGreaterThanOrEqual((ms - 1000) / 2)
  })

test('P-09 a toast under the pointer stays, and continues to count when the pointer has left', async ({
  page,
}) => {
  const toast = await showToast(page)
  await toast.hover()
  await expectCountdown(toast, LONG_MS, 'paused')
  await waitLonger(page)
  await expect(toast).toBeVisible()
  await page.mouse.move(100, 500)
  await expect(toast).toBeHidden({ timeout: 15_000 })
})

test('P-09 a toast that appears under the pointer waits too', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Success, 5 s' })
  await button.focus()
  await page.mouse.move(1100, 45)
  await page.keyboard.press('Enter')
  const toast = findToast(page, TEXT)
  await expect(toast).toBeVisible()
  await page.mouse.move(1105, 46)
  await expectCountdown(toast, LONG_MS, 'paused')
  await waitLonger(page)
  await expect(toast).toBeVisible()
  await expectCountdown(toast, LONG_MS, 'paused')
})

test('P-09 a toast waits while the window has no focus', async ({ page }) => {
  const toast = await showToast(page)
  await expectCountdown(toast, LONG_MS, 'running')
  await page.evaluate(`dispatchEvent(new Event('blur'))`)
  await expectCountdown(toast, LONG_MS, 'paused')
  await waitLonger(page)
  await expect(toast).toBeVisible()
  await page.evaluate(`dispatchEvent(new Event('focus'))`)
  await expect(toast).toBeHidden({ timeout: 15_000 })
})

test('P-09 a mouse does not drag a toast', async ({ page }) => {
  const toast = await showToast(page)
  await expectCountdown(toast, LONG_MS, 'running')
  const before = (await toast.boundingBox())!
  await page.mouse.move(before.x + 40, before.y + 20)
  await page.mouse.down()
  await page.mouse.move(before.x + 140, before.y + 20, { steps: 5 })
  expect((await toast.boundingBox())!.x).toBeCloseTo(before.x, 0)
  await page.mouse.up()
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } })

  /** A finger that presses the toast, moves it sideways by a share of its width, and stays. */
  async function drag(page: Page, toast: Locator, share: number): Promise<() => Promise<void>> {
    const finger = await page.context().newCDPSession(page)
    const { x, y, width, height } = (await toast.boundingBox())!
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + 20 + moved, y: y + height / 2 }],
      })
    await touch('touchStart', 0)
    for (let step = 1; step <= 10; step += 1) await touch('touchMove', (width * share * step) / 10)
    return async () => {
      await touch('touchEnd', 0)
      await finger.detach()
    }
  }

  test('P-09 a toast that is dragged by less than 80 percent comes back', async ({ page }) => {
    const toast = await showToast(page)
    // Running: it has reached its place.
    await expectCountdown(toast, LONG_MS, 'running')
    const { x, width } = (await toast.boundingBox())!
    const letGo = await drag(page, toast, 0.72)
    expect((await toast.boundingBox())!.x).toBeGreaterThan(x + width * 0.5)
    await letGo()
    await expect.poll(async () => (await toast.boundingBox())?.x).toBeCloseTo(x, 0)
    await expect(toast).toBeVisible()
  })

  test('P-09 a toast that is dragged by more than 80 percent is gone before its time', async ({ page }) => {
    const toast = await showToast(page)
    // Running: it has reached its place.
    await expectCountdown(toast, LONG_MS, 'running')
    const letGo = await drag(page, toast, 0.88)
    await expectCountdown(toast, LONG_MS, 'paused')
    await waitLonger(page)
    await expect(toast).toBeVisible()
    // Slow again: its own time would take longer.
    await setPace(page, SLOW)
    await letGo()
    await expect(toast).toBeHidden({ timeout: 8_000 })
  })
})

test.describe('without a connection', () => {
  test.use({ as: people.admin })

  for (const [what, button, part] of [
    ['The search', /^Search/, 'Palette'],
    ['The menu', 'More', 'layout-later'],
  ] as const)
    test(`a toast whose own code is missing is shown as plain text: ${what}`, async ({ page }) => {
      await page.route(new RegExp(`/assets/(${part}|ui-later)-[^/]+\\.js$`), (route) => route.abort())
      await page.goto('/admin/user')
      // Also what the page loads by itself is missing: it goes on without.
      await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
      await page.getByRole('banner').getByRole('button', { name: button }).click()
      const told = page.getByRole('alert').filter({ hasText: `${what} could not be loaded.` })
      await expect(told).toBeVisible()
      const { x, y, width } = (await told.boundingBox())!
      expect(1280 - x - width).toBeLessThan(40)
      expect(y).toBeLessThan(160)
      await expect(told).toBeHidden()
    })
})
