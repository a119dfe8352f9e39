import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { daysAgo } from './days.ts'
import { expect, people, test } from './people.ts'
import { findToasts } from './toasts.ts'

test.use({ as: people.admin })

/** The figure of a card: the line under its name. */
const findFigure = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Figures' })
    .getByText(name, { exact: true })
    .locator('xpath=following-sibling::*[1]')
const DAILY = 'Cash Power Daily Sale'

/** A day in The Gambia, which is on UTC all year. */

const gmd = (dalasi: number) => `GMD ${dalasi.toLocaleString('en', { minimumFractionDigits: 2 })}`

interface Overview {
  hours: number[]
  hours_last_week: number[]
  days: { day: string; sales: number; tendered: number; revenue: number }[]
  cashiers: {
    id: number
    name: string
    sales: number
    tendered: number
    month: number
    float: number | null
  }[]
  floats: number
  floats_last_days: number | null
  vended_a_day: number
  as_of: string
}

/** The dashboard with an overview that the test may change before it reaches the page. */
async function openWith(page: Page, change: (overview: Overview) => object = () => ({})): Promise<Overview> {
  const { promise, resolve } = Promise.withResolvers<Overview>()
  await page.route('**/flexpower/api/dashboard/overview', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: Overview }
    const shown = { ...data, ...change(data) }
    resolve(shown)
    await route.fulfill({ json: { data: shown } })
  })
  await page.goto('/admin/dashboard')
  return promise
}

const findChart = (page: Page, title: string) => page.getByRole('figure', { name: title })
/** The cells of a column's row in the table for screen readers. */
const readFacts = (page: Page, title: string, name: string) =>
  findChart(page, title)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
    .getByRole('cell')

test('the hours of today are next to those of the same weekday last week, and link to their sales', async ({
  page,
}) => {
  const hours = (amounts: Record<number, number>) => Array.from({ length: 24 }, (_, at) => amounts[at] ?? 0)
  const today = daysAgo(0)
  await openWith(page, () => ({
    hours: hours({ 8: 1200, 9: 2400.5, 13: 600 }),
    hours_last_week: hours({ 8: 1000, 9: 2000, 20: 5000 }),
    as_of: `${today}T13:20:00.000Z`,
  }))
  const chart = findChart(page, 'Sales by hour')
  await expect(readFacts(page, 'Sales by hour', '09:00 to 10:00')).toHaveText([
    'GMD 2,400.50',
    'GMD 2,000.00',
  ])
  await expect(chart.getByText(/GMD 3,600.50 by 13:00/)).toBeVisible()
  await expect(chart.getByText(/\+20\.0\s% on last \w+day, GMD 3,000\.00/)).toBeVisible()

  const reader = chart.getByRole('slider', { name: 'Hour of Sales by hour' })
  await reader.focus()
  await expect(reader).toHaveAttribute(
    'aria-valuetext',
    /^13:00 to 14:00: Today GMD 600\.00, Last \w+day GMD 0\.00$/,
  )
  for (let steps = 0; steps < 4; steps += 1) await page.keyboard.press('ArrowLeft')
  await expect(reader).toHaveAttribute('aria-valuetext', /^09:00 to 10:00: Today GMD 2,400\.50,/)
  await expect(chart.getByRole('link', { name: 'Show the sales' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/cash-power\?search=/)
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(/^\d+ \w+ \d{4} 09:$/)
})

test('pointing at a column shows its figures, and a click opens it', async ({ page }) => {
  const { days } = await openWith(page)
  const chart = findChart(page, 'Sales of the last 30 days')
  const plot = (await chart.getByRole('slider').boundingBox())!
  const at = (column: number) => ({
    x: plot.x + (plot.width * (column + 0.5)) / 30,
    y: plot.y + plot.height / 2,
  })
  await chart.scrollIntoViewIfNeeded()
  for (const column of [0, 11, 29]) {
    const box = (await chart.getByRole('slider').boundingBox())!
    await page.mouse.move(at(column).x, box.y + box.height / 2)
    await expect(chart.locator('p').first()).toContainText(gmd(days[column]!.tendered))
    await expect(chart.getByRole('link')).toHaveAttribute(
      'href',
      `/admin/report?from=${days[column]!.day}&to=${days[column]!.day}&account=cashPower&entity=flexpower`,
    )
  }
  await page.mouse.move(0, 0)
  await expect(chart.getByText(/in all/)).toBeVisible()
  const box = (await chart.getByRole('slider').boundingBox())!
  await page.mouse.click(at(11).x, box.y + box.height / 2)
  await expect(page).toHaveURL(new RegExp(`/admin/report\\?from=${days[11]!.day}&to=${days[11]!.day}&`))
})

test('a touch chooses a column, and its link opens the day', async ({ browser, stateOf, baseURL }) => {
  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 360, height: 740 },
    storageState: await stateOf(people.admin),
    baseURL: baseURL ?? '',
  })
  const page = await context.newPage()
  const { days } = await openWith(page)
  const chart = findChart(page, 'Sales of the last 30 days')
  const reader = chart.getByRole('slider')
  await reader.scrollIntoViewIfNeeded()
  const { width, height } = (await reader.boundingBox())!
  await reader.tap({ position: { x: (width * 4.5) / 30, y: height / 2 } })
  await expect(chart.locator('p').first()).toContainText(gmd(days[4]!.tendered))
  await expect(page).toHaveURL('/admin/dashboard')
  await chart.getByRole('link', { name: 'Open the report' }).tap()
  await expect(page).toHaveURL(new RegExp(`from=${days[4]!.day}&`))
  await context.close()
})

