import type { APIResponse, Page } from '@playwright/test'
import { daysAgo } from './days.ts'
import { figureIn } from './figures.ts'
import { expect, people, test } from './people.ts'
import { sell, someMeter } from './selling.ts'
import { expectCountdown, slowToasts, findToast, findToasts } from './toasts.ts'
import { hold, readPath, watchCalls } from './watching.ts'

test.use({ as: people.admin })

const DAILY = 'Cash Power Daily Sale'
const MONTHLY = 'Cash Power Monthly Sale'
const COUNT = 'Total Transactions'
const BALANCE = 'NAWEC Available Balance'
const figures = [
  [DAILY, 'CashPowerDailySales'],
  [MONTHLY, 'CashPowerMonthlySales'],
  [COUNT, 'transactionsCount'],
  [BALANCE, 'vendorInfo'],
] as const

const MONEY = /^GMD [\d,]+\.\d{2}$/
const WHOLE = /^[\d,]+$/

const findFigure = (page: Page, name: string) => figureIn(page, 'Figures', name)
const findNote = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Figures' })
    .getByText(name, { exact: true })
    .locator('xpath=following-sibling::*[2]')

const gmd = (dalasi: number) => `GMD ${dalasi.toLocaleString('en', { minimumFractionDigits: 2 })}`

/** Other tests sell meanwhile: what the server answers first, it answers each time. */
async function freezeFigures(page: Page): Promise<void> {
  for (const [, path] of figures) {
    let first: Promise<APIResponse> | undefined
    await page.route(`**/flexpower/api/${path}`, async (route) =>
      route.fulfill({ response: await (first ??= route.fetch()) }),
    )
  }
}

async function chooseDay(page: Page, day: string): Promise<void> {
  await page.getByLabel('Date').fill(day)
  await page.getByRole('button', { name: 'Submit' }).click()
}

test('D-01 V-DA-01 the filter asks for a date', async ({ page }) => {
  const calls = watchCalls(page)
  await page.goto('/admin/dashboard')
  const date = page.getByLabel('Date')
  await expect(date).toHaveAttribute('name', 'paymentDate')
  await expect(date).toHaveAttribute('type', 'date')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(date).toHaveAccessibleDescription('Date is required')
  await date.fill(daysAgo(1))
  await expect(date).toHaveAccessibleDescription('')
  expect(calls.map(readPath)).not.toContain('filter')
})

test('D-02 each card says Loading... until its own figure arrives', async ({ page }) => {
  const release = new Map<string, () => void>()
  for (const [name, path] of figures) release.set(name, await hold(page, `**/flexpower/api/${path}`))
  await page.goto('/admin/dashboard')
  for (const [name] of figures) await expect(findFigure(page, name)).toHaveText('Loading...')
  const waiting = new Set<string>(figures.map(([name]) => name))
  for (const [name] of figures) {
    release.get(name)?.()
    waiting.delete(name)
    await expect(findFigure(page, name)).toHaveText(name === COUNT ? WHOLE : MONEY)
    for (const other of waiting) await expect(findFigure(page, other)).toHaveText('Loading...')
  }
})

test('D-02 C-01 A-07 A-08 A-09 the cards show what the server answered, money in GMD', async ({ page }) => {
  // Just after midnight there may be no other sale yet.
  await page.goto('/admin/cash-power')
  await sell(page, { meter: someMeter() })
  await freezeFigures(page)
  const answers = figures.map(([, path]) => page.waitForResponse(`**/flexpower/api/${path}`))
  await page.goto('/admin/dashboard')
  const [daily, monthly, count, balance] = (await Promise.all(
    answers.map(async (answer) => ((await (await answer).json()) as { data: unknown }).data),
  )) as [{ DailySales: number }, { monthlySales: number }, { transactionCount: number }, { balance: number }]
  await expect(findFigure(page, DAILY)).toHaveText(gmd(daily.DailySales))
  await expect(findFigure(page, MONTHLY)).toHaveText(gmd(monthly.monthlySales))
  await expect(findFigure(page, COUNT)).toHaveText(count.transactionCount.toLocaleString('en'))
  await expect(findFigure(page, BALANCE)).toHaveText(gmd(balance.balance))
  expect(daily.DailySales).toBeGreaterThan(0)
  expect(monthly.monthlySales).toBeGreaterThanOrEqual(daily.DailySales)
})

