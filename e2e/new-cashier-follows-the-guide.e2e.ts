import type { Locator, Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expect, people, test } from './people.ts'
import { printedBy, stubPrinter } from './printing.ts'
import { fillSale, openSale, sell, someMeter, TOKEN, tokenCard } from './selling.ts'
import { addUser, loadFloat, signInElsewhere } from './users.ts'

test.use({ as: people.admin })

const guide = (page: Page, step: number) => page.getByRole('region', { name: `Guide, step ${step} of 5` })

/** A cashier who has never sold, with float, at the counter for the first time. */
async function arriveAsNewCashier(page: Page, viewport: { width: number; height: number }): Promise<Page> {
  const cashier = await addUser(page)
  await loadFloat(page, cashier.id, 5000)
  const counter = await signInElsewhere(page, cashier)
  await counter.setViewportSize(viewport)
  await stubPrinter(counter.context())
  await counter.reload()
  return counter
}

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 740 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)
  test(`on ${device}, a new cashier sells and prints by the guide alone`, async ({ page }) => {
    test.slow()
    const counter = await arriveAsNewCashier(page, viewport)
    await counter.getByRole('button', { name: 'Start the guide' }).click()
    await expect(guide(counter, 1)).toContainText('Press New Transactions')
    await expectUsable(counter, [viewport.width])
    await counter.getByRole('button', { name: 'New Transactions' }).click()

    const modal = counter.getByRole('dialog', { name: 'Add New Transaction' })
    await expect(guide(counter, 2)).toContainText('press VERIFY')
    await modal.getByLabel('Meter Number').fill(someMeter())
    await modal.getByLabel('Amount', { exact: true }).fill('100')
    await modal.getByLabel('Mobile Number').fill('7714208')
    await modal.getByRole('button', { name: 'VERIFY' }).click()

    await expect(guide(counter, 3)).toContainText('press OK')
    await expectUsable(counter, [viewport.width])
    await modal.getByRole('button', { name: 'OK' }).click()

    await expect(guide(counter, 4)).toContainText('Press Print receipt')
    await expectUsable(counter, [viewport.width])
    const paper = await printedBy(counter, tokenCard(counter).getByRole('button', { name: 'Print receipt' }))
    expect(paper.text).toMatch(/\d{4}/)
    await tokenCard(counter).getByRole('button', { name: 'Close' }).click()

    await expect(guide(counter, 5)).toContainText('Open My Shift')
    await expectRing(counter.getByRole('link', { name: 'My Shift' }))
    await expectRing(counter.getByRole('link', { name: 'Receipts' }), false)
    await counter.getByRole('button', { name: 'Finish' }).click()
    await expect(counter.getByRole('region', { name: /^Guide/ })).toHaveCount(0)
    await counter.close()
  })

test('a new cashier without float is told so before anything is typed, and is led to ask for it', async ({
  page,
}) => {
  const counter = await signInElsewhere(page, await addUser(page))
  const figures = counter.getByRole('region', { name: 'My counter' })
  await expect(figures).toContainText('GMD 0.00')
  await expect(figures).not.toContainText('house’s account')
  await expect(counter.getByRole('region', { name: 'Guide' })).toContainText('You have no float yet')
  const modal = await openSale(counter)
  await fillSale(modal, { meter: someMeter() })
  await modal.getByRole('button', { name: 'VERIFY' }).click()
  await expect(modal.getByText(/^Your float of GMD 0\.00 is too small/)).toBeVisible()
  await expect(modal.getByRole('button', { name: 'OK' })).toBeDisabled()
  await modal.getByRole('link', { name: 'ask for float' }).click()
  await expect(counter.getByRole('button', { name: 'Ask for float' })).toBeVisible()
  await counter.close()
})

/** Whether the guide points at it: a ring around the button, or around the field with its label. */
const expectRing = (at: Locator, isThere = true) =>
  isThere ? expect(at).toHaveCSS('outline', /solid 3px/) : expect(at).not.toHaveCSS('outline', /solid 3px/)

test('the guide rings the next field, and never the button that sells a second time', async ({ page }) => {
  const meter = someMeter()
  await page.goto('/admin/cash-power')
  await sell(page, { meter })
  const counter = await arriveAsNewCashier(page, { width: 1280, height: 800 })
  await counter.goto('/cashier/cash-power?guide=on')
  const modal = await openSale(counter)
  const verify = modal.getByRole('button', { name: 'VERIFY' })
  for (const [label, value] of [
    ['Meter Number', meter],
    ['Amount', '100'],
    ['Mobile Number', '7714208'],
  ] as const) {
    await expectRing(modal.locator('.field', { has: counter.getByLabel(label, { exact: true }) }))
    await expectRing(verify, false)
    await modal.getByLabel(label, { exact: true }).fill(value)
  }
  await expectRing(verify)
  await verify.click()
  const ok = modal.getByRole('button', { name: 'OK' })
  await expectRing(ok)
  await ok.click()
  const again = counter.getByRole('dialog', { name: 'Sell again to this meter?' })
  await expect(again).toBeVisible()
  await expectRing(again.getByRole('button', { name: 'Sell again' }), false)
  await counter.close()
})

