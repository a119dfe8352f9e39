import { expectUsable } from './axe.ts'
import {
  addBand,
  chargeDialog,
  editButton,
  fill,
  gmd,
  openCharges,
  openNew,
  openWith,
  findRow,
  save,
  somewhere,
} from './charges.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'

test.use({ as: people.admin })
test.beforeEach(({ page }) => openCharges(page))

const CHARGES = '**/flexpower/api/charges'
const shownAmount = (amount: number) => gmd(amount).replace('GMD ', '')

test('the server says what 500 would cost; if it does not answer, the page computes it', async ({ page }) => {
  const amount = page.getByLabel('What would this amount cost?')
  const fact = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
  await expect(amount).toHaveValue('500')
  await expect(fact('Fee')).toHaveText('GMD 10.00')
  await expect(fact('Vend Amount')).toHaveText('GMD 490.00')
  await expect(fact('Band')).toHaveText('500.00 to 999.99')
  const [request] = await Promise.all([page.waitForRequest(/charges\/price/), amount.fill('3333.33')])
  expect(request.url()).toContain('amount=3333.33')
  await expect(fact('Fee')).toHaveText('GMD 50.00')

  await page.route(`${CHARGES}/price*`, (route) => route.abort())
  await amount.fill('499.99')
  await expect(page.getByText('Worked out from the bands below; the server did not answer.')).toBeVisible()
  await expect(fact('Fee')).toHaveText('GMD 5.00')
  await expect(fact('Vend Amount')).toHaveText('GMD 494.99')
  await amount.fill('five')
  await expect(page.getByText('Amount must be a number')).toBeVisible()
})

test('before a change is saved, the form says what it would have earned in the last 30 days', async ({
  page,
}) => {
  const told =
    /^In the last 30 days this would have earned GMD ([\d,.]+) instead of GMD ([\d,.]+) \(([\d,]+) of ([\d,]+) sales\)$/
  const line = chargeDialog(page).getByText(told)
  const read = async () =>
    [...(told.exec(await line.innerText()) ?? [])].slice(1).map((text) => Number(text.replaceAll(',', '')))
  const band = { start: 100, end: 499.99 }
  await editButton(page, band).click()
  await expect(line).toBeVisible()
  const [kept, before, unchanged, sales] = await read()
  expect(kept).toBe(before)
  expect(unchanged).toBe(0)
  expect(sales).toBeGreaterThan(100)

  await fill(chargeDialog(page), { fee: '6' })
  await expect.poll(async () => (await read())[2]).toBeGreaterThan(100)
  const [would, earned, changed] = await read()
  // One dalasi more per sale, minus the cashier's share of it; an Admin's sale has no share.
  expect(would! - earned!).toBeGreaterThan(changed! * 0.5)
  expect(would! - earned!).toBeLessThanOrEqual(changed!)

  await fill(chargeDialog(page), { fee: 'six' })
  await expect(
    chargeDialog(page).getByText('Fill in the band to see what it would have earned'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(findRow(page, 'GMD 100.00', 'GMD 499.99')).toContainText('GMD 5.00')
})

test('the picture has bands, gaps and inactive overlaps as lists of text', async ({ page }) => {
  const { start } = somewhere()
  await addBand(page, { start, end: start + 100 }, { commision_amount: 1.5, amount_type: 'percentage' })
  await addBand(page, { start: start + 101, end: start + 200 }, { commision_amount: 9 })
  await addBand(page, { start: start + 50, end: start + 150 }, { commision_amount: 4, status: 0 })
  await page.reload()
  const picture = page.getByRole('list', { name: 'Fee by amount' }).getByRole('listitem')
  await expect(picture.filter({ hasText: 'GMD 50.00 to GMD 99.99: fee GMD 2.00' })).toHaveCount(1)
  await expect(picture.filter({ hasText: 'GMD 0.00 to GMD 49.99: too small to be sold' })).toHaveCount(1)
  await expect(
    picture.filter({ hasText: `${gmd(start)} to ${gmd(start + 100)}: fee 1.50 %, ${gmd(start * 0.015)} to` }),
  ).toHaveCount(1)
  const gap = `${gmd(start + 100.01)} to ${gmd(start + 100.99)}`
  await expect(picture.filter({ hasText: `${gap}: no band, no fee` })).toHaveCount(1)
  await expect(page.getByRole('paragraph').filter({ hasText: 'Without a fee:' })).toContainText(gap)
  const inactive = page.getByRole('list', { name: 'Inactive bands' }).getByRole('listitem')
  await expect(
    inactive.filter({ hasText: `${gmd(start + 50)} to ${gmd(start + 150)}, GMD 4.00` }),
  ).toHaveText(
    new RegExp(
      `overlaps with ${shownAmount(start)} to ${shownAmount(start + 100)} and ${shownAmount(start + 101)} to`,
    ),
  )
})

test('axe finds nothing serious on the charges screen, light and dark; no width overflows', async ({
  page,
}) => {
  await openWith(page, somewhere(), { status: 0 })
  for (const width of [320, 360, 600, 900, 1200]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page, `at ${width}`)
  }
  await expectUsable(page)
})

test('axe finds nothing serious in the charge form, full of errors, and in the question before a deletion', async ({
  page,
}) => {
  await openNew(page)
  await save(page)
  await expect(chargeDialog(page).getByText('Type is required')).toBeVisible()
  await expectUsable(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete GMD 50.00 to GMD 99.99' }).click()
  await expect(page.getByRole('dialog', { name: 'Are you sure want to delete?' })).toBeVisible()
  await expectUsable(page, [360])
})
