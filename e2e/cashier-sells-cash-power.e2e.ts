import type { Locator } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expect, people, test } from './people.ts'
import {
  fillSale,
  meters,
  openSale,
  pressOk,
  saleModal,
  salesTable,
  sell,
  sellOpen,
  someMeter,
  TOKEN,
  tokenCard,
  verifySale,
} from './selling.ts'
import { expectCountdown, slowToasts, findToast } from './toasts.ts'
import { hold, readPath, watchCalls, watchComplaints } from './watching.ts'

test.use({ as: people.cashier })
// With motion, as most users have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })
test.beforeEach(async ({ page }) => {
  await page.goto('/cashier/cash-power')
})

const KEY_CALL = '**/flexpower/api/transactions/key/*'
const SELL_CALL = '**/flexpower/api/transactions'

test.describe('the sale', () => {
  test('CP-07 CP-11 success: 3 s of toast, modal closed, token in blocks of four, list refreshed, form reset', async ({
    page,
  }) => {
    await slowToasts(page)
    const meter = someMeter()
    await verifySale(page, { meter })
    await pressOk(page)
    const toast = findToast(page, 'Transaction added successfully!')
    await expect(toast).toBeVisible()
    await expectCountdown(toast, 3000, 'running')
    await expect(saleModal(page)).toHaveCount(0)
    const token = await tokenCard(page).getByRole('article', { name: 'Token' }).getByText(TOKEN).textContent()
    await page.keyboard.press('Escape')
    await expect(salesTable(page).getByRole('row').filter({ hasText: meter })).toContainText(token ?? 'none')
    const next = await openSale(page)
    for (const label of ['Meter Number', 'Amount', 'Mobile Number'])
      await expect(next.getByLabel(label, { exact: true })).toHaveValue('')
    await expect(next.getByRole('button', { name: 'OK' })).toBeDisabled()
  })

  test('CP-07 float, sales of the day and the last sale follow', async ({ page }) => {
    const meter = someMeter()
    await sell(page, { meter, amount: '100' })
    await page.keyboard.press('Escape')
    const counter = page.getByRole('region', { name: 'My counter' })
    await expect(counter.getByText(/^Fleet Customer \d+, GMD 100.00$/)).toBeVisible()
  })

  test('three tokens are numbered in the order of entry', async ({ page }) => {
    await sell(page, { meter: meters.keyChange })
    const tokens = tokenCard(page).getByRole('article', { name: 'Tokens in the order of entry' })
    await expect(tokens.getByRole('listitem')).toHaveCount(3)
    await expect(tokens.getByRole('listitem').getByText(TOKEN)).toHaveCount(3)
    await expect(tokens.getByText('Three tokens, keyed in from 1 to 3.')).toBeVisible()
    await expect(tokens.getByRole('listitem').first()).toContainText('Key change 1 of 2')
    await expect(tokens.getByRole('listitem').last()).toContainText('Electricity')
  })

  test('free units are a separate token, named on the card and in the message', async ({ page }) => {
    const card = await sell(page, { meter: meters.freeUnits, phone: '7714208' })
    const tokens = card.getByRole('article', { name: 'Tokens in the order of entry' })
    await expect(tokens.getByRole('listitem')).toHaveCount(2)
    await expect(tokens.getByRole('listitem').first()).toContainText(/Electricity, [\d.]+ kWh/)
    await expect(tokens.getByRole('listitem').last()).toContainText('Free units, 10.00 kWh')
    await expect(tokens.getByText('new key')).toHaveCount(0)
    await expect(card.getByRole('link', { name: 'SMS' })).toHaveAttribute('href', /Free%20units/)
  })

  test('a token is copied, and goes by SMS and WhatsApp to the phone of the sale', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const meter = someMeter()
    const card = await sell(page, { meter, phone: '7714208' })
    await expect(card.getByRole('link', { name: 'SMS' })).toHaveAttribute(
      'href',
      /^sms:7714208\?body=.*\d{4}%20/,
    )
    await expect(card.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/2207714208\?text=/,
    )
    await card.getByRole('button', { name: 'Copy' }).click()
    await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(meter)
  })

  test('CP-08 a refusal by the utility: its text as a toast, modal closed, and it stays on the page', async ({
    page,
  }) => {
    await verifySale(page, { meter: meters.balanceUsedUp })
    await pressOk(page)
    const words = /^NAWEC refused the sale: The balance of the vendor is not sufficient\..*GMD 100\.00/
    await expect(page.getByRole('region', { name: /^Notifications/ }).getByText(words)).toBeVisible()
    await expect(saleModal(page)).toHaveCount(0)
    const notice = page.getByRole('main').getByRole('alert').filter({ hasText: 'The sale was refused' })
    await expect(notice).toContainText('The balance of the vendor is not sufficient.')
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)
    await expect((await openSale(page)).getByLabel('Meter Number')).toHaveValue('')
  })

  test('CP-09 no connection: it is not known whether it was sold, and Try again sends the same key', async ({
    page,
  }) => {
    const meter = someMeter()
    const modal = await verifySale(page, { meter })
    const keys: (string | undefined)[] = []
    // The order reaches the server and is sold; only the answer is lost.
    await page.route(SELL_CALL, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.fallback()
      await route.fetch()
      return route.abort()
    })
    await page.route(KEY_CALL, (route) => route.abort())
    await pressOk(page)
    await expect(findToast(page, 'It is not known yet whether this was sold')).toBeVisible()
    await expect(modal.getByText(/it cannot sell twice/)).toBeVisible()
    await modal.getByRole('button', { name: 'Try again' }).click()
    await expect(tokenCard(page)).toBeVisible()
    expect(keys).toHaveLength(2)
    expect(keys[0]).toMatch(/^[\da-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
    await page.keyboard.press('Escape')
    await expect(salesTable(page).getByRole('row').filter({ hasText: meter })).toHaveCount(1)
  })

  test('CP-09 a sale that never reached the server is remembered after a reload, and sent with its key only when told so', async ({
    page,
  }) => {
    await verifySale(page, { meter: someMeter() })
    const keys: (string | undefined)[] = []
    const cutOff = { isOn: true }
    await page.route(SELL_CALL, (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      keys.push(route.request().headers()['idempotency-key'])
      return cutOff.isOn ? route.fulfill({ status: 502, body: 'bad gateway' }) : route.fallback()
    })
    await page.route(KEY_CALL, (route) => (cutOff.isOn ? route.abort() : route.fallback()))
    await pressOk(page)
    await expect(findToast(page, 'It is not known yet whether this was sold')).toBeVisible()
    await page.reload()
    const strip = page.getByRole('region', { name: 'Open sales' })
    await expect(strip.getByText(/^Not known yet: GMD 100 to meter/)).toBeVisible()
    const sent = keys.length
    cutOff.isOn = false
    await expect(strip.getByText(/^Not with the server: GMD 100 to meter/)).toBeVisible()
    expect(keys).toHaveLength(sent)
    await strip.getByRole('button', { name: 'Send it now' }).click()
    await expect(tokenCard(page)).toBeVisible()
    expect(new Set(keys).size).toBe(1)
    expect(keys).toHaveLength(sent + 1)
    await page.keyboard.press('Escape')
    await expect(strip.getByText(/^Not (known yet|with the server)/)).toHaveCount(0)
  })

  test('a second sale to the same meter within the hour asks for confirmation once', async ({ page }) => {
    const meter = someMeter()
    await sell(page, { meter })
    await page.keyboard.press('Escape')
    const modal = await verifySale(page, { meter })
    await expect(
      modal.getByText(/^Sold GMD 100\.00 to this meter (just now|\d+ minutes? ago)$/),
    ).toBeVisible()
    await modal.getByRole('button', { name: 'OK' }).click()
    const question = page.getByRole('dialog', { name: 'Sell again to this meter?' })
    await expect(question.getByRole('button', { name: 'No' })).toBeFocused()
    await question.getByRole('button', { name: 'Sell again' }).click()
    await expect(tokenCard(page)).toBeVisible()
  })
})

