// The installed application: Chromium's own check, its icons, the shell without a network, and a new version that waits
// for the end of a sale.
import { createServer, request as send } from 'node:http'
import type { BrowserContext, Page } from '@playwright/test'
import { close, listen, openCutNetwork } from './cut-network.ts'
import { expect, fillLogin, loginButton, people, signIn, test } from './people.ts'
import { fillSale, openSale, saleModal, salesTable, someMeter } from './selling.ts'
import { watchComplaints } from './watching.ts'

test.use({ as: people.cashier, serviceWorkers: 'allow' })

const COUNTER = '/cashier/cash-power'
/** See packages/web/src/layout/later/AppNotices.tsx. */
const LOOK_MS = 3000
const isControlled = (page: Page) =>
  page.evaluate(`navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)`)

/** The worker has installed everything, and answers for this page. */
async function openInstalled(page: Page): Promise<void> {
  await page.goto(COUNTER)
  await expect.poll(() => isControlled(page)).toBe(true)
}

const listCached = (page: Page) =>
  page.evaluate<string[]>(
    `caches.keys().then(async (names) => (await Promise.all(names.map(async (name) =>
       (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat())`,
  )

test('Chromium finds nothing that speaks against installing it; files are kept when they are used, calls never', async ({
  page,
  context,
}) => {
  const complaints = await watchComplaints(page)
  await openInstalled(page)
  const devtools = await context.newCDPSession(page)
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // A test's context is a private window.
  const isAboutIt = ({ errorId }: { errorId: string }) => errorId !== 'in-incognito'
  expect(installabilityErrors.filter(isAboutIt)).toEqual([])
  const { data, errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '{}') as { name: string; icons: { src: string; purpose: string }[] }
  expect(manifest.name).toBe('FlexPower')
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
  for (const { src } of manifest.icons) expect((await page.request.get(src)).ok(), src).toBe(true)

  // From here on every call and file of the page goes through the worker.
  const answered = page.waitForResponse(/\/flexpower\/api\/gettransactions/)
  await page.goto(COUNTER)
  await answered
  await page.goto('/cashier/commission')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Commission')
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
  await expect.poll(async () => (await listCached(page)).join()).toContain('/assets/CommissionPage-')
  const cached = await listCached(page)
  expect(cached).toContain(COUNTER)
  expect(cached.filter((path) => !/^\/assets\/|^\/cashier\/cash-power$/.test(path))).toEqual([])
  expect(complaints).toEqual([])
})

