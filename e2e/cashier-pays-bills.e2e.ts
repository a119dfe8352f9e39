import { readFile } from 'node:fs/promises'
import { expectUsable } from './axe.ts'
import {
  accounts,
  fillPayment,
  openPayment,
  payBill,
  paymentCard,
  paymentModal,
  paymentsTable,
  verifyPayment,
} from './bills.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { printedBy, stubPrinter } from './printing.ts'
import { findToast } from './toasts.ts'
import { closeStream, readPath, watchCalls, watchComplaints } from './watching.ts'

const { hotel, coldStore, touray } = accounts

test.describe('with the flag', () => {
  // Three accounts, so that no two payments to one run at the same time.
  test.describe.configure({ mode: 'default' })
  test.use({ as: people.cashier })
  test.beforeEach(async ({ page }) => {
    await page.goto('/cashier/post-paid')
  })

  test('PP-01 New Post Paid opens a modal with three fields, VERIFY, OK and CANCEL', async ({ page }) => {
    const modal = await openPayment(page)
    for (const label of ['Account Reference', 'Amount', 'Mobile Number'])
      await expect(modal.getByLabel(label, { exact: true })).toBeEditable()
    for (const name of ['VERIFY', 'OK', 'CANCEL'])
      await expect(modal.getByRole('button', { name })).toBeEnabled()
    await modal.getByRole('button', { name: 'CANCEL' }).click()
    await expect(modal).toHaveCount(0)
  })

  test('PP-02 OK without verify says so and pays nothing; Ctrl Enter too', async ({ page }) => {
    const calls = watchCalls(page)
    const modal = await openPayment(page)
    await fillPayment(modal, { account: hotel.account })
    await modal.getByRole('button', { name: 'OK' }).click()
    await expect(findToast(page, 'Please verify first !')).toBeVisible()
    await expect(modal.getByRole('alert')).toContainText('Nothing was paid and no money moved.')
    await modal.getByLabel('Amount', { exact: true }).press('Control+Enter')
    await expect(modal.getByRole('alert')).toContainText('Please verify first !')
    expect(calls.filter((each) => each.method() === 'POST').map(readPath)).toEqual([])
  })

  test('PP-01 PP-05 the server’s message about an input is shown under its field', async ({ page }) => {
    const modal = await openPayment(page)
    await fillPayment(modal, { account: '', amount: '0', phone: '12' })
    await modal.getByRole('button', { name: 'VERIFY' }).click()
    for (const text of [
      'Account Reference is required',
      'Amount must be at least 1',
      'Mobile Number must be at least 7 digits',
    ])
      await expect(modal.getByText(text).first()).toBeVisible()
    await fillPayment(modal, { account: '123' })
    await modal.getByRole('button', { name: 'VERIFY' }).click()
    await expect(modal.getByRole('alert')).toContainText('no money moved')
  })

  test('PP-01 verified: customer, address and amount due; too much warns; the whole amount due is one press', async ({
    page,
  }) => {
    const modal = await verifyPayment(page, { account: touray.account, amount: '99999' })
    await expect(modal.getByRole('region', { name: 'Customer' })).toContainText(touray.name)
    await expect(modal.getByRole('region', { name: 'Customer' })).toContainText(touray.address)
    await expect(modal.getByText(/^GMD 99,999\.00 is more than the GMD [\d,.]+ that is due$/)).toBeVisible()
    await expect(modal.getByLabel('Account Reference')).not.toBeEditable()
    const due = await modal.getByRole('region', { name: 'Amount due' }).getByText(/^GMD/).innerText()
    await modal.getByRole('button', { name: 'Pay all that is due' }).click()
    await expect(modal.getByText(`OK pays ${due}.`)).toBeVisible()
    await expect(modal.getByText(/is more than/)).toHaveCount(0)
    await expect(modal.getByRole('button', { name: 'Pay all that is due' })).toHaveCount(0)
    await modal.getByRole('button', { name: 'Change' }).click()
    await expect(modal.getByLabel('Account Reference')).toBeEditable()
  })

  test('PP-03 PP-04 E-03 paid: modal closed and form clear, receipt offered, row in the list, in the file, found', async ({
    page,
  }) => {
    const modal = await verifyPayment(page, { account: hotel.account, amount: '125.50' })
    const [answer] = await Promise.all([
      page.waitForResponse('**/flexpower/api/transactions-post-paid'),
      modal.getByRole('button', { name: 'OK' }).click(),
    ])
    expect(answer.status()).toBe(201)
    await expect(findToast(page, 'Transaction added successfully!')).toBeVisible()
    await expect(paymentModal(page)).toHaveCount(0)
    await expect(paymentCard(page)).toContainText('GMD 125.50')
    await page.keyboard.press('Escape')
    await expect(paymentsTable(page).getByRole('columnheader')).toHaveText([
      'Action',
      'Date',
      'Customer Name',
      'Account Reference',
      'Tendered Amount',
      'Vend Amount',
      'Token',
      'Cashier',
      'Location',
    ])
    await page.getByRole('searchbox', { name: 'Search' }).fill('125.50')
    const row = paymentsTable(page).locator('tbody').getByRole('row')
    await expect(row).toHaveCount(1)
    await expect(row.getByRole('cell')).toHaveText([
      '',
      /\d{4}/,
      hotel.name,
      hotel.account,
      'GMD 125.50',
      'GMD 125.50',
      /\S/,
      'Fatou Ceesay',
      'Serekunda',
    ])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^post-paid-\d{1,5}\.csv$/)
    expect((await readFile(await file.path(), 'utf8')).split('\r\n')[1]).toMatch(
      /^"[^"]+";"Kotu Beach Hotel";"300118462";"125.5";"125.5";"[^"]+";"Fatou Ceesay";"Serekunda"$/,
    )
    const next = await openPayment(page)
    for (const label of ['Account Reference', 'Amount', 'Mobile Number'])
      await expect(next.getByLabel(label, { exact: true })).toHaveValue('')
  })

  test('PP-05 the search keeps the matches and says when there are none', async ({ page }) => {
    await payBill(page, { account: coldStore.account, amount: '61' })
    await page.keyboard.press('Escape')
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.fill('brikama cold')
    const rows = paymentsTable(page).locator('tbody').getByRole('row')
    await expect(rows.filter({ hasText: coldStore.account }).first()).toBeVisible()
    await expect(rows.filter({ hasNotText: coldStore.name })).toHaveCount(0)
    await search.fill('nobody has this')
    await expect(page.getByText('Nothing matches “nobody has this”')).toBeVisible()
    await expect(page.getByRole('link', { name: 'in the archive' })).toHaveCount(0)
  })

  test('PP-04 the print icon prints a receipt that fits 58 and 80 mm; later ones say COPY n', async ({
    page,
    context,
  }) => {
    await stubPrinter(context)
    await page.reload()
    const card = await payBill(page, { account: coldStore.account, amount: '62' })
    const first = await printedBy(page, card.getByRole('button', { name: 'Print receipt' }))
    for (const words of [
      coldStore.name,
      coldStore.account,
      /Paid\s+GMD 62\.00/,
      /Receipt\s+[A-Z]+\d{6}-[\dA-Z]{5}-[\dA-Z]{5}/,
    ])
      expect(first.text).toMatch(words)
    expect(first.text).not.toContain('COPY')
    expect(first.fits).toEqual([true, true])
    await page.keyboard.press('Escape')
    const print = paymentsTable(page)
      .getByRole('row')
      .filter({ hasText: 'GMD 62.00' })
      .first()
      .getByRole('button', { name: `Print receipt of ${coldStore.name}` })
    expect((await printedBy(page, print)).text).toContain('COPY 1')
  })

  test('PP-05 a refusal by the utility: as a toast, modal closed, and it stays on the page', async ({
    page,
  }) => {
    const modal = await verifyPayment(page, { account: accounts.refused })
    await modal.getByRole('button', { name: 'OK' }).click()
    await expect(paymentModal(page)).toHaveCount(0)
    await expect(
      page.getByRole('main').getByRole('alert').filter({ hasText: 'The payment was refused' }),
    ).toContainText('GMD 100.00 is back where it came from')
  })

  test('a payment with an unknown outcome stays in the modal with live progress and ends with the receipt', async ({
    page,
  }) => {
    const modal = await verifyPayment(page, { account: accounts.errorAfter })
    await modal.getByRole('button', { name: 'OK' }).click()
    await expect(modal.getByText(/GMD 100\.00 is held, not spent/)).toBeVisible()
    await expect(modal.getByText(/^(Waiting for NAWEC|Asking NAWEC, \w+ time)$/)).toBeVisible()
    await expect(paymentCard(page)).toBeVisible({ timeout: 45_000 })
    await expect(paymentModal(page)).toHaveCount(0)
  })

  test('a payment that was never taken says whose money is back, and can be paid again', async ({ page }) => {
    const modal = await verifyPayment(page, { account: accounts.errorBefore })
    await modal.getByRole('button', { name: 'OK' }).click()
    await expect(modal.getByText(/is held, not spent/)).toBeVisible()
    await expect(modal.getByText('Nothing was paid', { exact: true })).toBeVisible({ timeout: 45_000 })
    await modal.getByRole('button', { name: 'Pay again' }).click()
    await expect(paymentModal(page).getByLabel('Account Reference')).toHaveValue(accounts.errorBefore)
    await expect(paymentModal(page).getByLabel('Amount', { exact: true })).toHaveValue('100')
  })

  test('the browser reports no problems with a payment, and axe finds nothing serious, on a phone and a desk', async ({
    page,
  }) => {
    test.slow()
    const complaints = await watchComplaints(page)
    await page.reload()
    const modal = await openPayment(page)
    await modal.getByRole('button', { name: 'VERIFY' }).click()
    await expect(modal.getByText('Account Reference is required').first()).toBeVisible()
    await expectUsable(page)
    await fillPayment(modal, { account: coldStore.account, amount: '63' })
    await modal.getByRole('button', { name: 'VERIFY' }).click()
    await expect(modal.getByText('Account verified successfully!')).toBeVisible()
    await expectUsable(page)
    await modal.getByRole('button', { name: 'OK' }).click()
    await expect(paymentCard(page)).toBeVisible()
    await expectUsable(page)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(page)
    // A refusal of the input is a 422, which every browser logs.
    expect(complaints.filter((each) => !each.includes('422'))).toEqual([])
  })
})

test.describe('without the flag', () => {
  test.use({ as: people.kiosk })

  test('PP-06 a cashier sees who can allow it, and no post-paid call is made', async ({ page }) => {
    const calls = watchCalls(page)
    await closeStream(page)
    await page.goto('/cashier/post-paid')
    await expect(page.getByText('Post Paid is not open to you')).toBeVisible()
    await expect(page.getByText(/Ask an Admin to set it for you/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'New Post Paid' })).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    expect(calls.map(readPath).filter((path) => path.includes('post-paid'))).toEqual([])
    await expectUsable(page)
  })
})
