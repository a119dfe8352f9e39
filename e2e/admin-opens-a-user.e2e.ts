import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { sell, someMeter } from './selling.ts'
import { findToast } from './toasts.ts'
import { provePassword } from './users-screen.ts'
import { addUser, loadFloat, type OwnUser, signInElsewhere } from './users.ts'
import { callWith } from './watching.ts'

test.use({ as: people.admin })
test.beforeEach(async ({ page }) => {
  await page.goto('/admin/user')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})

const findFigure = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Figures' })
    .getByText(name, { exact: true })
    .locator('xpath=following-sibling::*[1]')
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const sessionRows = (page: Page) =>
  page.getByRole('table', { name: 'Sessions' }).locator('tbody').getByRole('row')

async function openUser(page: Page, user: OwnUser): Promise<void> {
  await page.goto(`/admin/user/${user.id}`)
  await expect(page.getByRole('heading', { level: 2, name: user.name })).toBeVisible()
}

test('the name in the list leads to the record, which has its own URL and the title User', async ({
  page,
}) => {
  const user = await addUser(page)
  await page.goto(`/admin/user?search=${encodeURIComponent(user.name)}`)
  await page.getByRole('link', { name: user.name }).click()
  await expect(page).toHaveURL(`/admin/user/${user.id}`)
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText('User')
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')).toHaveText(
    'User',
  )
  await page.getByRole('link', { name: 'All users' }).click()
  await expect(page).toHaveURL('/admin/user')
})

test('E-04 the record shows every field of a user except the password', async ({ page }) => {
  const user = await addUser(page)
  await openUser(page, user)
  const facts = panel(page, 'Record')
  await expect(facts.getByRole('term')).toHaveText([
    'Name',
    'Email',
    'Address',
    'Location',
    'User Type',
    'Contract Type',
    'Commission',
    'Can access post paid',
    'Added',
  ])
  await expect(facts.getByRole('definition')).toHaveText([
    user.name,
    user.email,
    '31 Sait Matty Road',
    'Bakau',
    'Cashier',
    'Commission',
    '30 % of the fee',
    'No',
    /^\d{1,2} \w{3,4} \d{4}$/,
  ])
  await expect(findFigure(page, 'Cash Power Balance')).toHaveText('GMD 0.00')
  await expect(findFigure(page, 'Airtime Balance')).toHaveText('GMD 0.00')
  await expect(findFigure(page, 'Last sale')).toHaveText('None yet')
  await expect(findFigure(page, 'Open sales')).toHaveText('0')
})

test('float, sales and commission of the day follow a sale to the butut, and link to its row', async ({
  page,
}) => {
  const user = await addUser(page)
  await loadFloat(page, user.id, 1000)
  const till = await signInElsewhere(page, user)
  const meter = someMeter()
  await sell(till, { meter, amount: '500' })
  await till.close()

  await openUser(page, user)
  // A fee of GMD 10, of which 30 percent goes back to the cashier.
  await expect(findFigure(page, 'Cash Power Balance')).toHaveText('GMD 503.00')
  await expect(findFigure(page, 'Cash power today')).toHaveText('GMD 500.00')
  await expect(panel(page, 'Figures')).toContainText('1 sale')
  await expect(findFigure(page, 'Commission today')).toHaveText('GMD 3.00')
  await expect(findFigure(page, 'Last sale')).toHaveText(/^\d{2}:\d{2}$/)
  await expect(panel(page, 'Record').getByRole('link', { name: 'Credit loads' })).toHaveAttribute(
    'href',
    `/admin/credit-agents?${new URLSearchParams({ search: user.name }).toString()}`,
  )
  await panel(page, 'Record').getByRole('link', { name: 'Cash power sales' }).click()
  const sales = page.getByRole('table', { name: 'Cash power transactions' }).locator('tbody')
  await expect(sales.getByRole('row')).toHaveCount(1)
  await expect(sales).toContainText(meter)
})

test('sessions are shown with their device, and ended one by one or all at once', async ({ page }) => {
  const user = await addUser(page)
  const token = async () => {
    const answer = await callWith(page, '', 'POST', 'login', { email: user.email, password: user.password })
    return ((await answer.json()) as { token: string }).token
  }
  const tokens = [await token(), await token(), await token()]
  const isAlive = async (each: string) =>
    (await callWith(page, each, 'GET', `users/getlist/${user.id}`)).status() === 200
  await openUser(page, user)
  await expect(sessionRows(page)).toHaveCount(3)
  const cells = sessionRows(page).first().getByRole('cell')
  await expect(cells.nth(0)).toHaveText('Chrome on Linux')
  await expect(cells.nth(1)).toHaveText('127.0.0.1')
  await expect(cells.nth(2)).toHaveText(/^\d{1,2} \w{3,4} \d{4} \d{2}:\d{2}$/)
  await expect(page.getByText('This session')).toHaveCount(0)

  await sessionRows(page)
    .first()
    .getByRole('button', { name: /^End the session on/ })
    .click()
  await page
    .getByRole('dialog', { name: 'End this session?' })
    .getByRole('button', { name: 'End it' })
    .click()
  await expect(findToast(page, 'One session was ended.')).toBeVisible()
  await expect(sessionRows(page)).toHaveCount(2)
  expect((await Promise.all(tokens.map(isAlive))).filter(Boolean)).toHaveLength(2)

  await panel(page, 'Sessions').getByRole('button', { name: 'End all' }).click()
  const dialog = page.getByRole('dialog', { name: `End all sessions of ${user.name}?` })
  await dialog.getByRole('button', { name: 'End all' }).click()
  await expect(findToast(page, '2 sessions were ended.')).toBeVisible()
  await expect(page.getByText('Not signed in anywhere')).toBeVisible()
  expect((await Promise.all(tokens.map(isAlive))).filter(Boolean)).toEqual([])
})

