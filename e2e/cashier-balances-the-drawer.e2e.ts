// A cashier's shift in the browser, at a desk and on a phone: open, sell, cash in and out, count blind, close with a
// difference, print the Z slip; and the Admin who sees it or closes it.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { sellAirtime, someNumber } from './airtime.ts'
import { expectUsable } from './axe.ts'
import { accounts, payBill } from './bills.ts'
import { choosePrinter, connectPrinter } from './fake-printer.ts'
import { letAdminIn } from './machine.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { printedBy, stubPrinter } from './printing.ts'
import { meters, sell, someMeter } from './selling.ts'
import { findToasts } from './toasts.ts'
import { addCashierWithFloats, callAsAdmin, type OwnUser, signInElsewhere } from './users.ts'

test.use({ as: people.admin })

/** A new cashier with float, at the shift screen of another browser. */
async function startShift(page: Page): Promise<{ counter: Page; cashier: OwnUser }> {
  const cashier = await addCashierWithFloats(page)
  const counter = await signInElsewhere(page, cashier)
  await stubPrinter(counter.context())
  return { counter, cashier }
}

const goToShift = (counter: Page) =>
  counter
    .getByRole('navigation', { name: 'Also at this counter' })
    .getByRole('link', { name: 'My Shift' })
    .click()

async function openShift(counter: Page, amount: string): Promise<void> {
  await counter.getByLabel('Cash in the drawer').fill(amount)
  await counter.getByRole('button', { name: 'Open shift' }).click()
  await expect(counter.getByRole('button', { name: 'Count and close' })).toBeVisible()
}

async function moveCash(counter: Page, what: string, amount: string, reason: string): Promise<void> {
  await counter.getByRole('button', { name: what }).click()
  const dialog = counter.getByRole('dialog', { name: what })
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(counter.getByText(reason)).toBeVisible()
}

async function countDrawer(counter: Page, count: Record<string, string>): Promise<void> {
  await counter.getByRole('button', { name: 'Count and close' }).click()
  await expect(counter.getByLabel('D200', { exact: true })).toBeFocused()
  for (const [name, pieces] of Object.entries(count))
    await counter.getByLabel(name, { exact: true }).fill(pieces)
  await counter.getByRole('button', { name: 'Close with this count' }).click()
  await counter.getByRole('dialog').getByRole('button', { name: 'Close shift' }).click()
}

const findResult = (counter: Page): Locator => counter.getByRole('region', { name: 'Result' })

test('a count that was typed survives a reload, and is gone when it is stored', async ({ page }) => {
  const { counter } = await startShift(page)
  await goToShift(counter)
  await openShift(counter, '100')
  await counter.getByRole('button', { name: 'Count and close' }).click()
  await counter.getByLabel('D50', { exact: true }).fill('1')
  await counter.getByLabel('D5', { exact: true }).fill('10')
  await expect(counter.getByText('GMD 100.00').last()).toBeVisible()
  await counter.reload()
  await counter.getByRole('button', { name: 'Count and close' }).click()
  await expect(counter.getByLabel('D50', { exact: true })).toHaveValue('1')
  await expect(counter.getByLabel('D5', { exact: true })).toHaveValue('10')
  await counter.getByRole('button', { name: 'Close with this count' }).click()
  await counter.getByRole('dialog').getByRole('button', { name: 'Close shift' }).click()
  await expect(findResult(counter)).toBeVisible()
  await openShift(counter, '100')
  await counter.getByRole('button', { name: 'Count and close' }).click()
  await expect(counter.getByLabel('D50', { exact: true })).toHaveValue('')
})

test('at a desk: three products, cash to the safe, a blind count with a difference, and its Z slip', async ({
  page,
}) => {
  test.slow()
  const { counter, cashier } = await startShift(page)
  await goToShift(counter)
  await expect(counter).toHaveURL('/cashier/shift')
  await openShift(counter, '1,000')

  await counter.goto('/cashier/cash-power')
  await sell(counter, { meter: someMeter(), amount: '150' })
  await counter.goto('/cashier/air-power')
  await sellAirtime(counter, { phone: someNumber(), amount: '25' })
  await counter.goto('/cashier/post-paid')
  await payBill(counter, { account: accounts.touray.account, amount: '300' })

  await counter.goto('/cashier/shift')
  const today = counter.getByRole('region', { name: 'Today, all products' })
  await expect(today).toContainText('3 sales')
  await expect(today).toContainText('The amount is shown after the count')
  await moveCash(counter, 'To the safe', '200', 'Binta took it')
  // Nothing on the screen says what should be in the drawer, 1,275, or what it follows from.
  await expect(counter.getByText(/1,275\.00|475\.00/)).toHaveCount(0)
  await expectUsable(counter)

  // The Admin sees it while it is open.
  await page.goto(`/admin/tills/sessions?search=${encodeURIComponent(cashier.name)}`)
  await page.getByRole('link', { name: cashier.name }).click()
  await expect(page.getByRole('article', { name: 'X report' })).toContainText('1,275.00')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('NAWEC has the same')).toBeVisible()

  await countDrawer(counter, { D200: '6', D20: '1', 'D1 coin': '4' })
  await expect(counter.getByText('Difference: GMD 51.00 short')).toBeVisible()
  await counter.getByLabel('Reason').fill('Too much change given')
  await counter.getByRole('button', { name: 'Close shift' }).click()
  await expect(findResult(counter)).toContainText('1,224.00')
  await expect(today).toContainText('475.00')

  const paper = await printedBy(counter, counter.getByRole('button', { name: /^Print Z slip/ }))
  expect(paper.fits).toEqual([true, true])
  expect(paper.paper).toBe('rgb(255, 255, 255)')
  for (const text of [
    'Z slip',
    cashier.name,
    'GMD 51.00 short',
    'Too much change given',
    'Binta took it',
    'D200 × 6',
  ])
    expect(paper.text).toContain(text)
  await expectUsable(counter)
  await expectSlipElsewhere(counter, cashier)
  await expectStatement(counter)

  await page.goto(`/admin/tills/sessions?search=${encodeURIComponent(cashier.name)}`)
  await expect(page.getByRole('row').filter({ hasText: cashier.name })).toContainText('GMD 51.00 short')
  await expectUsable(page)
  await counter.close()
})

