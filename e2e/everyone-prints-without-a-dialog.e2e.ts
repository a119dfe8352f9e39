import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { choosePrinter, connectPrinter, type FakePrinter } from './fake-printer.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, signIn, test } from './people.ts'
import { printedBy, stubPrinter } from './printing.ts'
import { meters, sell, someMeter, tokenCard } from './selling.ts'
import { watchComplaints } from './watching.ts'

test.use({ as: people.cashier })

const printReceipt = (page: Page) => tokenCard(page).getByRole('button', { name: 'Print receipt' }).click()

const expectJobs = (printer: FakePrinter, count: number) =>
  expect.poll(() => printer.jobs.length, { timeout: 20_000 }).toBe(count)

const notPrinted = (page: Page) => page.getByRole('region', { name: 'Not printed yet' })

test('a USB printer is chosen once, and then prints receipts without a window and without asking', async ({
  page,
  context,
}) => {
  test.slow()
  const printer = await connectPrinter(context)
  const complaints = await watchComplaints(page)
  await choosePrinter(page)
  await page.getByLabel('A cash drawer is connected to the printer').check()
  await page.getByRole('button', { name: 'Print test page' }).click()
  await expect(page.getByText('Sent to the printer')).toBeVisible()
  expect(printer.readLast().lines.join('\n')).toContain('The printer works')

  await page.goto('/cashier/cash-power')
  const meter = someMeter()
  const card = await sell(page, { meter })
  const token = (
    await card
      .getByRole('article', { name: 'Token' })
      .getByText(/^\d{4} /)
      .innerText()
  ).replaceAll(' ', '')
  await printReceipt(page)
  await expectJobs(printer, 2)
  const { lines, pulses, cuts } = printer.readLast()
  expect(lines.map((line) => line.trim().replaceAll(' ', ''))).toEqual(
    expect.arrayContaining([token.slice(0, 10), token.slice(10)]),
  )
  expect(lines.join('\n')).not.toContain('COPY')
  expect({ pulses, cuts }).toEqual({ pulses: 1, cuts: 0 })
  await expect(notPrinted(page)).toHaveCount(0)

  // Another page load finds it again. A copy says so, and leaves the drawer closed.
  await page.goto('/cashier/printer')
  await page.getByLabel('Paper width').selectOption('80 mm, 48 columns')
  await page.getByLabel('The printer cuts the paper').check()
  await page.goto('/cashier/cash-power')
  await page
    .getByRole('row')
    .filter({ hasText: meter })
    .getByRole('button', { name: /^Print receipt of/ })
    .click()
  await expectJobs(printer, 3)
  const copy = printer.readLast(48)
  expect(copy.lines.join('\n')).toContain('COPY 1')
  expect({ pulses: copy.pulses, cuts: copy.cuts }).toEqual({ pulses: 0, cuts: 1 })
  expect(context.pages()).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('a receipt is printed when its sale is confirmed, if this browser is set up so', async ({
  page,
  context,
}) => {
  const printer = await connectPrinter(context)
  await choosePrinter(page)
  await page.getByLabel('Print every receipt when its sale is confirmed').check()
  await page.goto('/cashier/cash-power')
  await sell(page, { meter: meters.keyChange })
  await expectJobs(printer, 1)
  expect(printer.readLast().lines.join('\n')).toMatch(/1 of 3.*2 of 3.*3 of 3/s)
  await page.goto('/cashier/air-power')
  await page.getByRole('button', { name: 'New Transactions' }).click()
  const modal = page.getByRole('dialog')
  await modal.getByLabel('Mobile Number').fill('7714208')
  await modal.getByLabel('Amount', { exact: true }).fill('25')
  await modal.getByRole('button', { name: 'OK' }).click()
  await expectJobs(printer, 2)
  expect(printer.readLast().lines.join('\n')).toMatch(/Mobile Number\s+7714208\nCredit, paid\s+GMD 25\.00/)
})

test('a reload tells the end of a sale again, and prints no copy by itself', async ({ page, context }) => {
  const printer = await connectPrinter(context)
  await choosePrinter(page, /^USB/, 'TM-T20III')
  await page.getByLabel('Print every receipt when its sale is confirmed').check()
  await page.goto('/cashier/cash-power')
  const meter = someMeter()
  await sell(page, { meter })
  await expectJobs(printer, 1)
  await page.reload()
  const notice = page
    .getByRole('status')
    .filter({ hasText: /^The token for/ })
    .filter({ hasText: meter })
  await notice.getByRole('button', { name: 'Show' }).click()
  await printReceipt(page)
  await expectJobs(printer, 2)
  expect(printer.readLast().lines.join('\n')).toContain('COPY 1')
})

test('without paper nothing is counted, and the receipt is printed as the original afterwards', async ({
  page,
  context,
}) => {
  test.slow()
  const printer = await connectPrinter(context)
  await choosePrinter(page)
  await page.goto('/cashier/cash-power')
  await sell(page, { meter: someMeter() })
  printer.mode = 'no paper'
  await printReceipt(page)
  await expect(tokenCard(page).getByText('The printer has no paper')).toBeVisible()
  await expectUsable(page)
  expect(printer.jobs).toEqual([])
  printer.mode = 'works'
  await notPrinted(page).getByRole('button', { name: 'Print', exact: true }).click()
  await expectJobs(printer, 1)
  expect(printer.readLast().lines.join('\n')).not.toContain('COPY')
  await expect(notPrinted(page)).toHaveCount(0)
})

test('unplugged in the middle: not printed yet, also after a reload; the next print is a copy, or uses the dialog', async ({
  page,
  context,
}) => {
  test.slow()
  const printer = await connectPrinter(context)
  await stubPrinter(context)
  await choosePrinter(page)
  await page.goto('/cashier/cash-power')
  await sell(page, { meter: someMeter(), amount: '77' })
  printer.mode = 'unplugged'
  await printReceipt(page)
  await expect(tokenCard(page).getByText(/was disconnected while it printed/)).toBeVisible()
  await page.reload()
  await expect(notPrinted(page)).toContainText('GMD 77.00')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await expectUsable(page)
  // Still unplugged: nothing is lost, and every try that reached the printer was counted.
  await notPrinted(page).getByRole('button', { name: 'Print', exact: true }).click()
  await expect.poll(() => printer.lost).toBe(2)
  await expect(notPrinted(page)).toContainText('was disconnected while it printed')
  const paper = await printedBy(page, notPrinted(page).getByRole('button', { name: 'Print with a dialog' }))
  expect(paper.text).toContain('COPY 2')
  await expect(notPrinted(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'New Transactions' })).toBeVisible()
  await expect(notPrinted(page)).toHaveCount(0)
})

test('a printer that takes no more bytes does not answer, and nobody waits for it forever', async ({
  page,
  context,
}) => {
  const printer = await connectPrinter(context)
  await page.clock.install()
  await choosePrinter(page)
  printer.mode = 'hangs'
  await page.getByRole('button', { name: 'Print test page' }).click()
  await expect.poll(() => printer.hasHung).toBe(true)
  await expect(page.getByText('The printer does not answer')).toHaveCount(0)
  await page.clock.runFor(60_000)
  await expect(page.getByText('The printer does not answer')).toBeVisible()
})

test('the page is closed in the middle of a print: the receipt is still listed as not printed', async ({
  page,
  context,
}) => {
  const printer = await connectPrinter(context)
  await choosePrinter(page)
  await page.goto('/cashier/cash-power')
  await sell(page, { meter: someMeter(), amount: '78' })
  printer.mode = 'hangs'
  await printReceipt(page)
  await expect.poll(() => printer.hasHung).toBe(true)
  await page.reload()
  await expect(notPrinted(page)).toContainText('The printer did not confirm it')
  await notPrinted(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(notPrinted(page)).toHaveCount(0)
})

test.describe('with a session of its own', () => {
  test.use({ as: null })

  test('the printer belongs to the browser: it stays after signing out', async ({ page, context }) => {
    await connectPrinter(context)
    await signIn(page, people.kiosk)
    await choosePrinter(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('/')
    await signIn(page, people.kiosk)
    await page.goto('/cashier/printer')
    await expect(page.getByText('Printer: TM-T20III')).toBeVisible()
  })
})

test('nobody chose a printer: it says so, and the dialog stays', async ({ page, context }) => {
  const printer = await connectPrinter(context)
  printer.mode = 'refused'
  await page.goto('/cashier/printer')
  await page.getByRole('radio', { name: /^USB/ }).check()
  await page.getByRole('button', { name: 'Choose printer' }).click()
  await expect(page.getByText('No printer was chosen', { exact: true })).toBeVisible()
  await page.getByRole('radio', { name: /^Print dialog/ }).check()
  await expect(page.getByRole('button', { name: 'Choose printer' })).toHaveCount(0)
})

for (const [connection, name] of [
  [/^Serial port/, 'Serial printer'],
  [/^Bluetooth/, 'MPT-II'],
] as const)
  test(`a test page is printed: ${name}`, async ({ page, context }) => {
    const printer = await connectPrinter(context)
    await choosePrinter(page, connection, name)
    await page.getByRole('button', { name: 'Print test page' }).click()
    await expect(page.getByText('Sent to the printer')).toBeVisible()
    expect(printer.readLast().lines.join('\n')).toContain(name)
    // Found again without asking.
    await page.reload()
    printer.mode = 'refused'
    await page.getByRole('button', { name: 'Print test page' }).click()
    await expectJobs(printer, 2)
  })

test.describe('as an admin', () => {
  test.use({ as: people.admin })

  test('the printer is found by the palette and from the account, and fits a phone', async ({
    page,
    context,
  }) => {
    await connectPrinter(context)
    await page.goto('/admin/account')
    await page.getByRole('main').getByRole('link', { name: 'Printer' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Printer')
    await page.getByRole('radio', { name: /^Serial port/ }).check()
    await expectUsable(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('Printer')
    await expect(page.getByRole('option', { name: /^Printer/ }).first()).toBeVisible()
  })
})
