import { expectUsable } from './axe.ts'
import { expect, people, test } from './people.ts'
import { openSale, sell, someMeter } from './selling.ts'

test.use({ as: people.cashier })

const offers = '[role="listbox"][aria-label="Customers served before"] [role="option"]'

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 740 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)
  test.describe(`on ${device}`, () => {
    test.use({ viewport })
    test.beforeEach(async ({ page }) => {
      await page.goto('/cashier/cash-power')
    })

    test('a customer served before is offered by the meter, on any device, with phone and usual amount', async ({
      page,
      browser,
      stateOf,
    }) => {
      const meter = someMeter()
      await sell(page, { meter, amount: '150', phone: '7719999' })
      // Another browser, in which nobody has sold.
      const elsewhere = await browser.newPage({ storageState: await stateOf(people.cashier), viewport })
      await elsewhere.goto(new URL('/cashier/cash-power', page.url()).href)
      const modal = await openSale(elsewhere)
      await modal.getByLabel('Meter Number').pressSequentially(meter.slice(0, 9))
      const offer = elsewhere.locator(offers).filter({ hasText: meter })
      await expect(offer).toContainText('usually')
      await expect(offer).toContainText('GMD 150.00')
      await expectUsable(elsewhere, [viewport.width])
      await offer.click()
      await expect(modal.getByLabel('Meter Number')).toHaveValue(meter)
      await expect(modal.getByLabel('Mobile Number')).toHaveValue('7719999')
      await expect(modal.getByLabel('Amount', { exact: true })).toHaveValue('150')
      await expect(modal.getByLabel('Amount', { exact: true })).toBeFocused()
      await expect(elsewhere.locator(offers)).toHaveCount(0)
      await elsewhere.close()
    })

    test('a part of the name finds the customer, the arrow keys choose, and Escape closes the offers and not the sale', async ({
      page,
    }) => {
      const meter = someMeter()
      const card = await sell(page, { meter, phone: '7714208' })
      const [, name = ''] = /^Token for (.+)$/m.exec(await card.innerText()) ?? []
      await page.keyboard.press('Escape')
      const modal = await openSale(page)
      const field = modal.getByLabel('Meter Number')
      await field.pressSequentially('fleet')
      await expect(page.locator(offers).first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.locator(offers)).toHaveCount(0)
      await expect(modal).toBeVisible()
      await field.clear()
      await field.pressSequentially(name.slice('Fleet Cus'.length))
      await expect(page.locator(offers).filter({ hasText: name })).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await expect(page.locator(`${offers}[aria-selected="true"]`)).toContainText(meter)
      await page.keyboard.press('Enter')
      await expect(field).toHaveValue(meter)
      await expect(modal).toBeVisible()
    })
  })
