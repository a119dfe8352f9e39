import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expect, people, test } from './people.ts'
import { salesTable, TOKEN } from './selling.ts'
import { callAsAdmin } from './users.ts'
import { readSheet } from './workbook.ts'

test.use({ as: people.admin })
test.beforeEach(async ({ page }) => {
  await page.goto('/admin/cash-power')
  await expect(rows(page).getByText(TOKEN).first()).toBeVisible()
})

const rows = (page: Page) => salesTable(page).locator('tbody:not([aria-hidden])').getByRole('row')
const range = (page: Page) => page.locator('.pager-range')
const total = async (page: Page) =>
  Number(/of ([\d,]+)/.exec(await range(page).innerText())?.[1]?.replaceAll(',', ''))
const countSales = async (page: Page) => {
  const answer = await callAsAdmin(page, 'GET', 'transactions?limit=1')
  return ((await answer.json()) as { total: number }).total
}
/** Fifty thousand rows go through the browser. */
const SLOW = { timeout: 60_000 }

const pageHeight = (page: Page) => page.evaluate<number>('document.documentElement.scrollHeight')
const readIds = (page: Page) => rows(page).locator('td:last-child').allTextContents()

test('T-01 T-04 the pages are fetched one by one, the next one in advance, and every row appears once', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/transactions\?/.test(request.url())) asked.push(request.url())
  })
  const first = await readIds(page)
  expect(first).toHaveLength(10)
  await expect(range(page)).toHaveText(/^1–10 of [\d,]+$/)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(range(page)).toHaveText(/^11–20 of [\d,]+$/)
  const second = await readIds(page)
  expect(new Set([...first, ...second]).size).toBe(20)
  await page.getByLabel('Rows per Page').selectOption('25')
  // The first row in view stays where it was.
  await expect(range(page)).toHaveText(/^11–35 of [\d,]+$/)
  expect((await readIds(page)).slice(0, 10)).toEqual(second)
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(range(page)).toHaveText(/^1–25 of [\d,]+$/)
  expect(asked.every((url) => /limit=(10|25)\b/.test(url))).toBe(true)
})

test('T-01 the range is for the rows in view, never for those still loading', async ({ page }) => {
  let arrive = () => {}
  const held = new Promise<void>((resolve) => (arrive = resolve))
  await page.route(/\/transactions\?.*cursor=/, async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect(range(page)).toHaveText(/^1–10 of [\d,]+$/)
  const first = await readIds(page)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(range(page)).toHaveText('')
  expect(await readIds(page)).toEqual(first)
  arrive()
  await expect(range(page)).toHaveText(/^11–20 of [\d,]+$/)
  expect(await readIds(page)).not.toEqual(first)
})

test('T-01 T-04 Todos loads every row, draws those in view, and scrolls to the last', async ({ page }) => {
  const before = await total(page)
  await page.getByLabel('Rows per Page').selectOption('Todos')
  // Other tests sell meanwhile.
  const lastRow = async () => Number(await salesTable(page).getAttribute('aria-rowcount'))
  await expect.poll(lastRow).toBeGreaterThan(before)
  await expect(page.getByLabel('Loading all rows')).toHaveCount(0)
  await expect.poll(async () => (await lastRow()) - 1 - (await countSales(page))).toBe(0)
  expect(await rows(page).count()).toBeLessThan(Math.min(before, 150))
  await page.mouse.move(600, 500)
  await expect(async () => {
    await page.mouse.wheel(0, 200_000)
    const last = salesTable(page).locator(`tr[aria-rowindex="${await lastRow()}"]`)
    await expect(last).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.getByLabel('Rows per Page').selectOption('10')
  await expect(rows(page)).toHaveCount(10)
})

test('the oldest sale can come first', async ({ page }) => {
  const newest = (await readIds(page))[0]
  await page.getByRole('button', { name: 'Date' }).click()
  await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(page).filter({ hasText: newest ?? '' })).toHaveCount(0)
  await expect(page).toHaveURL(/order=oldest/)
})

test('columns can be chosen, and the choice survives a reload', async ({ page }) => {
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('group', { name: 'Columns' }).getByLabel('Vend Amount').uncheck()
  await expect(page.getByRole('columnheader', { name: 'Vend Amount' })).toHaveCount(0)
  await page.reload()
  await expect(rows(page).getByText(TOKEN).first()).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Vend Amount' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('group', { name: 'Columns' }).getByLabel('Vend Amount').check()
  await expect(page.getByRole('columnheader', { name: 'Vend Amount' })).toBeVisible()
  await expectUsable(page)
})

test('C-02 CP-12 the CSV has every row of the list, not only the page', async ({ page }) => {
  const all = await total(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines.length - 1).toBeGreaterThanOrEqual(all)
})

test('Excel gets a workbook of text cells', async ({ page }) => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Excel' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^cash-power-\d{1,5}\.xlsx$/)
  expect(await readSheet(file)).toContain('<is><t xml:space="preserve">List Token</t></is>')
})

test('the two file buttons are side by side, at every width', async ({ page }) => {
  for (const width of [360, 900, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    // Two measurements: the page may be drawn anew between them.
    await expect(async () => {
      const csv = await page.getByRole('button', { name: 'CSV' }).boundingBox()
      const excel = await page.getByRole('button', { name: 'Excel' }).boundingBox()
      expect(excel?.y, `at ${width}`).toBe(csv?.y)
      expect((excel?.x ?? 0) - (csv?.x ?? 0) - (csv?.width ?? 0), `at ${width}`).toBeLessThanOrEqual(12)
    }).toPass()
  }
})

test('T-04 the chosen days are in the URL, and all days are one press away', async ({ page }) => {
  const all = await total(page)
  const days = page.getByRole('group', { name: 'Days' })
  await days.getByRole('button', { name: 'Yesterday' }).click()
  await expect(page).toHaveURL(/from=(\d{4}-\d\d-\d\d)&to=\1$/)
  await expect.poll(() => total(page)).toBeLessThan(all)
  const yesterday = (await rows(page).first().getByRole('cell').nth(1).innerText()).slice(0, 11)
  for (const row of await rows(page).all()) await expect(row).toContainText(yesterday.trim())
  await page.reload()
  // The active filter is visible.
  await expect(days.getByRole('button', { name: 'Yesterday' })).toHaveAttribute('aria-pressed', 'true')
  await days.getByRole('button', { name: 'Other days' }).click()
  await days.getByLabel('From').fill('2020-01-01')
  await days.getByLabel('To').fill('2020-01-02')
  await expect(page.getByText('Nothing on these days')).toBeVisible()
  // Two days in the wrong order become one.
  await days.getByLabel('From').fill('2020-02-03')
  await expect(days.getByLabel('To')).toHaveValue('2020-02-03')
  await days.getByRole('button', { name: 'All days' }).click()
  await expect(page).toHaveURL('/admin/cash-power')
  await expect.poll(() => total(page)).toBeGreaterThanOrEqual(all)
  await expectUsable(page)
})

test('T-01 T-04 while Todos loads, its progress and the button to stop it stay visible', async ({ page }) => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/transactions\?.*limit=1000.*cursor=/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('Rows per Page').selectOption('Todos')
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate('scrollTo(0, 0)')
    await expect(page.getByRole('progressbar', { name: 'Loading all rows' })).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
  }
  letGo()
  await expect(page.getByRole('progressbar', { name: 'Loading all rows' })).toHaveCount(0)
})

