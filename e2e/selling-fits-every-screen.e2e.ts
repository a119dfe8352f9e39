// The sale screens, small and large: no column of a list is cut at 1280 px, and what must be read before OK is visible
// together with it on a phone and at 200 %.
import type { Locator, Page } from '@playwright/test'
import { accounts, fillPayment, openPayment } from './bills.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { fillSale, meters, openSale, pressOk, sell, someMeter, tokenCard, verifySale } from './selling.ts'
import { slowToasts, findToast } from './toasts.ts'

const PHONE = { width: 360, height: 740 }
const ZOOMED = { width: 640, height: 400 }
const SMALL_SCREENS = [
  ['a phone', PHONE],
  ['a screen at 200 %', ZOOMED],
] as const

const LISTS = {
  admin: [
    ['/admin/cash-power', 'Cash power transactions'],
    ['/admin/air-power', 'Air power transactions'],
    ['/admin/post-paid', 'Post paid transactions'],
    ['/admin/dashboard', 'Sales by cashier today'],
  ],
  cashier: [
    ['/cashier/cash-power', 'Cash power transactions'],
    ['/cashier/air-power', 'Air power transactions'],
    ['/cashier/post-paid', 'Post paid transactions'],
  ],
} as const

/** How much of the table its box cuts off, in pixels. */
const hiddenWidth = (table: Locator): Promise<number> =>
  table.evaluate(
    ({ parentElement: box }: { parentElement: { scrollWidth: number; clientWidth: number } }) =>
      box.scrollWidth - box.clientWidth,
  )

/** Every sale of a list with the longest values a counter may have: names without a space, six figures, wide letters. */
async function lengthenSales(page: Page): Promise<void> {
  await page.route(/\/api\/(gettransactions\/\d+|transactions)\?/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object[] }
    const data = body.data.map((sale) => ({
      ...sale,
      customer_name: 'Constructionmaterials Wholesalecompany',
      recorded_by: 'Ousainou-Muhammadou Ceesay-Drammehkunda',
      location: 'Serekunda-Westfieldjunction',
      amount: 85_000,
      vend_amount: 84_150,
      fee: 850,
      transaction_id: 'A261116-WMWMW-MWMWM',
    }))
    await route.fulfill({ response: answer, json: { ...body, data } })
  })
}

for (const who of ['admin', 'cashier'] as const)
  test.describe(`as ${who}`, () => {
    test.use({ as: people[who] })

    for (const [path, caption] of LISTS[who])
      test(`${path} shows every column at 1280 px`, async ({ page }) => {
        await page.goto(path)
        const table = page.getByRole('table', { name: caption })
        await expect(table.getByRole('row').nth(1)).toBeVisible()
        await expect(table).not.toHaveAttribute('aria-busy')
        expect(await hiddenWidth(table)).toBe(0)
      })

    test('CP-10 CP-13 long names and six figures do not push a column out of view at 1280 px', async ({
      page,
    }) => {
      await lengthenSales(page)
      await page.goto(LISTS[who][0][0])
      const table = page.getByRole('table', { name: LISTS[who][0][1] })
      await expect(table.getByText('A261116-WMWMW-MWMWM').first()).toBeVisible()
      expect(await hiddenWidth(table)).toBe(0)
      await page.setViewportSize({ width: 920, height: 800 })
      await expect(page.getByRole('region', { name: `${LISTS[who][0][1]}, scrolls sideways` })).toBeVisible()
      await page.setViewportSize(PHONE)
      await expect(page.getByRole('table')).toHaveCount(0)
      await expectNoOverflow(page)
    })
  })

test.describe('on the overview', () => {
  test.use({ as: people.admin })

  test('long names and seven figures push nothing out of view at 1280 px', async ({ page }) => {
    await page.route(/\/api\/dashboard\/overview/, async (route) => {
      const answer = await route.fetch()
      const text = (await answer.text())
        .replaceAll(/"name":"[^"]*"/g, '"name":"Ousainou-Muhammadou Ceesay-Drammehkunda"')
        .replaceAll(/"location":"[^"]*"/g, '"location":"Serekunda-Westfieldjunction"')
        .replaceAll(/"(float|tendered)":[\d.]+/g, '"$1":1234567.85')
      await route.fulfill({ response: answer, body: text })
    })
    await page.goto('/admin/dashboard')
    const table = page.getByRole('table', { name: 'Sales by cashier today' })
    await expect(table.getByText('GMD 1,234,567.85').first()).toBeVisible()
    expect(await hiddenWidth(table)).toBe(0)
  })
})

