import { readFile } from 'node:fs/promises'
import {
  airtimeModal,
  airtimeTable,
  enterAirtime,
  numbers,
  openAirtime,
  sellAirtime,
  someNumber,
} from './airtime.ts'
import { expectUsable } from './axe.ts'
import { expect, people, test } from './people.ts'
import { findToast } from './toasts.ts'
import { hold, readPath, watchCalls, watchComplaints } from './watching.ts'
import { answerWindows, matchWindows } from './windows.ts'

test.use({ as: people.admin })
test.beforeEach(async ({ page }) => {
  await page.goto('/admin/air-power')
})

const SELL_CALL = '**/flexpower/api/transactions/airtime'

test('AP-01 New Transactions opens a modal with Mobile Number, Amount and Vendor; the second of four operators is chosen', async ({
  page,
}) => {
  const modal = await openAirtime(page)
  await expect(modal.getByLabel('Mobile Number')).toHaveValue('')
  await expect(modal.getByLabel('Amount', { exact: true })).toHaveValue('')
  await expect(modal.getByLabel('Vendor')).toHaveValue('QCell')
  await expect(modal.getByLabel('Vendor').locator('option')).toHaveText([
    'Africell',
    'QCell',
    'Gamcel',
    'Comium',
  ])
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect(modal).toHaveCount(0)
})

test('AP-01 the number’s first digit suggests the operator until somebody has chosen one', async ({
  page,
}) => {
  const modal = await openAirtime(page)
  const [phone, vendor] = [modal.getByLabel('Mobile Number'), modal.getByLabel('Vendor')]
  for (const [number, operator] of [
    ['7012345', 'Africell'],
    ['9912345', 'Gamcel'],
    ['6612345', 'Comium'],
    ['3012345', 'QCell'],
    ['2207012345', 'Africell'],
  ] as const) {
    await phone.fill(number)
    await expect(vendor).toHaveValue(operator)
  }
  await vendor.selectOption('Gamcel')
  await phone.fill('3012345')
  await expect(vendor).toHaveValue('Gamcel')
})

test('the total is what the customer pays; what the phone gets and the vend amount are next to it', async ({
  page,
}) => {
  const modal = await enterAirtime(page, { phone: someNumber(), amount: '1,250' })
  const value = (name: string) =>
    modal.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
  await expect(value('Total to pay')).toHaveText('GMD 1,250.00')
  await expect(value('Delivered to the phone')).toHaveText('GMD 1,250.00')
  await expect(value('Vend Amount')).toHaveText('GMD 1,200.00')
})

test('AP-05 if an answer has a message and an error, the error is shown', async ({ page }) => {
  await page.route(SELL_CALL, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { status: 'error', message: 'The message', error: 'The error' } })
      : route.fallback(),
  )
  const modal = await enterAirtime(page, { phone: someNumber() })
  await modal.getByRole('button', { name: 'OK' }).click()
  await expect(findToast(page, 'The error')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The error')
  await expect(page.getByText('The message')).toHaveCount(0)
})

test('AP-02 C-05 the vend amount is 4 % less, on the form, in the call and in the list', async ({ page }) => {
  const phone = someNumber()
  const modal = await enterAirtime(page, { phone, amount: '250' })
  await expect(modal.getByText('GMD 240.00')).toBeVisible()
  await modal.getByLabel('Amount', { exact: true }).fill('0.5')
  await expect(modal.getByText('GMD 240.00')).toHaveCount(0)
  await modal.getByLabel('Amount', { exact: true }).fill('250')
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() === 'POST'),
    modal.getByRole('button', { name: 'OK' }).click(),
  ])
  expect(request.postDataJSON()).toMatchObject({
    mobile_number: phone,
    amount: '250',
    vend_amount: 240,
    vendor_type: 'QCell',
    user_location: 'Serekunda',
  })
  expect(request.headers()['idempotency-key']).toMatch(/^[\da-f]{32}$/)
  const row = airtimeTable(page).getByRole('row').filter({ hasText: phone })
  await expect(row).toContainText('GMD 250.00')
  await expect(row).toContainText('GMD 240.00')
})