test('the current session is marked as this session', async ({ page }) => {
  const boss = await addUser(page, { type: 'Admin' })
  const own = await signInElsewhere(page, boss)
  await openUser(own, boss)
  await expect(sessionRows(own)).toHaveCount(1)
  await expect(sessionRows(own).getByRole('cell').first()).toHaveText('Chrome on LinuxThis session')
  await expect(findFigure(own, 'Cash Power Balance')).toHaveText('House account')
  await sessionRows(own).getByRole('button', { name: 'End the session on Chrome on Linux' }).click()
  const dialog = own.getByRole('dialog', { name: 'End this session?' })
  await expect(dialog).toContainText('you will be signed out')
  await dialog.getByRole('button', { name: 'End it' }).click()
  await expect(own).toHaveURL('/login')
  await own.close()
})

test('a reset link is sent after the Admin’s password, and appears in the history', async ({ page }) => {
  const user = await addUser(page)
  await openUser(page, user)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  const title = `Send ${user.name} a reset link?`
  const dialog = await provePassword(page, { title, confirm: 'Send', password: 'not-this-one' })
  await expect(dialog).toContainText(user.email)
  await expect(dialog.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(
    'The password is not right. Nothing was changed.',
  )
  await dialog.getByLabel('Your password', { exact: true }).fill(people.admin.password)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(
    findToast(page, `A link to choose a new password is on its way to ${user.email}.`),
  ).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(panel(page, 'History').getByRole('listitem').first()).toContainText(
    `${people.admin.name} sent a reset link to a user`,
  )
})

test('A-23 U-03 a change from the record is shown there at once, with who changed what', async ({ page }) => {
  const user = await addUser(page)
  await openUser(page, user)
  await page.getByRole('button', { name: 'Edit' }).click()
  const modal = page.getByRole('dialog', { name: `Edit ${user.name}` })
  await modal.getByLabel('Location', { exact: true }).fill('Kanifing')
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'User updated successfully')).toBeVisible()
  await expect(panel(page, 'Record')).toContainText('Kanifing')
  const newest = panel(page, 'History').getByRole('listitem').first()
  await expect(newest).toContainText(`${people.admin.name} changed a user`)
  await expect(newest.getByRole('deletion')).toContainText('Bakau')
  await expect(newest.getByRole('insertion')).toContainText('Kanifing')
  await expect(panel(page, 'History').getByRole('listitem').last()).toContainText('added a user')
})

test('A-24 U-02 a user is deleted from the record, and the record is gone', async ({ page }) => {
  const user = await addUser(page)
  await openUser(page, user)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Are you sure want to delete?' })
    .getByRole('button', { name: 'Yes' })
    .click()
  await expect(findToast(page, 'User deleted successfully.')).toBeVisible()
  await expect(page).toHaveURL('/admin/user')
  await page.goto(`/admin/user/${user.id}`)
  await expect(page.getByText('There is no such user')).toBeVisible()
})

test('a URL without such a user says so and has a link back', async ({ page }) => {
  for (const id of ['99999999', 'nobody']) {
    await page.goto(`/admin/user/${id}`)
    await expect(page.getByText('There is no such user')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Show all users' })).toHaveAttribute('href', '/admin/user')
  }
})

test('a record that cannot be read says so and is read again', async ({ page }) => {
  const user = await addUser(page)
  const overview = `**/flexpower/api/users/${user.id}/overview`
  await page.route(overview, (route) => route.fulfill({ status: 403, json: { message: 'no' } }))
  await page.goto(`/admin/user/${user.id}`)
  await expect(page.getByRole('alert')).toContainText('The user could not be loaded')
  await page.unroute(overview)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 2, name: user.name })).toBeVisible()
})

test('the record fits a phone, and axe finds nothing serious on it, light and dark', async ({ page }) => {
  const user = await addUser(page)
  await callWith(page, '', 'POST', 'login', { email: user.email, password: user.password })
  await openUser(page, user)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  await expectNoOverflow(page)
  await expectUsable(page)
})
