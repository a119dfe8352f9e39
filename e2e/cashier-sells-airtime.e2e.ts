import { airtimeTable, enterAirtime, sellAirtime, someNumber } from './airtime.ts'
import { expectUsable } from './axe.ts'
import { expectNoOverflow, readBottom } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { addUser, loadFloat, signInElsewhere } from './users.ts'

test.describe('with airtime float', () => {
  test.use({ as: people.admin })

  test('AP-04 sells from their own airtime float, sees their own rows, and is refused beyond it', async ({
    page,
  }) => {
    await page.goto('/admin/air-power')
    const cashier = await addUser(page)
    await loadFloat(page, cashier.id, 500, 'airtime')
    const others = someNumber()
    await sellAirtime(page, { phone: others })
    const counter = await signInElsewhere(page, cashier)
    await counter
      .getByRole('navigation', { name: 'Also at this counter' })
      .getByRole('link', { name: 'Air Power' })
      .click()
    await expect(counter).toHaveURL('/cashier/air-power')
    await expect(counter.getByRole('region', { name: 'My airtime' })).toContainText('500.00')
    const phone = someNumber()
    await sellAirtime(counter, { phone, amount: '200' })
    await expect(counter.getByRole('region', { name: 'My airtime' })).toContainText('300.00')
    await expect(airtimeTable(counter).locator('tbody').getByRole('row')).toHaveCount(1)
    await expect(counter.getByText(others)).toHaveCount(0)
    const modal = await enterAirtime(counter, { phone: someNumber(), amount: '400' })
    await expect(modal.getByRole('alert')).toContainText(
      'Your float of GMD 300.00 is too small for GMD 400.00',
    )
    await expect(modal.getByRole('button', { name: 'OK' })).toBeDisabled()
    await counter.close()
  })

  test('on a phone the rows are cards and New Transactions is at the bottom', async ({ page }) => {
    const cashier = await addUser(page)
    await loadFloat(page, cashier.id, 5000, 'airtime')
    const counter = await signInElsewhere(page, { ...cashier, home: '/cashier/air-power' })
    const phone = someNumber()
    await sellAirtime(counter, { phone })
    await counter.setViewportSize({ width: 360, height: 740 })
    const cards = counter.getByRole('list', { name: 'Air power transactions' })
    await expect(cards.getByRole('listitem').first()).toContainText(phone)
    await expectNoOverflow(counter)
    await expect
      .poll(() => readBottom(counter.getByRole('button', { name: 'New Transactions' })))
      .toBeGreaterThan(700)
    await expectUsable(counter)
    await counter.close()
  })
})

test.describe('without airtime float', () => {
  test.use({ as: people.kiosk })

  test('the screen says whom to ask, and offers no sale', async ({ page }) => {
    await page.goto('/cashier/air-power')
    await expect(page.getByText('You have no airtime float yet')).toBeVisible()
    await expect(page.getByText(/Ask an Admin to load credit of the type Airtime/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'New Transactions' })).toHaveCount(0)
    await expectUsable(page)
  })
})
