// A receipt from the counter to the customer's phone: its code on paper, its page, the token sent again, and the story of
// the sale.
import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expect, people, signIn, test } from './people.ts'
import { printedBy, stubPrinter } from './printing.ts'
import { fillSale, openSale, pressOk, saleModal, salesTable, someMeter, tokenCard, TOKEN } from './selling.ts'
import { findToast } from './toasts.ts'

const CODE = /[2-9A-HJKMNP-TV-Z]{4}(-[2-9A-HJKMNP-TV-Z]{4}){2}/

test.use({ as: people.cashier })
/** Another browser would otherwise be signed in as the cashier too. */
const NOBODY = { cookies: [], origins: [] }

async function sell(page: Page, phone: string): Promise<{ meter: string; code: string; token: string }> {
  const meter = someMeter()
  await page.goto('/cashier/cash-power')
  const modal = await openSale(page)
  await fillSale(modal, { meter, phone })
  await modal.getByRole('button', { name: 'VERIFY' }).click()
  await expect(modal.getByRole('button', { name: 'OK' })).toBeEnabled()
  await pressOk(page)
  const card = tokenCard(page)
  await expect(card).toBeVisible()
  const { text, fits } = await printedBy(page, card.getByRole('button', { name: 'Print receipt' }))
  expect(fits).toEqual([true, true])
  const token = TOKEN.exec(await card.innerText())?.[0]
  if (token === undefined) throw new Error('the card shows no token')
  const code = CODE.exec(text.slice(text.indexOf('Is it genuine?')))?.[0] ?? ''
  await page.keyboard.press('Escape')
  return { meter, code, token }
}

const phone = () => `7${String(Math.floor(Math.random() * 1_000_000)).padStart(6, '0')}`

test('the code on the paper leads to a page without scripts that says it is genuine and sends the token again', async ({
  page,
  browser,
  baseURL,
}) => {
  await stubPrinter(page.context())
  const { meter, code, token } = await sell(page, phone())
  const visitor = await browser.newContext({
    javaScriptEnabled: false,
    storageState: NOBODY,
    ...(baseURL && { baseURL }),
  })
  const receipt = await visitor.newPage()
  await receipt.goto('/')
  await receipt.getByRole('link', { name: 'Check a receipt' }).click()
  await receipt.getByLabel('Code of the receipt').fill(code.toLowerCase().replaceAll('-', ' '))
  await receipt.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(receipt.getByRole('heading', { level: 1 })).toHaveText('This receipt is genuine')
  await expect(receipt.getByRole('row', { name: /Meter/ })).toContainText(
    `${meter.slice(0, 2)}•••${meter.slice(-4)}`,
  )
  await receipt.getByRole('button', { name: 'Send the token again' }).click()
  await expect(receipt.getByRole('status')).toContainText('on its way to the phone of the purchase')
  await expect(receipt.getByRole('row', { name: /Sent again/ })).toContainText('Yes, once')
  expect(await receipt.content()).not.toContain(token)
  await receipt.goto('/r/23456789ABCD')
  await expect(receipt.getByRole('heading', { level: 1 })).toHaveText('No receipt has this code')
  await visitor.close()
  // The demo shows its messages.
  await page.goto('/outbox')
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText(token)
})