test('a day in the chart, the filter and its report agree to the butut', async ({ page }) => {
  const { days } = await openWith(page)
  const day = days.at(-4)!
  await page.getByLabel('Date').fill(day.day)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(findFigure(page, DAILY)).toHaveText(gmd(day.tendered))
  await expect(findFigure(page, 'Total Transactions')).toHaveText(day.sales.toLocaleString('en'))
  await page.goto(`/admin/report?from=${day.day}&to=${day.day}&account=cashPower&entity=flexpower`)
  const totals = page.getByRole('region', { name: 'Totals' })
  for (const text of [day.sales.toLocaleString('en'), gmd(day.tendered), gmd(day.revenue)])
    await expect(totals.getByText(text, { exact: true })).toBeVisible()
})

test('every cashier is listed with today, the month and the float, and links to their record', async ({
  page,
}) => {
  const { cashiers } = await openWith(page)
  const table = page.getByRole('table', { name: 'Sales by cashier today' })
  const fatou = cashiers.find(({ name }) => name === 'Fatou Ceesay')!
  const row = table.getByRole('row').filter({ hasText: 'Fatou Ceesay' })
  await expect(row.getByRole('cell')).toHaveText([
    'Fatou Ceesay',
    'Serekunda',
    String(fatou.sales),
    gmd(fatou.tendered),
    gmd(fatou.month),
    gmd(fatou.float ?? 0),
  ])
  const total = table.getByRole('row').last().getByRole('cell')
  await expect(total.nth(3)).toHaveText(gmd(cashiers.reduce((sum, { tendered }) => sum + tendered, 0)))
  await expect(row.getByRole('link')).toHaveAttribute('href', `/admin/user/${fatou.id}`)
})

test('the owner sees how long the vendor balance and the floats last', async ({ page }) => {
  const account = { currency: 'GMD', read_at: new Date().toISOString() }
  const data = [
    { ...account, other_side: 'utility', amount: 350_000, lasts_days: 3.5, state: 'enough' },
    {
      ...account,
      other_side: 'airtime',
      amount: 500,
      lasts_days: null,
      state: 'low',
      read_at: '2026-01-05T09:30:00Z',
    },
  ]
  await page.route('**/flexpower/api/account-balances', (route) => route.fulfill({ json: { data } }))
  await openWith(page, () => ({ floats: 12_000, floats_last_days: 0.5 }))
  const balance = page.getByRole('region', { name: 'NAWEC balance' })
  await expect(balance).toContainText('3 days 12 h')
  await expect(balance).toContainText(
    /GMD 350,000\.00 at the pace of the last seven days, to \w+day \d+ \w+, \d\d:00/,
  )
  const airtime = page.getByRole('region', { name: 'Airtime balance' })
  await expect(airtime).toContainText('GMD 500.00')
  await expect(airtime).toContainText(
    'No sales in the last seven days, so it cannot be said how long it lasts.',
  )
  await expect(airtime).toContainText('Last read on 5 Jan 2026 at 09:30. It could not be read since.')
  await expect(airtime.getByText('Low')).toBeVisible()
  const floats = page.getByRole('region', { name: 'All floats together' })
  await expect(floats).toContainText('12 h')
  await expect(floats).toContainText('GMD 12,000.00')
  await expect(floats.getByText('Almost used up')).toBeVisible()
  await expect(floats.getByRole('link')).toHaveAttribute('href', '/admin/credit-agents')
})

