import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { meters, sell, someMeter } from './selling.ts'
import { findToast } from './toasts.ts'
import { addUser, callAsAdmin, loadFloat } from './users.ts'
import { sellElsewhere } from './utility.ts'
import { callWith, hold, watchCalls } from './watching.ts'

test.use({ as: people.admin })

const CUSTOMER = '/admin/customer-enquiries'
const SHIFT = '/admin/shift-enquiries'
const table = (page: Page) => page.getByRole('table', { name: 'Purchases at the utility' })
/** Excludes the shimmer rows shown before. */
const rows = (page: Page) => table(page).locator('tbody tr:not([data-shimmer-row])')
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })

/** The Gambia is on UTC all year. */
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function askAbout(page: Page, meter: string): Promise<void> {
  await page.getByLabel('Meter Serial').fill(meter)
  await submit(page).click()
}

async function sellHere(page: Page, meter: string): Promise<void> {
  await page.goto('/admin/cash-power')
  await sell(page, { meter, amount: '100' })
}

test('R-19 EN-01 E-08 A-36 what a meter bought, according to the utility, with our own sale next to it', async ({
  page,
}) => {
  const meter = someMeter()
  await sellHere(page, meter)
  await page.goto(CUSTOMER)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^customer enquiries$/i)
  const [answer] = await Promise.all([
    page.waitForResponse('**/flexpower/api/customerenquiries'),
    askAbout(page, meter),
  ])
  await expect(findToast(page, 'Enquiry submitted successfully!')).toBeVisible()
  expect(answer.request().postDataJSON()).toEqual({
    meterSerial: meter,
    dateFrom: dayIn(0),
    dateTo: dayIn(1),
  })
  const { data } = (await answer.json()) as { data: Record<string, string | number>[] }
  expect(data).toHaveLength(1)
  const [row = {}] = data
  expect(row).toMatchObject({ meterSerial: meter, totalAmount: 95 })
  const cells = rows(page).getByRole('cell')
  for (const field of ['transactionId', 'meterSerial', 'customerName', 'receipt', 'account', 'nameCashier'])
    await expect(cells.filter({ hasText: String(row[field]) }), field).not.toHaveCount(0)
  for (const field of ['unit', 'unitPayment'])
    await expect(rows(page), field).toContainText(Number(row[field]).toFixed(2))
  await expect(rows(page)).toContainText('GMD 95.00')
  await expect(cells.filter({ hasText: 'Same' })).toContainText('GMD 95.00')
  const totals = page.getByRole('region', { name: 'Totals of the enquiry' })
  await expect(totals).toContainText('None')

  await rows(page).getByRole('link', { name: 'GMD 95.00' }).click()
  await expect(page).toHaveURL(/\/admin\/cash-power\?search=/)
  await expect(page.getByRole('table').getByText(meter)).toBeVisible()
})

test('EN-01 an enquiry is in the URL: a reload and a link show it again, without a toast', async ({
  page,
}) => {
  const meter = someMeter()
  await sellHere(page, meter)
  await page.goto(CUSTOMER)
  await askAbout(page, meter)
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(`${CUSTOMER}?meter=${meter}&from=${dayIn(0)}&to=${dayIn(1)}`)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByLabel('Meter Serial')).toHaveValue(meter)
  await expect(findToast(page, 'Enquiry submitted successfully!')).toHaveCount(0)
  await page.goBack()
  await expect(table(page)).toHaveCount(0)
})

test('EN-01 C-02 a sale that is not in our books is marked, found and exported', async ({ page }) => {
  const meter = someMeter()
  await sellHere(page, meter)
  const { receipt } = await sellElsewhere(meter, 60)
  await page.goto(CUSTOMER)
  await askAbout(page, meter)
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).filter({ hasText: receipt })).toContainText('Not in our books')
  await expect(page.getByRole('region', { name: 'Totals of the enquiry' })).toContainText('GMD 155.00')
  await page.getByRole('button', { name: 'Differences' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/show=differences/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`customer-enquiry-${meter}.csv`)
  const bytes = await readFile(await file.path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.toString('utf8').slice(1).split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(new RegExp(`;"${meter}";"60";"Not in our books";"";.*"${receipt}"`))
})

test('EN-01 a sale whose end we do not know yet is marked as such', async ({ page }) => {
  const sold = await callAsAdmin(page, 'POST', 'transactions', {
    meter_number: meters.neverKnown,
    amount: 100,
    telephone: '7714208',
  })
  expect(await sold.json()).toMatchObject({ status: 'pending' })
  await page.goto(CUSTOMER)
  await askAbout(page, meters.neverKnown)
  await expect(rows(page).filter({ hasText: 'Still open here' }).first()).toContainText('GMD 95.00')
})

test('EN-01 an enquiry without results says so', async ({ page }) => {
  await page.goto(CUSTOMER)
  await askAbout(page, someMeter())
  await expect(findToast(page, 'No data found!')).toBeVisible()
  await expect(page.getByRole('main').getByText('No data found!')).toBeVisible()
})