/** As a file, and by mail. */
async function expectSlipElsewhere(counter: Page, cashier: OwnUser): Promise<void> {
  const file = counter.waitForEvent('download')
  await counter.getByRole('button', { name: 'PDF' }).click()
  const saved = await file
  expect(saved.suggestedFilename()).toMatch(/^z-slip-A-\d{5}\.pdf$/)
  expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await counter.getByRole('button', { name: 'Send by mail' }).click()
  await expect(findToasts(counter).filter({ hasText: `is on its way to ${cashier.email}.` })).toBeVisible()
}

/** Line by line from the opening to what was counted, and its sums. */
async function expectStatement(counter: Page): Promise<void> {
  await counter.getByRole('link', { name: 'Drawer statement' }).click()
  const lines = counter.getByRole('table', { name: 'Drawer statement' }).locator('tbody').getByRole('row')
  const balances = ['0.00', '1,224.00', '1,275.00', '1,475.00', '1,175.00', '1,150.00', '1,000.00']
  await expect(lines).toHaveCount(balances.length)
  for (const [at, balance] of balances.entries())
    await expect(lines.nth(at).getByRole('cell').last()).toHaveText(`GMD ${balance}`)
  await expect(lines.nth(0)).toContainText(/Shift closedZ slip A-\d{5}Counted/)
  await expect(lines.nth(1)).toContainText('Too much change given')
  const sums = counter.getByRole('region', { name: 'Sums' })
  await expect(sums).toContainText(/Opening, GMD\s*0\.00/)
  await expect(sums).toContainText(/In, GMD\s*1,475\.00/)
  await expect(sums).toContainText(/Out, GMD\s*1,475\.00/)
  await expect(sums).toContainText(/Closing, GMD\s*0\.00/)
}

test('a Z slip is printed without a dialog; without paper it says so, and it can be printed at any time', async ({
  page,
}) => {
  const { counter } = await startShift(page)
  const printer = await connectPrinter(counter.context())
  await choosePrinter(counter)
  await counter.goto('/cashier/shift')
  await openShift(counter, '100')
  await countDrawer(counter, { D100: '1' })
  await expect(findResult(counter)).toContainText('None')
  const print = counter.getByRole('button', { name: /^Print Z slip/ })
  printer.mode = 'no paper'
  await print.click()
  await expect(counter.getByText('The printer has no paper')).toBeVisible()
  await expect(counter.getByText('The shift itself is not affected.')).toBeVisible()
  expect(printer.jobs).toEqual([])

  // Nobody waits for it: it stays in the list of earlier shifts, and its first print is the original.
  printer.mode = 'works'
  await counter.reload()
  await counter.getByRole('button', { name: /^Show Z slip/ }).click()
  await counter
    .getByRole('dialog')
    .getByRole('button', { name: /^Print Z slip/ })
    .click()
  await expect.poll(() => printer.jobs.length).toBe(1)
  const { lines, pulses } = printer.readLast()
  const text = lines.join('\n')
  expect(text).toMatch(/Z slip \S+/)
  expect(text).toContain('GMD 100.00')
  expect(text).not.toContain('COPY')
  expect(pulses).toBe(0)
  await counter
    .getByRole('dialog')
    .getByRole('button', { name: /^Print Z slip/ })
    .click()
  await expect.poll(() => printer.jobs.length).toBe(2)
  expect(printer.readLast().lines.join('\n')).toContain('COPY 1')
  await counter.close()
})

