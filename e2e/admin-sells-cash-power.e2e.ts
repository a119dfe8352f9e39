import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expectNoOverflow, readBottom } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { PAPER_TOKEN, printedBy, stubPrinter } from './printing.ts'
import {
  meters,
  openSale,
  pressOk,
  saleModal,
  salesTable,
  sell,
  someMeter,
  TOKEN,
  verifySale,
} from './selling.ts'
import { findToast } from './toasts.ts'
import { sellElsewhere } from './utility.ts'
import { watchComplaints } from './watching.ts'
import { answerWindows } from './windows.ts'

test.use({ as: people.admin })
test.beforeEach(async ({ page }) => {
  await page.goto('/admin/cash-power')
})

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const bodyRows = (page: Page) => salesTable(page).locator('tbody').getByRole('row')

/** Excludes the shimmer rows shown before. */
const expectRows = (page: Page) => expect(bodyRows(page).getByText(TOKEN).first()).toBeVisible()

test('CP-01 New Transactions opens Add New Transaction with three fields, VERIFY and OK', async ({
  page,
}) => {
  const modal = await openSale(page)
  for (const label of ['Meter Number', 'Amount', 'Mobile Number'])
    await expect(modal.getByLabel(label, { exact: true })).toBeEditable()
  await expect(modal.getByRole('button', { name: 'VERIFY' })).toBeVisible()
  await expect(modal.getByRole('button', { name: 'OK' })).toBeVisible()
})

test('CP-10 the table has exactly its columns, and everybody’s sales', async ({ page }) => {
  await expect(salesTable(page).getByRole('columnheader')).toHaveText([
    'Action',
    'Date',
    'Customer Name',
    'Meter Number',
    'Tendered Amount',
    'Vend Amount',
    'Fee',
    'List Token',
    'Cashier',
    'Transaction ID',
  ])
  await page.getByLabel('Rows per Page').selectOption('100')
  for (const name of ['Fatou Ceesay', 'Lamin Jobe'])
    await expect(bodyRows(page).getByRole('cell', { name, exact: true }).first()).toBeVisible()
})

test('CP-11 tokens are in five blocks of four, several ones in the order of entry', async ({ page }) => {
  await expectRows(page)
  const card = await sell(page, { meter: meters.keyChange, amount: '200' })
  await expect(card.getByRole('listitem')).toHaveCount(3)
  const tokens = await card.getByRole('listitem').getByText(TOKEN).allTextContents()
  await page.keyboard.press('Escape')
  const row = bodyRows(page).filter({ hasText: 'Kumba Njie' }).filter({ hasText: 'GMD 200.00' }).first()
  await expect(row.getByText(TOKEN)).toHaveText(tokens)
})

test('an Admin sells from the house’s account, and the totals follow', async ({ page }) => {
  const meter = someMeter()
  const card = await sell(page, { meter, amount: '50000' })
  await expect(card.getByText('GMD 50,000.00')).toBeVisible()
  await expect(findToast(page, 'Transaction added successfully!')).toBeVisible()
  await page.keyboard.press('Escape')
  await searchBox(page).fill(meter)
  await expect(bodyRows(page)).toHaveCount(1)
  await expect(bodyRows(page)).toContainText('Binta Saidy')
  const totals = page.getByRole('region', { name: 'Totals of the rows below' })
  await expect(totals).toContainText('GMD 50,000.00')
})

test('CP-12 T-03 the search looks into every column, and is in the URL', async ({ page }) => {
  await expectRows(page)
  await page.getByLabel('Rows per Page').selectOption('100')
  const cells = await bodyRows(page)
    .filter({ has: page.getByText(TOKEN) })
    .first()
    .getByRole('cell')
    .allTextContents()
  const [, date = '', customer = '', meter = '', , , , token = '', cashier = '', transaction = ''] = cells
  // A sale with key-change tokens has several tokens in the cell; people search for one of them.
  const oneToken = TOKEN.exec(token.slice(0, 24))?.[0] ?? ''
  for (const term of [transaction, oneToken, meter, customer.toUpperCase(), cashier, date.slice(0, 11)]) {
    await searchBox(page).fill(term)
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(term)
    await expect(bodyRows(page).filter({ hasText: transaction })).toHaveCount(1)
  }
  await searchBox(page).fill(transaction)
  await expect(bodyRows(page)).toHaveCount(1)
  await page.reload()
  await expect(searchBox(page)).toHaveValue(transaction)
  await expect(bodyRows(page)).toHaveCount(1)
  await searchBox(page).fill('no such thing')
  await expect(page.getByText('Nothing matches “no such thing”')).toBeVisible()
})

