import type { Page } from '@playwright/test'
import { ATTENTION, PRODUCTS } from '@flexpower/contract'
import { showFewCashiers } from './few-cashiers.ts'
import { expectNoOverflow, readBottom } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { findToast } from './toasts.ts'

test.use({ as: people.admin })

const setWidth = (page: Page, width: number) => page.setViewportSize({ width, height: 900 })

/** How many of them are in the first row. */
async function listColumns(page: Page, name: string): Promise<number> {
  const boxes = await Promise.all(
    (await page.getByRole('navigation', { name }).getByRole('link').all()).map((link) => link.boundingBox()),
  )
  return boxes.filter((box) => box?.y === boxes[0]?.y).length
}

test('C-03 the layout changes at 600, 900 and 1200 px and not one pixel before', async ({ page }) => {
  await page.goto('/admin/dashboard')
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  const toggle = page.getByRole('button', { name: 'Open menu' })
  for (const [width, columns, menu] of [
    [320, 1, 'drawer'],
    [599, 1, 'drawer'],
    [600, 2, 'drawer'],
    [899, 2, 'drawer'],
    [900, 3, 'rail'],
    [1199, 3, 'rail'],
    [1200, 4, 'sidebar'],
  ] as const) {
    await setWidth(page, width)
    await expect(toggle, `toggle at ${width}`).toBeVisible({ visible: menu === 'drawer' })
    await expect(sidebar, `menu at ${width}`).toBeVisible({ visible: menu !== 'drawer' })
    await expect.poll(() => listColumns(page, 'More screens'), `tiles at ${width}`).toBe(columns)
    if (menu !== 'drawer') {
      const box = await sidebar.boundingBox()
      expect(box?.width, `menu at ${width}`).toBe(menu === 'rail' ? 68 : 208)
      // In the narrow menu the names are still there for screen readers.
      await expect(sidebar.getByRole('link', { name: 'Shift Enquiries' })).toBeVisible()
    }
  }
})

test('C-03 a page grows to 1536 px and no further', async ({ page }) => {
  await page.goto('/admin/dashboard')
  const widthOfMain = async () => (await page.getByRole('main').boundingBox())?.width
  await setWidth(page, 1700)
  await expect.poll(widthOfMain).toBeLessThan(1536)
  await setWidth(page, 2400)
  await expect.poll(widthOfMain).toBe(1536)
})

test('C-03 no style uses another width than 600, 900, 1200 or 1536 px, and a colour changes at 900 px alone', async ({
  page,
}) => {
  await page.goto('/')
  const found = await page.evaluate<{ widths: string[]; colours: string }[]>(`
    const found = []
    const readColours = ({ style, cssRules = [] }) =>
      (style?.color ?? '') + (style?.backgroundColor ?? '') + (style?.opacity ?? '') + [...cssRules].map(readColours).join('')
    const read = (rules) => {
      for (const rule of rules) {
        if (rule instanceof CSSMediaRule && rule.conditionText.includes('width'))
          found.push({ widths: rule.conditionText.match(/[\\d.]+px/g) ?? [], colours: readColours(rule) })
        if (rule.cssRules) read(rule.cssRules)
      }
    }
    for (const sheet of document.styleSheets) read(sheet.cssRules)
    found`)
  const widths = found.flatMap((each) => each.widths)
  expect(widths.length).toBeGreaterThan(3)
  expect([...new Set(widths)].filter((px) => !['600px', '900px', '1200px', '1536px'].includes(px))).toEqual(
    [],
  )
  // The sweep with axe looks at colours below and above 900 px (everyone-can-use-it.e2e.ts).
  const others = found.filter((each) => each.widths.some((px) => px !== '900px'))
  expect(others.filter(({ colours }) => colours !== '')).toEqual([])
})

/** As on a machine that has none of the usual fonts: the widest of those that it may have instead. */
const showInWidestFont = (page: Page) =>
  page.evaluate(`document.documentElement.style.setProperty('--font', '"DejaVu Sans", Verdana, sans-serif')`)

const titleHeight = async (page: Page) =>
  (await page.getByRole('heading', { level: 1 }).boundingBox())?.height