test('D-03 A-11 a chosen day replaces the daily sale and the transactions, and nothing else', async ({
  page,
}) => {
  await freezeFigures(page)
  await page.goto('/admin/dashboard')
  for (const [name] of figures) await expect(findFigure(page, name)).toHaveText(/\d/)
  const today = await Promise.all(figures.map(([name]) => findFigure(page, name).innerText()))

  const [answer] = await Promise.all([page.waitForResponse('**/filter?*'), chooseDay(page, daysAgo(2))])
  expect(new URL(answer.url()).searchParams.get('paymentDate')).toBe(daysAgo(2))
  const day = (await answer.json()) as { totalamount: number; countTransactions: number }
  await expect(findFigure(page, DAILY)).toHaveText(gmd(day.totalamount))
  await expect(findFigure(page, COUNT)).toHaveText(day.countTransactions.toLocaleString('en'))
  await expect(findFigure(page, MONTHLY)).toHaveText(today[1]!)
  await expect(findFigure(page, BALANCE)).toHaveText(today[3]!)
  await expect(findNote(page, DAILY)).toHaveText(/^On \d/)
  await expect(findToasts(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Back to today' }).click()
  for (const [at, [name]] of figures.entries()) await expect(findFigure(page, name)).toHaveText(today[at]!)
})

test('D-04 a day without sales shows: Not found', async ({ page }) => {
  await page.goto('/admin/dashboard')
  await chooseDay(page, daysAgo(400))
  await expect(findToasts(page)).toHaveText('Not found')
  await expect(findFigure(page, DAILY)).toHaveText('GMD 0.00')
  await expect(findFigure(page, COUNT)).toHaveText('0')
})

test('D-05 a date that the server refuses shows a toast top right, for 3 seconds: Data is not found', async ({
  page,
}) => {
  await freezeFigures(page)
  await page.goto('/admin/dashboard')
  await expect(findFigure(page, DAILY)).toHaveText(MONEY)
  const today = await findFigure(page, DAILY).innerText()
  await slowToasts(page)
  const [answer] = await Promise.all([page.waitForResponse('**/filter?*'), chooseDay(page, daysAgo(-3))])
  expect(await answer.json()).toMatchObject({ status: 'error' })
  const toast = findToast(page, 'Data is not found')
  await expect(toast).toBeVisible()
  // Under the pointer it would wait.
  await page.mouse.move(20, 600)
  await expectCountdown(toast, 3000, 'running')
  const box = (await toast.boundingBox())!
  expect(box.x + box.width).toBeGreaterThan(1280 - 40)
  const header = (await page.getByRole('banner').boundingBox())!
  expect(box.y - (header.y + header.height)).toBeLessThan(40)
  await expect(findFigure(page, DAILY)).toHaveText(today)
})

test('D-06 a card that cannot be read says so quietly and tries again automatically', async ({ page }) => {
  await page.clock.install()
  const calls = watchCalls(page)
  await page.route('**/flexpower/api/vendorInfo', (route) => route.abort())
  await page.goto('/admin/dashboard')
  await expect(findFigure(page, DAILY)).toHaveText(MONEY)
  await expect(findFigure(page, MONTHLY)).toHaveText(MONEY)
  await expect(findFigure(page, COUNT)).toHaveText(WHOLE)

  const passSeconds = (seconds: number) => async () => {
    await page.clock.runFor(seconds * 1000)
    return findNote(page, BALANCE).innerText()
  }
  await expect.poll(passSeconds(1), { timeout: 15_000 }).toBe('Could not be read. Trying again.')
  await expect(findFigure(page, BALANCE)).toHaveText('–')
  await expect(findToasts(page)).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)

  const asked = calls.filter((call) => readPath(call) === 'vendorInfo').length
  expect(asked).toBeGreaterThan(1)
  await page.unroute('**/flexpower/api/vendorInfo')
  await expect.poll(passSeconds(5), { timeout: 15_000 }).toMatch(/^Read at/)
  await expect(findFigure(page, BALANCE)).toHaveText(MONEY)
})

const airtime = [
  ['Air Power Daily Sale', 'AirPowerDailySales'],
  ['Air Power Monthly Sale', 'AirPowerMonthlySales'],
  ['Air Power Transactions', 'transactionsAirTimesCount'],
] as const
const findAirtime = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Air Power' }).locator('dt', { hasText: name }).locator('+ dd')

test('D-07 A-10 airtime figures are fetched and shown', async ({ page }) => {
  const answers = [{ DailySales: 12_480 }, { monthlySales: 301_250.5 }, { transactionCount: 1204 }]
  for (const [at, [, path]] of airtime.entries())
    await page.route(`**/flexpower/api/${path}`, (route) => route.fulfill({ json: { data: answers[at] } }))
  await page.goto('/admin/dashboard')
  for (const [at, text] of ['GMD 12,480.00', 'GMD 301,250.50', '1,204'].entries())
    await expect(findAirtime(page, airtime[at]![0])).toHaveText(text)
})

test('D-07 airtime figures that cannot be fetched show no error', async ({ page }) => {
  for (const [, path] of airtime)
    await page.route(`**/flexpower/api/${path}`, (route) => route.fulfill({ status: 501, json: {} }))
  await page.goto('/admin/dashboard')
  await expect(page.getByText('Not available at the moment.')).toBeVisible()
  for (const [name] of airtime) await expect(findAirtime(page, name)).toHaveText('–')
  await expect(findFigure(page, DAILY)).toHaveText(MONEY)
  await expect(findToasts(page)).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
