import { expect, people, test } from './people.ts'
import { fillSale, openSale, pressOk, saleModal, someMeter, verifySale } from './selling.ts'

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 740 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)
  test.describe(`on ${device}`, () => {
    test.use({ viewport })

    test('the start page says that it is the place to practise, and lists ten exercises', async ({
      page,
    }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'This is the place to practise' })).toBeVisible()
      const list = page.getByRole('list', { name: 'Exercises' })
      await expect(list.getByRole('listitem')).toHaveCount(10)
      await expect(list.getByRole('link')).toHaveCount(10)
    })

    test.describe('signed in', () => {
      test.use({ as: people.cashier })

      test('each link opens its screen, and one begins the guide', async ({ page }) => {
        await page.goto('/')
        const list = page.getByRole('list', { name: 'Exercises' })
        await list.getByRole('link', { name: 'Open Air Power' }).click()
        await expect(page).toHaveURL('/cashier/air-power')
        await page.goto('/')
        await page.getByRole('link', { name: 'the guide' }).click()
        await expect(page.getByRole('region', { name: 'Guide, step 1 of 5' })).toBeVisible()
      })
    })
  })

test.describe('the exercises', () => {
  test.use({ as: people.cashier })

  test('happen with the numbers that the page names', async ({ page, browser }) => {
    test.slow()
    const start = await browser.newPage({ storageState: { cookies: [], origins: [] } })
    await page.goto('/cashier/cash-power')
    await start.goto(new URL('/', page.url()).href)
    const readNumber = async (title: string) => {
      const item = start
        .getByRole('list', { name: 'Exercises' })
        .getByRole('listitem')
        .filter({ hasText: title })
      return (await item.locator('b').textContent()) ?? ''
    }
    const arrears = await verifySale(page, { meter: await readNumber('A customer with arrears') })
    await expect(arrears.getByText(/^Arrears of GMD/)).toBeVisible()
    await page.keyboard.press('Escape')

    await verifySale(page, { meter: await readNumber('A refused sale') })
    await pressOk(page)
    await expect(
      page.getByRole('main').getByRole('alert').filter({ hasText: 'The sale was refused' }),
    ).toBeVisible()

    const wrong = await openSale(page)
    await fillSale(wrong, { meter: await readNumber('A wrong meter') })
    await expect(wrong.getByText(/Compare/).first()).toBeVisible()
    await wrong.getByRole('button', { name: 'VERIFY' }).click()
    await expect(wrong.getByRole('alert')).toContainText('Nothing was sold and no money moved.')
    // Escape would first close the customers that are offered for the meter.
    await wrong.getByRole('button', { name: 'Close' }).click()

    const large = await openSale(page)
    await fillSale(large, { meter: someMeter(), amount: await readNumber('Not enough float') })
    await large.getByRole('button', { name: 'VERIFY' }).click()
    await expect(saleModal(page).getByText(/is too small for GMD 900,000\.00$/)).toBeVisible()
    await start.close()
  })
})
