// Revenue of all products beside the period before, the statement of a commission, and reports by mail.
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page, Response } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { daysAgo } from './days.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test, tokenIn } from './people.ts'
import { findToast } from './toasts.ts'
import { callWith, watchComplaints } from './watching.ts'

const CALL = /\/flexpower\/api\/revenue\?/
const STATEMENT = /\/flexpower\/api\/commission\?/

interface Sums {
  sales: number
  amount: number
  fees: number
  commissions: number
  revenue: number
}
interface Report {
  from: string
  to: string
  before_from: string
  before_to: string
  rows: { key: string; name: string; sums: Sums; before: Sums }[]
  total: { sums: Sums; before: Sums }
}

/** A day in The Gambia, which is on UTC all year; the browser is on another calendar day for half of it. */
const gmd = (dalasi: number) =>
  `GMD ${dalasi.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const findTable = (page: Page, by: string) => page.getByRole('table', { name: `Report by ${by}` })
const readTotal = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Totals' })
    .getByText(name, { exact: true })
    .locator('xpath=following-sibling::*[1]')
const press = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('button', { name, exact: true }).click()

async function answerTo<Data>(page: Page, call: RegExp, act: () => Promise<unknown>): Promise<Data> {
  const isIt = (answer: Response) => call.test(answer.url()) && answer.ok()
  const [answer] = await Promise.all([page.waitForResponse(isIt), act()])
  return ((await answer.json()) as { data: Data }).data
}

async function expectReport(page: Page, { total }: Report): Promise<void> {
  await expect(readTotal(page, 'Revenue')).toHaveText(gmd(total.sums.revenue))
  await expect(readTotal(page, 'Sold')).toHaveText(gmd(total.sums.amount))
  await expect(readTotal(page, 'Commission')).toHaveText(gmd(total.sums.commissions))
  await expect(readTotal(page, 'Sales')).toHaveText(total.sums.sales.toLocaleString('en'))
}

const sumUp = (rows: Report['rows'], pick: (row: Report['rows'][number]) => number) =>
  Math.round(rows.reduce((sum, row) => sum + pick(row) * 100, 0)) / 100

/** These tests have no printer: the printed content is passed to the page that opened the window. */
const stubPrinter = (context: BrowserContext) =>
  context.addInitScript(`window.papers = []
    window.print = () => {
      const sheet = document.querySelector('.paper-sheet')
      opener.papers.push({ text: sheet.innerText, rows: sheet.querySelectorAll('tbody tr').length,
        paper: getComputedStyle(sheet).backgroundColor })
    }`)

async function print(page: Page): Promise<{ text: string; rows: number; paper: string }> {
  const [window] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Print' }).click(),
  ])
  await window.waitForEvent('close')
  return page.evaluate('papers.at(-1)')
}

async function save(page: Page, name: string): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

test.describe('an Admin', () => {
  test.use({ as: people.admin })

  test('comes from the specified report and sees all products beside the period before', async ({ page }) => {
    const complaints = await watchComplaints(page)
    await page.goto('/admin/report')
    const report = await answerTo<Report>(page, CALL, () =>
      page.getByRole('link', { name: /^All products/ }).click(),
    )
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Revenue')
    expect([report.from, report.to]).toEqual([daysAgo(6), daysAgo(0)])
    expect([report.before_from, report.before_to]).toEqual([daysAgo(13), daysAgo(7)])
    await expectReport(page, report)
    for (const part of ['sums', 'before'] as const)
      expect(sumUp(report.rows, (row) => row[part].amount)).toBe(report.total[part].amount)
    await expect(findTable(page, 'day').locator('tbody').getByRole('row')).toHaveCount(7)
    await expect(findTable(page, 'day').getByRole('row', { name: /^Total/ })).toContainText(
      gmd(report.total.sums.revenue),
    )
    const products = page.getByRole('table', { name: 'By product' })
    for (const name of ['Cash Power', 'Air Power', 'Post Paid'])
      await expect(products.getByRole('row', { name: new RegExp(`^${name}`) })).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('by week, month, cashier and location every row leads one step further', async ({ page }) => {
    const days = `from=${daysAgo(40)}&to=${daysAgo(1)}`
    for (const by of ['Week', 'Month', 'Cashier', 'Location']) {
      await answerTo<Report>(page, CALL, () => page.goto(`/admin/revenue?${days}`))
      const report = await answerTo<Report>(page, new RegExp(`revenue\\?.*by=${by.toLowerCase()}`), () =>
        press(page, 'Rows', by),
      )
      await expectReport(page, report)
      expect(sumUp(report.rows, (row) => row.sums.revenue)).toBe(report.total.sums.revenue)
      const first = report.rows[0]!
      const part = await answerTo<Report>(page, CALL, () =>
        findTable(page, by.toLowerCase()).getByRole('link', { name: first.name }).click(),
      )
      expect(part.total.sums).toEqual(first.sums)
      await expectReport(page, part)
    }
  })

  test('a product and a cashier narrow the report; the address keeps them', async ({ page }) => {
    await page.goto('/admin/revenue?period=this-month&by=cashier')
    await answerTo<Report>(page, /revenue\?.*product=airtime/, () =>
      page.getByLabel('Product', { exact: true }).selectOption('Air Power'),
    )
    const report = await answerTo<Report>(page, /revenue\?.*cashier=\d/, () =>
      page.getByLabel('Cashier', { exact: true }).selectOption('Fatou Ceesay'),
    )
    await expect(page).toHaveURL(/product=airtime/)
    expect(report.rows.map(({ name }) => name)).toEqual(['Fatou Ceesay'])
    const again = await answerTo<Report>(page, CALL, () => page.reload())
    expect(again.total).toEqual(report.total)
    await expect(page.getByLabel('Cashier', { exact: true })).toHaveValue(/\d+/)
    await expect(page.getByRole('table', { name: 'By product' })).toHaveCount(0)
  })

  test('the chart shows another figure, and a column tells its own', async ({ page }) => {
    const report = await answerTo<Report>(page, CALL, () => page.goto('/admin/revenue?period=7-days'))
    await press(page, 'Figure', 'Sold')
    const chart = page.getByRole('figure', { name: 'Sold by day' })
    const yesterday = report.rows.at(-2)!
    await expect(chart.getByRole('row', { name: new RegExp(`^${yesterday.name}`) })).toContainText(
      gmd(yesterday.sums.amount),
    )
    await chart.getByRole('slider').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(chart.getByRole('link', { name: 'Show its parts' })).toBeVisible()
  })

  test('days that are typed are read at once, and a period without sales says so', async ({ page }) => {
    await page.goto('/admin/revenue')
    await page.getByLabel('Start date').fill('2020-01-01')
    await expect(page.getByRole('alert')).toContainText('A report holds at most three years.')
    await page.getByLabel('End date').fill('2020-01-02')
    await expect(readTotal(page, 'Sold')).toHaveText('GMD 0.00')
    await press(page, 'Rows', 'Cashier')
    await expect(page.getByText('No sales in this period')).toBeVisible()
  })

  test('the report is printed, and saved as PDF, CSV and Excel', async ({ page, context }) => {
    await stubPrinter(context)
    const days = `from=${daysAgo(9)}&to=${daysAgo(3)}`
    const report = await answerTo<Report>(page, CALL, () => page.goto(`/admin/revenue?${days}&by=day`))
    await expectReport(page, report)
    const paper = await print(page)
    expect(paper.rows).toBe(8)
    for (const words of [
      'Revenue by day',
      'FlexPower Gambia Ltd',
      gmd(report.total.sums.revenue),
      'by Binta Saidy',
    ])
      expect(paper.text).toContain(words)
    expect(paper.paper).toBe('rgb(255, 255, 255)')
    const csv = await save(page, 'CSV')
    expect(csv.name).toBe(`revenue-by-day-${daysAgo(9)}-${daysAgo(3)}.csv`)
    const lines = csv.content.toString('utf8').slice(1).split('\r\n')
    expect(lines[0]).toBe('"Day";"Sales";"Sold";"Fees";"Commission";"Revenue";"Revenue before";"Change"')
    expect(lines).toHaveLength(8)
    const pdf = await save(page, 'PDF')
    expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-')
    const excel = await save(page, 'Excel')
    expect(excel.name).toMatch(/\.xlsx$/)
    expect(excel.content.subarray(0, 2).toString()).toBe('PK')
  })

  test('the commission of a cashier is a statement that can be printed', async ({ page, context }) => {
    await stubPrinter(context)
    await page.goto('/admin/revenue?tab=commission&period=this-month')
    await expect(page.getByText('Whose commission?')).toBeVisible()
    const statement = await answerTo<{ total: Sums; rows: unknown[] }>(page, STATEMENT, () =>
      page.getByLabel('Cashier', { exact: true }).selectOption('Fatou Ceesay'),
    )
    await expect(readTotal(page, 'Commission')).toHaveText(gmd(statement.total.commissions))
    const paper = await print(page)
    expect(paper.rows).toBe(statement.rows.length + 1)
    for (const words of ['Commission statement', 'Fatou Ceesay, Serekunda', gmd(statement.total.commissions)])
      expect(paper.text).toContain(words)
    expect((await save(page, 'PDF')).content.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('a report by mail is set up, changed and stopped', async ({ page }) => {
    const address = `owner-${Date.now()}@example.gm`
    await page.goto('/admin/revenue?tab=mail')
    await page.getByRole('button', { name: 'Send a report by mail' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByLabel('Recipients')).toHaveAccessibleDescription('Recipients are required')
    await form.getByLabel('Recipients').fill('owner, other@example.gm')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByLabel('Recipients')).toHaveAccessibleDescription('owner is not an email address')
    await form.getByLabel('Recipients').fill(address)
    await form.getByLabel('Every week').check()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(findToast(page, 'The report is scheduled.')).toBeVisible()
    const row = page.getByRole('table', { name: 'Reports by mail' }).getByRole('row', { name: address })
    await expect(row).toContainText('Revenue by cashier')
    await expect(row).toContainText('Every week')
    await expect(row).toContainText('06:00')
    await row.getByRole('button', { name: /^Edit/ }).click()
    await form.getByLabel('By location').check()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('Revenue by location')
    await row.getByRole('button', { name: /^Delete/ }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Stop sending' })
      .click()
    await expect(row).toHaveCount(0)
  })

  test('axe finds nothing serious on the three parts, and nothing is wider than the screen', async ({
    page,
  }) => {
    test.slow()
    for (const query of ['period=this-month', 'tab=commission&period=this-month&cashier=2', 'tab=mail']) {
      await page.goto(`/admin/revenue?${query}`)
      await expect(page.getByText('Loading...')).toHaveCount(0)
      await expectUsable(page)
      for (const width of [599, 600, 899, 900, 1199, 1200, 1536, 320]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoOverflow(page, `${query} at ${width}`)
      }
    }
  })
})

test.describe('a cashier', () => {
  test.use({ as: people.kiosk })

  test('sees their own commission from their record, and nobody else’s', async ({ page, context }) => {
    await page.goto('/cashier/user')
    await page.getByRole('link', { name: 'Commission' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Commission')
    const statement = await answerTo<{ total: Sums; cashier: { name: string } }>(
      page,
      /commission\?.*from=\d+-\d+-01/,
      () => press(page, 'Period', 'This month'),
    )
    expect(statement.cashier.name).toBe('Lamin Jobe')
    await expect(readTotal(page, 'Commission')).toHaveText(gmd(statement.total.commissions))
    await expect(page.getByLabel('Cashier', { exact: true })).toHaveCount(0)
    const own = await answerTo<typeof statement>(page, STATEMENT, () =>
      page.goto('/cashier/commission?period=this-month&cashier=2'),
    )
    expect(own.cashier.name).toBe('Lamin Jobe')
    const token = (await tokenIn(context)) ?? ''
    const query = `from=${daysAgo(6)}&to=${daysAgo(0)}&by=day`
    expect((await callWith(page, token, 'GET', `commission?${query}&cashier=1`)).status()).toBe(404)
    expect((await callWith(page, token, 'GET', `revenue?${query}`)).status()).toBe(403)
    await page.goto('/admin/revenue')
    await expect(page).not.toHaveURL(/revenue/)
  })
})