test('on a phone: open, sell, put cash in, count, and read the slip again', async ({ page }) => {
  const { counter } = await startShift(page)
  await counter.setViewportSize({ width: 360, height: 740 })
  await counter.goto('/cashier/shift')
  await openShift(counter, '500')
  await counter.goto('/cashier/cash-power')
  await sell(counter, { meter: someMeter(), amount: '100' })
  await counter.goto('/cashier/shift')
  await moveCash(counter, 'Cash in', '50', 'Change from the bank')
  await counter.getByRole('button', { name: 'Count and close' }).click()
  await expectNoOverflow(counter)
  const box = await counter.getByLabel('D200', { exact: true }).boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  await expectUsable(counter, [360])
  await counter.getByRole('button', { name: 'Cancel' }).click()
  await countDrawer(counter, { D200: '3', D50: '1' })
  await expect(findResult(counter)).toContainText('None')
  await counter.reload()
  await counter.getByRole('button', { name: /^Show Z slip/ }).click()
  await expect(counter.getByRole('dialog').getByRole('article', { name: /^Z slip/ })).toContainText(
    'GMD 650.00',
  )
  await expectNoOverflow(counter)
  await counter.close()
})

test('where selling needs a shift, the counter says so before anything is verified', async ({ page }) => {
  const { counter } = await startShift(page)
  const counterCall = '**/flexpower/api/counter'
  await counter.route(counterCall, async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: object }
    await route.fulfill({ json: { data: { ...data, needs_shift: true } } })
  })
  await counter.goto('/cashier/cash-power')
  const notice = (within: Page) => within.getByRole('status').filter({ hasText: 'Your shift is not open' })
  await expect(notice(counter)).toBeVisible()
  await expectUsable(counter)
  await notice(counter).getByRole('link', { name: 'Open it under My Shift' }).click()
  await expect(counter).toHaveURL('/cashier/shift')
  await openShift(counter, '100')
  await counter.unroute(counterCall)
  await counter.goto('/cashier/cash-power')
  await expect(counter.getByText('No sales yet')).toBeVisible()
  await expect(notice(counter)).toHaveCount(0)
  await counter.close()
})

test('an Admin closes the shift of a cashier who went home', async ({ page }) => {
  const { counter, cashier } = await startShift(page)
  await counter.goto('/cashier/shift')
  await openShift(counter, '100')
  await counter.close()
  await page.goto(`/admin/tills/sessions?search=${encodeURIComponent(cashier.name)}`)
  await page.getByRole('link', { name: cashier.name }).click()
  await page.getByRole('button', { name: 'Close this shift' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Close shift' }).click()
  await expect(dialog).toContainText('Reason is required')
  await dialog.getByLabel('Reason').fill('Went home ill')
  await dialog.getByRole('button', { name: 'Close shift' }).click()
  const slip = page.getByRole('article', { name: /^Z slip/ })
  await expect(slip).toContainText('Not counted')
  await expect(slip).toContainText(`${people.admin.name}, Admin`)
  await expect(page.getByRole('list', { name: 'History' })).toContainText('closed the shift of another user')
  await expectUsable(page)
})

/** Sells what never arrives, and counts the drawer before that is known. */
async function closeWithSaleInDoubt(boss: Page): Promise<void> {
  const send = async (path: string, data: object): Promise<Record<string, unknown>> =>
    (await (await callAsAdmin(boss, 'POST', path, data)).json()) as Record<string, unknown>
  const { data: session } = await send('till/open', { opening_amount: 0 })
  const sale = { meter_number: meters.errorBefore, amount: 61, telephone: '7714208' }
  // Other tests sell to this meter too, and it takes one sale at a time.
  await expect
    .poll(
      async () => {
        await send('verify', sale)
        return (await send('transactions', sale))['status']
      },
      { timeout: 60_000 },
    )
    .toBe('pending')
  const { id } = session as { id: number }
  const count = [{ kind: 'note', value: 50, pieces: 1 }]
  expect(await send('till/close', { session_id: id, count, reason: 'Small change' })).toMatchObject({
    data: { state: 'closed', in_doubt: [{ amount: 61 }] },
  })
}

test('an Admin pays a customer back, whose sale was voided after the drawer was counted', async ({
  page,
}) => {
  test.slow()
  const boss = await signInElsewhere(page, await letAdminIn(page))
  await closeWithSaleInDoubt(boss)
  await boss.goto('/admin/my-shift')
  // The drawer had GMD 50.00 when it was counted: it asks where the rest comes from.
  await boss.getByLabel('Cash in the drawer').fill('100')
  await boss.getByRole('button', { name: 'Open shift' }).click()
  await expect(boss.getByLabel('Reason')).toHaveAccessibleDescription(/Say why it is GMD 100\.00 now/)
  await boss.getByLabel('Reason').fill('Change from the bank')
  await openShift(boss, '100')
  const owed = boss
    .getByRole('status')
    .filter({ hasText: `GMD 61.00 is owed to the customer of ${meters.errorBefore}` })
  await expect(async () => {
    await boss.reload()
    await expect(owed).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 90_000 })
  await owed.getByRole('button', { name: 'Paid back' }).click()
  await boss
    .getByRole('dialog', { name: 'Paid back GMD 61.00?' })
    .getByRole('button', { name: 'Paid back' })
    .click()
  await expect(boss.getByRole('dialog')).toHaveCount(0)
  await expect(owed).toHaveCount(0)
  await expect(boss.getByRole('row').filter({ hasText: 'Paid back' })).toContainText('GMD -61.00')
  await boss.close()
})
