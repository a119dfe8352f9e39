import { fields, fillLoad, findDialog } from './credits.ts'
import { expect, people, test } from './people.ts'
import { openSale, saleModal } from './selling.ts'
import { addUser } from './users.ts'
import { hold } from './watching.ts'

test.describe('as a cashier', () => {
  test.use({ as: people.cashier })
  test.beforeEach(({ page }) => page.goto('/cashier/cash-power'))

  test('the cross closes a sale that was just opened, on a phone and a desk, wherever it is pressed', async ({
    page,
  }) => {
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      for (const part of [0.1, 0.9]) {
        const cross = (await openSale(page)).getByRole('button', { name: 'Close' })
        const { x, y, width: wide, height } = (await cross.boundingBox())!
        await page.mouse.click(x + wide / 2, y + height * part)
        await expect(saleModal(page), `at ${width} px, ${part}`).toHaveCount(0)
      }
    }
  })

  test('a press on VERIFY names every missing field at once', async ({ page }) => {
    const modal = await openSale(page)
    const { x, y, width } = (await modal.getByRole('button', { name: 'VERIFY' }).boundingBox())!
    await page.mouse.click(x + width / 2, y + 2)
    await expect(modal.locator('[aria-invalid=true]')).toHaveCount(3)
  })

  test('after a double click, and after a press beside it, what is typed is in the sale', async ({
    page,
  }) => {
    await page.getByRole('button', { name: 'New Transactions' }).dblclick()
    await expect(saleModal(page)).toBeVisible()
    await page.keyboard.type('0712')
    await page.mouse.click(3, 400)
    await page.keyboard.type('3456')
    await expect(saleModal(page).getByLabel('Meter Number')).toHaveValue('07123456')
  })

  test('after a press on plain text, as the second one of a double click may be, typing goes on in the field', async ({
    page,
  }) => {
    const modal = await openSale(page)
    const amount = modal.getByLabel('Amount', { exact: true })
    await modal.getByLabel('Meter Number').fill('07123456')
    await amount.focus()
    await page.keyboard.type('1')
    await modal.getByRole('heading').click()
    await expect(amount).not.toBeFocused()
    await page.keyboard.type('50')
    await expect(amount).toHaveValue('150')
    await expect(modal.getByLabel('Meter Number')).toHaveValue('07123456')
  })

  test('a sale that is drawn before it is needed cannot be reached, and the next one is empty', async ({
    page,
  }) => {
    const drawn = page.locator('.modal-ahead')
    const meter = page.getByLabel('Meter Number')
    await expect(drawn).toHaveCount(1)
    await expect(meter).toBeHidden()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // From the last element of the page Tab leaves it.
    await page.getByRole('link').last().focus()
    await page.keyboard.press('Tab')
    await expect(drawn.locator(':focus')).toHaveCount(0)

    const modal = await openSale(page)
    await expect(meter).toBeFocused()
    await meter.fill('07123456')
    await modal.getByRole('button', { name: 'Close' }).click()
    await expect(drawn).toHaveCount(1)
    await openSale(page)
    await expect(meter).toHaveValue('')
  })
})

test.describe('before the counter is read', () => {
  test.use({ as: people.cashier })
  const figures = '**/flexpower/api/counter'

  test('its figures say nothing that is not known', async ({ page }) => {
    const release = await hold(page, figures)
    await page.goto('/cashier/cash-power')
    const counter = page.getByRole('region', { name: 'My counter' })
    await expect(counter.getByText('Loading...')).toHaveCount(4)
    await expect(counter.getByText(/house|None yet/)).toHaveCount(0)
    release()
    await expect(counter.getByText('Loading...')).toHaveCount(0)
  })

  test('a failure is told, and the figures come when it is over', async ({ page }) => {
    await page.clock.install()
    await page.route(figures, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/cashier/cash-power')
    const notice = page.getByText('Your float and today’s sales could not be read')
    await expect
      .poll(async () => {
        await page.clock.fastForward(5000)
        return notice.isVisible()
      })
      .toBe(true)
    await page.unroute(figures)
    await page.clock.fastForward(30_000)
    await expect(page.getByRole('region', { name: 'My counter' })).toBeVisible()
    await expect(notice).toHaveCount(0)
  })
})

test.describe('as an Admin', () => {
  test.use({ as: people.admin })

  test('a dialog whose choices arrive late keeps the focus where it was', async ({ page }) => {
    const release = await hold(page, '**/flexpower/api/users/list*')
    await page.goto('/admin/credit-agents')
    await page.getByRole('button', { name: 'Load Credit History' }).click()
    const { agent } = fields(findDialog(page))
    await expect(agent).toBeFocused()
    release()
    await expect(agent.getByRole('option', { name: 'Choose an agent' })).toHaveCount(1)
    await expect(agent).toBeFocused()
  })

  test('going back under two dialogs leaves a page that scrolls and can be read', async ({ page }) => {
    const agent = await addUser(page)
    await page.goto('/admin/dashboard')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Credit Agents' }).click()
    await fillLoad(page, { agent, amount: '0' })
    await findDialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog', { name: 'Load GMD 0.00?' })).toBeVisible()
    const scrolling = () => page.evaluate<string>('document.documentElement.style.overflow')
    await expect.poll(scrolling).toBe('hidden')
    await page.goBack()
    await expect(page).toHaveURL('/admin/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(scrolling).toBe('')
    await expect(page.locator('body > [aria-hidden=true]')).toHaveCount(0)
  })
})
