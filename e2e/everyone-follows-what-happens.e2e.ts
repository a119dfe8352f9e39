// What happens elsewhere appears on an open page without a reload and without a jump; notices come to the bell and the inbox.
import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test, tokenIn } from './people.ts'
import { salesTable, sell, someMeter } from './selling.ts'
import { addUser, callAsAdmin, loadFloat, signInElsewhere, someName } from './users.ts'
import { callWith, closeStream } from './watching.ts'

const LIVE = { timeout: 30_000 }
const bell = (page: Page) => page.getByRole('link', { name: /^Notices, / })

/** From now on the page follows the server; it begins some seconds after the page was drawn. */
const follows = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/api/events') && answer.ok(), LIVE)

test.describe('as an Admin', () => {
  test.use({ as: people.admin })

  test('a sale at a counter is a new row of an open list; a list that was scrolled offers it and stays', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 500 })
    const cashier = await addUser(page)
    await loadFloat(page, cashier.id, 5000)
    const counter = await signInElsewhere(page, cashier)
    // The list of this cashier alone: other tests sell, too. Some sales make it long enough to scroll.
    const token = (await tokenIn(counter.context())) ?? ''
    for (let sales = 0; sales < 8; sales += 1) {
      const sale = { meter_number: someMeter(), amount: 50, telephone: '7714208' }
      expect((await callWith(page, token, 'POST', 'transactions', sale)).status()).toBe(200)
    }
    const following = follows(page)
    await page.goto(`/admin/cash-power?cashier=${cashier.id}`)
    await following
    const [first, second] = [someMeter(), someMeter()]
    await sell(counter, { meter: first })
    const rows = salesTable(page).getByRole('row')
    await expect(rows.filter({ hasText: first })).toBeVisible(LIVE)

    await page.evaluate('scrollTo(0, 250)')
    const readTop = async () => (await rows.filter({ hasText: first }).boundingBox())?.y
    const before = await readTop()
    await counter.keyboard.press('Escape')
    await sell(counter, { meter: second })
    const offer = page.getByRole('button', { name: /^\d+ new sales?$/ })
    await expect(offer).toBeVisible(LIVE)
    expect(await readTop()).toBe(before)
    await expect(rows.filter({ hasText: second })).toHaveCount(0)
    await offer.click()
    await expect(rows.filter({ hasText: second })).toBeVisible()
    await expect(offer).toBeHidden()
    expect(await page.evaluate('scrollY')).toBe(0)
    await counter.context().close()
  })

  test('a message rings the bell; opening its notice leads to it and marks it as read', async ({ page }) => {
    const following = follows(page)
    await page.goto('/admin/notices')
    await following
    const names = [someName('Isatou'), someName('Lamin')]
    for (const name of names)
      await callAsAdmin(page, 'POST', 'contact-us', { name, email: 'visitor@example.gm', message: 'Hello' })
    const unread = page.getByRole('list', { name: 'Unread notices' }).getByRole('listitem')
    for (const name of names) await expect(unread.filter({ hasText: name })).toBeVisible(LIVE)
    await expect(bell(page)).toHaveAccessibleName(/^Notices, [1-9]\d* unread$/)
    await expectUsable(page)

    const [isatou = '', lamin = ''] = names
    await page.getByRole('button', { name: `Mark as read: A message from ${isatou}` }).click()
    await expect(unread.filter({ hasText: isatou })).toHaveCount(0)
    const earlier = page.getByRole('table', { name: 'Earlier notices' }).getByRole('row')
    await expect(earlier.filter({ hasText: isatou })).toContainText('Read')
    await page.getByRole('link', { name: `Open: A message from ${lamin}` }).click()
    await expect(page).toHaveURL('/admin/messages')
    await bell(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notices')
    await expect(earlier.filter({ hasText: lamin })).toContainText('Read')
    await expect(unread.filter({ hasText: lamin })).toHaveCount(0)
  })

  test('without a stream the page asks from time to time', async ({ page }) => {
    await closeStream(page)
    await page.goto('/admin/tills')
    const cashier = await addUser(page)
    await expect(page.getByRole('table', { name: 'Every cashier now' })).toContainText(cashier.name, LIVE)
  })
})

test.describe('as a cashier', () => {
  test.use({ as: people.admin })

  test('mail and SMS are chosen for each kind; SMS need a number; on a phone too', async ({
    page: admin,
  }) => {
    const page = await signInElsewhere(admin, await addUser(admin))
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/cashier/notices')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notices')
    const check = (name: string) => page.getByRole('checkbox', { name })
    await expect(check('Unusual sign-ins by mail')).toBeChecked()
    await expect(check('Unusual sign-ins by mail')).toBeDisabled()
    await expect(check('Low float by SMS')).toBeDisabled()
    await page.getByLabel('Mobile Number').fill('771')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Mobile Number must be at least 7 digits')).toBeVisible()
    await page.getByLabel('Mobile Number').fill('7712345')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(check('Low float by SMS')).toBeEnabled()
    await check('Low float by SMS').click()
    await expect(check('Low float by SMS')).toBeChecked()
    await check('Low float by mail').click()
    await expect(check('Low float by mail')).toBeChecked()
    await page.reload()
    for (const channel of ['mail', 'SMS']) await expect(check(`Low float by ${channel}`)).toBeChecked()
    await expectNoOverflow(page)
    await expectUsable(page)
    await page.close()
  })
})
