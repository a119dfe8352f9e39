import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { daysAgo } from './days.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { sell, someMeter } from './selling.ts'
import { findToasts } from './toasts.ts'
import { readPath, watchCalls, watchComplaints } from './watching.ts'

test.use({ as: people.admin })

const CALL = '**/flexpower/api/generate/revenue/report'

interface Report {
  totalTransaction: number
  totalSold: number
  totalRevenue: number
  table_data: { created_at: string; amount: number; recorded_by: string; location: string; revenue: number }[]
}

/** A day in The Gambia, which is on UTC all year. */
const gmd = (dalasi: number) =>
  `GMD ${dalasi.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const findTable = (page: Page) => page.getByRole('table', { name: 'Revenue by sale' })
const readRows = (page: Page) => findTable(page).locator('tbody').getByRole('row')
const readTotal = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Totals' })
    .getByText(name, { exact: true })
    .locator('xpath=following-sibling::*[1]')
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()
const period = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Period' }).getByRole('button', { name, exact: true })

async function fill(page: Page, from: string, to: string, entity = 'FlexPower'): Promise<void> {
  await page.getByLabel('Start date').fill(from)
  await page.getByLabel('End date').fill(to)
  await page.getByLabel('Account').selectOption('Cash Power')
  await page.getByLabel('Entity').selectOption(entity)
}

/** The server's answer to this; by then the page has shown it. */
async function answerTo(
  page: Page,
  act: () => Promise<unknown>,
): Promise<{ asked: unknown; report: Report }> {
  const [answer] = await Promise.all([page.waitForResponse(CALL), act()])
  return { asked: answer.request().postDataJSON(), report: (await answer.json()) as Report }
}

async function expectTotals(page: Page, report: Report): Promise<void> {
  await expect(readTotal(page, 'Transactions')).toHaveText(report.totalTransaction.toLocaleString('en'))
  await expect(readTotal(page, 'Sold')).toHaveText(gmd(report.totalSold))
  await expect(readTotal(page, 'Revenue')).toHaveText(gmd(report.totalRevenue))
}

/** An exact sum of texts such as GMD 1,250.00. */
const sumUp = (texts: string[]) =>
  texts.reduce((sum, text) => sum + Math.round(Number(text.replaceAll(/[^\d.-]/g, '')) * 100), 0) / 100

test('R-16 V-RP-01 the revenue report asks for both days, the account and the entity', async ({ page }) => {
  const calls = watchCalls(page)
  await page.goto('/admin/report')
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText(/^revenue report$/i)
  await submit(page)
  for (const [label, message] of [
    ['Start date', 'Start date is required'],
    ['End date', 'End date is required'],
    ['Account', 'Account is required'],
    ['Entity', 'Entity is required'],
  ] as const)
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(message)
  expect(calls.map(readPath)).not.toContain('generate/revenue/report')
})

test('an end before its start gets a clear message, and nothing is sent', async ({ page }) => {
  const calls = watchCalls(page)
  await page.goto('/admin/report')
  await fill(page, daysAgo(1), daysAgo(3))
  await submit(page)
  await expect(page.getByLabel('End date')).toHaveAccessibleDescription(
    'End date cannot be before start date',
  )
  await expect(page.getByLabel('Start date')).toHaveValue(daysAgo(1))
  expect(calls.map(readPath)).not.toContain('generate/revenue/report')
})

test('RP-01 A-34 E-07 the totals equal the rows to the butut', async ({ page }) => {
  await page.goto('/admin/report')
  await fill(page, daysAgo(4), daysAgo(2))
  const { asked, report } = await answerTo(page, () => submit(page))
  expect(asked).toEqual({ from: daysAgo(4), to: daysAgo(2), account: 'cashPower', entity: 'flexpower' })
  expect(report.table_data.length).toBeGreaterThan(50)
  await expectTotals(page, report)
  await expect(findTable(page).getByRole('columnheader')).toHaveText([
    'Date',
    'Amount',
    'Cashier',
    'Location',
    'Revenue',
  ])
  await expect(readRows(page)).toHaveCount(10)
  await page.getByLabel('Rows per Page').selectOption('Todos')
  await expect(readRows(page)).toHaveCount(report.totalTransaction)
  const cells = (place: number) => readRows(page).locator(`td:nth-child(${place})`).allTextContents()
  expect(sumUp(await cells(2))).toBe(report.totalSold)
  expect(sumUp(await cells(5))).toBe(report.totalRevenue)
  expect(new Set(await cells(3))).toEqual(new Set(['Fatou Ceesay', 'Lamin Jobe']))
  await expect(readTotal(page, 'Sold')).toBeInViewport()

  const days = page.getByRole('figure', { name: 'Sold by day' }).getByRole('row')
  await expect(days).toHaveCount(4)
  expect(sumUp(await days.locator('td:nth-of-type(1)').allTextContents())).toBe(report.totalSold)
  expect(sumUp(await days.locator('td:nth-of-type(3)').allTextContents())).toBe(report.totalRevenue)
})

test('RP-01 the entity is the whole provider or one cashier', async ({ page }) => {
  await page.goto('/admin/report')
  const entity = page.getByLabel('Entity')
  await expect(entity.getByRole('option', { name: 'Lamin Jobe' })).toBeAttached()
  await expect(entity.getByRole('option').nth(1)).toHaveText('FlexPower')
  await fill(page, daysAgo(2), daysAgo(2), 'Lamin Jobe')
  const { asked, report } = await answerTo(page, () => submit(page))
  expect(String((asked as { entity: unknown }).entity)).toMatch(/^\d+$/)
  expect(new Set(report.table_data.map(({ recorded_by }) => recorded_by))).toEqual(new Set(['Lamin Jobe']))
  await expectTotals(page, report)
  await expect(page.getByText(/^Lamin Jobe, \d+ \w+ \d{4}$/)).toBeVisible()
  await page.reload()
  await expect(entity.getByRole('option', { name: 'Lamin Jobe' })).toBeAttached()
  await expect(entity.locator('option:checked')).toHaveText('Lamin Jobe')
  await expectTotals(page, report)
  const again = await answerTo(page, () => submit(page))
  expect(again.asked, 'the same question reads the figures anew').toEqual(asked)
})

test('a sale of today is in the report with the fee as its revenue', async ({ page }) => {
  await page.goto('/admin/cash-power')
  await sell(page, { meter: someMeter(), amount: '537.25' })
  await page.goto('/admin/report')
  await answerTo(page, () => period(page, 'Today').click())
  await page.getByLabel('Rows per Page').selectOption('Todos')
  const row = readRows(page).filter({ hasText: 'GMD 537.25' })
  await expect(row.first()).toContainText('Binta Saidy')
  await expect(row.first()).toContainText('GMD 10.00')
})

test('the usual periods are one press, are in the URL and survive a reload', async ({ page }) => {
  await page.goto('/admin/report')
  const today = daysAgo(0)
  for (const [name, kept, from, to] of [
    ['Yesterday', 'yesterday', daysAgo(1), daysAgo(1)],
    ['7 days', '7-days', daysAgo(6), today],
    ['This month', 'this-month', `${today.slice(0, 8)}01`, today],
    ['Today', 'today', today, today],
  ] as const) {
    const { asked } = await answerTo(page, () => period(page, name).click())
    expect(asked).toEqual({ from, to, account: 'cashPower', entity: 'flexpower' })
    await expect(page).toHaveURL(`/admin/report?period=${kept}&account=cashPower&entity=flexpower`)
    await expect(period(page, name)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByLabel('Start date')).toHaveValue(from)
    await expect(page.getByLabel('End date')).toHaveValue(to)
  }
  await page.goBack()
  await expect(page.getByLabel('Start date')).toHaveValue(`${today.slice(0, 8)}01`)
  const { asked } = await answerTo(page, () => page.reload())
  expect(asked).toMatchObject({ from: `${today.slice(0, 8)}01`, to: today })
  await expect(period(page, 'This month')).toHaveAttribute('aria-pressed', 'true')
})

test('a column of the chart opens the report of its day, with the same entity', async ({ page }) => {
  await page.goto(`/admin/report?from=${daysAgo(6)}&to=${daysAgo(1)}&account=cashPower&entity=flexpower`)
  const chart = page.getByRole('figure', { name: 'Sold by day' })
  await chart.getByRole('slider', { name: 'Day of Sold by day' }).focus()
  await page.keyboard.press('Home')
  const { asked, report } = await answerTo(page, () =>
    chart.getByRole('link', { name: 'Report of this day' }).click(),
  )
  expect(asked).toEqual({ from: daysAgo(6), to: daysAgo(6), account: 'cashPower', entity: 'flexpower' })
  await expectTotals(page, report)
  await expect(page.getByRole('figure', { name: 'Sold by hour' })).toBeVisible()
})

test('RP-02 a failure is logged and shown, and Try again makes the report', async ({ page }) => {
  const logged: string[] = []
  page.on('pageerror', (error) => logged.push(error.message))
  await page.route(CALL, (route) =>
    route.fulfill({ status: 503, json: { message: 'The server is busy. Try again in a minute.' } }),
  )
  await page.goto('/admin/report?period=yesterday&account=cashPower&entity=flexpower')
  const notice = page.getByRole('alert').filter({ hasText: 'The report could not be made' })
  await expect(notice).toContainText('The server is busy. Try again in a minute. No money is affected.')
  expect(logged).toContain('The server is busy. Try again in a minute.')
  await expect(page.getByLabel('Start date')).toHaveValue(daysAgo(1))
  await page.unroute(CALL)
  const { report } = await answerTo(page, () => notice.getByRole('button', { name: 'Try again' }).click())
  await expect(notice).toBeHidden()
  await expectTotals(page, report)
})

test('what the server refuses in a field is shown under that field', async ({ page }) => {
  await page.route(CALL, (route) =>
    route.fulfill({
      status: 422,
      json: {
        status: 'Error',
        message: 'Choose fewer days',
        errors: { from: ['Start date is too long ago'] },
      },
    }),
  )
  await page.goto('/admin/report')
  await fill(page, daysAgo(3), daysAgo(2))
  await submit(page)
  await expect(page.getByLabel('Start date')).toHaveAccessibleDescription('Start date is too long ago')
  await expect(page.getByRole('alert')).toContainText('Choose fewer days')
  await expect(page.getByLabel('End date')).toHaveValue(daysAgo(2))
})

test('totals that do not equal the rows are reported, never shown as if they were right', async ({
  page,
}) => {
  await page.route(CALL, async (route) => {
    const report = (await (await route.fetch()).json()) as Report
    await route.fulfill({ json: { ...report, totalSold: report.totalSold + 0.01 } })
  })
  await page.goto('/admin/report?period=yesterday&account=cashPower&entity=flexpower')
  await expect(page.getByRole('alert')).toContainText('The totals do not equal the rows')
})

test('days without a sale say so, and what to do', async ({ page }) => {
  await page.goto('/admin/report?from=2020-01-01&to=2020-01-02&account=cashPower&entity=flexpower')
  await expect(page.getByText('No sales in this period')).toBeVisible()
  await expect(readTotal(page, 'Sold')).toHaveText('GMD 0.00')
  await expect(page.getByRole('figure')).toHaveCount(0)
})

test('RP-01 C-02 the CSV has every row of the report', async ({ page }) => {
  const { report } = await answerTo(page, () =>
    page.goto(`/admin/report?from=${daysAgo(3)}&to=${daysAgo(2)}&account=cashPower&entity=flexpower`),
  )
  await expectTotals(page, report)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`revenue-report-${daysAgo(3)}-${daysAgo(2)}.csv`)
  const text = (await readFile(await file.path())).toString('utf8')
  const lines = text.slice(1).split('\r\n')
  expect(lines[0]).toBe('"Date";"Amount";"Cashier";"Location";"Revenue"')
  expect(lines).toHaveLength(report.totalTransaction + 1)
  const first = report.table_data[0]!
  expect(lines[1]).toBe(
    `"${first.created_at.slice(0, 16).replace('T', ' ')}";"${first.amount}";"${first.recorded_by}";"${first.location}";"${first.revenue}"`,
  )
})

interface Paper {
  text: string
  rows: number
  paper: string
  page: string
}

test('RP-01 the printed report has company, period, entity, totals and every row', async ({
  page,
  context,
}) => {
  // These tests have no printer: the printed content is passed to the page that opened the window.
  await context.addInitScript(`window.papers = []
    window.print = () => {
      const sheet = document.querySelector('.paper-sheet')
      const style = getComputedStyle(sheet)
      opener.papers.push({ text: sheet.innerText, rows: sheet.querySelectorAll('tbody tr').length,
        paper: style.backgroundColor, page: style.page })
    }`)
  const complaints = await watchComplaints(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const { report } = await answerTo(page, () =>
    page.goto(`/admin/report?from=${daysAgo(3)}&to=${daysAgo(2)}&account=cashPower&entity=flexpower`),
  )
  const [window] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Print' }).click(),
  ])
  await window.waitForEvent('close')
  const paper = await page.evaluate<Paper>('papers.at(-1)')
  expect(paper.rows).toBe(report.totalTransaction + 1)
  for (const words of [
    'Revenue report',
    'FlexPower Gambia Ltd',
    /Cash Power, \d+ \w+ \d{4} to \d+ \w+ \d{4}\s+FlexPower\s/,
    `Transactions\n${report.totalTransaction}`,
    `Sold\n${gmd(report.totalSold)}`,
    `Revenue\n${gmd(report.totalRevenue)}`,
    'by Binta Saidy',
  ])
    expect(paper.text).toMatch(words)
  expect(paper.paper).toBe('rgb(255, 255, 255)')
  expect(paper.page).toBe('paper')
  expect(complaints).toEqual([])
})

test('on a phone the rows are cards, and the totals stay visible above them', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { report } = await answerTo(page, () =>
    page.goto('/admin/report?period=yesterday&account=cashPower&entity=flexpower'),
  )
  const cards = page.getByRole('list', { name: 'Revenue by sale' }).getByRole('listitem')
  await expect(cards).toHaveCount(10)
  await cards.last().scrollIntoViewIfNeeded()
  await expectTotals(page, report)
  for (const name of ['Transactions', 'Sold', 'Revenue']) await expect(readTotal(page, name)).toBeInViewport()
  await expectNoOverflow(page)
})

test('axe finds nothing serious on the form full of errors and on a report', async ({ page }) => {
  test.slow()
  await page.goto('/admin/report')
  await submit(page)
  await expect(page.getByText('Entity is required')).toBeVisible()
  await expectUsable(page)
  await page.goto('/admin/report?period=7-days&account=cashPower&entity=flexpower')
  await expect(readRows(page).getByText(/^GMD/).first()).toBeVisible()
  await page.getByRole('slider').focus()
  await expectUsable(page)
  await expect(findToasts(page)).toHaveCount(0)
})