test('where the browser offers it, Install in the account asks once; a new offer brings it back', async ({
  page,
}) => {
  const offerInstall = () =>
    page.evaluate(`{
      const offer = new Event('beforeinstallprompt', { cancelable: true })
      offer.prompt = async () => { window.asked = (window.asked ?? 0) + 1 }
      window.dispatchEvent(offer)
      offer.defaultPrevented
    }`)
  await page.goto('/cashier/account')
  const install = page.getByRole('button', { name: 'Install' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(install).toHaveCount(0)
  // The browser's own bar is held back.
  expect(await offerInstall()).toBe(true)
  await install.click()
  expect(await page.evaluate('window.asked')).toBe(1)
  await expect(install).toHaveCount(0)
  await offerInstall()
  await install.click()
  expect(await page.evaluate('window.asked')).toBe(2)
})

async function openOffline(context: BrowserContext): Promise<Page> {
  await context.setOffline(true)
  const page = await context.newPage()
  await page.goto(COUNTER)
  return page
}

test('without a network it opens, says so, keeps what is typed and sells nothing', async ({
  page,
  context,
}) => {
  await openInstalled(page)
  const meter = someMeter()
  await page.close()
  const offline = await openOffline(context)
  await expect(offline.getByRole('heading', { level: 1, name: 'Cash Power' })).toBeVisible()
  await expect(offline.getByRole('status').filter({ hasText: /^Offline/ })).toBeVisible()
  await expect(offline.getByText('The server cannot be reached')).toBeVisible()
  await expect(offline.getByText(/NAWEC (up|slow|down)/)).toHaveCount(0)
  const modal = await openSale(offline)
  await fillSale(modal, { meter })
  await modal.getByRole('button', { name: 'VERIFY' }).click()
  await expect(modal.getByText(/the server cannot be reached\. Check the network/)).toBeVisible()
  await expect(offline.getByText(/Failed to fetch|NetworkError/)).toHaveCount(0)

  await offline.reload()
  await expect(modal.getByLabel('Meter Number')).toHaveValue(meter)
  await context.setOffline(false)
  await modal.getByRole('button', { name: 'VERIFY' }).click()
  await expect(modal.getByRole('button', { name: 'OK' })).toBeEnabled()
  await offline.keyboard.press('Escape')
  await expect(offline.getByRole('status').filter({ hasText: /^NAWEC/ })).toBeVisible()
  await expect(offline.getByText('The server cannot be reached')).toHaveCount(0)
})

/** The frame has the name of the screen also without it; only the screen has something to press. */
async function expectShift(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Shift')
}

test('without a network, a screen that was never opened says so in its frame, and opens when the network is back', async ({
  page,
  context,
}) => {
  await openInstalled(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'My Shift' }).first().click()
  await expect(page.getByText('This screen is not stored on this device')).toBeVisible()
  await expect(page).toHaveURL('/cashier/shift')
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
  // The way back works, and a reload changes nothing.
  await page.getByRole('link', { name: 'Cash Power' }).first().click()
  await expect(salesTable(page)).toBeVisible()
  await page.goto('/cashier/shift')
  await expect(page.getByText('This screen is not stored on this device')).toBeVisible()
  await context.setOffline(false)
  await expectShift(page)
})

test('where the browser has a network but nothing gets through, a screen waits for the first answer', async ({
  page,
  context,
}) => {
  await openInstalled(page)
  const lost = '**/assets/**'
  await context.route(lost, (route) => route.abort())
  await page.getByRole('link', { name: 'My Shift' }).first().click()
  await expect(page.getByText('This screen is not stored on this device')).toBeVisible()
  await page.reload()
  await expect(page.getByText('This screen is not stored on this device')).toBeVisible()
  await context.unroute(lost)
  await expectShift(page)
})

test('without a network, the public site says so, and comes back by itself', async ({ page, context }) => {
  await openInstalled(page)
  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'This device is offline' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the counter' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test.describe('as a visitor', () => {
  test.use({ as: null })

  test('the sign-in page opens without a network, once the application is there', async ({
    page,
    context,
  }) => {
    await signIn(page, people.cashier)
    await expect.poll(() => isControlled(page)).toBe(true)
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await page.waitForURL('**/')
    await context.setOffline(true)
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  })

  test('on a link that loses every byte, an idle counter and a new tab say offline, until it is mended', async ({
    page,
    context,
    baseURL,
  }) => {
    test.slow()
    const network = await openCutNetwork(baseURL ?? '')
    await page.goto(`${network.address}/login`)
    await fillLogin(page, people.cashier)
    await loginButton(page).click()
    await page.waitForURL(`**${COUNTER}`)
    await expect.poll(() => isControlled(page)).toBe(true)
    const badge = (of: Page, words: RegExp) => of.getByRole('status').filter({ hasText: words })
    await expect(badge(page, /^NAWEC/)).toBeVisible()
    network.cut()
    // The product promises ten seconds; the poll of the counter alone would take more than thirty.
    await expect(badge(page, /^Offline/)).toBeVisible({ timeout: 25_000 })
    const second = await context.newPage()
    await second.goto(`${network.address}${COUNTER}`, { waitUntil: 'commit' })
    await expect(second.getByRole('heading', { level: 1, name: 'Cash Power' })).toBeVisible()
    await expect(badge(second, /^Offline/)).toBeVisible()
    network.mend()
    for (const each of [page, second]) await expect(badge(each, /^NAWEC/)).toBeVisible({ timeout: 45_000 })
    await network.close()
  })

  test('a new version waits until no sale is open, then asks, in every tab', async ({ page, baseURL }) => {
    const release = { isOut: false }
    const front = await openFront(baseURL ?? '', release)
    await page.clock.install()
    await page.goto(`${front.address}/login`)
    await fillLogin(page, people.cashier)
    await loginButton(page).click()
    await page.waitForURL(`**${COUNTER}`)
    await expect.poll(() => isControlled(page)).toBe(true)
    const second = await page.context().newPage()
    await second.goto(`${front.address}${COUNTER}`)
    await expect.poll(() => isControlled(second)).toBe(true)
    const modal = await openSale(page)
    await fillSale(modal, { meter: someMeter() })
    release.isOut = true
    const registration = 'navigator.serviceWorker.getRegistration()'
    await page.evaluate(`${registration}.then((each) => each.update())`)
    await expect.poll(() => page.evaluate(`${registration}.then((each) => each.waiting !== null)`)).toBe(true)
    const isReady = page.getByText('A new version is ready')
    // The page looks again and again whether a sale is still open. A field takes what is typed: it has drawn since.
    await page.clock.runFor(LOOK_MS * 2)
    await modal.getByLabel('Amount', { exact: true }).fill('75')
    await expect(isReady).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(saleModal(page)).toHaveCount(0)
    await page.clock.runFor(LOOK_MS)
    await expect(isReady).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Reload' }).click()
    await reloaded
    await expect(salesTable(page)).toBeVisible()
    await expect(isReady).toHaveCount(0)
    // The other tab still has the old version, and no worker waits any more.
    const loaded = second.waitForEvent('load')
    await second.getByRole('button', { name: 'Reload' }).click()
    await loaded
    await expect(salesTable(second)).toBeVisible()
    await front.close()
  })
})

/** The server with another release of its worker: Playwright cannot change what a worker's own update gets. */
async function openFront(target: string, release: { isOut: boolean }) {
  const server = createServer((request, answer) => {
    const { url = '/', method, headers } = request
    const isWorker = url === '/sw.js'
    const forwarded = send(new URL(url, target), { method, headers: isWorker ? {} : headers }, (told) => {
      const { 'content-length': _, ...rest } = told.headers
      answer.writeHead(told.statusCode ?? 502, isWorker ? rest : told.headers)
      told.on('end', () => answer.end(isWorker && release.isOut ? '\n// newer' : ''))
      told.pipe(answer, { end: false })
    })
    forwarded.on('error', () => answer.destroy())
    request.pipe(forwarded)
  })
  return {
    address: await listen(server),
    close: () => {
      server.closeAllConnections()
      return close(server)
    },
  }
}
