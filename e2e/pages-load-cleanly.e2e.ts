import type { Page } from '@playwright/test'
import { countGzipBytes } from '../bench/gzip-bytes.ts'
import { expect, people, test } from './people.ts'
import { salesTable } from './selling.ts'
import { closeStream, watchComplaints } from './watching.ts'

test('a toast and a modal keep to the content policy', async ({ page }) => {
  const complaints = await watchComplaints(page)
  await page.goto('/style-sheet')
  await page.getByRole('button', { name: 'Info toast' }).click()
  await expect(page.getByRole('region', { name: /^Notifications/ })).toContainText('Asking NAWEC')
  await page.getByRole('button', { name: 'Open the modal' }).click()
  await page.getByRole('dialog').getByLabel('Contract Type').focus()
  expect(complaints).toEqual([])
})

/** The scripts that the browser requests until this page is drawn, and whether its document links to them. */
async function listScripts(page: Page, path: string) {
  const scripts: string[] = []
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer.url())
  })
  await closeStream(page)
  const answer = await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(scripts.length).toBeGreaterThan(1)
  const document = (await answer?.text()) ?? ''
  return Promise.all(
    scripts.map(async (url) => ({
      url,
      bytes: await countGzipBytes(url),
      isLinked: document.includes(new URL(url).pathname),
    })),
  )
}

const sumBytes = (scripts: { bytes: number }[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0)

test('the first load of the home page takes at most 90 kB of JavaScript', async ({ page }) => {
  expect(sumBytes(await listScripts(page, '/'))).toBeLessThanOrEqual(90_000)
})

test.describe('as a cashier with a poor link', () => {
  test.use({ as: people.cashier })

  test('the first load of the sale screen takes at most 120 kB of JavaScript, all of it linked in the document', async ({
    page,
  }) => {
    // What the page prefetches when idle, such as the modal, is not part of the first load: here the browser is never idle.
    await page.addInitScript('window.requestIdleCallback = () => 0')
    const scripts = await listScripts(page, '/cashier/cash-power')
    expect(sumBytes(scripts)).toBeLessThanOrEqual(120_000)
    expect(scripts.filter(({ isLinked }) => !isLinked)).toEqual([])
    await expect(salesTable(page).getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('button', { name: 'New Transactions' })).toBeEnabled()
  })
})
