// Two customers at once, two tabs, and a flat battery: a sale that waits goes on by itself, each sale has one tab, and
// what was sent is on the disk before it leaves.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page, type Request, type Response, type Route } from '@playwright/test'
import { expect, people, signIn, test } from './people.ts'
import {
  fillSale,
  meters,
  openSale,
  pressOk,
  saleModal,
  salesTable,
  someMeter,
  tokenCard,
  verifySale,
} from './selling.ts'
import { findToast } from './toasts.ts'
import { addCashierWithFloats, signInElsewhere } from './users.ts'
import { hold, readPath } from './watching.ts'

const COUNTER = '/cashier/cash-power'
const ORDERS = '**/flexpower/api/transactions'
const isOrder = (each: Request | Response | Route): boolean => {
  const request = 'request' in each ? each.request() : each
  return request.method() === 'POST' && readPath(request) === 'transactions'
}
const strip = (page: Page) => page.getByRole('region', { name: 'Open sales' })
const tokenNotice = (page: Page, meter: string) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /^The token for/ })
    .filter({ hasText: meter })

test.describe('at a counter', () => {
  test.use({ as: people.admin })

  /** A cashier's own, who has no other open sales. */
  let page: Page
  test.beforeEach(async ({ page: admin }) => {
    page = await signInElsewhere(admin, await addCashierWithFloats(admin))
  })
  test.afterEach(() => page.close())

  test('a pending sale is left with one key, the next customer is served, and both ends are told', async () => {
    test.slow()
    await verifySale(page, { meter: meters.shortToken, amount: '62' })
    await pressOk(page)
    await expect(saleModal(page).getByText(/is held, not spent/)).toBeVisible()
    await page.keyboard.press('n')
    const next = saleModal(page)
    await expect(next.getByLabel('Meter Number')).toHaveValue('')
    await expect(next.getByLabel('Meter Number')).toBeFocused()
    const meter = someMeter()
    await fillSale(next, { meter })
    await next.getByRole('button', { name: 'VERIFY' }).click()
    await expect(next.getByRole('button', { name: 'OK' })).toBeEnabled()
    await next.getByRole('button', { name: 'OK' }).click()
    await expect(tokenCard(page).getByText(meter)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tokenNotice(page, meters.shortToken)).toBeVisible({ timeout: 60_000 })
  })

  test('a sale without an answer is left too: it waits in the strip, opens again, and sells once with its own key', async () => {
    const [first, second] = [someMeter(), someMeter()]
    const keys: (string | undefined)[] = []
    page.on('request', (each) => {
      if (each.method() === 'POST' && readPath(each) === 'transactions')
        keys.push(each.headers()['idempotency-key'])
    })
    await verifySale(page, { meter: first })
    const letThrough = await hold(page, /\/flexpower\/api\/transactions(\/key\/.*)?$/)
    await pressOk(page)
    await saleModal(page).getByRole('button', { name: 'Next customer' }).click()
    await expect(saleModal(page).getByLabel('Meter Number')).toHaveValue('')
    await page.keyboard.press('Escape')
    const waiting = strip(page).getByText(`Not known yet: GMD 100 to meter ${first}`)
    await expect(waiting).toBeVisible()
    await strip(page).getByRole('button', { name: 'Open' }).click()
    await expect(saleModal(page).getByText('It is not known yet whether GMD 100.00 was sold')).toBeVisible()
    await saleModal(page).getByRole('button', { name: 'Next customer' }).click()
    await fillSale(saleModal(page), { meter: second })
    letThrough()
    await expect(findToast(page, 'An open sale has ended: see above the list')).toBeVisible()
    // The next customer's modal is not touched by the end of the other sale.
    await expect(saleModal(page).getByLabel('Meter Number')).toHaveValue(second)
    await saleModal(page).getByRole('button', { name: 'VERIFY' }).click()
    await expect(saleModal(page).getByRole('button', { name: 'OK' })).toBeEnabled()
    await saleModal(page).getByRole('button', { name: 'OK' }).click()
    await expect(tokenCard(page).getByText(second)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(waiting).toHaveCount(0)
    await expect(tokenNotice(page, first)).toBeVisible()
    expect(new Set(keys).size).toBe(2)
    for (const meter of [first, second])
      await expect(salesTable(page).getByRole('row').filter({ hasText: meter })).toHaveCount(1)
  })

  test('a screen that is left before the answer: the end is told on return, and again until it is dismissed', async () => {
    const meter = someMeter()
    await verifySale(page, { meter })
    const letThrough = await hold(page, /\/flexpower\/api\/transactions(\/key\/.*)?$/)
    await pressOk(page)
    await saleModal(page).getByRole('button', { name: 'Next customer' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Receipts' }).last().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receipts')
    const answered = page.waitForResponse(isOrder)
    letThrough()
    await answered
    await page.goBack()
    await expect(tokenNotice(page, meter)).toHaveCount(1)
    await page.reload()
    await expect(tokenNotice(page, meter)).toHaveCount(1)
    await tokenNotice(page, meter).getByRole('button', { name: 'Dismiss' }).click()
    await expect(tokenNotice(page, meter)).toHaveCount(0)
    await page.reload()
    await expect(salesTable(page).getByRole('row').filter({ hasText: meter })).toHaveCount(1)
    await expect(tokenNotice(page, meter)).toHaveCount(0)
  })

  test('what somebody chose not to send is told if it was sold after all', async () => {
    test.slow()
    const meter = someMeter()
    await verifySale(page, { meter })
    await page.route(ORDERS, (route) => (isOrder(route) ? route.abort() : route.fallback()))
    const [order] = await Promise.all([page.waitForRequest(isOrder), pressOk(page)])
    await saleModal(page).getByRole('button', { name: 'Next customer' }).click()
    await page.keyboard.press('Escape')
    await strip(page).getByRole('button', { name: 'Do not send it' }).click()
    await expect(strip(page).getByText(meter)).toHaveCount(0)
    // The first request was not lost, only late.
    const { 'client-access-token': client, 'x-auth-token': session, 'idempotency-key': key } = order.headers()
    const sold = await page.request.post(order.url(), {
      headers: { 'client-access-token': client!, 'x-auth-token': session!, 'idempotency-key': key! },
      data: order.postDataJSON() as object,
    })
    expect(sold.ok()).toBe(true)
    await expect(tokenNotice(page, meter)).toBeVisible()
  })

  test('an answer that is not the server’s own ends nothing: the sale stays listed, and is sold once', async () => {
    const meter = someMeter()
    await verifySale(page, { meter })
    // A Wi-Fi network asks its users to sign in.
    const portal = { status: 403, contentType: 'text/html', body: '<h1>Sign in to this Wi-Fi</h1>' }
    await page.route(/\/flexpower\/api\/transactions(\/|$)/, (route) => route.fulfill(portal))
    await pressOk(page)
    await expect(saleModal(page).getByText('It is not known yet whether GMD 100.00 was sold')).toBeVisible()
    await expect(page.getByText(/was refused|Nothing was sold/)).toHaveCount(0)
    await page.unrouteAll()
    await expect(tokenCard(page).getByText(meter)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(salesTable(page).getByRole('row').filter({ hasText: meter })).toHaveCount(1)
  })
})

test.describe('with two tabs', () => {
  test.use({ as: people.cashier })

  test('what one tab types is not taken by another, until the first one is gone', async ({
    page,
    context,
  }) => {
    await page.goto(COUNTER)
    const meter = someMeter()
    await fillSale(await openSale(page), { meter })
    const other = await context.newPage()
    await other.goto(COUNTER)
    const another = someMeter()
    await fillSale(await openSale(other), { meter: another })
    await page.close()
    await other.reload()
    // Its own input first; then the one that was left behind.
    await expect(saleModal(other).getByLabel('Meter Number')).toHaveValue(another)
    await other.keyboard.press('Escape')
    await expect(saleModal(other)).toHaveCount(0)
    await other.reload()
    await expect(saleModal(other).getByLabel('Meter Number')).toHaveValue(meter)
    await expect(saleModal(other).getByText('This was entered before, and not sent')).toBeVisible()
    await other.keyboard.press('Escape')
    await other.reload()
    await expect(salesTable(other)).toBeVisible()
    await expect(saleModal(other)).toHaveCount(0)
  })
})

test('a flat battery while a sale is sent: the browser starts again, asks, and tells that it was sold', async ({
  baseURL,
  launchOptions,
}) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'flexpower-browser-'))
  const open = () =>
    chromium.launchPersistentContext(folder, {
      ...launchOptions,
      ...(baseURL && { baseURL }),
      serviceWorkers: 'block',
    })
  const before = await open()
  const page = await before.newPage()
  // It is sold; the answer never reaches the browser.
  const sold = Promise.withResolvers<void>()
  await page.route('**/flexpower/api/transactions', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    return sold.resolve()
  })
  await signIn(page, people.kiosk)
  const meter = someMeter()
  await verifySale(page, { meter, amount: '50' })
  await pressOk(page)
  await sold.promise
  const devtools = await before.browser()?.newBrowserCDPSession()
  const { processInfo } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  const browserId = processInfo.find(({ type }) => type === 'browser')?.id
  expect(browserId).toBeGreaterThan(0)
  const isGone = new Promise((resolve) => before.once('close', resolve))
  process.kill(browserId ?? 0, 'SIGKILL')
  await isGone

  const after = await open()
  const again = await after.newPage()
  // Without Remember Me a browser that starts again may have forgotten who was signed in. This one has.
  await again.goto('/about')
  await after.clearCookies()
  await again.evaluate('localStorage.clear()')
  await signIn(again, people.kiosk)
  await expect(tokenNotice(again, meter)).toBeVisible()
  await expect(salesTable(again).getByRole('row').filter({ hasText: meter })).toHaveCount(1)
  await after.close()
  await rm(folder, { recursive: true, force: true })
})