test('from a row of the list: what happened, print, send again, sell again', async ({ page }) => {
  await stubPrinter(page.context())
  const { meter, token } = await sell(page, '7714209')
  await salesTable(page).getByRole('row').filter({ hasText: meter }).getByTitle('Details').press('Enter')
  const story = page.getByRole('list', { name: 'What happened' })
  await expect(story.getByRole('listitem')).toHaveText([
    /^Opened, and sent to NAWEC, Fatou/,
    /^Answered: sold/,
  ])
  const facts = page.getByRole('main')
  await expect(facts.getByRole('list', { name: 'Token' })).toHaveText(token)
  await expect(facts.getByText(/^\d+\.\d\d kWh$/)).toBeVisible()
  await expect(facts.getByText('Fee', { exact: true })).toBeVisible()
  const { text } = await printedBy(page, page.getByRole('button', { name: 'Print receipt' }))
  expect(text).toContain('COPY 1')
  await expect(page.getByText('2 times')).toBeVisible()
  await page.getByRole('button', { name: 'Send again to the phone' }).click()
  await expect(findToast(page, 'The token is on its way to the phone of the purchase.')).toBeVisible()
  await expect(story.getByRole('listitem').last()).toContainText('Sent again to the phone, Fatou Ceesay')
  await expectUsable(page)
  await page.getByRole('button', { name: 'Sell again' }).click()
  await expect(saleModal(page).getByLabel('Meter Number')).toHaveValue(meter)
  await expect(saleModal(page).getByLabel('Mobile Number')).toHaveValue('7714209')
  await expect(saleModal(page).getByText('You were signed out')).toHaveCount(0)
})

test('another counter finds the purchase with Ctrl K and the code, without its token, and sends it again', async ({
  page,
  browser,
  baseURL,
}) => {
  await stubPrinter(page.context())
  const { meter, code, token } = await sell(page, phone())
  const other = await browser.newContext({ storageState: NOBODY, ...(baseURL && { baseURL }) })
  const kiosk = await other.newPage()
  await signIn(kiosk, people.kiosk)
  await expect(kiosk.getByRole('button', { name: 'New Transactions' })).toBeEnabled()
  await kiosk.keyboard.press('Control+k')
  await kiosk.getByRole('dialog').getByRole('combobox').fill(code)
  await expect(kiosk.getByRole('dialog').getByRole('option', { name: /^Cash Power, meter/ })).toBeVisible()
  await kiosk.keyboard.press('Enter')
  await expect(kiosk.getByRole('heading', { level: 1 })).toHaveText('Receipts')
  const found = kiosk.getByRole('table', { name: 'Purchases found' })
  await expect(found).toContainText(`${meter.slice(0, 2)}•••${meter.slice(-4)}`)
  await expect(found).not.toContainText(token)
  await expectUsable(kiosk)
  await found.getByRole('button', { name: 'Send again to the phone' }).click()
  await expect(found).toContainText('Once')
  await kiosk.getByLabel('Meter, phone or code').fill('R-0000001')
  await kiosk.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(kiosk.getByLabel('Amount')).toHaveAccessibleDescription(/Enter the amount too/)
  await other.close()
})

test('a code without digits, which could be a name too, is found as a code by Ctrl K', async ({ page }) => {
  const found = {
    id: 1,
    created_at: '2026-11-14T14:20:00.000Z',
    product: 'electricity',
    subject: '37•••8261',
    amount: 500,
    location: 'Brikama',
    own: false,
    times_sent_again: 0,
    refusal: null,
  }
  await page.route('**/flexpower/api/receipts?*', (route) => route.fulfill({ json: { data: [found] } }))
  await page.goto('/cashier/cash-power')
  await expect(page.getByRole('button', { name: 'New Transactions' })).toBeEnabled()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('KEBB-ASAN-YANG')
  await expect(page.getByRole('dialog').getByRole('option')).toHaveText([/^Cash Power, meter 37•••8261/])
})

test('a name that could be a code is found by Ctrl K also when codes cannot be asked for', async ({
  page,
}) => {
  const tooMany = { status: 'error', message: 'Too many questions. Try again later.' }
  await page.route('**/flexpower/api/receipts?*', (route) => route.fulfill({ status: 429, json: tooMany }))
  // Nobody in the demo has such a name: all customers are found by it.
  await page.route(/gettransactions.+search=Kebba/, async (route) =>
    route.fulfill({
      response: await route.fetch({
        url: route
          .request()
          .url()
          .replace(/search=[^&]+/, 'search='),
      }),
    }),
  )
  await page.goto('/cashier/cash-power')
  await expect(page.getByRole('button', { name: 'New Transactions' })).toBeEnabled()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Kebba Sanyang')
  await expect(page.getByRole('dialog').getByRole('option').first()).toHaveText(/GMD .+meter/)
})
