import { expect, type Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { test } from './own-product.ts'
import { expectNoOverflow } from './overflow.ts'
import { people, signIn } from './people.ts'

// On a separate product: the lists of other tests keep their sales.
test.describe.configure({ mode: 'serial' })

const runs = (page: Page) => page.getByRole('table', { name: 'Cleanups' }).locator('tbody').getByRole('row')
const found = (page: Page) =>
  page.getByRole('table', { name: 'In the archive' }).locator('tbody').getByRole('row')
const daysField = (page: Page) => page.getByRole('spinbutton', { name: 'Days of transactions' })
const submit = (page: Page) => page.getByRole('button', { name: 'Cleanup Records' }).click()
const soon = { timeout: 45_000 }

/** The figures of the dashboard, which a cleanup must not change. */
async function findFigures(page: Page): Promise<string[]> {
  await page.goto('/admin/dashboard')
  const stats = page.locator('.stat-value')
  await expect(stats.first()).not.toHaveText('Loading...')
  await expect(page.locator('.stat-value[aria-busy=true]')).toHaveCount(0)
  return stats.allTextContents()
}

test.beforeEach(async ({ page }) => {
  await signIn(page, people.admin)
})

test('CL-01 old sales are counted, archived after a password and a backup, found again, and brought back', async ({
  page,
}) => {
  test.slow()
  // The demo's first backup is made while the server starts, and a cleanup also makes one.
  await page.goto('/admin/backup')
  await expect(page.getByRole('table', { name: 'Backups' })).toContainText('Verified', soon)
  const before = await findFigures(page)
  await page.getByRole('navigation', { name: 'More screens' }).getByRole('link', { name: 'Cleanup' }).click()
  await expect(page).toHaveURL('/admin/cleanup')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cleanup')
  await daysField(page).fill('10')
  await submit(page)

  const dialog = page.getByRole('dialog', { name: /^Archive [\d,]+ sales\?$/ })
  await expect(dialog).toContainText('A backup is made and checked first')
  const count = /[\d,]+/.exec((await dialog.getByRole('heading').textContent()) ?? '')?.[0] ?? ''
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await expect(dialog.getByText('Password is required')).toBeVisible()
  await dialog.getByLabel('Your password').fill('not-this-one')
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await expect(dialog.getByText('The password is not right. Nothing was changed.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(people.admin.password)
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(runs(page)).toHaveCount(1)
  await expect(runs(page).getByText('Archived')).toBeVisible(soon)
  await expect(runs(page)).toContainText(count)
  expect(await findFigures(page)).toEqual(before)

  await page.goto('/admin/cleanup')
  await page.getByRole('searchbox', { name: 'Search the archive' }).fill('37201148261')
  await expect(found(page).first()).toContainText('37201148261')
  await expect(found(page).first()).toContainText(/\d{4} \d{4} \d{4} \d{4} \d{4}/)
  await page.getByRole('searchbox', { name: 'Search the archive' }).fill('mariama')
  await expect(found(page).first()).toContainText('Mariama Bah')
  await expect(found(page).first()).toContainText('Cash Power')

  // A search where the sale was before says where it is now: in its list, and with Ctrl K.
  const token =
    /\d{4} \d{4} \d{4} \d{4} \d{4}/.exec((await found(page).first().textContent()) ?? '')?.[0] ?? ''
  const hint = page.getByRole('link', { name: 'in the archive' })
  await page.goto('/admin/cash-power')
  await page.getByRole('searchbox', { name: 'Search' }).fill(token)
  await expect(page.getByText(`Nothing matches “${token}”`)).toBeVisible()
  await hint.click()
  await expect(page).toHaveURL(`/admin/cleanup?search=${token.replaceAll(' ', '+')}`)
  await expect(found(page)).toHaveText([new RegExp(token)])
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Search…' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(token)
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('Nothing found')
  await expectUsable(page)
  await hint.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(`/admin/cleanup?search=${token.replaceAll(' ', '')}`)
  await expect(found(page)).toHaveText([new RegExp(token)])

  await page.getByRole('button', { name: /^Undo the cleanup/ }).click()
  const undo = page.getByRole('dialog', { name: `Bring ${count} sales back?` })
  await undo.getByLabel('Your password').fill(people.admin.password)
  await undo.getByRole('button', { name: 'Undo' }).click()
  await expect(runs(page).getByText('Undone')).toBeVisible(soon)
  await expect(runs(page)).toContainText('by Binta Saidy')
  expect(await findFigures(page)).toEqual(before)
})

test('CL-01 invalid days are refused under the field, and days without old sales say so', async ({
  page,
}) => {
  await page.goto('/admin/cleanup')
  for (const [days, text] of [
    ['', 'Days is required'],
    ['0', 'Days must be at least 1'],
    ['1.5', 'Days must be a whole number'],
  ] as const) {
    await daysField(page).fill(days)
    await submit(page)
    await expect(page.getByText(text)).toBeVisible()
  }
  await daysField(page).fill('3000')
  await submit(page)
  await expect(page.getByText('Nothing to archive')).toBeVisible()
  await expectUsable(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
})
