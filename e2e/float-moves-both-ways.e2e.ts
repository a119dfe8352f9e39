import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { accounts, fillPayment, openPayment } from './bills.ts'
import { readFloat, someSlip } from './credits.ts'
import { letAdminIn } from './machine.ts'
import { expect, people, test } from './people.ts'
import { fillSale, openSale, someMeter } from './selling.ts'
import { findToast } from './toasts.ts'
import { addUser, callAsAdmin, loadFloat, signInElsewhere } from './users.ts'

test.use({ as: people.admin })
test.beforeEach(async ({ page }) => {
  await page.goto('/admin/credit-agents')
  await expect(page.getByRole('table', { name: 'Credits' })).toBeVisible()
})

const lines = (page: Page) =>
  page.getByRole('table', { name: 'Float statement' }).locator('tbody').getByRole('row')
const sums = (page: Page) => page.getByRole('region', { name: 'Sums' })
const requests = (page: Page) => page.getByRole('list', { name: 'Requests for float' }).getByRole('listitem')
const own = (page: Page) => page.getByRole('list', { name: 'Your requests' }).getByRole('listitem')

/** A small real picture, as a phone would send a large one. */
const PHOTO = {
  name: 'slip.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
}

test('a cashier asks with a photo, an Admin loads it, and both statements show it', async ({ page }) => {
  const fatou = await addUser(page)
  await loadFloat(page, fatou.id, 400)
  const counter = await signInElsewhere(page, { ...fatou, home: '/cashier/user' })
  await counter.getByRole('link', { name: 'Float' }).click()
  await expect(sums(counter)).toContainText('400.00')
  await counter.getByRole('button', { name: 'Ask for float' }).click()
  const dialog = counter.getByRole('dialog', { name: 'Ask for float' })
  const slip = someSlip()
  await dialog.getByLabel('Amount').fill('500')
  await dialog.getByLabel('Bank Transaction Ref').fill(slip)
  await dialog.getByLabel('Photo of the slip').setInputFiles(PHOTO)
  await expect(dialog.getByText('The photo is attached')).toBeVisible()
  await dialog.getByRole('button', { name: 'Ask' }).click()
  await expect(dialog).toBeHidden()
  await expect(own(counter).filter({ hasText: slip })).toContainText('Waiting')
  await expectUsable(counter)

  await page.reload()
  const request = requests(page).filter({ hasText: fatou.name })
  await expect(request).toContainText('GMD 500.00 NAWEC')
  await expect(request).toContainText('Got float once before, at most GMD 400.00.')
  await request.getByRole('button', { name: 'Photo' }).click()
  const photo = page.getByRole('dialog', { name: `Slip ${slip}` })
  await expect(photo.getByRole('img')).toBeVisible()
  await expectUsable(page)
  await photo.getByRole('button', { name: 'Close' }).last().click()
  await request.getByRole('button', { name: 'Load', exact: true }).click()
  await expect(findToast(page, `GMD 500.00 was loaded for ${fatou.name}.`)).toBeVisible()
  await expect(request).toHaveCount(0)
  expect(await readFloat(page, fatou)).toBe(900)

  await counter.reload()
  await expect(own(counter).filter({ hasText: slip })).toContainText('Loaded')
  await expect(lines(counter).filter({ hasText: slip })).toContainText('GMD 900.00')
  await counter.close()
})

