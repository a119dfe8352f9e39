import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expect, people, test } from './people.ts'
import { meters, saleModal, salesTable, sell, someMeter, TOKEN, tokenCard } from './selling.ts'
import { findToast } from './toasts.ts'
import { addUser, someName } from './users.ts'
import { closeStream, hold, readPath, watchCalls, watchComplaints } from './watching.ts'

test.use({ as: people.admin })

const PALETTE_CODE = /\/assets\/Palette-[^/]+\.js/

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const box = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('listbox').getByRole('option')
const active = (page: Page) => palette(page).getByRole('option', { selected: true })
const opener = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Search…' })

async function openPalette(page: Page): Promise<void> {
  await expect(opener(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
}

async function goByPalette(page: Page, words: string): Promise<void> {
  await openPalette(page)
  await box(page).fill(words)
  await expect(active(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
}

const screens = [
  ['Dashboard', '/admin/dashboard'],
  ['User', '/admin/user'],
  ['Cash Power', '/admin/cash-power'],
  ['Customer Enquiries', '/admin/customer-enquiries'],
  ['Shift Enquiries', '/admin/shift-enquiries'],
  ['Balance', '/admin/balance'],
  ['Credit Agents', '/admin/credit-agents'],
  ['Cash Power Charges', '/admin/cash-power-charges'],
  ['Change Password', '/admin/change-password'],
  ['Air Power', '/admin/air-power'],
  ['Post Paid', '/admin/post-paid'],
  ['Revenue Report', '/admin/report'],
  ['Revenue', '/admin/revenue'],
  ['Backup', '/admin/backup'],
  ['Cleanup', '/admin/cleanup'],
  ['Reconciliation', '/admin/reconciliation'],
  ['Audit', '/admin/audit'],
  ['Messages', '/admin/messages'],
  ['Erase a Number', '/admin/erase-phone'],
  ['Tills', '/admin/tills'],
  ['Shifts', '/admin/tills/sessions'],
  ['My Shift', '/admin/my-shift'],
  ['Forgot Password', '/admin/forget-password'],
  ['Printer', '/admin/printer'],
  ['Receipts', '/admin/receipts'],
  ['Notices', '/admin/notices'],
  ['Your Account', '/admin/account'],
] as const

test('Ctrl K lists every screen, also those that the sidebar leaves out, and each is found by its name', async ({
  page,
}) => {
  await page.goto('/admin/dashboard')
  await openPalette(page)
  const group = palette(page).getByRole('group', { name: 'Screens' })
  await expect(group.getByRole('option')).toHaveCount(screens.length)
  for (const [index, [title]] of screens.entries())
    await expect(group.getByRole('option').nth(index)).toHaveText(new RegExp(`^${title}`))
  await page.keyboard.press('Escape')
  for (const [title, path] of screens.toReversed()) {
    await goByPalette(page, title)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
})

test('the palette works by keyboard alone: a few letters, arrows, Enter, Escape, and the focus returns', async ({
  page,
}) => {
  await page.goto('/admin/balance')
  const home = page.getByRole('banner').getByRole('button', { name: /^Search/ })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Balance')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const before = page.locator(':focus')
  const name = await before.textContent()
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(page.locator(':focus')).toHaveText(name ?? '')

  await home.focus()
  await page.keyboard.press('Enter')
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(active(page)).toHaveText(/^Dashboard/)
  await page.keyboard.press('ArrowUp')
  await expect(active(page)).toHaveText(/^Your Account/)
  await expect(active(page)).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(active(page)).toHaveText(/^User/)
  await expect(box(page)).toHaveAttribute(
    'aria-activedescendant',
    (await active(page).getAttribute('id')) ?? '',
  )

  await page.keyboard.type('cpc')
  await expect(options(page)).toHaveText([/^Cash Power Charges/])
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeHidden()
  await expect(home).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('custenq')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/customer-enquiries')
})

test('the last choices are offered first, except the current page', async ({ page }) => {
  await page.goto('/admin/dashboard')
  await goByPalette(page, 'Backup')
  await goByPalette(page, 'Balance')
  await expect(page).toHaveURL('/admin/balance')
  await openPalette(page)
  const recent = palette(page).getByRole('group', { name: 'Recent' })
  await expect(recent.getByRole('option')).toHaveText([/^Backup/])
  await expect(options(page)).toHaveCount(screens.length)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/backup')
})

test('the button in the header opens the palette, on a phone too, and a press outside closes it', async ({
  page,
}) => {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/admin/dashboard')
    await opener(page).click()
    await expect(box(page)).toBeFocused()
    await palette(page).getByRole('button', { name: 'Close' }).click()
    await expect(opener(page)).toBeFocused()
    await opener(page).click()
    await page.mouse.click(width / 2, 790)
    await expect(palette(page)).toBeHidden()
    await opener(page).click()
    await options(page)
      .filter({ hasText: /^Reconciliation/ })
      .click()
    await expect(page).toHaveURL('/admin/reconciliation')
    await expect(palette(page)).toBeHidden()
  }
})

test('T-03 the server is asked once typing has paused for 400 ms, from two letters on', async ({ page }) => {
  await page.clock.install()
  await page.goto('/admin/dashboard')
  const calls = watchCalls(page)
  const searches = () => calls.filter((each) => readPath(each) === 'search')
  await openPalette(page)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await box(page).pressSequentially('f')
  await page.clock.runFor(1000)
  await box(page).pressSequentially('at')
  await page.clock.runFor(399)
  await box(page).pressSequentially('ou')
  await page.clock.runFor(399)
  await expect(palette(page).getByRole('status')).toHaveText('Searching users and sales…')
  expect(searches()).toHaveLength(0)
  await page.clock.runFor(1)
  await page.clock.resume()
  await expect(options(page)).toHaveText([/^Fatou Ceesay/])
  expect(searches()).toHaveLength(1)
})

test('a user is found by name or e-mail, and Enter opens that user’s page', async ({ page }) => {
  await page.goto('/admin/dashboard')
  const user = await addUser(page, { name: someName('Kaddy') })
  await openPalette(page)
  await box(page).fill(user.name)
  const group = palette(page).getByRole('group', { name: 'Users' })
  await expect(group.getByRole('option')).toHaveText([new RegExp(`^${user.name}.*${user.email}`)])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/user/${user.id}`)
  await page.goto('/admin/audit')
  await goByPalette(page, user.email)
  await expect(page).toHaveURL(`/admin/user/${user.id}`)
})

test('a sale is found by its token, pasted with spaces or dashes, by its meter and by its reference', async ({
  page,
}) => {
  await page.goto('/admin/cash-power')
  const meter = someMeter()
  await sell(page, { meter })
  await page.keyboard.press('Escape')
  await expect(tokenCard(page)).toBeHidden()
  const row = salesTable(page).getByRole('row').filter({ hasText: meter })
  const reference = ((await row.getByRole('cell').last().textContent()) ?? '').trim()
  const token = TOKEN.exec(await row.innerText())?.[0] ?? ''
  expect(token).toMatch(TOKEN)
  expect(reference).toMatch(/^[A-Z]+\d{6}-[\dA-Z]{5}-[\dA-Z]{5}$/)

  const sales = palette(page).getByRole('group', { name: 'Sales' }).getByRole('option')
  await openPalette(page)
  for (const words of [token, token.replaceAll(' ', '-'), ` ${meter} `, reference]) {
    await box(page).fill('')
    await expect(sales).toHaveCount(0)
    await box(page).fill(words)
    await expect(sales, words).toHaveText([new RegExp(`meter ${meter}.*${reference}`)])
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/cash-power?search=${reference}`)
  await expect(row).toBeVisible()
  await expect(salesTable(page).locator('tbody').getByRole('row')).toHaveCount(1)
})

test('Enter right after pasting opens what is found, and the list’s own search shows it', async ({
  page,
}) => {
  await page.goto('/admin/cash-power?search=nothing-like-this')
  await expect(page.getByText('Nothing matches “nothing-like-this”')).toBeVisible()
  const meter = someMeter()
  await sell(page, { meter })
  await page.keyboard.press('Escape')
  await openPalette(page)
  await box(page).fill(meter)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=[A-Z]+\d{6}-[\dA-Z]{5}-[\dA-Z]{5}$/)
  await expect(salesTable(page).getByRole('row').filter({ hasText: meter })).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(
    /^[A-Z]+\d{6}-[\dA-Z]{5}-[\dA-Z]{5}$/,
  )
})

test('the palette says when nothing was found and when a search failed', async ({ page }) => {
  await page.route('**/flexpower/api/search?*fatou', (route) => route.abort())
  await page.goto('/admin/dashboard')
  await openPalette(page)
  await box(page).fill('zzzz-nobody')
  await expect(palette(page).getByRole('status')).toHaveText(/^Nothing found for “zzzz-nobody”\./)
  await box(page).fill('fatou')
  await expect(palette(page).getByRole('status')).toHaveText(/could not be searched/)
  await box(page).fill('fatou c')
  await expect(options(page)).toHaveText([/^Fatou Ceesay/])
})

test.describe('at the counter', () => {
  test.use({ as: people.cashier })

  test('a cashier’s palette has only the cashier’s screens, and asks the server for nothing', async ({
    page,
  }) => {
    const calls = watchCalls(page)
    await page.clock.install()
    await page.goto('/cashier/user')
    await openPalette(page)
    await expect(options(page)).toHaveText([
      /^Cash Power/,
      /^User/,
      /^My Shift/,
      /^Commission/,
      /^Printer/,
      /^Receipts/,
      /^Notices/,
      /^Your Account/,
      /^Air Power/,
      /^Post Paid/,
    ])
    await box(page).fill(people.kiosk.name)
    await expect(palette(page).getByRole('status')).toHaveText(/^Nothing found for “Lamin Jobe”\./)
    // More than a search waits for the next letter.
    await page.clock.runFor(2000)
    expect(calls.map(readPath)).not.toContain('search')
    await box(page).fill('cash')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/cashier/cash-power')
  })

  test('the counter’s keys are off while the palette is open, and none is lost or acted on while it loads', async ({
    page,
  }) => {
    const release = await hold(page, PALETTE_CODE)
    await page.goto('/cashier/cash-power')
    await expect(salesTable(page).getByRole('row').nth(1)).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('n?/')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    release()
    await expect(box(page)).toHaveValue('n?/')
    await page.keyboard.type('n')
    await page.keyboard.press('F2')
    await palette(page).getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('n')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await expect(saleModal(page)).toBeVisible()
  })

  test('Enter pressed before the palette has loaded is also kept for it', async ({ page }) => {
    const release = await hold(page, PALETTE_CODE)
    await page.goto('/cashier/cash-power')
    await expect(opener(page)).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('user')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/cashier/cash-power')
    release()
    await expect(page).toHaveURL('/cashier/user')
    await expect(palette(page)).toBeHidden()
  })

  test('Ctrl K does nothing while a sale is open, so that the sale is not lost', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/cashier/cash-power')
    await expect(salesTable(page)).toBeVisible()
    await page.keyboard.press('F2')
    await saleModal(page).getByLabel('Meter Number').fill(meters.withArrears.slice(0, -1))
    await page.keyboard.press('Control+k')
    await page.keyboard.type(meters.withArrears.slice(-1))
    await expect(saleModal(page).getByLabel('Meter Number')).toHaveValue(meters.withArrears)
    await expect(palette(page)).toBeHidden()
    // The press would have loaded it.
    expect(asked.filter((url) => PALETTE_CODE.test(url))).toEqual([])
  })

  test('the palette loads nothing before its first use', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await closeStream(page)
    await page.goto('/cashier/cash-power', { waitUntil: 'networkidle' })
    expect(asked.filter((url) => PALETTE_CODE.test(url))).toEqual([])
    await openPalette(page)
    expect(asked.filter((url) => PALETTE_CODE.test(url))).toHaveLength(1)
  })

  test('a palette that cannot be loaded leaves the counter as it is, and says so', async ({ page }) => {
    await page.route(PALETTE_CODE, (route) => route.abort())
    await page.goto('/cashier/cash-power')
    await expect(salesTable(page).getByRole('row').nth(1)).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(
      findToast(page, 'The search could not be loaded. Check the connection, then reload the page.'),
    ).toBeVisible()
    await page.keyboard.press('n')
    await expect(saleModal(page)).toBeVisible()
  })
})

test('axe finds nothing serious in the palette, with every screen and with search results', async ({
  page,
}) => {
  const complaints = await watchComplaints(page)
  await page.goto('/admin/audit?search=zzzz-nothing')
  await openPalette(page)
  await expectUsable(page)
  await box(page).fill(people.cashier.name)
  await expect(options(page)).toHaveText([/^Fatou Ceesay/])
  await expectUsable(page)
  expect(complaints).toEqual([])
})
