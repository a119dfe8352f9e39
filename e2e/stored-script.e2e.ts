// S4: a script in every text that somebody else can write: names, addresses, places, messages, applications, and the
// customer's name from the utility. It is shown as text everywhere, also on paper. None of it runs, and no page
// violates its content policy. It uses a separate product, because few messages may be sent in an hour.
import type { Locator } from '@playwright/test'
import { test } from './own-product.ts'
import { expect, people, signIn } from './people.ts'
import { sell, tokenCard } from './selling.ts'
import { callAsAdmin, findUser, loadFloat } from './users.ts'
import { watchComplaints } from './watching.ts'

const SCRIPT = '<img src=x onerror="ran=1"><script>ran=1</script>'
/** The utility uses the same script as this meter's customer name. */
const SCRIPT_METER = '99900000235'

/** Where each text appears. A page without a mark shows none of it, and must not run it either. */
const pages: [path: string, marks: string[]][] = [
  ['/admin/dashboard', []],
  ['/admin/cash-power', [SCRIPT]],
  ['/admin/user', [`Name ${SCRIPT}`, `Place ${SCRIPT}`]],
  ['/admin/user?tab=applications', [`Applicant ${SCRIPT}`, `Business ${SCRIPT}`]],
  ['/admin/credit-agents', [`Name ${SCRIPT}`, `Slip ${SCRIPT}`]],
  ['/admin/messages', [`Visitor ${SCRIPT}`, `Message ${SCRIPT}`]],
  ['/admin/audit', [`Name ${SCRIPT}`]],
  ['/admin/customer-enquiries', []],
  ['/admin/shift-enquiries', []],
  ['/admin/reconciliation', []],
  ['/outbox', []],
]

test('S4 a stored script is plain text on every page and every paper', async ({ page, context }) => {
  const complaints = await watchComplaints(page)
  // The printed content, and whether any of it ran, is passed to the page that opened the window.
  await context.addInitScript(`window.papers = []
    window.print = () => opener.papers.push({ text: document.body.innerText, ran: globalThis.ran ?? null })`)
  await signIn(page, people.admin)
  const email = 'script@example.gm'
  const call = (path: string, data: object) => callAsAdmin(page, 'POST', path, data)
  await call('register', {
    name: `Name ${SCRIPT}`,
    email,
    password: 'kerr-seringe-42',
    address: `Address ${SCRIPT}`,
    location: `Place ${SCRIPT}`,
    user_type: 'Cashier',
    contract_type: 'Commission',
    commission: '30',
    can_access_post_paid: '0',
  })
  const cashier = await findUser(page, email)
  await loadFloat(page, cashier.id, 1_000)
  await call('load/credit', { agent: cashier.id, type: 0, amount: 5, bank_transaction_ref: `Slip ${SCRIPT}` })
  await call('contact-us', {
    name: `Visitor ${SCRIPT}`,
    email: 'v@example.gm',
    message: `Message ${SCRIPT}`,
  })
  await call('signup', {
    name: `Applicant ${SCRIPT}`,
    business_name: `Business ${SCRIPT}`,
    email: 'a@example.gm',
    telephone: '7712345',
    location: `Place ${SCRIPT}`,
  })

  const expectInert = async (where: string) => {
    expect(await page.evaluate('globalThis.ran'), where).toBeUndefined()
    await expect(page.locator('img[src="x"], script:not([src]):not([type])'), where).toHaveCount(0)
  }
  await page.goto('/admin/cash-power')
  await sell(page, { meter: SCRIPT_METER })
  await expect(tokenCard(page)).toContainText(SCRIPT)
  expect(await printed(page.getByRole('button', { name: 'Print receipt' }))).toContain('<img src=x')
  await expectInert('the token card')

  for (const [path, marks] of [...pages, [`/admin/user/${cashier.id}`, [`Name ${SCRIPT}`]] as const]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    for (const mark of marks)
      await expect(page.getByText(mark).filter({ visible: true }).first(), path).toBeVisible()
    await expectInert(path)
  }
  // The cashier sells too, so that its name is in the report.
  const seller = await context.browser()?.newPage({ baseURL: new URL(page.url()).origin })
  if (seller) {
    await signIn(seller, { ...people.kiosk, email, password: 'kerr-seringe-42' })
    await sell(seller, { meter: SCRIPT_METER })
    await seller.close()
  }
  await page.goto('/admin/report')
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page.getByText(`Name ${SCRIPT}`).filter({ visible: true }).first()).toBeVisible()
  await expectInert('the report')
  expect(await printed(page.getByRole('button', { name: 'Print' }))).toContain(`Name ${SCRIPT}`)

  await page.goto('/admin/dashboard')
  await page.getByRole('banner').getByRole('button', { name: 'Search…' }).click()
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('Name <img')
  await expect(page.getByRole('option').filter({ hasText: SCRIPT }).first()).toBeVisible()
  await expectInert('what is searched for')

  expect(complaints).toEqual([])

  async function printed(button: Locator): Promise<string> {
    const [window] = await Promise.all([context.waitForEvent('page'), button.click()])
    if (!window.isClosed()) await window.waitForEvent('close')
    const paper = await page.evaluate<{ text: string; ran: unknown }>('papers.at(-1)')
    expect(paper.ran).toBeNull()
    return paper.text
  }
})