test.describe('a sale with an unknown outcome', () => {
  test('stays in the modal with live progress and ends with the token', async ({ page }) => {
    const modal = await verifySale(page, { meter: meters.errorAfter })
    await pressOk(page)
    await expect(modal.getByText(/GMD 100\.00 is held, not spent/)).toBeVisible()
    await expect(modal.getByText(/^(Waiting for NAWEC|Asking NAWEC, first time)$/)).toBeVisible()
    await expect(tokenCard(page)).toBeVisible({ timeout: 40_000 })
    await expect(findToast(page, 'Transaction added successfully!')).toBeVisible()
    await expect(saleModal(page)).toHaveCount(0)
  })

  test('stays visible when the modal is closed and after a reload, and its end is shown on the page', async ({
    page,
  }) => {
    const modal = await verifySale(page, { meter: meters.htmlPage })
    await pressOk(page)
    await expect(modal.getByText(/is held, not spent/)).toBeVisible()
    await modal.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    const told = page.getByText('The token for Html Page has come: GMD 100.00')
    const strip = page.getByRole('region', { name: 'Open sales' })
    await expect(strip.or(told).first()).toBeVisible()
    await expect(told).toBeVisible({ timeout: 40_000 })
    await page.getByRole('status').filter({ has: told }).getByRole('button', { name: 'Show' }).click()
    await expect(tokenCard(page).getByText(TOKEN)).toBeVisible()
  })

  test('that was never sold shows on the page, when the modal is closed, whose money is back, and can be sold again', async ({
    page,
  }) => {
    test.slow()
    const modal = await sellOpen(page, { meter: meters.errorBefore })
    await modal.getByRole('button', { name: 'Close' }).click()
    const notice = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: 'Nothing was sold to Error Before: GMD 100.00 is back' })
    await expect(notice).toContainText('NAWEC never received the sale', { timeout: 40_000 })
    await notice.getByRole('button', { name: 'Sell again' }).click()
    await expect(saleModal(page).getByLabel('Meter Number')).toHaveValue(meters.errorBefore)
    await expect(saleModal(page).getByLabel('Amount', { exact: true })).toHaveValue('100')
    await page.keyboard.press('Escape')
    await expect(notice).toHaveCount(0)
  })

  test('a slow answer shows progress', async ({ page }) => {
    const modal = await verifySale(page, { meter: someMeter() })
    const answer = await hold(page, SELL_CALL)
    await pressOk(page)
    // The order never left: no money is held, and nobody waits for NAWEC.
    await expect(modal.getByText('It is not known yet whether the server has this sale.')).toBeVisible()
    await expect(modal.getByText(/^Waiting for NAWEC|is held, not spent/)).toHaveCount(0)
    await expect(modal.getByRole('button', { name: 'Next customer' })).toBeVisible()
    answer()
    await expect(tokenCard(page)).toBeVisible()
  })
})

