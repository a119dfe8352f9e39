import type { Page } from '@playwright/test'
import { expectUsable, seriousIn } from './axe.ts'
import { expect, people, test } from './people.ts'
import { findToast } from './toasts.ts'

// Motion is off, because axe would measure the contrast of colours in transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const WIDTHS = [360, 600, 900, 1200]

async function expectUsableEverywhere(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectUsable(page, WIDTHS)
}

for (const [name, path] of [
  ['home', '/'],
  ['about', '/about'],
  ['signup', '/signup'],
  ['login', '/login'],
  ['forgotten password', '/forget'],
  ['new password', '/password/reset/a-token'],
  ['style sheet', '/style-sheet'],
  ['error', '/no-such-page'],
] as const)
  test(`axe finds nothing serious on the ${name} page, light and dark, at four widths`, async ({ page }) => {
    await page.goto(path)
    await expectUsableEverywhere(page)
  })

test('axe finds nothing serious on a login page full of errors', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expectUsable(page)
})

test('axe finds nothing serious in an open modal with a toast over it', async ({ page }) => {
  await page.goto('/style-sheet')
  await page.getByRole('button', { name: 'Error toast' }).click()
  await findToast(page, 'Failed to add transaction').hover()
  await page.getByRole('button', { name: 'Open the modal' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await seriousIn(page), colorScheme).toEqual([])
  }
})

test.describe('signed in', () => {
  test.use({ as: people.admin })
  for (const [name, path] of [
    ['dashboard', '/admin/dashboard'],
    ['report', '/admin/report'],
  ] as const)
    test(`axe finds nothing serious on the ${name} screen, light and dark, at four widths`, async ({
      page,
    }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Loading...')).toHaveCount(0)
      await expectUsableEverywhere(page)
    })

  test('axe finds nothing serious in the open side menu', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto('/admin/dashboard')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await seriousIn(page), colorScheme).toEqual([])
    }
  })
})
