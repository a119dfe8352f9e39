import { expect, people, test } from './people.ts'
import { fillSale, meters, openSale, pressOk, someMeter, verifySale } from './selling.ts'
import { expectCountdown, slowToasts, findToast } from './toasts.ts'
import { readPath, watchCalls } from './watching.ts'

test.use({ as: people.cashier })
test.beforeEach(async ({ page }) => {
  await page.goto('/cashier/cash-power')
})

const VERIFY_CALL = '**/flexpower/api/verify'

test('CP-02 the modal starts unverified: VERIFY can be pressed, OK cannot', async ({ page }) => {
  const modal = await openSale(page)
  await expect(modal.getByLabel('Meter Number')).toBeFocused()
  await expect(modal.getByRole('button', { name: 'VERIFY' })).toBeEnabled()
  await expect(modal.getByRole('button', { name: 'OK' })).toBeDisabled()
})

test('CP-03 a successful verify says so for 5 s, locks the fields and VERIFY, and shows the customer', async ({
  page,
}) => {
  await slowToasts(page)
  const modal = await verifySale(page, { meter: meters.withArrears, amount: '500' })
  const toast = findToast(page, 'Account verified successfully!')
  await expect(toast).toBeVisible()
  await expectCountdown(toast, 5000, 'running')
  for (const label of ['Meter Number', 'Amount', 'Mobile Number'])
    await expect(modal.getByLabel(label, { exact: true })).not.toBeEditable()
  await expect(modal.getByRole('button', { name: 'VERIFY' })).toBeDisabled()
  await expect(modal.getByRole('button', { name: 'OK' })).toBeFocused()
  await expect(modal.getByText('Lamin Jallow')).toBeVisible()
  await expect(modal.getByText(/kWh$/)).toBeVisible()
  const goes = modal.getByRole('region', { name: 'Where the money goes' })
  for (const part of ['Energy', 'VAT 15 %', /^Arrears \d+ %$/, 'Fee'])
    await expect(goes.getByText(part)).toBeVisible()
  await expect(modal.getByText(/^Arrears of GMD/)).toBeVisible()
})

test('CP-02 Change unlocks the fields and discards the verification', async ({ page }) => {
  const modal = await verifySale(page, { meter: someMeter() })
  await modal.getByRole('button', { name: 'Change' }).click()
  await expect(modal.getByLabel('Amount', { exact: true })).toBeEditable()
  await expect(modal.getByRole('button', { name: 'OK' })).toBeDisabled()
  await expect(modal.getByRole('region', { name: 'Customer' })).toHaveCount(0)
})

test('CP-04 V-CP-01 V-CP-05 V-CP-08 an untouched form says what is missing and sends nothing', async ({
  page,
}) => {
  const modal = await openSale(page)
  const calls = watchCalls(page)
  await modal.getByRole('button', { name: 'VERIFY' }).click()
  await expect(findToast(page, 'Please fix validation errors')).toBeVisible()
  await expect(modal.getByText('Please fix validation errors')).toBeVisible()
  for (const text of ['Meter Number is required', 'Amount is required', 'Mobile Number is required'])
    await expect(modal.getByText(text)).toBeVisible()
  expect(calls.map(readPath)).not.toContain('verify')
})

test('V-CP-02 V-CP-03 V-CP-04 V-CP-05 V-CP-06 V-CP-07 V-CP-08 V-CP-09 CP-04 a wrong value is named beside its field, and nothing can be sold', async ({
  page,
}) => {
  const modal = await openSale(page)
  const toast = findToast(page, 'Please fix validation errors')
  for (const [label, value, text] of [
    ['Meter Number', '1234567x', 'Meter Number must be digits only'],
    ['Meter Number', '1234567', 'Meter Number must be at least 8 digits'],
    ['Meter Number', '1'.repeat(51), 'Meter Number cannot exceed 50 digits'],
    ['Amount', 'ten', 'Amount must be a number'],
    ['Amount', '49.99', 'Amount must be at least 50'],
    ['Amount', '12345678901', 'Amount cannot exceed 10 digits'],
    ['Mobile Number', '771 4208', 'Mobile Number must be digits only'],
    ['Mobile Number', '771420', 'Mobile Number must be at least 7 digits'],
    ['Mobile Number', '7'.repeat(16), 'Mobile Number cannot exceed 15 digits'],
  ] as const) {
    await fillSale(modal, { meter: '37201148261' })
    const field = modal.getByLabel(label, { exact: true })
    await field.fill(value)
    await field.press('Enter')
    await expect(modal.getByText(text, { exact: true })).toBeVisible()
    await expect(toast, text).toBeVisible()
    await expect(modal.getByRole('button', { name: 'OK' })).toBeDisabled()
    await toast.getByRole('button').click()
    await expect(toast).toHaveCount(0)
  }
})