test('AP-03 the mobile number accepts digits only, up to 15, and everything else is left to the server', async ({
  page,
}) => {
  const modal = await openAirtime(page)
  const phone = modal.getByLabel('Mobile Number')
  await phone.pressSequentially('30a1-2 3+4567890123456')
  await expect(phone).toHaveValue('301234567890123')
  const calls = watchCalls(page)
  await phone.fill('12')
  await modal.getByLabel('Amount', { exact: true }).fill('0')
  await modal.getByRole('button', { name: 'OK' }).click()
  await expect(modal.getByText('Mobile Number must be at least 7 digits').first()).toBeVisible()
  await expect(modal.getByText('Amount must be at least 1').first()).toBeVisible()
  await expect(modal.getByText('Nothing was sold and no money moved.')).toBeVisible()
  expect(calls.filter((each) => each.method() === 'POST').map(readPath)).toEqual(['transactions/airtime'])
  // The user can correct the same form.
  await phone.fill(someNumber())
  await modal.getByLabel('Amount', { exact: true }).fill('10')
  await modal.getByRole('button', { name: 'OK' }).click()
  await expect(findToast(page, 'Transaction added successfully!')).toBeVisible()
  await expect(airtimeModal(page)).toHaveCount(0)
})

test('AP-04 E-02 the table has exactly its columns; a sale is in it, is found, and goes into the file', async ({
  page,
}) => {
  const phone = someNumber()
  const row = await sellAirtime(page, { phone, amount: '100' })
  await expect(page.getByRole('main').getByText(`GMD 100.00 has reached QCell number ${phone}`)).toBeVisible()
  await expect(airtimeTable(page).getByRole('columnheader')).toHaveText([
    'Date',
    'Mobile Number',
    'Company',
    'Tendered Amount',
    'Vend Amount',
    'Cashier',
    'Location',
  ])
  await expect(row.getByRole('cell')).toHaveText([
    /\d{4}/,
    phone,
    'QCell',
    'GMD 100.00',
    'GMD 96.00',
    'Binta Saidy',
    'Serekunda',
  ])
  await expect(row.getByRole('link', { name: 'Binta Saidy' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill(phone)
  await expect(airtimeTable(page).locator('tbody').getByRole('row')).toHaveCount(1)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^air-power-\d{1,5}\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(new RegExp(`^"[^"]+";"${phone}";"QCell";"100";"96";"Binta Saidy";"Serekunda"$`))
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody has this')
  await expect(page.getByText('Nothing matches “nobody has this”')).toBeVisible()
})

test('a sale that was already in the list of open sales is announced once', async ({ page }) => {
  const phone = someNumber()
  const onItsWay = {
    id: 1,
    product: 'airtime',
    subject: phone,
    customer_name: 'QCell',
    amount: 100,
    state: 'sent',
    asked: 0,
    created_at: '2026-11-14T09:10:00Z',
    recorded_by: 'Binta Saidy',
    location: 'Serekunda',
    receipt_code: null,
  }
  // An open sale of another user, so that the page polls the list every other second.
  const another = { ...onItsWay, id: 2, reference: 'A261114-00000-00000', recorded_by: 'Modou Jobe' }
  const open: object[] = [another]
  // How often the sale was in an answer, and how many answers there were. An answer is drawn when the next one is asked for.
  let [listed, lists] = [0, 0]
  await page.route(matchWindows('transactions/open'), (route) => {
    lists += 1
    if (open.length > 1) listed += 1
    return route.fulfill({ json: { data: open, next_cursor: null, total: open.length } })
  })
  await page.reload()
  const modal = await enterAirtime(page, { phone })
  await page.route(SELL_CALL, async (route) => {
    const answer = await route.fetch()
    const [reference] = /[A-Z]+\d{6}-\w{5}-\w{5}/.exec(await answer.text()) ?? []
    open.push({ ...onItsWay, reference })
    await expect.poll(() => listed).toBeGreaterThan(1)
    open.splice(0, 2, another)
    await route.fulfill({ response: answer })
  })
  await modal.getByRole('button', { name: 'OK' }).click()
  await expect(airtimeModal(page)).toHaveCount(0)
  const told = page.getByRole('main').getByText(`GMD 100.00 has reached QCell number ${phone}`)
  await expect(told).toBeVisible()
  // Lists in which it is missing would be the sign to announce it.
  const before = lists
  await expect.poll(() => lists).toBeGreaterThan(before + 2)
  await expect(told).toHaveCount(1)
})

test('AP-05 an unsuccessful response shows its error text, as a toast and on the page', async ({ page }) => {
  const modal = await enterAirtime(page, { phone: numbers.wrongNumber })
  const [answer] = await Promise.all([
    page.waitForResponse(SELL_CALL),
    modal.getByRole('button', { name: 'OK' }).click(),
  ])
  const { error } = (await answer.json()) as { error: string }
  expect(error).toContain('The mobile operator refused the sale')
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByText(error)).toBeVisible()
  await expect(airtimeModal(page)).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: error })).toBeVisible()
})