test('the longest titles have one line on a phone, in the widest font too', async ({ page }) => {
  await setWidth(page, 360)
  for (const name of ['customer-enquiries', 'cash-power-charges', 'forget-password', 'cash-power']) {
    await page.goto(`/admin/${name}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await showInWidestFont(page)
    await expect.poll(() => titleHeight(page), name).toBe(24)
  }
})

/** Everything that can be said of a cashier, with large amounts. */
const BUSIEST = {
  cashier_name: 'Ramatoulie Fatoumatta Jallow-Ceesay',
  location: 'Serekunda Westfield Junction',
  attention: ATTENTION,
  selling: true,
  session: {
    id: 1,
    state: 'counted',
    opened_at: '2026-01-02T03:04:05Z',
    expected: -1234567.89,
    opening_difference: -1234567.89,
  },
  floats: [
    { kind: 'electricity', balance: 12345678.9, lasts_days: 0.4, state: 'very low' },
    { kind: 'airtime', balance: 1234567.89, lasts_days: 12.5, state: 'low' },
  ],
  last_sale: { created_at: '2026-01-02T03:04:05Z', transaction_id: 'FP-1', product: 'electricity' },
  today: PRODUCTS.map((product) => ({ product, sales: 12_345, amount: 1234567.89 })),
  closed: 30,
  short: { count: 12, amount: 123456.78 },
  over: { count: 12, amount: 123456.78 },
  missing_between: { count: 12, amount: 123456.78 },
  outside_shift: 123456.78,
  refunds_owed: { count: 12, amount: 123456.78, session_id: 1 },
  in_doubt: { count: 12, amount: 123456.78 },
}

test('the wall fits a phone and a desk when everything needs attention, in the widest font', async ({
  page,
}) => {
  await page.route('**/flexpower/api/till/wall', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: { cashiers: object[] } }
    const cashiers = data.cashiers.slice(0, 2).map((row) => ({ ...row, ...BUSIEST }))
    await route.fulfill({ response: answer, json: { data: { ...data, cashiers } } })
  })
  await page.goto('/admin/tills')
  await expect(page.getByText('Expected cash is below zero').first()).toBeVisible()
  await showInWidestFont(page)
  for (const width of [320, 360, 600, 899, 1280]) {
    await setWidth(page, width)
    await expectNoOverflow(page, `at ${width}`)
    await expect(page.getByRole('region', { name: /scrolls sideways$/ }), `at ${width}`).toHaveCount(0)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the menu and the tables keep their lines and columns at 1280 px in the widest font', async ({
  page,
}) => {
  await showFewCashiers(page)
  for (const path of ['/admin/dashboard', '/admin/cash-power', '/admin/post-paid', '/admin/tills']) {
    await page.goto(path)
    await expect(page.getByRole('table').last().getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    await showInWidestFont(page)
    const items = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem')
    for (const item of await items.all()) expect((await item.boundingBox())?.height, path).toBe(44)
    // A table with columns out of view would be such a region.
    await expect(page.getByRole('region', { name: /scrolls sideways$/ }), path).toHaveCount(0)
  }
})

test('the current item of the menu is as wide as it is elsewhere', async ({ page }) => {
  const label = page.getByRole('navigation', { name: 'Main' }).getByText('Change Password')
  const readWidth = async () => (await label.boundingBox())?.width
  await page.goto('/admin/balance')
  await expect(label).toBeVisible()
  const elsewhere = await readWidth()
  await label.click()
  await expect(page).toHaveURL('/admin/change-password')
  expect(await readWidth()).toBe(elsewhere)
})

test('the charts of the dashboard fill their cards', async ({ page }) => {
  await page.goto('/admin/dashboard')
  for (const title of ['Sales by hour', 'Last 30 days']) {
    const card = page.getByRole('region', { name: title })
    const empty = async () => (await readBottom(card)) - (await readBottom(card.getByRole('figure')))
    await expect.poll(empty, title).toBeLessThan(20)
  }
})

test('a toast leaves the title of the page and the buttons beside it free', async ({ page }) => {
  for (const width of [360, 1280]) {
    await setWidth(page, width)
    await page.goto('/admin/dashboard')
    await page.getByLabel('Date', { exact: true }).fill('2020-01-01')
    await page.getByRole('button', { name: 'Submit' }).click()
    const toast = findToast(page, 'Not found')
    await expect(toast).toBeVisible()
    const { y } = (await toast.boundingBox())!
    expect(y, `at ${width}`).toBeGreaterThanOrEqual(await readBottom(page.getByRole('banner')))
  }
})
