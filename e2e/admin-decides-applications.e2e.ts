import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { findToast } from './toasts.ts'
import { answerWindows } from './windows.ts'

test.use({ as: people.admin })

const applicant = (id: number, name: string, state: string) => ({
  id,
  created_at: '2026-11-13T18:40:00Z',
  name,
  business_name: 'Manneh & Sons',
  email: `applicant${id}@example.gm`,
  telephone: '7714208',
  location: 'Farafenni',
  state,
  decided_by: state === 'waiting' ? null : 'Binta Saidy',
  decided_at: state === 'waiting' ? null : '2026-11-14T09:10:00Z',
})
const SANNA = applicant(990_001, 'Sanna Manneh', 'waiting')
const AWA = applicant(990_002, 'Awa Sanneh', 'waiting')
const PAST = [applicant(990_003, 'Musa Camara', 'approved'), applicant(990_004, 'Isatou Jallow', 'declined')]

/** Real applications come from the public page; the test answers with these instead. Decisions go to the real server. */
const answerWith = (page: Page, list: readonly ReturnType<typeof applicant>[]) =>
  answerWindows(page, 'applications', list)

const rows = (page: Page) =>
  page.getByRole('table', { name: 'Applications' }).locator('tbody').getByRole('row')

test('the second tab lists the applicants, filters those that wait, and is in the URL', async ({ page }) => {
  await answerWith(page, [...PAST, SANNA, AWA])
  await page.goto('/admin/user')
  const tab = page.getByRole('tab', { name: 'Applications' })
  await expect(tab).toHaveText('Applications2')
  await tab.click()
  await expect(page).toHaveURL('/admin/user?tab=applications')
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).first()).toContainText('Approved 14 Nov 2026 by Binta Saidy')
  await expect(rows(page).nth(1)).toContainText('Declined')
  await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Waiting' }).click()
  await expect(page).toHaveURL('/admin/user?tab=applications&applications-state=waiting')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText('Sanna Manneh Manneh & Sons')
  await expect(page.getByRole('button', { name: /^Approve / })).toHaveCount(2)
  await page.reload()
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'All' }).click()
  await expect(rows(page)).toHaveCount(4)
  await tab.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/user')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})

test('without applications the tab says where they come from', async ({ page }) => {
  await answerWith(page, [])
  await page.goto('/admin/user?tab=applications')
  await expect(page.getByText('No applications')).toBeVisible()
})

test('an application is approved after a clear text about the consequences', async ({ page }) => {
  await answerWith(page, [SANNA])
  await page.route('**/applications/990001/approve', (route) =>
    route.fulfill({ json: { message: 'Sanna Manneh is a Cashier now.' } }),
  )
  await page.goto('/admin/user?tab=applications')
  await page.getByRole('button', { name: 'Approve Sanna Manneh' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve this application?' })
  await expect(dialog).toContainText('They become a Cashier')
  await expect(dialog).toContainText(SANNA.email)
  await answerWith(page, [{ ...SANNA, state: 'approved', decided_at: '2026-11-14T09:10:00Z' }])
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(findToast(page, 'Sanna Manneh is a Cashier now.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(rows(page)).toContainText('Approved')
  await expect(page.getByRole('button', { name: /^Approve / })).toHaveCount(0)
})

test('an application is declined with an optional reason; what the server refuses stays in the dialog', async ({
  page,
}) => {
  await answerWith(page, [SANNA])
  await page.goto('/admin/user')
  const strip = page.getByRole('region', { name: 'Waiting applications' })
  await expect(strip).toContainText('1 application')
  await expect(strip).toContainText('Sanna Manneh, Manneh & Sons, Farafenni')
  await strip.getByRole('button', { name: 'Decline Sanna Manneh' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline this application?' })
  await dialog.getByLabel('Reason (optional)').fill('No shop yet')
  const [request] = await Promise.all([
    page.waitForRequest('**/applications/990001/decline'),
    dialog.getByRole('button', { name: 'Decline' }).click(),
  ])
  expect(request.postDataJSON()).toEqual({ reason: 'No shop yet' })
  await expect(dialog.getByRole('alert')).toContainText('There is no such application.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('on a phone the applications are cards with both answers, and axe finds nothing serious', async ({
  page,
}) => {
  await answerWith(page, [SANNA, ...PAST])
  await page.goto('/admin/user?tab=applications')
  await page.setViewportSize({ width: 360, height: 740 })
  const cards = page.getByRole('list', { name: 'Applications' }).getByRole('listitem')
  await expect(cards).toHaveCount(3)
  await expect(cards.first().getByRole('button')).toHaveText(['Decline', 'Approve'])
  await expectNoOverflow(page)
  await expectUsable(page)
})