test('a photo that is still prepared when Ask is pressed goes with the request', async ({ page }) => {
  const fatou = await addUser(page)
  const counter = await signInElsewhere(page, fatou)
  await counter.addInitScript(`{
    const read = window.createImageBitmap
    const isReleased = new Promise((resolve) => { window.releasePhoto = resolve })
    window.createImageBitmap = async (file) => isReleased.then(() => read(file))
  }`)
  await counter.goto('/cashier/user?view=float')
  await counter.getByRole('button', { name: 'Ask for float' }).click()
  const dialog = counter.getByRole('dialog', { name: 'Ask for float' })
  await dialog.getByLabel('Amount').fill('500')
  await dialog.getByLabel('Bank Transaction Ref').fill(someSlip())
  await dialog.getByLabel('Photo of the slip').setInputFiles(PHOTO)
  await expect(dialog.getByText('The photo is being prepared')).toBeVisible()
  const asked = counter.waitForRequest((each) => each.method() === 'POST' && each.url().includes('/floats/'))
  await dialog.getByRole('button', { name: 'Ask' }).click()
  await counter.evaluate('releasePhoto()')
  expect((await asked).postDataJSON()).toMatchObject({ photo: expect.stringMatching(/^.{50}/) })
  await expect(dialog).toBeHidden()
  // The amount was wrong.
  await own(counter).getByRole('button', { name: 'Withdraw' }).click()
  await counter.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(counter.getByRole('dialog')).toHaveCount(0)
  await expect(own(counter)).toContainText('Withdrawn')
  await expect(own(counter).getByRole('button', { name: 'Withdraw' })).toHaveCount(0)
  await counter.close()
})

test('a move of float without an answer does not claim that nothing was moved, and sent again it moves once', async ({
  page,
}) => {
  const fatou = await addUser(page)
  await loadFloat(page, fatou.id, 400)
  await page.route('**/flexpower/api/floats/back', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.goto(`/admin/user/${fatou.id}?view=float`)
  await page.getByRole('button', { name: 'Take back' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Take NAWEC float back/ })
  await dialog.getByLabel('Amount').fill('100')
  await dialog.getByLabel('Reason').fill('Counted too much')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(dialog.getByRole('alert')).toContainText('It is not known whether this was done')
  await expect(page.getByText('No float was taken back')).toHaveCount(0)
  await page.unroute('**/flexpower/api/floats/back')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(sums(page)).toContainText('300.00')
  await expect(lines(page).filter({ hasText: 'Counted too much' })).toHaveCount(1)
})

test('an amount far above what this cashier ever got asks first, and a declined one says why', async ({
  page,
}) => {
  const fatou = await addUser(page)
  await loadFloat(page, fatou.id, 100)
  const counter = await signInElsewhere(page, { ...fatou, home: '/cashier/user?view=float' })
  for (const amount of ['301', '50']) {
    await counter.getByRole('button', { name: 'Ask for float' }).click()
    const dialog = counter.getByRole('dialog', { name: 'Ask for float' })
    await dialog.getByLabel('Amount').fill(amount)
    await dialog.getByLabel('Bank Transaction Ref').fill(someSlip())
    await dialog.getByRole('button', { name: 'Ask' }).click()
    await expect(dialog).toBeHidden()
  }
  await page.reload()
  const large = requests(page).filter({ hasText: fatou.name }).filter({ hasText: 'GMD 301.00 NAWEC' })
  await large.getByRole('button', { name: 'Load', exact: true }).click()
  const question = page.getByRole('dialog', { name: `Load GMD 301.00 for ${fatou.name}?` })
  await expect(question).toContainText('at most GMD 100.00')
  expect(await readFloat(page, fatou)).toBe(100)
  await question.getByRole('button', { name: 'Load' }).click()
  // Behind an open dialog nothing has a role.
  await expect(question).toBeHidden()
  await expect(large).toHaveCount(0)
  expect(await readFloat(page, fatou)).toBe(401)

  const small = requests(page).filter({ hasText: fatou.name })
  await small.getByRole('button', { name: 'Decline' }).click()
  const decline = page.getByRole('dialog', { name: /^Decline GMD 50\.00/ })
  await decline.getByRole('button', { name: 'Decline' }).click()
  await expect(decline.getByText('Reason is required')).toBeVisible()
  await decline.getByLabel('Reason').fill('Not on our account yet')
  await decline.getByRole('button', { name: 'Decline' }).click()
  await expect(decline).toBeHidden()
  await expect(small).toHaveCount(0)
  await counter.reload()
  await expect(own(counter).filter({ hasText: 'GMD 50.00' })).toContainText('Not on our account yet')
  await expect(own(counter).filter({ hasText: 'GMD 50.00' })).toContainText('Declined')
  await counter.close()
})

test('float is taken back and moved, and each statement adds up', async ({ page }) => {
  const [fatou, modou] = [await addUser(page), await addUser(page)]
  await loadFloat(page, fatou.id, 1000)
  await page.goto(`/admin/user/${fatou.id}`)
  await page.getByRole('link', { name: 'Float' }).click()
  await expect(page.getByRole('heading', { name: `Float of ${fatou.name}` })).toBeVisible()

  await page.getByRole('button', { name: 'Take back' }).click()
  const back = page.getByRole('dialog', { name: /^Take NAWEC float back/ })
  await back.getByLabel('Amount').fill('1000.01')
  await back.getByLabel('Reason').fill('Too much at one counter')
  await back.getByRole('button', { name: 'Take back' }).click()
  await expect(back.getByText('less than GMD 1,000.01. Nothing was moved.')).toBeVisible()
  await back.getByLabel('Amount').fill('250')
  await back.getByRole('button', { name: 'Take back' }).click()
  await expect(findToast(page, `GMD 250.00 was taken back from ${fatou.name}.`)).toBeVisible()

  await page.getByRole('button', { name: 'Move to a cashier' }).click()
  const across = page.getByRole('dialog', { name: /^Move NAWEC float/ })
  await across.getByLabel('To').selectOption({ label: modou.name })
  await across.getByLabel('Amount', { exact: true }).fill('300')
  await across.getByLabel('Reason').fill('Busy corner')
  await across.getByRole('button', { name: 'Move' }).click()
  const isSure = across.getByRole('checkbox', { name: 'The amount is right' })
  await expect(isSure).toHaveAccessibleDescription(/far above what .* ever got: nothing so far/)
  // It is ticked for this amount and for no other.
  await isSure.check()
  await across.getByLabel('Amount', { exact: true }).fill('3000')
  await expect(isSure).toHaveCount(0)
  await across.getByLabel('Amount', { exact: true }).fill('300')
  await across.getByRole('button', { name: 'Move' }).click()
  await isSure.check()
  await across.getByRole('button', { name: 'Move' }).click()
  await expect(lines(page)).toHaveCount(3)
  await expect(lines(page).nth(0)).toContainText(`${modou.name}: Busy corner`)
  await expect(lines(page).nth(0)).toContainText('GMD -300.00')
  await expect(lines(page).nth(1)).toContainText('Too much at one counter')
  await expect(sums(page)).toContainText('Closing')
  await expect(sums(page)).toContainText('450.00')
  await expectUsable(page)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  expect((await file).suggestedFilename()).toContain('float-electricity')

  await page.goto(`/admin/user/${modou.id}?view=float`)
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(page).nth(0)).toContainText('Received from another cashier')
})