test('an account that is nearly empty is shown above everything else', async ({ page }) => {
  const alert = {
    subject: 'utility balance',
    is_urgent: true,
    title: 'NAWEC balance is very low',
    text: 'GMD 50.00 lasts less than a day at this pace. Load the account before it is used up.',
    raised_at: new Date().toISOString(),
  }
  await page.route('**/flexpower/api/alerts', (route) => route.fulfill({ json: { data: [alert] } }))
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('alert')).toContainText(
    'NAWEC balance is very lowGMD 50.00 lasts less than a day',
  )
  await expectUsable(page)
})

test('open work and what waits for an Admin link to where it is done', async ({ page }) => {
  await openWith(page, () => ({
    open_sales: 2,
    open_amount: 1800,
    undecided_sales: 1,
    waiting_credits: 3,
    waiting_applications: 4,
    new_messages: 6,
    letters_given_up: 7,
    open_differences: 5,
    failed_backups: 1,
  }))
  const tasks = page.getByRole('region', { name: 'Open and waiting' }).getByRole('link')
  const expected = [
    ['Open salesGMD 1,800.00 held, not spent2', '/admin/cash-power'],
    ['Undecided salesNAWEC could not say; an Admin decides1', '/admin/cash-power'],
    ['Credits to confirmA second Admin checks the slip3', '/admin/credit-agents'],
    ['ApplicationsPeople who want to sell4', '/admin/user?tab=applications&applications-state=waiting'],
    ['New messagesNot yet read by an Admin6', '/admin/messages'],
    ['Messages not sentCould not be sent, in the last 7 days7', '/admin/messages?tab=unsent'],
    ['Differences to settleFound by the nightly comparison5', '/admin/reconciliation'],
    ['Failed backupsSince the last one that was verified1', '/admin/backup'],
  ] as const
  await expect(tasks).toHaveText(expected.map(([text]) => text))
  for (const [at, [, href]] of expected.entries()) await expect(tasks.nth(at)).toHaveAttribute('href', href)
})

test('D-06 an overview that cannot be read says so quietly, and the cards still work', async ({ page }) => {
  await page.route('**/flexpower/api/dashboard/overview', (route) => route.abort())
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('region', { name: 'Sales by hour' })).toContainText(
    'Could not be read. Trying again.',
  )
  await expect(findFigure(page, DAILY)).toHaveText(/^GMD [\d,]+\.\d{2}$/)
  await expect(findToasts(page)).toHaveCount(0)
})

test('the tiles lead to every screen that the sidebar does not list', async ({ page }) => {
  await page.goto('/admin/dashboard')
  const tiles = page.getByRole('navigation', { name: 'More screens' }).getByRole('link')
  await expect(tiles).toHaveCount(12)
  const hrefs = await tiles.evaluateAll((links: { getAttribute: (name: string) => string | null }[]) =>
    links.map((link) => link.getAttribute('href')),
  )
  expect(hrefs).toEqual(
    [
      'air-power',
      'post-paid',
      'tills',
      'tills/sessions',
      'report',
      'revenue',
      'backup',
      'cleanup',
      'reconciliation',
      'audit',
      'messages',
      'forget-password',
    ].map((name) => `/admin/${name}`),
  )
})

test('axe finds nothing serious while a column is chosen', async ({ page }) => {
  test.slow()
  await openWith(page, () => ({
    open_sales: 2,
    undecided_sales: 1,
    waiting_credits: 3,
    floats_last_days: 0.5,
  }))
  const chart = findChart(page, 'Sales of the last 30 days')
  await chart.getByRole('slider').focus()
  await expect(chart.getByRole('link')).toBeVisible()
  await expectUsable(page)
})
