import { readFile } from 'node:fs/promises'
import {
  bandIdAt,
  chargeDialog,
  chargeTable,
  deleteButton,
  editButton,
  fields,
  fill,
  gmd,
  openCharges,
  openNew,
  openWith,
  ownRow,
  findRow,
  save,
  somewhere,
} from './charges.ts'
import { expect, people, test } from './people.ts'
import { findToast } from './toasts.ts'
import { callAsAdmin } from './users.ts'
import { readPath, watchCalls } from './watching.ts'

test.use({ as: people.admin })
test.beforeEach(({ page }) => openCharges(page))

const CHARGES = '**/flexpower/api/charges'

test('R-15 CH-01 A-27 E-05 the screen has its title, the add card, and a table with exactly its columns', async ({
  page,
}) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^cash power charges$/i)
  await expect(page.getByRole('button', { name: 'Add a new charge' })).toBeVisible()
  const [answer] = await Promise.all([page.waitForResponse(`${CHARGES}/list`), page.reload()])
  const list = (await answer.json()) as object[]
  expect(list[0]).toMatchObject({
    id: expect.any(Number),
    start_amount: 50,
    end_amount: 99.99,
    commision_amount: 2,
    amount_type: 'fixed',
    status: 1,
  })
  await expect(chargeTable(page).getByRole('columnheader')).toHaveText([
    'Start Amount',
    'End Amount',
    'Amount',
    'Type',
    'Status',
    'Action',
  ])
  await expect(findRow(page, 'GMD 1,000.00', 'GMD 4,999.99').getByRole('cell')).toContainText([
    'GMD 1,000.00',
    'GMD 4,999.99',
    '1.50 %',
    'percentage',
    'Active',
  ])
  await expect(page.getByLabel('Rows per Page')).toBeVisible()
})