for (const [id, path, fill, failed] of [
  [
    'EN-01',
    `${CUSTOMER}?meter=37201148261&from=2026-01-01&to=2026-01-02`,
    'customerenquiries',
    'Failed to submit enquiry. Please try again.',
  ],
  ['EN-02', `${SHIFT}?day=2026-01-01&user=1`, 'shitEnquiries', 'Failed to submit data. Please try again.'],
] as const)
  test(`${id} an enquiry that fails says so, and can be sent again`, async ({ page }) => {
    let isLost = false
    await page.route(`**/flexpower/api/${fill}`, (route) => (isLost ? route.abort() : route.fallback()))
    await page.goto(path)
    await expect(submit(page)).not.toHaveAttribute('aria-busy', 'true')
    isLost = true
    await submit(page).click()
    await expect(findToast(page, failed)).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(failed)
    await expect(page.getByRole('main').getByRole('alert')).toContainText('no sale and no money is affected')
    isLost = false
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('main').getByText('No data found!')).toBeVisible()
  })

test('V-EN-01 V-EN-02 the customer form says what is wrong and sends nothing', async ({ page }) => {
  const calls = watchCalls(page)
  await page.goto(CUSTOMER)
  const meter = page.getByLabel('Meter Serial')
  const [from, to] = [page.getByLabel('Date From'), page.getByLabel('Date To')]
  await expect(from).toHaveValue(dayIn(0))
  await expect(to).toHaveValue(dayIn(1))
  for (const [entered, message] of [
    ['', 'Required'],
    ['12a45678', 'Must be numeric'],
    ['1234567', 'Must be at least 8 digits'],
    ['1234567890123', 'Must be at most 12 digits'],
  ] as const) {
    await askAbout(page, entered)
    await expect(meter).toHaveAccessibleDescription(message)
  }
  await meter.fill('37201148261')
  await to.fill(dayIn(0))
  await submit(page).click()
  await expect(to).toHaveAccessibleDescription('Date To must be greater than Date From')
  await from.fill(dayIn(-1))
  await expect(to).toHaveAccessibleDescription('')
  await from.fill('')
  await to.fill('')
  await submit(page).click()
  await expect(from).toHaveAccessibleDescription('Required')
  await expect(to).toHaveAccessibleDescription('Required')
  expect(calls.filter((call) => call.url().includes('customerenquiries'))).toEqual([])
})

test('R-20 EN-02 A-37 what one user sold on one day, according to the utility', async ({ page }) => {
  const cashier = await addUser(page)
  await loadFloat(page, cashier.id, 1000)
  const meter = someMeter()
  const login = await callWith(page, '', 'POST', 'login', cashier)
  const { token } = (await login.json()) as { token: string }
  const sold = await callWith(page, token, 'POST', 'transactions', {
    meter_number: meter,
    amount: 100,
    telephone: '7714208',
  })
  expect(await sold.json()).toMatchObject({ status: 'success' })

  await page.goto(SHIFT)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^shift enquiries$/i)
  await expect(page.getByLabel('Payment Date')).toHaveValue(dayIn(0))
  await page.getByLabel('User').selectOption(cashier.name)
  const [request] = await Promise.all([
    page.waitForRequest('**/flexpower/api/shitEnquiries'),
    submit(page).click(),
  ])
  expect(request.postDataJSON()).toEqual({ paymentDate: dayIn(0), codUserShift: cashier.id })
  await expect(findToast(page, 'Data submitted successfully!')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(meter)
  await expect(rows(page)).toContainText('Same')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`shift-enquiry-${dayIn(0)}.csv`)
  expect(await readFile(await file.path(), 'utf8')).toContain(meter)

  await page.reload()
  await expect(page.getByLabel('User')).toHaveValue(String(cashier.id))
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('Payment Date').fill(dayIn(-1))
  await submit(page).click()
  await expect(findToast(page, 'No data found!')).toBeVisible()
})

test('V-EN-03 the shift form needs a day and a user, and sends nothing without them', async ({ page }) => {
  const calls = watchCalls(page)
  await page.goto(SHIFT)
  await page.getByLabel('Payment Date').fill('')
  await submit(page).click()
  await expect(page.getByLabel('Payment Date')).toHaveAccessibleDescription('Payment date is required')
  await expect(page.getByLabel('User')).toHaveAccessibleDescription('User is required')
  expect(calls.filter((call) => call.url().includes('shitEnquiries'))).toEqual([])
})