test('on a phone without keys the guide talks of none', async ({ page }) => {
  const cashier = await addUser(page)
  await loadFloat(page, cashier.id, 5000)
  const counter = await signInElsewhere(page, cashier, { hasTouch: true, isMobile: true })
  await counter.getByRole('button', { name: 'Start the guide' }).click()
  await expect(guide(counter, 1)).toHaveText(/Press New Transactions\. Nothing is sold/)
  await counter.getByRole('button', { name: 'New Transactions' }).click()
  await expect(guide(counter, 2)).toBeVisible()
  await expect(guide(counter, 2)).not.toContainText('Enter goes')
  await counter.close()
})

test('by keyboard alone: from the offer to the paper in at most 12 presses beside digits', async ({
  page,
}) => {
  const counter = await arriveAsNewCashier(page, { width: 1280, height: 800 })
  await expect(counter.getByRole('button', { name: 'Start the guide' })).toBeVisible()
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await counter.keyboard.press(key)
  }
  // The keys of the counter lead to the guide, and the guide names the next key.
  await press('?')
  await expect(counter.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await press('Tab')
  await press('Enter')
  await expect(guide(counter, 1)).toContainText('the key N')
  await press('n')
  await expect(guide(counter, 2)).toBeVisible()
  for (const digits of [someMeter(), '100', '7714208']) {
    await counter.keyboard.type(digits)
    await press('Enter')
  }
  await expect(guide(counter, 3)).toBeVisible()
  await expect(counter.getByRole('button', { name: 'OK' })).toBeFocused()
  await press('Enter')
  await expect(tokenCard(counter).getByText(TOKEN)).toBeVisible()
  await expect(tokenCard(counter).getByRole('button', { name: 'Print receipt' })).toBeFocused()
  const [window] = await Promise.all([counter.context().waitForEvent('page'), press('Enter')])
  await window.waitForEvent('close')
  expect(await counter.evaluate<number>('papers.length')).toBe(1)
  expect(presses).toBeLessThanOrEqual(12)
  await counter.close()
})

test('it is offered until somebody declines it, and never to a cashier who has sold', async ({ page }) => {
  const counter = await arriveAsNewCashier(page, { width: 1280, height: 800 })
  await counter.getByRole('button', { name: 'Not now' }).click()
  await expect(counter.getByRole('region', { name: /^Guide/ })).toHaveCount(0)
  await counter.reload()
  await expect(counter.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(counter.getByText('No sales yet')).toBeVisible()
  await expect(counter.getByRole('region', { name: /^Guide/ })).toHaveCount(0)
  // Again, when it is asked for: the same link as on a phone.
  await counter.goto('/cashier/account')
  await counter.getByRole('link', { name: 'Start the guide' }).click()
  await expect(guide(counter, 1)).toBeVisible()
  await counter.getByRole('button', { name: 'End the guide' }).click()
  await expect(counter).toHaveURL('/cashier/cash-power')
  await counter.close()
})

test.describe('at a counter that has sold', () => {
  test.use({ as: people.cashier })

  test('nobody is offered a guide; a meter card is printed, with the number large and as a picture', async ({
    page,
    context,
  }) => {
    await context.addInitScript(`window.papers = []
      window.print = () => {
        const card = document.querySelector('.meter-card')
        const number = document.querySelector('.meter-card-number')
        const fits = [219, 302, 397].map((width) => {
          document.body.style.width = width + 'px'
          return card.scrollWidth <= width && number.clientHeight < 1.9 * parseFloat(getComputedStyle(number).fontSize)
        })
        opener.papers.push({ text: card.innerText, fits, picture: card.querySelector('svg path').getAttribute('d').length })
      }`)
    await page.goto('/cashier/cash-power')
    const meter = someMeter()
    const card = await sell(page, { meter })
    const button = card.getByRole('button', { name: 'Meter card' })
    const [window] = await Promise.all([context.waitForEvent('page'), button.click()])
    await window.waitForEvent('close')
    const paper = await page.evaluate<{ text: string; fits: boolean[]; picture: number }>('papers.at(-1)')
    expect(paper.text).toContain(meter)
    expect(paper.text).toContain('Fleet Customer')
    expect(paper.fits).toEqual([true, true, true])
    expect(paper.picture).toBeGreaterThan(500)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: /^Guide/ })).toHaveCount(0)
  })
})