test('the statement is printed with its opening and its closing, and saved as PDF', async ({ page }) => {
  const fatou = await addUser(page)
  await loadFloat(page, fatou.id, 700)
  await page.goto(`/admin/user/${fatou.id}?view=float`)
  await expect(lines(page)).toHaveCount(1)
  await page.context().addInitScript('window.print = () => {}')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Print' }).click()
  const sheet = (await opened).getByRole('article', { name: 'Float statement' })
  await expect(sheet).toContainText(fatou.name)
  await expect(sheet.getByRole('row').nth(1)).toHaveText('Opening0.00')
  await expect(sheet.getByRole('row').last()).toHaveText('Closing700.00')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  const saved = await file
  expect(saved.suggestedFilename()).toBe(`float-electricity-${fatou.id}.pdf`)
  expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a large amount waits for a second Admin', async ({ page }) => {
  const fatou = await addUser(page)
  await loadFloat(page, fatou.id, 500_000)
  await loadFloat(page, fatou.id, 500_000)
  await callAsAdmin(page, 'POST', 'floats/back', {
    user_id: fatou.id,
    type: 0,
    amount: 600_000,
    reason: 'Closes the shop',
  })
  await page.reload()
  const moves = (of: Page) =>
    of
      .getByRole('list', { name: 'Moves of float to confirm' })
      .getByRole('listitem')
      .filter({ hasText: fatou.name })
  await expect(moves(page)).toContainText('You asked for this yourself')
  await expect(moves(page).getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  const other = await signInElsewhere(page, { ...(await letAdminIn(page)), home: '/admin/credit-agents' })
  await moves(other).getByRole('button', { name: 'Confirm' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await expect(moves(other)).toHaveCount(0)
  await other.close()
  expect(await readFloat(page, fatou)).toBe(400_000)
})

test('a load is corrected from the list of loads', async ({ page }) => {
  const fatou = await addUser(page)
  await loadFloat(page, fatou.id, 5000)
  await page.goto(`/admin/credit-agents?agent=${fatou.id}`)
  await page.getByRole('button', { name: `Correct the load of ${fatou.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Correct the load of ${fatou.name}` })
  await dialog.getByLabel('Right amount').fill('500')
  await dialog.getByLabel('Reason').fill('One zero too many')
  await dialog.getByRole('button', { name: 'Correct' }).click()
  await expect(
    findToast(page, `The load is corrected: GMD 4,500.00 was taken from the float of ${fatou.name}.`),
  ).toBeVisible()
  expect(await readFloat(page, fatou)).toBe(500)
  const load = page.getByRole('table', { name: 'Credits' }).locator('tbody').getByRole('row').first()
  await expect(load).toContainText('GMD 500.00 was GMD 5,000.00')
  await page.getByRole('button', { name: `Correct the load of ${fatou.name}` }).click()
  await expect(dialog.getByLabel('Right amount')).toHaveValue('500')
  await expect(dialog).toContainText('and corrected to GMD 500.00 since')
})

test('a user with float is deleted after it was taken back', async ({ page }) => {
  const fatou = await addUser(page)
  await loadFloat(page, fatou.id, 40)
  await loadFloat(page, fatou.id, 2, 'airtime')
  await page.goto(`/admin/user/${fatou.id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Float is left: GMD 40.00 cash power, GMD 2.00 airtime.')
  await dialog.getByLabel('Take it back first').check()
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(findToast(page, 'User deleted successfully.')).toBeVisible()
  const { body } = await readStatement(page, fatou.id)
  expect(body.data[0]).toMatchObject({ what: 'taken back', balance: 0, about: 'The user is deleted' })
})

const readStatement = async (page: Page, id: number) => ({
  body: (await (await callAsAdmin(page, 'GET', `floats/${id}/statement`)).json()) as { data: object[] },
})

test('limits are set on the user and told before OK', async ({ page }) => {
  const fatou = await addUser(page, { mayTakePostpaid: true })
  await loadFloat(page, fatou.id, 5000)
  await loadFloat(page, fatou.id, 5000, 'airtime')
  await page.goto(`/admin/user/${fatou.id}?view=float`)
  await page.getByRole('button', { name: 'Limits' }).click()
  const dialog = page.getByRole('dialog', { name: `Limits of ${fatou.name}` })
  await dialog.getByLabel('Most per sale').fill('200')
  await dialog.getByLabel('Most per day').fill('1000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('May sell GMD 200.00 at once and GMD 1,000.00 a day')).toBeVisible()

  const counter = await signInElsewhere(page, fatou)
  const cash = await openSale(counter)
  await fillSale(cash, { meter: someMeter(), amount: '300' })
  await cash.getByRole('button', { name: 'VERIFY' }).click()
  await expect(cash.getByText(/GMD 300\.00 is more than you may sell at once: GMD 200\.00/)).toBeVisible()

  await counter.goto('/cashier/air-power')
  await counter.getByRole('button', { name: 'New Transactions' }).click()
  const air = counter.getByRole('dialog', { name: 'Add New Transaction' })
  await air.getByLabel('Amount', { exact: true }).fill('300')
  await expect(air.getByText('You may sell GMD 200.00 at once')).toBeVisible()
  await expect(air.getByRole('button', { name: 'OK' })).toBeDisabled()
  await air.getByLabel('Amount', { exact: true }).fill('150')
  await expect(air.getByRole('button', { name: 'OK' })).toBeEnabled()

  await counter.goto('/cashier/post-paid')
  const bill = await openPayment(counter)
  await fillPayment(bill, { account: accounts.hotel.account, amount: '300' })
  await expect(bill.getByText('You may sell GMD 200.00 at once')).toBeVisible()
  await counter.close()
})
