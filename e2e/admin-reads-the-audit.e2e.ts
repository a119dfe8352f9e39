import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { provePassword } from './users-screen.ts'
import { addUser, callAsAdmin } from './users.ts'
import { hold, watchComplaints } from './watching.ts'

test.use({ as: people.admin })

const acts = (page: Page) => page.getByRole('list', { name: 'Acts' })
const actButtons = (page: Page) => acts(page).getByRole('button')
const history = (page: Page) => page.getByRole('list', { name: 'History' })

test('the audit shows what was done through a screen: who, what, when, from where, before and after', async ({
  page,
}) => {
  const user = await addUser(page)
  await page.goto(`/admin/user/${user.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: `Edit ${user.name}` })
  await form.getByLabel('Location', { exact: true }).fill('Brikama')
  await form.getByLabel('Password', { exact: true }).fill('a-new-secret-77')
  await form.getByRole('button', { name: 'Save' }).click()
  await provePassword(page, { title: `Change how ${user.name} signs in?`, confirm: 'Save' })
  await expect(form).toBeHidden()

  const entries = history(page).getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText(`${people.admin.name} changed a user`)
  await expect(entries.first()).toContainText('Locationfrom Bakauto Brikama')
  await expect(entries.first()).toContainText('Passwordset again')
  await expect(entries.first()).not.toContainText('Address')
  await expect(history(page)).not.toContainText('a-new-secret-77')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('audit')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/audit')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^audit$/i)
  await page.getByRole('searchbox').fill(user.name)
  await expect(actButtons(page)).toHaveText([
    new RegExp(`^\\d+ \\w+ \\d{4}, \\d\\d:\\d\\d${people.admin.name} changed a user, ${user.name}$`),
    new RegExp(`${people.admin.name} added a user, ${user.name}$`),
  ])
  await expect(page).toHaveURL(`/admin/audit?search=${user.name.replace(' ', '+')}`)
  await actButtons(page).first().click()
  await expect(actButtons(page).first()).toHaveAttribute('aria-expanded', 'true')
  const row = (name: string) => acts(page).getByRole('row').filter({ hasText: name }).getByRole('cell')
  await expect(row('Location')).toHaveText(['Bakau', 'Brikama'])
  await expect(row('Name')).toHaveText([user.name, user.name])
  await expect(row('Password')).toHaveText(['–', 'set again'])
  await expect(acts(page).getByText(/^From (127\.0\.0\.1|::1)$/)).toBeVisible()
  await expect(page.getByText('a-new-secret-77')).toHaveCount(0)

  await page.reload()
  await expect(actButtons(page)).toHaveCount(2)
  await actButtons(page).first().click()
  await acts(page)
    .getByRole('link', { name: `Everything about user/${user.id}` })
    .click()
  await expect(page).toHaveURL(`/admin/audit?record=user%2F${user.id}`)
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(actButtons(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Show every record' }).click()
  await expect(page).toHaveURL('/admin/audit')
})

test('a long history comes page by page, in the audit and on the record', async ({ page }) => {
  const user = await addUser(page)
  for (let change = 1; change <= 51; change++) {
    const answer = await callAsAdmin(page, 'PUT', `users/update/${user.id}`, {
      name: user.name,
      email: user.email,
      address: `Stall ${change}`,
      location: 'Bakau',
      user_type: 'Cashier',
      contract_type: 'Commission',
      commission: '30',
      can_access_post_paid: '0',
    })
    expect(answer.status()).toBe(200)
  }
  await page.goto(`/admin/audit?record=user/${user.id}`)
  await expect(actButtons(page)).toHaveCount(50)
  await expect(page.getByText('50 of 52')).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(actButtons(page)).toHaveCount(52)
  await expect(actButtons(page).last()).toContainText('added a user')
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)

  await page.goto(`/admin/user/${user.id}`)
  const entries = history(page).getByRole('listitem')
  await expect(entries).toHaveCount(50)
  await expect(entries.first()).toContainText('Stall 50')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(entries).toHaveCount(52)
})

test('T-02 the audit shimmers while it loads, and says when nothing matches or when it could not be read', async ({
  page,
}) => {
  const release = await hold(page, /\/api\/audit/)
  await page.goto('/admin/audit?search=zzzz-nothing')
  await expect(page.locator('[data-shimmer-row]')).toHaveCount(11)
  release()
  await expect(page.getByText('Nothing matches “zzzz-nothing”')).toBeVisible()
  await page.unrouteAll()
  await page.route(/\/api\/audit/, (route) => route.fulfill({ status: 403, json: { message: 'No' } }))
  await page.goto('/admin/audit')
  await expect(page.getByRole('alert').getByText('The list could not be loaded')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the audit fits every width, with an entry open', async ({ page }) => {
  const user = await addUser(page)
  await page.goto(`/admin/audit?record=user/${user.id}`)
  await actButtons(page).first().click()
  await expect(acts(page).getByRole('table')).toBeVisible()
  for (const width of [320, 360, 600, 900, 1200]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page, `at ${width}`)
  }
})

test('axe finds nothing serious in the audit and in a history', async ({ page }) => {
  const complaints = await watchComplaints(page)
  await page.goto('/admin/audit?search=zzzz-nothing')
  const user = await addUser(page)
  await page.goto(`/admin/audit?record=user/${user.id}`)
  await actButtons(page).first().click()
  await expect(acts(page).getByRole('table')).toBeVisible()
  await expectUsable(page)
  await acts(page).getByRole('link', { name: 'Open the user' }).click()
  await expect(history(page).getByRole('listitem')).toHaveCount(1)
  await expectUsable(page)
  expect(complaints).toEqual([])
})