test('a day is compared in both directions; a difference says what to do and is settled once, with a note', async ({
  page,
  browser,
}) => {
  const meter = someMeter()
  const { receipt } = await sellElsewhere(meter, 60)
  await page.goto('/admin/reconciliation')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^reconciliation$/i)
  await page.getByLabel('Day', { exact: true }).fill(dayIn(0))
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('main').getByText(/: \d+ open differences?(, \d+ settled)?$/)).toBeVisible()
  const open = page.getByRole('table', { name: 'Open differences' })
  await page.getByLabel('Rows per Page').first().selectOption('100')
  const difference = open.getByRole('row').filter({ hasText: receipt })
  await expect(difference).toContainText('Not in our books')
  await expect(difference).toContainText('If one of ours sold it, as before a restore, book it.')
  await expect(difference).toContainText('GMD 60.00')
  await expect(difference).toContainText('NAWEC')
  const days = page.getByRole('table', { name: 'Days compared' })
  for (const side of ['NAWEC', 'Airtime aggregator']) await expect(days).toContainText(side)

  const other = await browser.newPage({
    baseURL: new URL(page.url()).origin,
    storageState: await page.context().storageState(),
  })
  await other.goto('/admin/reconciliation')
  await other.getByLabel('Rows per Page').first().selectOption('100')
  await other.getByRole('button', { name: `Settle ${receipt}` }).click()
  await other.getByLabel('Note').fill('I was too late')
  // Their page learns of it from their own answer, not from the list that is read again from time to time.
  const release = await hold(other, '**/flexpower/api/reconciliation')

  await page.getByRole('button', { name: `Settle ${receipt}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Settle a difference' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Note')).toHaveAccessibleDescription('Note is required')
  await dialog.getByLabel('Note').fill('A trial by the e2e tests')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(difference).toHaveCount(0)
  const settled = page.getByRole('table', { name: 'Settled differences' }).getByRole('row')
  await expect(settled.filter({ hasText: receipt })).toContainText('A trial by the e2e tests')
  await expect(settled.filter({ hasText: receipt })).toContainText(people.admin.name)

  // The second Admin is shown who settled it and how, and their own text is still there.
  const late = other.getByRole('dialog', { name: 'Settle a difference' })
  await late.getByRole('button', { name: 'Save' }).click()
  release()
  await expect(late.getByText(`${people.admin.name} has settled this already`)).toBeVisible()
  await expect(late.getByText('A trial by the e2e tests')).toBeVisible()
  await expect(late.getByLabel('Note')).toHaveValue('I was too late')
  await other.close()
})

test('R-23 BL-01 E-10 A-41 the balance page shows its loading text with two spaces, and then the account', async ({
  page,
}) => {
  const release = await hold(page, '**/flexpower/api/balance')
  await page.goto('/admin/balance')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^balance$/i)
  const main = page.getByRole('main')
  await expect.poll(() => main.innerText()).toContain('Loading  details...')
  const answered = page.waitForResponse('**/flexpower/api/balance')
  release()
  const { data } = (await (await answered).json()) as { data: Record<string, unknown> }
  expect(data).toEqual({
    balance: expect.any(Number),
    descVendor: expect.any(String),
    idVendor: '100200',
    modifiedIdVendor: false,
  })
  const shown = Number(data['balance']).toLocaleString('en', { minimumFractionDigits: 2 })
  await expect(main.getByText(`GMD ${shown}`)).toBeVisible()
  await expect(main.getByText(String(data['descVendor']))).toBeVisible()
  await expect(main.getByRole('definition')).toHaveText([String(data['descVendor']), '100200', 'No'])
  await expect(main.getByText(/^Lasts|^Nothing was sold/)).toBeVisible()
})

test('BL-01 a balance that cannot be read says so, and is read again on demand', async ({ page }) => {
  await page.route('**/flexpower/api/balance', (route) =>
    route.fulfill({ status: 422, json: { status: 'Error', message: 'NAWEC refused to tell the balance.' } }),
  )
  await page.goto('/admin/balance')
  const main = page.getByRole('main')
  await expect(main.getByText('The balance could not be read')).toBeVisible()
  await expect(main.getByRole('alert')).toContainText('NAWEC refused to tell the balance.')
  await page.unroute('**/flexpower/api/balance')
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByText('100200')).toBeVisible()
})

const filled = `${CUSTOMER}?meter=${meters.neverKnown}&from=2026-01-01&to=${dayIn(1)}`

test('axe finds nothing serious in the result of an enquiry, light and dark, and it fits every width', async ({
  page,
}) => {
  await page.goto(filled)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-shimmer-row]')).toHaveCount(0)
  await expectUsable(page)
  for (const width of [320, 600, 900]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page, `at ${width}`)
  }
})

test('a sale that cannot be told apart from an equal one says so, in the enquiry and in the comparison', async ({
  page,
}) => {
  const meter = someMeter()
  await sellHere(page, meter)
  await page.route('**/flexpower/api/customerenquiries', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: object[] }
    await route.fulfill({ json: { data: data.map((row) => ({ ...row, match: 'one of several' })) } })
  })
  await page.goto(CUSTOMER)
  await askAbout(page, meter)
  await expect(rows(page)).toContainText('One of several')
  await expect(rows(page)).toContainText('It cannot be matched to one of our equal sales.')
  await expectUsable(page)
  const day = { other_side: 'utility', day: dayIn(-1), at: new Date(), ours: 2, theirs: 2 }
  await page.route('**/flexpower/api/reconciliation', (route) =>
    route.fulfill({
      json: { data: { days: [{ ...day, differences: 0, settled: 0, ambiguous: 2 }], differences: [] } },
    }),
  )
  await page.goto('/admin/reconciliation')
  const compared = page.getByRole('table', { name: 'Days compared' }).getByRole('row').last()
  await expect(compared).toContainText('None open')
  await expect(compared).toContainText('2 cannot be distinguished from equal sales')
  await expectUsable(page)
})