test('C-02 the bands are also available as a file for a spreadsheet', async ({ page }) => {
  await openCharges(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('cash-power-charges.csv')
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toBe('\uFEFF"Start Amount";"End Amount";"Amount";"Type";"Status"')
  expect(lines).toContain('"1,000.00";"4,999.99";"1.50 %";"percentage";"Active"')
})

test('CH-01 CH-02 CH-05 A-28 a new charge is sent with the wire’s names, announced, and appears in the table', async ({
  page,
}) => {
  const band = somewhere()
  const calls = watchCalls(page)
  await fill(await openNew(page), {
    start: String(band.start),
    end: String(band.end),
    type: 'percentage',
    fee: '0.5',
    status: 'Inactive',
  })
  await save(page)
  await expect(findToast(page, 'Cash power charges created successfully')).toBeVisible()
  await expect(chargeDialog(page)).toBeHidden()
  const sent = calls.find((request) => readPath(request) === 'addCashPowerCharges')
  expect(sent?.postDataJSON()).toEqual({
    start_amount: band.start,
    end_amount: band.end,
    commision_amount: 0.5,
    amount_type: 'percentage',
    status: 0,
  })
  await expect(ownRow(page, band).getByRole('cell')).toContainText([
    gmd(band.start),
    gmd(band.end),
    '0.50 %',
    'percentage',
    'Inactive',
  ])
})

test('CH-02 CH-05 A-29 the edit icon changes type and status, and the band records who did it', async ({
  page,
}) => {
  const band = somewhere()
  await openWith(page, band)
  await editButton(page, band).click()
  const field = fields(chargeDialog(page))
  await expect(field.start).toHaveValue(String(band.start))
  await expect(field.type).toHaveValue('fixed')
  await expect(field.status('Active')).toBeChecked()
  await fill(chargeDialog(page), { type: 'percentage', fee: '1.25', status: 'Inactive' })
  const [request] = await Promise.all([page.waitForRequest(/charges\/update\/\d+$/), save(page)])
  expect(request.method()).toBe('POST')
  expect(request.postDataJSON()).toMatchObject({ amount_type: 'percentage', status: 0, version: 1 })
  await expect(findToast(page, 'Cash power charges updated successfully')).toBeVisible()
  await expect(ownRow(page, band).getByRole('cell')).toContainText([
    gmd(band.start),
    gmd(band.end),
    '1.25 %',
    'percentage',
    'Inactive',
  ])
  await editButton(page, band).click()
  await chargeDialog(page).getByText('Who changed this').click()
  const history = chargeDialog(page).getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(history.first()).toContainText('Binta Saidy changed a charge')
})

test('CH-01 CH-03 A-30 the delete icon asks first; No keeps the charge, Yes deletes it', async ({ page }) => {
  const band = somewhere()
  await openWith(page, band)
  const calls = watchCalls(page)
  const question = page.getByRole('dialog', { name: 'Are you sure want to delete?' })
  await deleteButton(page, band).click()
  await expect(question).toContainText(`${gmd(band.start)} to ${gmd(band.end)}`)
  await question.getByRole('button', { name: 'No' }).click()
  await expect(question).toBeHidden()
  expect(calls.filter((request) => request.method() === 'POST')).toEqual([])

  await deleteButton(page, band).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(findToast(page, 'Case Power Charges deleted successfully.')).toBeVisible()
  await expect(ownRow(page, band)).toHaveCount(0)
  expect(calls.filter((request) => request.method() === 'POST').map(readPath)).toEqual([
    expect.stringMatching(/^charges\/delete\/\d+$/),
  ])
})

test('CH-03 a charge that somebody else has deleted cannot be deleted again, and the dialog says why', async ({
  page,
}) => {
  const band = somewhere()
  await openWith(page, band)
  const id = await bandIdAt(page, band.start)
  await deleteButton(page, band).click()
  await callAsAdmin(page, 'POST', `charges/delete/${id}`, {})
  const question = page.getByRole('dialog', { name: 'Are you sure want to delete?' })
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(findToast(page, 'Failed to delete.')).toBeVisible()
  await expect(question.getByRole('alert')).toContainText('There is no such charge.')
  await question.getByRole('button', { name: 'No' }).click()
  await expect(ownRow(page, band)).toHaveCount(0)
})

test('CH-04 T-02 while the list loads, 11 rows shimmer; a list that cannot be loaded shows the specified text, and can be tried again', async ({
  page,
}) => {
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(`${CHARGES}/list`, async (route) => {
    await seen
    await route.fulfill({ status: 404, json: { message: 'gone' } })
  })
  await page.reload()
  await expect(page.locator('[data-shimmer-row]')).toHaveCount(11)
  goOn()
  await expect(findToast(page, 'Failed to fetch users.')).toBeVisible()
  await expect(page.getByText('The list could not be loaded')).toBeVisible()
  await page.unroute(`${CHARGES}/list`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(findRow(page, 'GMD 50.00', 'GMD 99.99')).toBeVisible()
})

test('CH-02 without an answer it is ‘An error occurred. Please try again.’, and no input is lost', async ({
  page,
}) => {
  const band = somewhere()
  await page.route('**/flexpower/api/addCashPowerCharges', (route) => route.abort())
  const entry = { start: String(band.start), end: String(band.end), type: 'fixed', fee: '4' } as const
  await fill(await openNew(page), { ...entry, status: 'Inactive' })
  await save(page)
  await expect(findToast(page, 'An error occurred. Please try again.')).toBeVisible()
  await expect(chargeDialog(page).getByRole('alert')).toContainText('It is not known whether this was saved')
  await expect(fields(chargeDialog(page)).fee).toHaveValue('4')
  await page.unroute('**/flexpower/api/addCashPowerCharges')
  await save(page)
  await expect(findToast(page, 'Cash power charges created successfully')).toBeVisible()
})

test('V-CH-01 V-CH-02 V-CH-03 every field is required, an amount must be a number, and the end greater than the start', async ({
  page,
}) => {
  const calls = watchCalls(page)
  const dialog = await openNew(page)
  await save(page)
  for (const text of [
    'Start amount is required',
    'End amount is required',
    'Commission amount is required',
    'Type is required',
    'Status is required',
  ])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await fill(dialog, { start: 'ten' })
  await expect(dialog.getByText('Start amount must be a number')).toBeVisible()
  await fill(dialog, { start: '500', end: '500', type: 'fixed', fee: '5', status: 'Inactive' })
  await save(page)
  await expect(dialog.getByText('End amount must be greater than start amount')).toBeVisible()
  expect(calls.filter((request) => request.method() === 'POST')).toEqual([])
  await fill(dialog, { end: '500.01' })
  await expect(dialog.getByText('End amount must be greater than start amount')).toBeHidden()
})

test('V-CH-02 is shown as soon as both amounts are there, whatever else is missing', async ({ page }) => {
  const text = 'End amount must be greater than start amount'
  const dialog = await openNew(page)
  await fields(dialog).end.fill('50')
  await expect(dialog.getByText(text)).toBeHidden()
  await fields(dialog).start.fill('1,000')
  await expect(dialog.getByText(text)).toBeVisible()
  await save(page)
  await expect(dialog.getByText(text)).toBeVisible()
  await expect(dialog.getByText('Commission amount is required')).toBeVisible()
  await fields(dialog).end.fill('1,000.01')
  await expect(dialog.getByText(text)).toBeHidden()
})

test('CH-02 an overlap is shown in the form beforehand and refused by the server, at the field and as a toast', async ({
  page,
}) => {
  const dialog = await openNew(page)
  await fill(dialog, { start: '450', end: '600', type: 'fixed', fee: '5', status: 'Active' })
  await expect(dialog.getByText('This overlaps the active band GMD 100.00 to GMD 499.99.')).toBeVisible()
  await save(page)
  const refusal =
    'This overlaps the active charge from GMD 100.00 to GMD 499.99: an amount can have one fee only. Nothing was saved.'
  await expect(findToast(page, refusal)).toBeVisible()
  await expect(fields(dialog).start).toHaveAccessibleDescription(refusal)
  await expect(fields(dialog).start).toBeFocused()
  await expect(fields(dialog).end).toHaveValue('600')
})

test('A-29 two Admins edit one band: the second sees who changed what, and no input of either is lost', async ({
  page,
}) => {
  const band = somewhere()
  await openWith(page, band)
  await editButton(page, band).click()
  await fill(chargeDialog(page), { end: String(band.end + 50) })
  const other = await callAsAdmin(page, 'POST', `charges/update/${await bandIdAt(page, band.start)}`, {
    start_amount: band.start,
    end_amount: band.end,
    commision_amount: 7.5,
    amount_type: 'fixed',
    status: 0,
    version: 1,
  })
  expect(other.status()).toBe(200)

  const [answer] = await Promise.all([page.waitForResponse('**/charges/update/*'), save(page)])
  expect(answer.status()).toBe(409)
  const told = chargeDialog(page).getByRole('status').filter({ hasText: 'Somebody changed this charge' })
  await expect(told).toContainText('Binta Saidy did, on')
  await expect(told).toContainText(`${gmd(band.start)} to ${gmd(band.end)}, GMD 7.50, fixed, Inactive`)
  const field = fields(chargeDialog(page))
  await expect(field.end).toHaveValue(String(band.end + 50))
  await expect(field.fee).toHaveValue('5')
  await told.getByRole('button', { name: 'Load the newer state' }).click()
  await expect(field.end).toHaveValue(String(band.end + 50))
  await expect(field.fee).toHaveValue('7.5')
  await expect(field.status('Inactive')).toBeChecked()
  await chargeDialog(page).getByText('Who changed this').click()
  await expect(chargeDialog(page).getByRole('list', { name: 'History' })).toContainText('changed a charge')
  await save(page)
  await expect(findToast(page, 'Cash power charges updated successfully')).toBeVisible()
  await expect(ownRow(page, { ...band, end: band.end + 50 })).toContainText('GMD 7.50')
})

test('a band that was deleted while it was edited can become a new one', async ({ page }) => {
  const band = somewhere()
  await openWith(page, band)
  await editButton(page, band).click()
  await fill(chargeDialog(page), { fee: '9' })
  const id = await bandIdAt(page, band.start)
  await callAsAdmin(page, 'POST', `charges/delete/${id}`, {})
  await save(page)
  await expect(
    chargeDialog(page).getByText('Somebody deleted this charge while you were editing'),
  ).toBeVisible()
  await chargeDialog(page).getByRole('button', { name: 'Make it a new charge' }).click()
  await save(page)
  await expect(findToast(page, 'Cash power charges created successfully')).toBeVisible()
  await expect(ownRow(page, band)).toContainText('GMD 9.00')
})

test('the form is filled and saved by keyboard alone, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  const band = somewhere()
  await page.getByRole('button', { name: 'Add a new charge' }).press('Enter')
  await expect(fields(chargeDialog(page)).start).toBeFocused()
  await page.keyboard.type(String(band.start))
  await page.keyboard.press('Tab')
  await page.keyboard.type(String(band.end))
  await page.keyboard.press('Tab')
  await page.keyboard.type('fixed')
  await page.keyboard.press('Tab')
  await page.keyboard.type('3')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(findToast(page, 'Cash power charges created successfully')).toBeVisible()
  const card = page.getByRole('list', { name: 'Cash power charges' }).getByRole('listitem')
  await expect(card.filter({ hasText: gmd(band.start) })).toContainText('Inactive')
})
