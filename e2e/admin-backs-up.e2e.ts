import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { test } from './own-product.ts'
import { expectNoOverflow } from './overflow.ts'
import { people, signIn } from './people.ts'
import { findToast } from './toasts.ts'
import { answerWindows } from './windows.ts'

// A separate product, so that the history has no backups of other tests.
test.describe.configure({ mode: 'serial' })

const rows = (page: Page) => page.getByRole('table', { name: 'Backups' }).locator('tbody').getByRole('row')
const createButton = (page: Page) => page.getByRole('button', { name: /^Create New Backup/ })
/** A backup is restored before it counts as verified, which takes time on a busy machine. */
const soon = { timeout: 45_000 }

test.beforeEach(async ({ page }) => {
  await signIn(page, people.admin)
})

test('BK-01 a backup is created, watched until it is verified, and exported', async ({ page }) => {
  await page.getByRole('navigation', { name: 'More screens' }).getByRole('link', { name: 'Backup' }).click()
  await expect(page).toHaveURL('/admin/backup')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Backup')
  // The demo makes its first one automatically.
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Verified', soon)
  await expect(
    page.getByText(/^One is made automatically every day at 02:30; the next on .* Each is kept for 30 days/),
  ).toBeVisible()
  await createButton(page).click()
  await expect(
    findToast(page, 'The backup has started. It is checked as soon as it is written.'),
  ).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Verified', soon)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('columnheader')).toHaveText(['Date', 'File', 'State', 'Action'])
  await expect(rows(page).first()).toContainText('Made by Binta Saidy')

  const download = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Export flexpower-/ })
    .first()
    .click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^flexpower-[\d-]+-[\da-f]{4}\.backup$/)
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 18).toString()).toBe('FlexPower backup 1')
})

test('BK-01 a running backup shows its progress, and a second one is refused with a message', async ({
  page,
}) => {
  const underWay = {
    id: 9,
    created_at: '2026-11-14T02:30:00Z',
    location: 'flexpower-2026-11-14-02-30-00-abcd.backup',
    status: 'checking',
    progress: 42,
    size: 96_000_000,
    is_gone: false,
    recorded_by: null,
    message: null,
  }
  await answerWindows(page, 'backups', [underWay])
  await page.route('**/flexpower/api/backups', (route) =>
    route.fulfill({
      status: 409,
      json: { status: 'Error', message: 'A backup is being made already. Wait until it is finished.' },
    }),
  )
  await page.goto('/admin/backup')
  await expect(page.getByRole('progressbar', { name: 'Restoring it to check it' })).toHaveAttribute(
    'value',
    '42',
  )
  await expect(rows(page)).toContainText('Made by the server, 96 MB')
  await expect(page.getByRole('button', { name: /^Export/ })).toHaveCount(0)
  await createButton(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'A backup is being made already. Wait until it is finished.',
  )
})

test('a failed backup says why, above and in its row, and one whose file is gone says so', async ({
  page,
}) => {
  const failed = {
    id: 9,
    created_at: '2026-11-14T02:30:00Z',
    location: 'flexpower-2026-11-14-02-30-00-abcd.backup',
    status: 'failed',
    progress: 12,
    size: null,
    is_gone: false,
    recorded_by: null,
    message: 'The disk is full.',
  }
  const gone = {
    ...failed,
    id: 8,
    status: 'verified',
    progress: 100,
    size: 96_000_000,
    is_gone: true,
    message: null,
  }
  await answerWindows(page, 'backups', [failed, gone])
  await page.goto('/admin/backup')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'The last backup failedThe disk is full. Selling goes on',
  )
  await expect(rows(page).first()).toContainText('The disk is full.')
  await expect(rows(page).last()).toContainText('Its file is not on this server')
  await expect(page.getByRole('button', { name: /^Export/ })).toHaveCount(0)
  await expectUsable(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
})