test.describe('before OK', () => {
  test.use({ as: people.cashier })
  const warning = (modal: Locator, text: RegExp) => modal.getByRole('status').filter({ hasText: text })

  for (const [screen, viewport] of SMALL_SCREENS)
    test(`a warning that no later question repeats comes first on ${screen}: arrears before a second sale`, async ({
      page,
    }) => {
      await page.goto('/cashier/cash-power')
      await sell(page, { meter: meters.withArrears })
      await page.keyboard.press('Escape')
      await page.setViewportSize(viewport)
      const modal = await verifySale(page, { meter: meters.withArrears })
      await expect(modal.getByRole('status').getByText(/^(Arrears of|Sold) GMD/)).toHaveText([
        /^Arrears of GMD/,
        /^Sold GMD/,
      ])
      await expect(modal.getByRole('button', { name: 'OK' })).toBeInViewport({ ratio: 1 })
      await expect(warning(modal, /^Arrears of GMD/)).toBeInViewport({ ratio: 1 })
    })

  test('while a sale is being sent, nothing says what OK would ask', async ({ page }) => {
    const meter = someMeter()
    const { promise: hasLooked, resolve: goOn } = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/flexpower/api/transactions', async (route) => {
      if (route.request().method() === 'POST' && ++sent === 2) await hasLooked
      await route.fallback()
    })
    await page.goto('/cashier/cash-power')
    await sell(page, { meter })
    await page.keyboard.press('Escape')
    const modal = await verifySale(page, { meter })
    await expect(warning(modal, /^Sold GMD/)).toBeVisible()
    await pressOk(page)
    await expect(modal.getByText('GMD 100.00 is being sent.')).toBeVisible()
    await expect(modal.getByText('OK asks before it sells again.')).toBeHidden()
    await expect(modal).toBeVisible()
    goOn()
    await expect(tokenCard(page)).toBeVisible()
  })

  for (const [screen, viewport] of [...SMALL_SCREENS, ['a desk', { width: 1280, height: 720 }]] as const)
    test(`P-09 toasts leave the modal’s title and its cross free on ${screen}`, async ({ page }) => {
      await slowToasts(page)
      await page.setViewportSize(viewport)
      await page.goto('/cashier/cash-power')
      const modal = await openSale(page)
      await modal.getByRole('button', { name: 'VERIFY' }).click()
      await expect(findToast(page, 'Please fix validation errors')).toBeVisible()
      await fillSale(modal, { meter: meters.withArrears, amount: '500' })
      await modal.getByRole('button', { name: 'VERIFY' }).click()
      await expect(modal.getByRole('button', { name: 'OK' })).toBeEnabled()
      const toast = findToast(page, 'Account verified successfully!')
      await expect(toast).toBeVisible()
      for (const part of [
        modal.getByRole('heading', { name: 'Add New Transaction' }),
        modal.getByRole('button', { name: 'Close' }),
      ])
        await expect.poll(() => isUncovered(part)).toBe(true)
    })

  test('on a phone each way to hand over a token has room around its name', async ({ page }) => {
    await page.setViewportSize(PHONE)
    await page.goto('/cashier/cash-power')
    const card = await sell(page, { meter: someMeter(), amount: '50' })
    for (const name of ['Copy', 'SMS', 'WhatsApp'])
      expect(
        await roomBeside(card.getByRole(name === 'Copy' ? 'button' : 'link', { name })),
        name,
      ).toBeGreaterThanOrEqual(8)
  })
})

test.describe('with a float that is too small', () => {
  test.use({ as: people.kiosk })

  for (const [screen, viewport] of SMALL_SCREENS)
    test(`that is shown first on ${screen}, with the button to change the amount`, async ({ page }) => {
      await page.goto('/cashier/cash-power')
      await expect(page.getByRole('region', { name: 'My counter' })).toContainText('GMD')
      await page.setViewportSize(viewport)
      const modal = await openSale(page)
      await fillSale(modal, { meter: meters.withArrears, amount: '90000' })
      await modal.getByRole('button', { name: 'VERIFY' }).click()
      await expectChangeInSight(modal)
      await page.keyboard.press('Enter')
      await expect(modal.getByLabel('Amount', { exact: true })).toBeEditable()
    })
})

test.describe('with a bill beyond the float', () => {
  test.use({ as: people.cashier })

  test('the button to change the amount is visible on a phone', async ({ page }) => {
    await page.goto('/cashier/post-paid')
    await page.setViewportSize(PHONE)
    const modal = await openPayment(page)
    await fillPayment(modal, { account: accounts.touray.account, amount: '9000000' })
    await modal.getByRole('button', { name: 'VERIFY' }).click()
    await expectChangeInSight(modal)
  })
})

async function expectChangeInSight(modal: Locator): Promise<void> {
  await expect(modal.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(modal.getByRole('alert')).toContainText('is too small for')
  await expect(modal.getByRole('button', { name: 'Change' })).toBeInViewport({ ratio: 1 })
  await expect(modal.getByRole('button', { name: 'Change' })).toBeFocused()
}

/** Whether a press anywhere along its middle would reach it; its corners may be round. */
const isUncovered = (part: Locator): Promise<boolean> =>
  part.evaluate((element: Measured) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const places = [
      [left + 2, y],
      [right - 2, y],
      [x, top + 2],
      [x, bottom - 2],
    ] as const
    return places.every(([across, down]) =>
      element.contains(element.ownerDocument.elementFromPoint(across, down)),
    )
  })

/** From a button's text to its border, on the narrower side, in pixels. */
const roomBeside = (button: Locator): Promise<number> =>
  button.evaluate((element: Measured) => {
    const words = element.ownerDocument.createRange()
    words.selectNodeContents(element)
    const [inner, outer] = [words.getBoundingClientRect(), element.getBoundingClientRect()]
    return Math.min(inner.left - outer.left, outer.right - inner.right)
  })

/** The few browser types needed here; these tests are compiled without the DOM types. */
interface Box {
  left: number
  right: number
  top: number
  bottom: number
}
interface Measured {
  getBoundingClientRect: () => Box
  contains: (other: unknown) => boolean
  ownerDocument: {
    elementFromPoint: (x: number, y: number) => unknown
    createRange: () => { selectNodeContents: (node: unknown) => void; getBoundingClientRect: () => Box }
  }
}
