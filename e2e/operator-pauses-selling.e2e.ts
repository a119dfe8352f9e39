// An operator pauses selling from the server's machine. That stops every counter, so this has a separate product
// (own-product.ts), and one worker runs the tests one after the other.
import { runAdmin } from './machine.ts'
import { test } from './own-product.ts'
import { expect, people, signIn } from './people.ts'
import { fillSale, openSale, pressOk, someMeter, tokenCard, verifySale } from './selling.ts'

test.describe.configure({ mode: 'default' })

const SENTENCE = 'NAWEC repairs its system until 14:00.'
/** Less than the half minute after which a counter asks by itself. */
const SECONDS = { timeout: 20_000 }
const PAUSED = `Selling is paused: ${SENTENCE} Nothing was sold and no money moved`

test('a paused product is refused at OK and at VERIFY with the operator’s sentence, and sold when it is resumed', async ({
  page,
  product: { dataDir },
}) => {
  await signIn(page, people.cashier)
  await verifySale(page, { meter: someMeter() })
  await runAdmin(dataDir, 'pause', 'electricity', SENTENCE)
  await pressOk(page)
  await expect(page.getByText(PAUSED).first()).toBeVisible()
  const modal = await openSale(page)
  await fillSale(modal, { meter: someMeter() })
  const verify = modal.getByRole('button', { name: 'VERIFY' })
  await verify.click()
  await expect(modal.getByText(PAUSED).first()).toBeVisible()
  const ok = modal.getByRole('button', { name: 'OK' })
  await expect(ok).toBeDisabled()
  await runAdmin(dataDir, 'resume', 'electricity')
  await verify.click()
  await expect(ok).toBeEnabled()
  await pressOk(page)
  await expect(tokenCard(page)).toBeVisible()
})

test('open counters say that a product is paused, and that it is resumed, without a reload', async ({
  page,
  browser,
  product: { dataDir, address },
}) => {
  const office = await browser.newPage({ baseURL: address })
  await Promise.all([signIn(page, people.cashier), signIn(office, people.admin)])
  const following = [page, office].map((each) =>
    each.waitForResponse((answer) => answer.url().endsWith('/api/events') && answer.ok()),
  )
  await Promise.all([page.goto('/cashier/cash-power'), office.goto('/admin/cash-power')])
  await Promise.all(following)
  const notices = [page, office].map((each) =>
    each.getByRole('status').filter({ hasText: 'Selling Cash Power is paused' }),
  )
  for (const notice of notices) await expect(notice).toHaveCount(0)
  await runAdmin(dataDir, 'pause', 'all', SENTENCE)
  for (const notice of notices) await expect(notice).toContainText(SENTENCE, SECONDS)
  const modal = await openSale(page)
  const told = modal.getByText('Selling Cash Power is paused')
  await expect(told).toBeVisible()
  await runAdmin(dataDir, 'resume', 'all')
  await expect(told).toHaveCount(0, SECONDS)
  for (const notice of notices) await expect(notice).toHaveCount(0, SECONDS)
  await office.close()
})
