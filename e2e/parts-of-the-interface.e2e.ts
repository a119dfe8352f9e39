import type { Page } from '@playwright/test'
import { expect, test } from './people.ts'
import { findToast } from './toasts.ts'

// The style sheet shows every part of the interface with 412 invented sales.
test.beforeEach(({ page }) => page.goto('/style-sheet'))

const findTable = (page: Page) => page.getByRole('table', { name: 'Cash power transactions' })
/** Without the head. */
const readRows = (page: Page) => findTable(page).getByRole('rowgroup').nth(1).getByRole('row')
const findCards = (page: Page) =>
  page.getByRole('list', { name: 'Cash power transactions' }).getByRole('listitem')
const part = (page: Page) => page.getByRole('region', { name: 'Tables' })

test('T-01 the pager has Rows per Page, a range and Todos', async ({ page }) => {
  const size = page.getByLabel('Rows per Page')
  const range = part(page).getByText(/^\d+–\d+ of \d+$/)
  const previous = page.getByRole('button', { name: 'Previous page' })
  const next = page.getByRole('button', { name: 'Next page' })
  await expect(size.getByRole('option')).toHaveText(['10', '25', '50', '100', 'Todos'])
  await expect(range).toHaveText('1–10 of 412')
  await expect(readRows(page)).toHaveCount(10)
  await expect(previous).toBeDisabled()

  await next.click()
  await expect(range).toHaveText('11–20 of 412')
  await expect(readRows(page).first()).toContainText('261114-04402')
  await size.selectOption('100')
  await expect(range).toHaveText('1–100 of 412')
  await expect(readRows(page)).toHaveCount(100)
  for (let turned = 0; turned < 4; turned += 1) await next.click()
  await expect(range).toHaveText('401–412 of 412')
  await expect(readRows(page)).toHaveCount(12)
  await expect(next).toBeDisabled()

  await size.selectOption('Todos')
  await expect(range).toHaveText('1–412 of 412')
  await expect(readRows(page)).toHaveCount(412)
  await expect(next).toBeDisabled()
  await expect(previous).toBeDisabled()
})

test('T-02 while it loads the table shimmers in 11 rows, as a table and as cards', async ({ page }) => {
  await page.getByRole('button', { name: 'loading', exact: true }).click()
  await expect(findTable(page)).toHaveAttribute('aria-busy', 'true')
  await expect(readRows(page)).toHaveCount(11)
  await expect(readRows(page).first()).toHaveText('')
  await expect(part(page).getByRole('status')).toHaveText('Loading...')

  await page.setViewportSize({ width: 390, height: 800 })
  await expect(findCards(page)).toHaveCount(11)
  await page.getByRole('button', { name: 'rows', exact: true }).click()
  await expect(findCards(page)).toHaveCount(10)
  await expect(findCards(page).first()).toContainText('Mariama Bah')
})

test('what moves while something loads is a layer of its own, which no frame paints again', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.getByRole('button', { name: 'loading', exact: true }).click()
  const moving = await page.evaluate<Record<string, unknown>[]>(
    `document.getAnimations().filter(({ effect }) => effect.getTiming().iterations === Infinity)
       .flatMap(({ effect }) => effect.getKeyframes())`,
  )
  const how = new Set(['offset', 'computedOffset', 'easing', 'composite'])
  const moved = moving.flatMap((keyframe) => Object.keys(keyframe)).filter((name) => !how.has(name))
  expect(new Set(moved)).toEqual(new Set(['transform', 'opacity']))
})

test('T-03 C-04 the search waits until typing has paused for 400 ms', async ({ page }) => {
  await page.clock.install()
  await page.goto('/style-sheet')
  const range = part(page).getByText(/^\d+–\d+ of \d+$/)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await expect(range).toHaveText('1–10 of 412')
  await page.clock.pauseAt(Date.now() + 3_600_000)

  await search.pressSequentially('Had')
  await page.clock.runFor(399)
  await search.pressSequentially('dy')
  await page.clock.runFor(399)
  await expect(search).toHaveValue('Haddy')
  await expect(range).toHaveText('1–10 of 412')
  await page.clock.runFor(1)
  await expect(range).toHaveText('1–10 of 69')
  await expect(readRows(page).filter({ hasText: 'Haddy Gaye' })).toHaveCount(10)

  await search.press('Escape')
  await expect(range).toHaveText('1–10 of 412')
})

test('T-03 the search finds a row by any of its fields', async ({ page }) => {
  const search = page.getByRole('searchbox', { name: 'Search' })
  await expect(readRows(page)).toHaveCount(10)
  const cells = await readRows(page).nth(3).getByRole('cell').allInnerTexts()
  const fields = cells.flatMap((cell) => cell.split('\n')).filter((text) => text !== '')
  expect(fields.length).toBeGreaterThanOrEqual(8)
  for (const field of fields) {
    await search.fill(field.toUpperCase())
    await search.press('Enter')
    await expect(readRows(page).filter({ hasText: '261114-04409' }), field).toHaveCount(1)
    await expect(readRows(page).filter({ hasNotText: field }), field).toHaveCount(0)
  }
  await search.fill('no such sale')
  await expect(part(page).getByText('Nothing found for “no such sale”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(readRows(page)).toHaveCount(10)
  await expect(search).toBeFocused()
})

test('T-03 a search from a later page starts on the first page of its results', async ({ page }) => {
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(part(page).getByText('11–20 of 412')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('Haddy')
  await expect(part(page).getByText('1–10 of 69')).toBeVisible()
})

test('a list that could not be loaded says why and offers another try', async ({ page }) => {
  await page.getByRole('button', { name: 'error', exact: true }).click()
  await expect(part(page).getByRole('alert')).toContainText('The connection dropped')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(readRows(page)).toHaveCount(10)
})

test('a modal keeps the keyboard inside, survives a stray tap, and returns the focus', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Open the modal' })
  const modal = page.getByRole('dialog', { name: 'Add a new user' })
  await opener.click()
  await expect(modal.getByLabel('Name')).toBeFocused()
  await page.mouse.click(5, 5)
  await expect(modal).toBeVisible()
  await modal.getByRole('button', { name: 'Add user' }).focus()
  await page.keyboard.press('Tab')
  await expect(modal.locator(':focus')).toHaveCount(1)
  await modal.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(modal.getByRole('button', { name: 'Add user' })).toBeFocused()
  // A press beside it takes the focus away; the next Tab brings it back.
  await page.mouse.click(5, 5)
  await page.keyboard.press('Tab')
  await expect(modal.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(opener).toBeFocused()
})

test('under a modal the page is hidden from assistive technology and stays where it is', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  const opener = page.getByRole('button', { name: 'Open the modal' })
  await opener.scrollIntoViewIfNeeded()
  const place = await opener.boundingBox()
  await opener.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(opener).toHaveCount(0)
  await page.mouse.move(20, 250)
  await page.mouse.wheel(0, 400)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toHaveCount(1)
  expect(await opener.boundingBox()).toEqual(place)
})

test('a question before a deletion starts on No and can be answered once', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Are you sure want to delete?' })
  await page.getByRole('button', { name: 'Ask to delete' }).click()
  await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Ask to delete' }).click()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(findToast(page, 'Deleted')).toHaveCount(1)
  await expect(dialog).toBeHidden()
})
