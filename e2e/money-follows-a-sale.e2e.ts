// Follows sales to every place that shows them. Figures are compared to the butut, and other tests sell at the same
// time, so these have a separate product (own-product.ts), and one worker runs them one after the other.
import type { Page } from '@playwright/test'
import { figureIn, numberIn, readFigure } from './figures.ts'
import { test } from './own-product.ts'
import { expect, people, signIn } from './people.ts'
import { meters, pressOk, saleModal, salesTable, sell, TOKEN, verifySale } from './selling.ts'

// With motion, as most users have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.describe.configure({ mode: 'default' })

const COUNTER = 'My counter'
const TOTALS = 'Totals of the rows below'
const METER = '37201148261'
const KWH = /^\d+\.\d kWh$/

async function counterFigures(page: Page) {
  const float = await readFigure(page, COUNTER, 'Float')
  const sold = await readFigure(page, COUNTER, 'Cash power today')
  const commission = await readFigure(page, COUNTER, 'Commission today')
  return { float, sold, commission }
}

/** What an Admin sees, read again. */
async function houseFigures(page: Page) {
  await page.goto('/admin/dashboard')
  const daily = await readFigure(page, 'Figures', 'Cash Power Daily Sale')
  const monthly = await readFigure(page, 'Figures', 'Cash Power Monthly Sale')
  const count = await readFigure(page, 'Figures', 'Total Transactions')
  const balance = await readFigure(page, 'Figures', 'NAWEC Available Balance')
  await page.goto('/admin/cash-power')
  const sales = await readFigure(page, TOTALS, 'Sales')
  const tendered = await readFigure(page, TOTALS, 'Tendered')
  const fees = await readFigure(page, TOTALS, 'Fees')
  return { daily, monthly, count, balance, sales, tendered, fees }
}

/** What the utility itself reports as the vendor's balance. */
async function utilityBalance(page: Page, utility: string): Promise<number> {
  await page.goto(utility)
  return numberIn(await page.getByRole('definition').first().innerText())
}

/** On the virtual meter's page: types the token and presses Enter. */
async function keyIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token').fill(token)
  await page.getByRole('button', { name: 'Enter' }).click()
}

const kwhOn = async (page: Page) => Number.parseFloat(await page.getByText(KWH).innerText())

test('one sale of GMD 500: its token charges the meter once, and every figure moves by exactly this sale', async ({
  page,
  context,
  browser,
  product,
}) => {
  const admin = await browser.newPage({ baseURL: product.address })
  await signIn(admin, people.admin)
  await signIn(page, people.cashier)
  const wall = await context.newPage()
  const house = await houseFigures(admin)
  const counter = await counterFigures(page)
  expect(await utilityBalance(wall, product.utility)).toBe(house.balance)

  const card = await sell(page, { meter: METER, amount: '500' })
  const token = (await card.getByRole('article', { name: 'Token' }).getByText(TOKEN).textContent()) ?? ''
  const units = Number.parseFloat(await card.getByText(/^\d+\.\d\d kWh$/).innerText())
  await page.keyboard.press('Escape')

  // A token has tenths of a kWh; the rest stays with the utility.
  const charged = Math.floor(units * 10) / 10
  expect(charged).toBeGreaterThan(1)
  await wall.getByRole('link', { name: METER }).click()
  expect(await kwhOn(wall)).toBe(0)
  await keyIn(wall, token)
  await expect(wall.getByText(`Accepted: ${charged.toFixed(1)} kWh added.`)).toBeVisible()
  expect(await kwhOn(wall)).toBe(charged)
  await keyIn(wall, token)
  await expect(wall.getByText('This token has been used already.')).toBeVisible()
  expect(await kwhOn(wall)).toBe(charged)

  // GMD 500 costs a fee of 10, of which the demo's cashiers get 30 %; 490 reach the utility.
  const [tendered, fee, commission] = [500_00, 10_00, 3_00]
  await expect(figureIn(page, COUNTER, 'Commission today')).not.toHaveText(gmd(counter.commission))
  expect(await counterFigures(page)).toEqual({
    float: counter.float - tendered + commission,
    sold: counter.sold + tendered,
    commission: counter.commission + commission,
  })
  const row = salesTable(page).getByRole('row').nth(1)
  for (const text of [METER, token, 'GMD 500.00', 'GMD 490.00', 'GMD 10.00', people.cashier.name])
    await expect(row).toContainText(text)

  expect(await houseFigures(admin)).toEqual({
    daily: house.daily + tendered,
    monthly: house.monthly + tendered,
    count: house.count + 1,
    balance: house.balance - (tendered - fee),
    sales: house.sales + 1,
    tendered: house.tendered + tendered,
    fees: house.fees + fee,
  })
  await expect(salesTable(admin).getByRole('row').filter({ hasText: token })).toHaveCount(1)
  expect(await utilityBalance(wall, product.utility)).toBe(house.balance - (tendered - fee))
})

test('a sale that NAWEC never received is followed in the modal until the money is back, and the float is as before', async ({
  page,
}) => {
  await signIn(page, people.cashier)
  const before = await counterFigures(page)
  const modal = await verifySale(page, { meter: meters.errorBefore, phone: '7719876' })
  await pressOk(page)
  await expect(modal.getByText('GMD 100.00 is held, not spent. Do not sell it again.')).toBeVisible()
  await expect(figureIn(page, COUNTER, 'Float')).toHaveText(gmd(before.float - 100_00))
  await expect(modal.getByText('Asking NAWEC, second time')).toBeVisible({ timeout: 30_000 })

  await expect(modal.getByText('Nothing was sold', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(modal.getByText('GMD 100.00 is back. It may be sold again.')).toBeVisible()
  await expect(modal.getByText(/^NAWEC never received the sale/)).toBeVisible()
  await expect(modal.getByRole('listitem').last()).toContainText('Not sold; the money is back')
  await expect(modal.getByText('is held, not spent')).toHaveCount(0)
  await expect(figureIn(page, COUNTER, 'Float')).toHaveText(gmd(before.float))
  expect(await counterFigures(page)).toEqual(before)

  // The customer is still there: one press starts the same sale again.
  await expect(modal.getByRole('button', { name: 'Sell again' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(modal.getByLabel('Meter Number')).toHaveValue(meters.errorBefore)
  await expect(modal.getByLabel('Amount', { exact: true })).toHaveValue('100')
  await expect(modal.getByLabel('Mobile Number')).toHaveValue('7719876')
  await expect(modal.getByRole('button', { name: 'VERIFY' })).toBeEnabled()
  await expect(modal.getByRole('button', { name: 'OK' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(saleModal(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Open sales' })).toHaveCount(0)
  await expect(salesTable(page).getByRole('row').filter({ hasText: meters.errorBefore })).toHaveCount(0)
})

const gmd = (bututs: number) => `GMD ${(bututs / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`