test('CP-05 Ctrl Enter in an unverified form: Please verify first!', async ({ page }) => {
  const modal = await openSale(page)
  await fillSale(modal, { meter: someMeter() })
  const calls = watchCalls(page)
  await page.keyboard.press('Control+Enter')
  await expect(findToast(page, 'Please verify first!')).toBeVisible()
  expect(calls.map(readPath)).not.toContain('verify')
})

test('CP-06 a meter that the utility refuses: its message, in the form and as a toast', async ({ page }) => {
  const modal = await openSale(page)
  await fillSale(modal, { meter: meters.inactive })
  await modal.getByRole('button', { name: 'VERIFY' }).click()
  await expect(modal.getByText('The meter is not active.')).toBeVisible()
  await expect(findToast(page, 'The meter is not active.')).toBeVisible()
  await expect(modal.getByRole('button', { name: 'OK' })).toBeDisabled()
})

test('CP-06 an answer that is neither success nor error: Unexpected response from server.', async ({
  page,
}) => {
  await page.route(VERIFY_CALL, (route) => route.fulfill({ json: { status: 'perhaps' } }))
  const modal = await openSale(page)
  await fillSale(modal, { meter: someMeter() })
  await page.keyboard.press('Enter')
  await expect(findToast(page, 'Unexpected response from server.')).toBeVisible()
  await expect(modal.getByRole('button', { name: 'OK' })).toBeDisabled()
})

const UNREACHABLE =
  'Verification failed: the server cannot be reached. Check the network, then press VERIFY again.'

test('CP-06 no connection: Verification failed, and what to do, in a sentence', async ({ page }) => {
  await page.route(VERIFY_CALL, (route) => route.abort())
  const modal = await openSale(page)
  await fillSale(modal, { meter: someMeter() })
  await page.keyboard.press('Enter')
  await expect(findToast(page, UNREACHABLE)).toBeVisible()
  await expect(modal.getByText(UNREACHABLE)).toBeVisible()
})

test('CP-16 the mobile number accepts digit keys and no others', async ({ page }) => {
  const modal = await openSale(page)
  await modal.getByLabel('Mobile Number').pressSequentially('7a7+1-4 2.0e8')
  await expect(modal.getByLabel('Mobile Number')).toHaveValue('7714208')
})

test('a chip fills the amount and moves on to the mobile number', async ({ page }) => {
  const modal = await openSale(page)
  await modal.getByRole('button', { name: '500', exact: true }).click()
  await expect(modal.getByLabel('Amount', { exact: true })).toHaveValue('500')
  await expect(modal.getByLabel('Mobile Number')).toBeFocused()
})

test('a meter with a wrong check digit gets a warning, not a refusal', async ({ page }) => {
  const modal = await openSale(page)
  await fillSale(modal, { meter: '37201148262' })
  await expect(modal.getByText(/The last digit does not fit/)).toBeVisible()
  await modal.getByLabel('Meter Number').fill('37201148261')
  await expect(modal.getByText(/The last digit does not fit/)).toHaveCount(0)
})

test('a payment that only settles debt says so before the money is taken', async ({ page }) => {
  const modal = await verifySale(page, { meter: meters.debtOnly })
  await expect(modal.getByText('No token will come')).toBeVisible()
  await pressOk(page)
  const card = page.getByRole('dialog', { name: 'Payment of Bakary Manneh' })
  await expect(card.getByText('No token came with this payment')).toBeVisible()
})