test('CP-12 CP-15 C-02 the CSV has the rows found, under a name with up to five random digits', async ({
  page,
}) => {
  const meter = someMeter()
  await sell(page, { meter, amount: '100' })
  await page.keyboard.press('Escape')
  await searchBox(page).fill(meter)
  await expect(bodyRows(page)).toHaveCount(1)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^cash-power-\d{1,5}\.csv$/)
  const bytes = await readFile(await file.path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = bytes.toString('utf8').slice(1).split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toBe(
    '"Date";"Customer Name";"Meter Number";"Tendered Amount";"Vend Amount";"Fee";"List Token";"Cashier";"Transaction ID"',
  )
  expect(lines[1]).toMatch(
    new RegExp(
      `^"[^"]+";"Fleet Customer \\d+";"${meter}";"100";"95";"5";"\\d{4}( \\d{4}){4}";"Binta Saidy";"[A-Z]+\\d{6}-[\\dA-Z]{5}-[\\dA-Z]{5}"$`,
    ),
  )
})

test('CP-12 CP-14 the print icon prints a receipt whose window closes 1 s after printing', async ({
  page,
  context,
}) => {
  await stubPrinter(context)
  const complaints = await watchComplaints(page)
  await page.reload()
  const meter = someMeter()
  await sell(page, { meter, amount: '500' })
  await page.keyboard.press('Escape')
  const print = bodyRows(page)
    .filter({ hasText: meter })
    .getByRole('button', { name: /^Print receipt of/ })
  for (const copy of [0, 1, 2]) {
    const { text, paper, stayedMs } = await printedBy(page, print)
    expect(text.match(/COPY \d+/)?.[0]).toBe(copy === 0 ? undefined : `COPY ${copy}`)
    for (const words of [
      meter,
      /Tendered\s+GMD 500\.00/,
      /VAT 15 %\s+GMD \d/,
      /Fee\s+GMD 10\.00/,
      PAPER_TOKEN,
    ])
      expect(text).toMatch(words)
    expect(text).toContain('Binta Saidy')
    expect(text).toMatch(/Receipt\s+[A-Z]+\d{6}-[\dA-Z]{5}-[\dA-Z]{5}/)
    expect(text).not.toMatch(/Rounding/i)
    expect(paper).toBe('rgb(255, 255, 255)')
    expect(stayedMs).toBeGreaterThanOrEqual(950)
  }
  expect(complaints).toEqual([])
})

test('CP-14 a token fits two lines of 58 and of 80 mm paper', async ({ page, context }) => {
  await stubPrinter(context)
  await page.reload()
  const card = await sell(page, { meter: meters.keyChange, amount: '300' })
  const { text, fits } = await printedBy(page, card.getByRole('button', { name: 'Print receipt' }))
  expect(text).toContain('3 of 3, Electricity')
  expect(fits).toEqual([true, true])
})