test('T-01 Todos of a search shows the count once all rows have loaded', async ({ page }) => {
  // Counting has a short time limit and may fail on a busy machine: then it is requested again.
  await expect(async () => {
    await page.goto('/admin/cash-power?search=Ceesay')
    await expect(range(page)).toHaveText(/^1–10 of 1,000\+$/, { timeout: 5_000 })
  }).toPass()
  await page.getByLabel('Rows per Page').selectOption('Todos')
  await expect(range(page)).toBeEmpty()
  await expect(page.getByText(/^1,\d{3} of 1,\d{3} rows$/)).toBeAttached()
})

test('T-01 T-04 Todos of a list too long for a page comes in stretches, and says so', async ({ page }) => {
  test.slow()
  const LONG = 51_500
  await page.setViewportSize({ width: 360, height: 740 })
  const list = page.getByRole('list', { name: 'Cash power transactions' })
  const cards = list.getByRole('listitem')
  const [sample] = (
    (await (await callAsAdmin(page, 'GET', 'transactions?limit=1')).json()) as { data: object[] }
  ).data
  await page.route(/\/api\/transactions\?/, (route) => {
    const asked = new URL(route.request().url()).searchParams
    const first = LONG + 1 - Number(asked.get('cursor') ?? LONG + 1)
    const limit = Number(asked.get('limit'))
    const data = Array.from({ length: Math.min(limit, LONG - first) }, (_, index) => ({
      ...sample,
      id: LONG - first - index,
    }))
    const end = first + data.length
    return route.fulfill({
      json: {
        data,
        next_cursor: end < LONG ? LONG - end + 1 : null,
        total: LONG,
        total_is_exact: true,
        searched_back_to: null,
      },
    })
  })
  await page.reload()
  await expect(range(page)).toHaveText('1–10 of 51,500')
  await page.getByLabel('Rows per Page').selectOption('Todos')
  await expect(page.getByLabel('Loading all rows')).toBeVisible()
  const note = page.locator('output.data-note')
  await expect(note).toContainText('Rows 1–50,000 of 51,500: as many as a page can hold.', SLOW)
  expect(await cards.count()).toBeLessThan(100)
  // Drawing other rows does not move the end of the list, and with it a button that somebody is about to press.
  const height = await pageHeight(page)
  await page.evaluate('scrollTo(0, 1_000_000)')
  await expect(list).not.toHaveCSS('padding-top', '0px')
  expect(Math.abs((await pageHeight(page)) - height)).toBeLessThan(1000)
  await note.getByRole('button', { name: 'Next rows' }).click()
  await expect(note).toContainText('Rows 50,001–51,500 of 51,500', SLOW)
  await expect(note.getByRole('button', { name: 'Next rows' })).toHaveCount(0)
  await note.getByRole('button', { name: 'Back to the first' }).click()
  // Loading again, from the first row. It would end as above.
  await expect(note).toContainText(/^\d+,000 of 51,500 rows/)
})

test('T-03 an answer to an earlier search is never shown after a later one', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/search=Lamin/, async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  const box = page.getByRole('searchbox', { name: 'Search' })
  await box.fill('Lamin Jobe')
  await box.press('Enter')
  await box.fill('Fatou Ceesay')
  await box.press('Enter')
  await expect(rows(page).first()).toContainText('Fatou Ceesay')
  release()
  await expect(rows(page).filter({ hasText: 'Lamin Jobe' })).toHaveCount(0)
})
