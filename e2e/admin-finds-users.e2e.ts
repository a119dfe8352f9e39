import { readFile } from 'node:fs/promises'
import { expectUsable } from './axe.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { findToasts } from './toasts.ts'
import { addCard, bodyRows, openForm, openUsers, findRow, searchBox, usersTable } from './users-screen.ts'
import { addUser, callAsAdmin } from './users.ts'
import { hold, readPath, watchCalls } from './watching.ts'
import { answerWindows, matchWindows } from './windows.ts'
import { readSheet } from './workbook.ts'

test.use({ as: people.admin })

test('R-13 U-01 the screen is called User, has the card Add a new user and a table with exactly its columns', async ({
  page,
}) => {
  await openUsers(page)
  await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText(/^user$/i)
  await expect(addCard(page)).toBeVisible()
  await expect(usersTable(page).getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'Address',
    'Location',
    'User Type',
    'Cash Power Balance',
    'Action',
  ])
  await searchBox(page).fill(people.cashier.email)
  await expect(bodyRows(page)).toHaveCount(1)
  const row = findRow(page, people.cashier.email)
  await expect(row.locator('.badge')).toHaveText('Cashier')
  for (const icon of ['Edit', 'Delete'])
    await expect(row.getByRole('button', { name: `${icon} ${people.cashier.name}` })).toBeVisible()
})

test('A-21 E-04 the table shows what the server answered, which has every field but never the password', async ({
  page,
}) => {
  await openUsers(page)
  const answer = await callAsAdmin(page, 'GET', 'register')
  const list = (await answer.json()) as Record<string, unknown>[]
  for (const user of list) {
    expect(Object.keys(user)).toEqual(
      expect.arrayContaining([
        'id',
        'name',
        'email',
        'address',
        'location',
        'user_type',
        'contract_type',
        'commission',
        'can_access_post_paid',
        'nawec_balance',
        'created_at',
      ]),
    )
    expect(Object.keys(user).filter((name) => name.includes('password'))).toEqual([])
  }
  const kiosk = list.find(({ email }) => email === people.kiosk.email)!
  await searchBox(page).fill(people.kiosk.email)
  const balance = Number(kiosk['nawec_balance']).toLocaleString('en', { minimumFractionDigits: 2 })
  await expect(bodyRows(page).getByRole('cell')).toHaveText([
    people.kiosk.name,
    people.kiosk.email,
    String(kiosk['address']),
    people.kiosk.location,
    'Cashier',
    `GMD ${balance}`,
    '',
  ])
})

test('U-01 T-02 the table shimmers with 11 rows until the list has loaded', async ({ page }) => {
  const release = await hold(page, matchWindows('register'))
  await page.goto('/admin/user')
  await expect(usersTable(page).locator('[data-shimmer-row]')).toHaveCount(11)
  await expectUsable(page)
  release()
  await expect(bodyRows(page).first().getByRole('link')).toBeVisible()
  await expect(usersTable(page).locator('[data-shimmer-row]')).toHaveCount(0)
})

test('U-01 T-03 the search looks into every column and is in the URL', async ({ page }) => {
  await openUsers(page)
  const user = await addUser(page)
  await page.reload()
  for (const term of [user.name, user.email.toUpperCase()]) {
    await searchBox(page).fill(term)
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(term)
    await expect(bodyRows(page)).toHaveCount(1)
  }
  for (const term of ['sait matty', 'bakau', 'cashier', 'GMD 0.00']) {
    await searchBox(page).fill(term)
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(term)
    await page.getByLabel('Rows per Page').selectOption('100')
    await expect(findRow(page, user.name)).toHaveCount(1)
  }
  await page.reload()
  await expect(searchBox(page)).toHaveValue('GMD 0.00')
  await searchBox(page).fill('no such person')
  await expect(page.getByText('Nothing matches “no such person”')).toBeVisible()
  await expect(page.getByRole('link', { name: 'in the archive' })).toHaveCount(0)
})

test('U-01 C-02 the CSV has the users found, with the columns of the table', async ({ page }) => {
  const user = await addUser(page)
  await openUsers(page, user.name)
  await expect(bodyRows(page)).toHaveCount(1)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^users-\d{1,5}\.csv$/)
  expect((await readFile(await file.path())).toString('utf8')).toBe(
    [
      '\uFEFF"Name";"Email";"Address";"Location";"User Type";"Cash Power Balance"',
      `"${user.name}";"${user.email}";"31 Sait Matty Road";"Bakau";"Cashier";"0"`,
    ].join('\r\n'),
  )
})

test('U-01 T-04 the list comes in windows, and Excel gets it too', async ({ page }) => {
  const calls = watchCalls(page)
  await openUsers(page, people.cashier.email)
  const asked = calls.filter((request) => readPath(request) === 'register').map((request) => request.url())
  expect(asked.length).toBeGreaterThan(0)
  for (const url of asked) expect(url).toMatch(/limit=10&|limit=10$/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Excel' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^users-\d{1,5}\.xlsx$/)
  expect(await readSheet(file)).toContain(people.cashier.email)
})

test('U-01 T-01 the list is shown in pages', async ({ page }) => {
  await openUsers(page)
  const [first] = (await (await callAsAdmin(page, 'GET', 'register')).json()) as object[]
  const many = Array.from({ length: 23 }, (_, index) => ({
    ...first,
    id: 5000 + index,
    name: `Person ${String(index + 1).padStart(2, '0')}`,
  }))
  await answerWindows(page, 'register', many)
  await openUsers(page)
  await expect(bodyRows(page)).toHaveCount(10)
  await expect(page.getByText('1–10 of 23')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(bodyRows(page).first()).toContainText('Person 11')
  await page.getByLabel('Rows per Page').selectOption('Todos')
  await expect(bodyRows(page)).toHaveCount(23)
})

test('U-04 a list that cannot be loaded says Failed to fetch users. and offers to try again', async ({
  page,
}) => {
  await page.route(matchWindows('register'), (route) =>
    route.fulfill({ status: 404, json: { message: 'gone' } }),
  )
  await page.goto('/admin/user')
  await expect(findToasts(page)).toHaveText('Failed to fetch users.')
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toContainText('Failed to fetch users.')
  await page.unroute(matchWindows('register'))
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(bodyRows(page).first().getByRole('link')).toBeVisible()
})

test('on a phone the users are cards, and the form fits', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/user')
  const cards = page.getByRole('list', { name: 'Users' })
  await expect(cards.getByRole('listitem').first().getByRole('link')).toBeVisible()
  await expectNoOverflow(page)
  const modal = await openForm(page)
  await modal.getByLabel('Can access post paid').scrollIntoViewIfNeeded()
  await expect(modal.getByRole('button', { name: 'Save' })).toBeInViewport()
  await expectNoOverflow(page)
})