test('AP-05 user_location is NC until the location is known', async ({ page, context }) => {
  await context.clearCookies({ name: 'location' })
  const modal = await enterAirtime(page, { phone: someNumber() })
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() === 'POST'),
    modal.getByRole('button', { name: 'OK' }).click(),
  ])
  expect(request.postDataJSON()).toMatchObject({ user_location: 'NC' })
})

test('a second sale to the same number within the hour asks for confirmation once', async ({ page }) => {
  const phone = someNumber()
  await sellAirtime(page, { phone, amount: '50' })
  const modal = await enterAirtime(page, { phone, amount: '25' })
  await expect(modal.getByText(/^Sold GMD 50\.00 to this number (just now|\d+ minutes? ago)$/)).toBeVisible()
  await modal.getByRole('button', { name: 'OK' }).click()
  const question = page.getByRole('dialog', { name: 'Sell again to this number?' })
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused()
  await question.getByRole('button', { name: 'Sell again' }).click()
  await expect(airtimeTable(page).getByRole('row').filter({ hasText: phone })).toHaveCount(2)
})

test('no answer: after a reload the page asks by the key what became of the sale, and it was sold once', async ({
  page,
}) => {
  const phone = someNumber()
  const modal = await enterAirtime(page, { phone })
  const keys: (string | undefined)[] = []
  // The order reaches the server and is sold; only the answer is lost.
  await page.route(SELL_CALL, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    await route.fetch()
    return route.abort()
  })
  const ask = await hold(page, '**/flexpower/api/transactions/key/*')
  await modal.getByRole('button', { name: 'OK' }).click()
  await expect(findToast(page, 'It is not known yet whether this was sold')).toBeVisible()
  await expect(modal.getByText('It is not known yet whether GMD 100.00 was sold')).toBeVisible()
  await page.reload()
  ask()
  await expect(page.getByRole('main').getByText(`GMD 100.00 has reached QCell number ${phone}`)).toBeVisible()
  expect(keys).toHaveLength(1)
  await expect(airtimeTable(page).getByRole('row').filter({ hasText: phone })).toHaveCount(1)
})

test.describe('a sale with an unknown outcome', () => {
  test.describe.configure({ mode: 'default' })

  test('stays in the modal with live progress and ends without further input, sold', async ({ page }) => {
    const modal = await enterAirtime(page, { phone: numbers.slowOperator })
    await modal.getByRole('button', { name: 'OK' }).click()
    const again = page.getByRole('button', { name: 'Sell again' })
    await expect(again.or(modal.getByText('GMD 100.00 is held, not spent')).first()).toBeVisible()
    if (await again.isVisible()) await again.click()
    await expect(modal.getByText('GMD 100.00 is held, not spent. Do not sell it again.')).toBeVisible()
    await expect(
      modal.getByText(/^(Waiting for the mobile operator|Asking the mobile operator, \w+ time)$/),
    ).toBeVisible()
    await expect(page.getByText(`GMD 100.00 has reached QCell number ${numbers.slowOperator}`)).toBeVisible({
      timeout: 45_000,
    })
    await expect(airtimeModal(page)).toHaveCount(0)
  })

  test('is also shown on another screen, with the money back and a link to Air Power', async ({ page }) => {
    const modal = await enterAirtime(page, { phone: numbers.failingOperator, amount: '75' })
    await modal.getByRole('button', { name: 'OK' }).click()
    await expect(modal.getByText('GMD 75.00 is held, not spent')).toBeVisible()
    await page.goto('/admin/cash-power')
    const told = page.getByText(
      `Nothing was sold to QCell, number ${numbers.failingOperator}: GMD 75.00 is back`,
    )
    const strip = page
      .getByRole('region', { name: 'Open sales' })
      .getByText(new RegExp(`QCell, number ${numbers.failingOperator}`))
    await expect(strip.or(told).first()).toBeVisible()
    await expect(told).toBeVisible({ timeout: 45_000 })
    await page.getByRole('status').filter({ has: told }).getByRole('link', { name: 'Air Power' }).click()
    await expect(page).toHaveURL('/admin/air-power')
  })
})

