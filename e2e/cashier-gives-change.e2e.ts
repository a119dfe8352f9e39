import { enterAirtime } from './airtime.ts'
import { expectUsable } from './axe.ts'
import { expect, people, test } from './people.ts'
import { pressOk, saleModal, someMeter, tokenCard, verifySale } from './selling.ts'

test.use({ as: people.cashier })

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 740 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)
  test.describe(`on ${device}`, () => {
    test.use({ viewport })

    test('before OK: C, the cash, the change; Enter does not sell; the card has it again', async ({
      page,
    }) => {
      await page.goto('/cashier/cash-power')
      const modal = await verifySale(page, { meter: someMeter(), amount: '165' })
      await page.keyboard.press('c')
      const cash = modal.getByLabel('Cash received')
      await expect(cash).toBeFocused()
      await expect(cash).toHaveValue('')
      await page.keyboard.type('100')
      const told = modal.getByRole('region', { name: 'Cash and change' }).getByRole('status')
      await expect(told).toHaveText(/Still missing\s*GMD 65\.00/)
      await modal.getByRole('button', { name: '200', exact: true }).click()
      await expect(told).toHaveText(/Change\s*GMD 35\.00/)
      await expectUsable(page, [viewport.width])
      await cash.focus()
      await page.keyboard.press('Enter')
      await expect(modal.getByRole('button', { name: 'OK' })).toBeFocused()
      await expect(saleModal(page)).toBeVisible()
      await pressOk(page)
      const card = tokenCard(page)
      await expect(card.getByRole('region', { name: 'Cash and change' })).toContainText('GMD 35.00')
      await expect(card.getByRole('button', { name: 'Print receipt' })).toBeFocused()
      await expectUsable(page, [viewport.width])
    })
  })

test('nobody has to use it: closed until asked for, and Escape closes only it', async ({ page }) => {
  await page.goto('/cashier/cash-power')
  const modal = await verifySale(page, { meter: someMeter() })
  await expect(modal.getByLabel('Cash received')).toHaveCount(0)
  await modal.getByRole('button', { name: 'Count cash' }).click()
  await expect(modal.getByLabel('Cash received')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(modal.getByLabel('Cash received')).toHaveCount(0)
  await expect(modal).toBeVisible()
  await pressOk(page)
  await expect(tokenCard(page).getByLabel('Cash received')).toHaveCount(0)
})

test('C is heard from the moment that cash can be counted', async ({ page }) => {
  // Right after the change of the page, before it is painted.
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => new MutationObserver((_, observer) => {
    if (!document.body.textContent.includes('Count cash')) return
    observer.disconnect()
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true }))
  }).observe(document.body, { childList: true, subtree: true }))`)
  await page.goto('/cashier/cash-power')
  const modal = await verifySale(page, { meter: someMeter() })
  await expect(modal.getByLabel('Cash received')).toBeFocused()
})

test('for airtime, while the price is typed', async ({ page }) => {
  await page.goto('/cashier/air-power')
  const modal = await enterAirtime(page, { phone: '3511220', amount: '30' })
  await page.keyboard.press('c')
  await modal.getByRole('button', { name: '50', exact: true }).last().click()
  await expect(modal.getByRole('region', { name: 'Cash and change' })).toContainText('GMD 20.00')
})