/** The few browser types needed here; these tests are compiled without the DOM types. */
interface Typed {
  dispatchEvent: (event: object) => boolean
  ownerDocument: { defaultView: { KeyboardEvent: new (type: string, init: object) => object } }
}

test.describe('by keyboard', () => {
  test('a whole sale takes at most 12 key presses besides the digits', async ({ page }) => {
    let presses = 0
    const press = async (key: string) => {
      presses += 1
      await page.keyboard.press(key)
    }
    const digits = (text: string) => page.keyboard.type(text, { delay: 60 })
    await expect(salesTable(page).getByRole('row').nth(1)).toBeVisible()
    await press('n')
    await expect(saleModal(page).getByLabel('Meter Number')).toBeFocused()
    await digits(someMeter())
    await press('Tab')
    await digits('50')
    await press('Tab')
    await digits('7714208')
    await press('Enter')
    await expect(saleModal(page).getByRole('button', { name: 'OK' })).toBeFocused()
    await press('Enter')
    await expect(tokenCard(page).getByRole('button', { name: 'Print receipt' })).toBeFocused()
    await press('Escape')
    await expect(tokenCard(page)).toHaveCount(0)
    expect(presses).toBeLessThanOrEqual(12)
  })

  test('N starts a sale from the moment at which the first row is there', async ({ page }) => {
    await page.addInitScript(`new MutationObserver((_, observer) => {
      if (document.querySelector('main tbody tr') === null) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true }))
    }).observe(document, { childList: true, subtree: true })`)
    await page.reload()
    await expect(saleModal(page).getByLabel('Meter Number')).toBeFocused()
  })

  test('N that is held down, or pressed twice, opens one sale and types nothing', async ({ page }) => {
    const meter = saleModal(page).getByLabel('Meter Number')
    await expect(salesTable(page).getByRole('row').nth(1)).toBeVisible()
    await page.keyboard.down('n')
    await expect(meter).toBeFocused()
    for (let count = 0; count < 3; count += 1) await page.keyboard.down('n')
    await page.keyboard.up('n')
    await expect(meter).toHaveValue('')
    // Twice within half a second: a busy machine may need a second try.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(saleModal(page)).toHaveCount(0)
      await page.keyboard.press('n')
      await page.keyboard.press('n')
      await expect(meter).toBeFocused()
      await expect(meter).toHaveValue('', { timeout: 1000 })
    }).toPass()
    await meter.pressSequentially('njie')
    await expect(meter).toHaveValue(/jie$/)
  })

  test('a held Enter verifies and does not continue to sell', async ({ page }) => {
    const modal = await openSale(page)
    await fillSale(modal, { meter: someMeter() })
    const calls = watchCalls(page)
    await page.keyboard.down('Enter')
    await expect(modal.getByRole('button', { name: 'OK' })).toBeFocused()
    for (let count = 0; count < 5; count += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(modal.getByRole('button', { name: 'OK' })).toBeEnabled()
    expect(calls.filter((each) => each.method() === 'POST').map(readPath)).toEqual(['verify'])
  })

  test('a scanner fills the meter and moves on to the amount, wherever the focus is', async ({ page }) => {
    // As fast as a scanner; a test's simulated keyboard is too slow on a busy machine.
    const scan = (place: Locator, digits: string) =>
      place.evaluate(
        (element: Typed, keys) => {
          for (const key of keys) {
            const press = new element.ownerDocument.defaultView.KeyboardEvent('keydown', {
              key,
              bubbles: true,
              cancelable: true,
            })
            element.dispatchEvent(press)
          }
        },
        [...Array.from(digits), 'Enter'],
      )
    const meter = someMeter()
    await expect(salesTable(page)).toBeVisible()
    await scan(page.locator('body'), meter)
    await expect(saleModal(page).getByLabel('Meter Number')).toHaveValue(meter)
    await scan(saleModal(page).getByLabel('Meter Number'), meter)
    await expect(saleModal(page).getByLabel('Amount', { exact: true })).toBeFocused()
    await expect(saleModal(page).getByText('Please fix validation errors')).toHaveCount(0)
  })

  test('F2 opens a sale, / goes to the search, ? lists the keys, and N in a field types an N', async ({
    page,
  }) => {
    await expect(salesTable(page).getByRole('row').nth(1)).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
    await page.keyboard.press('n')
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('n')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('New sale')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('F2')
    await expect(saleModal(page)).toBeVisible()
  })
})

test('the browser reports no problems with the sale: no error, no violation of the page’s policy', async ({
  page,
}) => {
  const complaints = await watchComplaints(page)
  await page.reload()
  await sell(page, { meter: someMeter() })
  await page.keyboard.press('Escape')
  expect(complaints).toEqual([])
})

test('axe finds nothing serious from the form to the token, on a phone and a desk, light and dark', async ({
  page,
}) => {
  test.slow()
  const modal = await openSale(page)
  await modal.getByRole('button', { name: 'VERIFY' }).click()
  await expect(modal.getByText('Meter Number is required')).toBeVisible()
  await expectUsable(page)
  await fillSale(modal, { meter: meters.withArrears })
  await modal.getByRole('button', { name: 'VERIFY' }).click()
  await expect(modal.getByRole('button', { name: 'OK' })).toBeEnabled()
  await expectUsable(page)
  await pressOk(page)
  await expect(tokenCard(page)).toBeVisible()
  await expectUsable(page)
})