test('an Admin decides an airtime sale without tokens', async ({ page }) => {
  const sale = {
    id: 987_655,
    reference: '261114-987655',
    product: 'airtime',
    subject: '3012345',
    customer_name: 'QCell',
    amount: 300,
    state: 'manual',
    asked: 40,
    created_at: '2026-11-14T14:18:00Z',
    recorded_by: 'Fatou Ceesay',
    location: 'Serekunda',
    receipt_code: null,
    reason: 'no answer in time',
  }
  await answerWindows(page, 'transactions/open', [sale])
  await page.reload()
  const strip = page.getByRole('region', { name: 'Open sales' })
  await expect(strip.getByText('Held, not spent. An Admin decides; do not sell it again.')).toBeVisible()
  await strip.getByRole('button', { name: 'Show' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open sales' })
  await expect(dialog.getByText('Air Power, GMD 300.00')).toBeVisible()
  await expect(
    dialog.getByText(/^The server could not find out what happened to it. An Admin decides/),
  ).toBeVisible()
  await expect(page.getByText(/keeps asking/)).toHaveCount(0)
  await expect(dialog.getByText('Why an Admin decides: no answer in time.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Decide this sale' }).click()
  await dialog.getByText('Sold', { exact: true }).click()
  await expect(dialog.getByLabel('Tokens')).toHaveCount(0)
  await dialog.getByLabel('Reason').fill('QCell by phone')
  const [request] = await Promise.all([
    page.waitForRequest('**/flexpower/api/transactions/987655/decide'),
    dialog.getByRole('button', { name: 'Save' }).click(),
  ])
  expect(request.postDataJSON()).toEqual({ outcome: 'confirmed', reason: 'QCell by phone' })
})

test('the browser reports no problems with a sale, and axe finds nothing serious, on a phone and a desk', async ({
  page,
}) => {
  test.slow()
  const complaints = await watchComplaints(page)
  await page.reload()
  await sellAirtime(page, { phone: someNumber() })
  expect(complaints).toEqual([])
  const modal = await openAirtime(page)
  await modal.getByRole('button', { name: 'OK' }).click()
  await expect(modal.getByText('Mobile Number is required').first()).toBeVisible()
  await expectUsable(page)
})

test('an amount that the operator does not accept is reported before OK', async ({ page }) => {
  const modal = await enterAirtime(page, { phone: someNumber(), amount: '10001' })
  const told = modal.getByText('QCell takes GMD 1.00 to GMD 10,000.00.')
  await expect(told).toBeVisible()
  await expectUsable(page)
  await modal.getByLabel('Amount', { exact: true }).fill('10000')
  await expect(told).toHaveCount(0)
})

test('the cost of a sale is one press away from its vend amount', async ({ page }) => {
  const phone = someNumber()
  const row = await sellAirtime(page, { phone, amount: '250' })
  await row.getByRole('button', { name: `GMD 240.00, what ${phone} cost us` }).click()
  const modal = page.getByRole('dialog', { name: 'What this sale cost us' })
  await expect(modal).toContainText('GMD 240.00, discount GMD 10.00')
  await expectUsable(page)
})

test('an unavailable operator is named as the cause while the sale is open', async ({ page }) => {
  const modal = await enterAirtime(page, { phone: numbers.operatorAway })
  await modal.getByRole('button', { name: 'OK' }).click()
  await expect(modal.getByText('The operator does not answer the aggregator at the moment')).toBeVisible()
  await expect(modal.getByText('GMD 100.00 is held, not spent')).toBeVisible()
})

test('a delivery of less than was ordered is shown as such, and that an Admin decides', async ({ page }) => {
  const modal = await enterAirtime(page, { phone: numbers.shortDelivery })
  await modal.getByRole('button', { name: 'OK' }).click()
  await expect(modal.getByText('GMD 100.00 is held, not spent')).toBeVisible()
  await expect(modal.getByText(/has not answered/)).toHaveCount(0)
  await expect(
    modal.getByText(
      /^The mobile operator has this sale, but not as it was ordered: our reference is on record with another amount delivered \(GMD 90\.00 instead of GMD 100\.00\)\. An Admin decides now/,
    ),
  ).toBeVisible({ timeout: 45_000 })
})
