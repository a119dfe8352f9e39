// A sale with an obstacle: a small float, a small screen, a slow utility, a lost answer, a session that ends.
import type { Page } from '@playwright/test'
import { enterAirtime, numbers } from './airtime.ts'
import { accounts, paymentCard, verifyPayment } from './bills.ts'
import { expect, fillLogin, loginButton, people, test, tokenIn } from './people.ts'
import {
  fillSale,
  meters,
  openSale,
  pressOk,
  saleModal,
  salesTable,
  sellOpen,
  someMeter,
  tokenCard,
  verifySale,
} from './selling.ts'
import { findToasts } from './toasts.ts'
import { addCashierWithFloats, type OwnUser, signInElsewhere } from './users.ts'
import { callWith, closeStream, hold, readPath, watchCalls } from './watching.ts'

const SELL_CALL = '**/flexpower/api/transactions'
const readAmount = (page: Page) => saleModal(page).getByLabel('Amount', { exact: true })

/** As a storage leaves it that did not answer when the sale was sent. */
const storeAsTyped = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
    indexedDB.open('counter').onsuccess = ({ target }) => {
      const rows = target.result.transaction('sales', 'readwrite').objectStore('sales')
      rows.openCursor().onsuccess = ({ target: { result } }) => {
        if (result === null) return resolve()
        result.update({ ...result.value, step: 'typed', reference: null })
        result.continue()
      }
    }
  })`)

test.describe('at a counter', () => {
  test.use({ as: people.cashier })
  test.beforeEach(async ({ page }) => {
    await page.goto('/cashier/cash-power')
  })

  test('the badge never says slow and fast at once: a missing answer is shown as such', async ({ page }) => {
    const modal = await verifySale(page, { meter: meters.resetAfter })
    await pressOk(page)
    await expect(modal.getByText(/is held, not spent/)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: /^NAWEC/ })).toHaveText(
      /^NAWEC (up(, answers in .+ s)?|slow, some answers are missing|slow, answers in ([3-9]|\d{2,})\.\d s|down since .+)$/,
    )
  })

  test('while a sale is being sent the foot says so, not what OK would do', async ({ page }) => {
    const modal = await verifySale(page, { meter: someMeter() })
    await expect(modal.getByText('OK sells this for GMD 100.00.')).toBeVisible()
    const answer = await hold(page, SELL_CALL)
    await pressOk(page)
    await expect(modal.getByText('GMD 100.00 is being sent.')).toBeVisible()
    await expect(modal.getByText(/OK sells this/)).toHaveCount(0)
    answer()
    await expect(tokenCard(page)).toBeVisible()
  })

  for (const [screen, viewport] of [
    ['a phone', { width: 360, height: 740 }],
    ['a screen at 200 %', { width: 640, height: 400 }],
  ] as const)
    test(`arrears are visible on ${screen} when OK can be pressed`, async ({ page }) => {
      await page.setViewportSize(viewport)
      const modal = await verifySale(page, { meter: meters.withArrears, amount: '500' })
      await expect(modal.getByRole('button', { name: 'OK' })).toBeInViewport({ ratio: 1 })
      await expect(modal.getByRole('status').filter({ hasText: /^Arrears of GMD/ })).toBeInViewport({
        ratio: 1,
      })
    })

  test('1,000 is accepted as the chip shows it, and sent as a plain decimal', async ({ page }) => {
    const modal = await openSale(page)
    await fillSale(modal, { meter: someMeter(), amount: '' })
    await readAmount(page).pressSequentially('1,000')
    await expect(modal.getByRole('button', { name: '1,000', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    const [request] = await Promise.all([
      page.waitForRequest('**/flexpower/api/verify'),
      modal.getByRole('button', { name: 'VERIFY' }).click(),
    ])
    expect(request.postDataJSON()).toMatchObject({ amount: 1000 })
    await expect(modal.getByRole('button', { name: 'OK' })).toBeEnabled()
  })

  test('Enter moves through the fields without an error, and verifies when all are filled', async ({
    page,
  }) => {
    const modal = await openSale(page)
    const calls = watchCalls(page)
    await expect(
      modal.getByText('Enter goes to the next empty field, then verifies. Esc closes.'),
    ).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(modal.getByLabel('Meter Number')).toBeFocused()
    await page.keyboard.type(someMeter(), { delay: 60 })
    await page.keyboard.press('Enter')
    await expect(readAmount(page)).toBeFocused()
    await page.keyboard.type('100')
    await page.keyboard.press('Enter')
    await expect(modal.getByLabel('Mobile Number')).toBeFocused()
    await expect(modal.getByText(/is required|Please fix/)).toHaveCount(0)
    await expect(findToasts(page)).toHaveCount(0)
    expect(calls.map(readPath)).not.toContain('verify')
    await page.keyboard.type('7714208')
    await page.keyboard.press('Enter')
    await expect(modal.getByRole('button', { name: 'OK' })).toBeFocused()
  })

  test('a lost answer does not say failed: the page asks for the same sale automatically, and it sells once', async ({
    page,
  }) => {
    const meter = someMeter()
    const modal = await verifySale(page, { meter })
    const keys: (string | undefined)[] = []
    // The order reaches the server and is sold; only the answer is lost.
    await page.route(SELL_CALL, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      keys.push(route.request().headers()['idempotency-key'])
      await route.fetch()
      return route.fulfill({ status: 502, body: 'bad gateway' })
    })
    const ask = await hold(page, '**/flexpower/api/transactions/key/*')
    await pressOk(page)
    await expect(modal.getByText('It is not known yet whether GMD 100.00 was sold')).toBeVisible()
    await expect(page.getByText('Failed to add transaction')).toHaveCount(0)
    ask()
    await expect(tokenCard(page)).toBeVisible()
    expect(keys).toHaveLength(1)
    await page.keyboard.press('Escape')
    await expect(page.getByText(/^Not known yet/)).toHaveCount(0)
    await expect(salesTable(page).getByRole('row').filter({ hasText: meter })).toHaveCount(1)
  })

  for (const [written, meter] of [
    ['was stored as sent', meters.slowAnswer],
    ['could only be stored as typed', someMeter()],
  ] as const)
    test(`a reload in the middle of a sale that ${written} keeps its key: the page asks what became of it, and tells`, async ({
      page,
    }) => {
      await verifySale(page, { meter })
      // The answer never arrives, however long the page waits for it, and it asks for the sale only after the reload.
      const { promise: key, resolve } = Promise.withResolvers<string>()
      await page.route(SELL_CALL, async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        await route.fetch()
        resolve(route.request().headers()['idempotency-key'] ?? '')
      })
      const ask = await hold(page, '**/flexpower/api/transactions/key/*')
      await pressOk(page)
      const sent = await key
      const again: string[] = []
      page.on('request', (each) => again.push(`${each.method()} ${readPath(each)}`))
      if (meter !== meters.slowAnswer) await storeAsTyped(page)
      // What the page asked before it was reloaded says nothing.
      page.once('framenavigated', () => again.splice(0))
      await page.reload()
      ask()
      // Sales that other tests make with this cashier are announced here too.
      const notice = page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: /^The token for .+ has come/ })
        .filter({ hasText: `Meter ${meter}` })
      await expect(notice).toBeVisible()
      expect(again).toContain(`GET transactions/key/${sent}`)
      expect(again).not.toContain('POST transactions')
      await notice.getByRole('button', { name: 'Show' }).click()
      await expect(tokenCard(page)).toBeVisible()
    })

  test('CP-08 a refused sale can be entered again from its notice', async ({ page }) => {
    await verifySale(page, { meter: meters.balanceUsedUp })
    await pressOk(page)
    const notice = page.getByRole('main').getByRole('alert').filter({ hasText: 'The sale was refused' })
    await notice.getByRole('button', { name: 'Sell again' }).click()
    await expect(saleModal(page).getByLabel('Meter Number')).toHaveValue(meters.balanceUsedUp)
    await expect(notice).toHaveCount(0)
  })
})

test.describe('with a small float', () => {
  test.use({ as: people.kiosk })

  test('a float that is too small is shown while typing and after VERIFY, and no input is lost', async ({
    page,
  }) => {
    await page.goto('/cashier/cash-power')
    await expect(page.getByRole('region', { name: 'My counter' })).toContainText('GMD')
    const modal = await openSale(page)
    const meter = someMeter()
    await fillSale(modal, { meter, amount: '100,000' })
    await expect(readAmount(page)).toHaveAccessibleDescription(/^More than your float of GMD [\d,.]+\.$/)
    const calls = watchCalls(page)
    await modal.getByRole('button', { name: 'VERIFY' }).click()
    await expect(modal.getByRole('alert')).toContainText(
      /^Your float of GMD [\d,.]+ is too small for GMD 100,000\.00/,
    )
    await expect(modal.getByRole('button', { name: 'OK' })).toBeDisabled()
    await page.keyboard.press('Control+Enter')
    await modal.getByRole('button', { name: 'Change' }).click()
    await expect(modal.getByLabel('Meter Number')).toHaveValue(meter)
    await readAmount(page).fill('50')
    await modal.getByRole('button', { name: 'VERIFY' }).click()
    await expect(modal.getByRole('button', { name: 'OK' })).toBeEnabled()
    expect(calls.map(readPath)).not.toContain('transactions')
  })
})

test.describe('with a session that ends', () => {
  test.use({ as: people.admin })

  let cashier: OwnUser
  let page: Page
  test.beforeEach(async ({ page: admin }) => {
    cashier = await addCashierWithFloats(admin)
    page = await signInElsewhere(admin, { ...cashier, home: '/about' })
    // The stream of hints would tell the page at once. Without it the page learns it from its next call.
    await closeStream(page)
    await page.goto(cashier.home)
  })
  test.afterEach(() => page.close())

  /** As if it expired, or an Admin ended it: this browser does not know yet. */
  async function endOnServer() {
    const token = (await tokenIn(page.context())) ?? ''
    expect((await callWith(page, token, 'POST', 'logout')).status()).toBe(200)
  }

  /**
   * A call of the page's own may find out before the press does; both lead to the login. Then nothing is pressed: a locator
   * would go on looking for the button, and press the one of the restored sale.
   */
  async function pressAfterEnd(name: string) {
    const hasLeft = page.waitForURL('**/login').then(() => null)
    const button = saleModal(page).getByRole('button', { name }).elementHandle()
    const found = await Promise.race([button, hasLeft])
    await Promise.race([found?.click().catch(() => {}), hasLeft])
  }

  // Until the login is there, the page may have notices of sales.
  const findStatus = (text: string) => page.getByRole('main').getByRole('status').filter({ hasText: text })

  async function signInAgain() {
    await expect(findStatus('nothing was sold and no money moved')).toBeVisible()
    await fillLogin(page, cashier)
    await loginButton(page).click()
    await expect(saleModal(page).getByText('This was entered before, and not sent')).toBeVisible()
  }

  test('before VERIFY and before OK: the login says that no money moved, and the sale is restored', async () => {
    test.slow()
    const meter = someMeter()
    const modal = await openSale(page)
    await fillSale(modal, { meter, amount: '75' })
    await endOnServer()
    await pressAfterEnd('VERIFY')
    await signInAgain()
    await expect(modal.getByLabel('Meter Number')).toHaveValue(meter)
    await expect(readAmount(page)).toHaveValue('75')
    await expect(modal.getByLabel('Mobile Number')).toHaveValue('7714208')

    await modal.getByRole('button', { name: 'VERIFY' }).click()
    await expect(modal.getByRole('button', { name: 'OK' })).toBeEnabled()
    await endOnServer()
    await pressAfterEnd('OK')
    await signInAgain()
    await modal.getByRole('button', { name: 'VERIFY' }).click()
    await pressOk(page)
    await expect(tokenCard(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(salesTable(page).getByRole('row').filter({ hasText: meter })).toHaveCount(1)
    await expect(page.getByText(/^Not known yet/)).toHaveCount(0)
  })

  test('what one cashier entered is not restored for the next', async () => {
    test.slow()
    await fillSale(await openSale(page), { meter: someMeter() })
    await endOnServer()
    await pressAfterEnd('VERIFY')
    await expect(page).toHaveURL('/login')
    await fillLogin(page, people.kiosk)
    await loginButton(page).click()
    await expect(page).toHaveURL(people.kiosk.home)
    await expect(salesTable(page)).toBeVisible()
    await expect(saleModal(page)).toHaveCount(0)
  })

  /** What this browser has stored of sales, whoever entered them. */
  const countStored = () =>
    page.evaluate<number>(`new Promise((resolve) => {
      indexedDB.open('counter').onsuccess = ({ target }) => {
        const counted = target.result.transaction('sales').objectStore('sales').count()
        counted.onsuccess = () => resolve(counted.result)
      }
    })`)

  test('what one cashier entered yesterday is deleted when another one opens the counter', async () => {
    await fillSale(await openSale(page), { meter: someMeter() })
    await expect.poll(countStored).toBe(1)
    await endOnServer()
    await pressAfterEnd('VERIFY')
    await page.clock.setSystemTime(Date.now() + 25 * 60 * 60 * 1000)
    await fillLogin(page, people.kiosk)
    await loginButton(page).click()
    await expect(page).toHaveURL(people.kiosk.home)
    await expect.poll(countStored).toBe(0)
  })

  /** From the modal of a pending sale, out and in again; the login page has said what happens to the money. */
  async function loseSessionWhilePending(what: string) {
    await expect(page.getByRole('dialog').getByText('GMD 61.00 is held, not spent')).toBeVisible()
    await endOnServer()
    await expect(
      findStatus(`GMD 61.00 to ${what} is not decided yet. The money is held, not spent.`),
    ).toBeVisible()
    await fillLogin(page, cashier)
    await loginButton(page).click()
  }

  test('while a sale is pending: the login says that money is held, and the sale is restored, open or ended', async () => {
    test.slow()
    const modal = await verifySale(page, { meter: meters.thirdTimeLucky, amount: '61' })
    await pressOk(page)
    await loseSessionWhilePending(`meter ${meters.thirdTimeLucky}`)
    await expect(modal.getByText('GMD 61.00 is held, not spent')).toBeVisible()
    await modal.getByRole('button', { name: 'Close' }).click()

    await verifySale(page, { meter: meters.cutJson, amount: '61' })
    await pressOk(page)
    await loseSessionWhilePending(`meter ${meters.cutJson}`)
    await expect(tokenCard(page)).toBeVisible({ timeout: 45_000 })
    await expect(saleModal(page)).toHaveCount(0)
  })

  test('after the money came back: the login says so, and the sale is restored and can be sold again', async () => {
    test.slow()
    // Here the stream tells it: nothing will be open any more that the page would ask about soon.
    await page.unrouteAll()
    await page.reload()
    const modal = await sellOpen(page, { meter: meters.errorBefore, amount: '61' })
    const isBack = modal.getByText('GMD 61.00 is back. It may be sold again.')
    await expect(isBack).toBeVisible({ timeout: 45_000 })
    await endOnServer()
    await expect(
      findStatus(`GMD 61.00 to meter ${meters.errorBefore} was not sold, and the money is back.`),
    ).toBeVisible({ timeout: 45_000 })
    await fillLogin(page, cashier)
    await loginButton(page).click()
    await expect(isBack).toBeVisible()
    await modal.getByRole('button', { name: 'Sell again' }).click()
    await expect(modal.getByLabel('Meter Number')).toHaveValue(meters.errorBefore)
  })

  test('while airtime or a payment is pending: the same', async () => {
    test.slow()
    await page.goto('/cashier/air-power')
    const airtime = await enterAirtime(page, { phone: numbers.refundingOperator, amount: '61' })
    await airtime.getByRole('button', { name: 'OK' }).click()
    await loseSessionWhilePending(`number ${numbers.refundingOperator}`)
    await expect(airtime.getByText('GMD 61.00 is back. It may be sold again.')).toBeVisible({
      timeout: 45_000,
    })

    await page.goto('/cashier/post-paid')
    const payment = await verifyPayment(page, { account: accounts.htmlPage, amount: '61' })
    await payment.getByRole('button', { name: 'OK' }).click()
    await loseSessionWhilePending(`account ${accounts.htmlPage}`)
    await expect(paymentCard(page)).toBeVisible({ timeout: 45_000 })
  })
})