test('an Admin decides a sale that the utility could not, with a reason', async ({ page }) => {
  const sale = {
    id: 987_654,
    reference: '261114-987654',
    product: 'electricity',
    subject: '37201148261',
    customer_name: 'Mariama Bah',
    amount: 300,
    state: 'manual',
    asked: 40,
    created_at: '2026-11-14T14:18:00Z',
    recorded_by: 'Fatou Ceesay',
    location: 'Serekunda',
    receipt_code: null,
    reason: 'our reference is on record with another amount',
    ordered: {
      transaction: '',
      receipt: '',
      time: '2026-11-14T14:18:00Z',
      subject: '37201148261',
      amount: 290,
      reference: '261114-987654',
    },
    seen: [
      {
        transaction: '700000001',
        receipt: 'R-1',
        choice_refusal: 'Its amount is not the one that was ordered.',
        time: '2026-11-14T14:18:04Z',
        subject: '37201148261',
        amount: 295,
        reference: '261114-987654',
      },
    ],
  }
  await answerWindows(page, 'transactions/open', [sale])
  await page.reload()
  await page.getByRole('region', { name: 'Open sales' }).getByRole('button', { name: 'Show' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open sales' })
  await expect(dialog.getByText('Waiting for an Admin to decide')).toBeVisible()
  const evidence = dialog.getByRole('region', { name: 'What was seen' })
  await expect(evidence.getByText(/our reference is on record with another amount/)).toBeVisible()
  await expect(evidence.getByRole('article', { name: 'Ordered' })).toContainText('GMD 290.00')
  const record = evidence.getByRole('article', { name: 'At NAWEC' })
  await expect(record).toContainText('700000001')
  await expect(record).toContainText('GMD 295.00 (differs)')
  await expect(record).toContainText('Cannot be chosen: Its amount is not the one that was ordered.')
  await expect(evidence.getByRole('button', { name: 'This is the sale' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Decide this sale' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByText('Sold', { exact: true }).click()
  await dialog.getByLabel('Tokens').fill('4821 6093 3755 0184 7726')
  await dialog.getByLabel('Reason').fill('NAWEC by phone')
  const [request] = await Promise.all([
    page.waitForRequest('**/flexpower/api/transactions/987654/decide'),
    dialog.getByRole('button', { name: 'Save' }).click(),
  ])
  expect(request.postDataJSON()).toEqual({
    outcome: 'confirmed',
    reason: 'NAWEC by phone',
    tokens: ['48216093375501847726'],
  })
  await expect(dialog.getByText('There is no such sale.')).toBeVisible()
})

test('an Admin confirms a sale that only paid a debt without tokens', async ({ page }) => {
  const sale = {
    id: 987_656,
    reference: '261114-987656',
    product: 'electricity',
    subject: meters.debtOnly,
    customer_name: 'Bakary Manneh',
    amount: 300,
    state: 'manual',
    asked: 40,
    created_at: '2026-11-14T14:18:00Z',
    recorded_by: 'Fatou Ceesay',
    location: 'Serekunda',
    receipt_code: null,
    reason: 'no answer in time',
    debt_only: true,
  }
  await answerWindows(page, 'transactions/open', [sale])
  await page.reload()
  await page.getByRole('region', { name: 'Open sales' }).getByRole('button', { name: 'Show' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open sales' })
  await dialog.getByRole('button', { name: 'Decide this sale' }).click()
  await dialog.getByText('Sold', { exact: true }).click()
  await expect(dialog.getByLabel('Tokens')).toHaveAccessibleDescription(/^This sale only pays a debt/)
  await dialog.getByLabel('Reason').fill('NAWEC by phone')
  const [request] = await Promise.all([
    page.waitForRequest('**/flexpower/api/transactions/987656/decide'),
    dialog.getByRole('button', { name: 'Save' }).click(),
  ])
  expect(request.postDataJSON()).toEqual({ outcome: 'confirmed', reason: 'NAWEC by phone', tokens: [] })
})

test('an Admin chooses which of two equal records is the sale, with one press, and gets its token', async ({
  page,
}) => {
  const complaints = await watchComplaints(page)
  await sellElsewhere(meters.noReference, 95)
  await verifySale(page, { meter: meters.noReference })
  await pressOk(page)
  await expect(saleModal(page).getByText('is held, not spent')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Open sales' }).getByRole('button', { name: 'Show' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open sales' })
  const sale = dialog.getByRole('listitem').filter({ hasText: meters.noReference })
  const records = sale.getByRole('article', { name: /^At NAWEC/ })
  await expect(records.last().getByRole('button', { name: 'This is the sale' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(
    sale.getByText(
      '“This is the sale” confirms the sale of GMD 100.00 with this receipt and its token. The money that is held is then spent. It cannot be undone.',
    ),
  ).toBeVisible()
  await expectUsable(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  const [receipt = ''] = /NW\d+/.exec(await records.last().innerText()) ?? []
  await records.last().getByRole('button', { name: 'This is the sale' }).click()
  await expect(dialog.getByText(`The sale of GMD 100.00 is confirmed with receipt ${receipt}.`)).toBeVisible()
  const token = await dialog.getByText(TOKEN).innerText()
  await expect(records).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectUsable(page)
  await page.keyboard.press('Escape')
  await expect(bodyRows(page).filter({ hasText: token })).toHaveCount(1)
  expect(complaints).toEqual([])
})

test('the header shows the state of the utility', async ({ page }) => {
  await expect(page.getByRole('banner').getByText(/^NAWEC (up|slow|down)/)).toBeVisible()
})

test('on a phone the rows are cards and New Transactions is at the bottom', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const cards = page.getByRole('list', { name: 'Cash power transactions' })
  await expect(cards.getByRole('listitem').first().getByText(TOKEN).first()).toBeVisible()
  const call = page.getByRole('button', { name: 'New Transactions' })
  await expect(call).toHaveCount(1)
  await expect.poll(() => readBottom(call)).toBeGreaterThan(700)
  await expectNoOverflow(page)
  await call.click()
  await expect(saleModal(page)).toBeVisible()
})
