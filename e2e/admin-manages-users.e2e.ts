import { expectUsable } from './axe.ts'
import { expect, people, test } from './people.ts'
import { findToast, findToasts } from './toasts.ts'
import {
  addCard,
  fieldIn,
  fillForm,
  findModal,
  openForm,
  openUsers,
  provePassword,
  REGISTER,
  findRow,
  save,
  searchBox,
} from './users-screen.ts'
import { addUser, callAsAdmin, readEmail, findUser, loadFloat, maySignIn, someName } from './users.ts'
import { readPath, watchCalls } from './watching.ts'

test.use({ as: people.admin })

test('V-US-01 V-US-02 an empty form names every required field, the password too, and sends nothing', async ({
  page,
}) => {
  await openUsers(page)
  const calls = watchCalls(page)
  const modal = await openForm(page)
  await save(modal)
  for (const label of ['Name', 'Email', 'Address', 'Location', 'Password'])
    await expect(fieldIn(modal, label)).toHaveAccessibleDescription(`${label} is required`)
  await expectUsable(page)
  for (const malformed of ['fatou', 'fatou@', 'fatou@flexpower']) {
    await fieldIn(modal, 'Email').fill(malformed)
    await expect(fieldIn(modal, 'Email')).toHaveAccessibleDescription('Invalid email format')
  }
  await fieldIn(modal, 'Email').fill('fatou@flexpower.gm')
  await expect(fieldIn(modal, 'Email')).toHaveAccessibleDescription('')
  expect(calls.filter((call) => call.method() === 'POST').map(readPath)).toEqual([])
})

test('V-US-03 the keys - and + do nothing in the commission, and a pasted one is refused', async ({
  page,
}) => {
  await openUsers(page)
  const modal = await openForm(page)
  const commission = fieldIn(modal, 'Commission')
  await commission.pressSequentially('-1+2')
  await expect(commission).toHaveValue('12')
  await expect(commission).toHaveAccessibleDescription('GMD 1.20 on a fee of GMD 10.00')
  await commission.fill('-5')
  await commission.blur()
  await expect(commission).toHaveAccessibleDescription('Commission must be a positive number')
})

test('A-22 U-03 U-05 V-US-03 a saved user is announced, listed and can sign in; an empty commission is sent as 0', async ({
  page,
}) => {
  await openUsers(page)
  const name = someName('Sanna')
  const modal = await openForm(page)
  await fillForm(modal, name)
  await expect(modal.getByRole('radio')).toHaveCount(2)
  await expect(modal.getByRole('radio', { name: 'Cashier' })).toBeChecked()
  await expect(modal.getByRole('radio', { name: 'Admin' })).not.toBeChecked()
  await expect(fieldIn(modal, 'Contract Type').getByRole('option')).toHaveText(['Commission'])
  const [request] = await Promise.all([page.waitForRequest(REGISTER), save(modal)])
  expect(request.method()).toBe('POST')
  expect(request.postDataJSON()).toEqual({
    name,
    email: readEmail(name),
    password: 'kerr-seringe-42',
    address: 'Lumo market, south gate',
    location: 'Farafenni',
    user_type: 'Cashier',
    contract_type: 'Commission',
    commission: '0',
    can_access_post_paid: '0',
  })
  await expect(findToast(page, 'User created successfully')).toBeVisible()
  await expect(modal).toBeHidden()
  await searchBox(page).fill(name)
  await expect(findRow(page, name)).toContainText('GMD 0.00')

  expect(await maySignIn(page, readEmail(name), 'kerr-seringe-42')).toBe(true)
})

test('U-05 an Admin with post-paid and a commission is sent with both', async ({ page }) => {
  await openUsers(page)
  const name = someName('Musa')
  const modal = await openForm(page)
  await fillForm(modal, name)
  await modal.getByText('Admin', { exact: true }).click()
  await fieldIn(modal, 'Commission').fill('12.5')
  await modal.getByLabel('Can access post paid').check()
  await save(modal)
  const [request] = await Promise.all([
    page.waitForRequest(REGISTER),
    provePassword(page, { title: `Make ${name} an Admin?`, confirm: 'Save' }),
  ])
  expect(request.postDataJSON()).toMatchObject({
    user_type: 'Admin',
    commission: '12.5',
    can_access_post_paid: '1',
    your_password: people.admin.password,
  })
  await expect(findToast(page, 'User created successfully')).toBeVisible()
  await searchBox(page).fill(name)
  await expect(findRow(page, name).locator('.badge')).toHaveText('Admin')
  await expect(findRow(page, name)).toContainText('House account')
})

test('A-22 U-03 an email that is already used is shown in a toast and under its field, and the form is kept', async ({
  page,
}) => {
  await openUsers(page)
  const modal = await openForm(page)
  await fillForm(modal, someName('Awa'))
  await fieldIn(modal, 'Email').fill(people.kiosk.email)
  const [answer] = await Promise.all([page.waitForResponse(REGISTER), save(modal)])
  expect(answer.status()).toBe(422)
  const { errors } = (await answer.json()) as { errors: Record<string, string[]> }
  expect(Object.keys(errors)).toEqual(['email'])
  const message = errors['email']?.[0] ?? ''
  await expect(findToast(page, message)).toBeVisible()
  await expect(fieldIn(modal, 'Email')).toHaveAccessibleDescription(message)
  await expect(fieldIn(modal, 'Location')).toHaveValue('Farafenni')
})

for (const [what, status, body, told] of [
  [
    'each message of errors',
    422,
    { status: 'Error', message: 'no', errors: { email: ['One', 'Two'], name: ['Three'] } },
    ['One', 'Two', 'Three'],
  ],
  ['else the message', 422, { status: 'Error', message: 'The server says why' }, ['The server says why']],
  ['else that an error occurred', 422, {}, ['An error occurred. Please try again.']],
] as const)
  test(`U-03 a 422 shows ${what}`, async ({ page }) => {
    await page.route(REGISTER, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status, json: body }) : route.fallback(),
    )
    await openUsers(page)
    const modal = await openForm(page)
    await fillForm(modal, someName('Isatou'))
    await save(modal)
    await expect(findToasts(page)).toHaveCount(told.length)
    for (const message of told) {
      await expect(findToast(page, message)).toBeVisible()
      await expect(modal.getByRole('alert')).toContainText(message)
    }
    if ('errors' in body) await expect(fieldIn(modal, 'Name')).toHaveAccessibleDescription('Three')
  })

test('U-03 a save that gets no answer says so, and keeps what was typed', async ({ page }) => {
  await page.route(REGISTER, (route) => route.abort())
  await openUsers(page)
  const modal = await openForm(page)
  const name = someName('Kaddy')
  await fillForm(modal, name)
  await save(modal)
  await expect(findToast(page, 'An error occurred. Please try again.')).toBeVisible()
  await expect(modal.getByRole('alert')).toContainText('not known whether this was saved')
  await expect(fieldIn(modal, 'Name')).toHaveValue(name)
  await page.unroute(REGISTER)
  await save(modal)
  await expect(findToast(page, 'User created successfully')).toBeVisible()
})

test('A-23 U-03 V-US-02 a change is announced and shown; without a password the current one stays', async ({
  page,
}) => {
  const user = await addUser(page)
  await openUsers(page, user.name)
  await page.getByRole('button', { name: `Edit ${user.name}` }).click()
  const modal = findModal(page, `Edit ${user.name}`)
  for (const [label, value] of [
    ['Name', user.name],
    ['Email', user.email],
    ['Address', '31 Sait Matty Road'],
    ['Location', 'Bakau'],
    ['Password', ''],
    ['Commission', '30'],
  ] as const)
    await expect(fieldIn(modal, label)).toHaveValue(value)
  await fieldIn(modal, 'Location').fill('Banjul')
  const [request] = await Promise.all([
    page.waitForRequest(`**/flexpower/api/users/update/${user.id}`),
    save(modal),
  ])
  expect(request.method()).toBe('PUT')
  expect(request.postDataJSON()).toEqual({
    name: user.name,
    email: user.email,
    address: '31 Sait Matty Road',
    location: 'Banjul',
    user_type: 'Cashier',
    contract_type: 'Commission',
    commission: '30',
    can_access_post_paid: '0',
    version: 1,
  })
  await expect(findToast(page, 'User updated successfully')).toBeVisible()
  await expect(findRow(page, user.name)).toContainText('Banjul')
  expect(await maySignIn(page, user.email, user.password)).toBe(true)
})

test('A-23 another password or address asks for the Admin’s own password, keeps the form on a wrong one, and then saves', async ({
  page,
}) => {
  const user = await addUser(page)
  await openUsers(page, user.name)
  await page.getByRole('button', { name: `Edit ${user.name}` }).click()
  const modal = findModal(page, `Edit ${user.name}`)
  const email = `moved.${user.email}`
  await fieldIn(modal, 'Email').fill(email)
  await fieldIn(modal, 'Password').fill('bolong-tide-93')
  const calls = watchCalls(page)
  await save(modal)
  const title = `Change how ${user.name} signs in?`
  const dialog = findModal(page, title)
  await expect(fieldIn(dialog, 'Your password')).toBeFocused()
  await expectUsable(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(fieldIn(dialog, 'Your password')).toHaveAccessibleDescription('Password is required')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(fieldIn(modal, 'Email')).toHaveValue(email)
  expect(calls.filter((call) => call.method() === 'PUT')).toEqual([])

  await save(modal)
  await fieldIn(dialog, 'Your password').fill('not-this-one')
  await fieldIn(dialog, 'Your password').press('Enter')
  await expect(fieldIn(dialog, 'Your password')).toHaveAccessibleDescription(
    'The password is not right. Nothing was changed.',
  )
  await fieldIn(dialog, 'Your password').fill(people.admin.password)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'User updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(modal).toBeHidden()
  expect(await maySignIn(page, email, 'bolong-tide-93')).toBe(true)
})

test('A-23 a new password that is refused is reported in the form, once the Admin’s own is right', async ({
  page,
}) => {
  const user = await addUser(page)
  await openUsers(page, user.name)
  await page.getByRole('button', { name: `Edit ${user.name}` }).click()
  const modal = findModal(page, `Edit ${user.name}`)
  await fieldIn(modal, 'Password').fill('password1')
  await save(modal)
  const dialog = await provePassword(page, { title: `Change how ${user.name} signs in?`, confirm: 'Save' })
  await expect(dialog).toBeHidden()
  await expect(fieldIn(modal, 'Password')).toHaveAccessibleDescription(/This password is too common/)
})

test('A-23 two Admins edit the same user: the second sees who changed what, and no input of either is lost', async ({
  page,
}) => {
  const user = await addUser(page)
  await openUsers(page, user.name)
  await page.getByRole('button', { name: `Edit ${user.name}` }).click()
  const modal = findModal(page, `Edit ${user.name}`)
  await fieldIn(modal, 'Location').fill('Soma')
  await fieldIn(modal, 'Name').fill(`${user.name} Bah`)

  const other = await callAsAdmin(page, 'PUT', `users/update/${user.id}`, {
    name: user.name,
    email: user.email,
    address: '31 Sait Matty Road',
    location: 'Brikama',
    user_type: 'Cashier',
    contract_type: 'Commission',
    commission: '45',
    can_access_post_paid: '1',
    version: 1,
  })
  expect(other.status()).toBe(200)

  const [answer] = await Promise.all([page.waitForResponse('**/users/update/*'), save(modal)])
  expect(answer.status()).toBe(409)
  const notice = modal.getByRole('status')
  await expect(notice).toContainText(`Somebody changed ${user.name}`)
  await expect(notice).toContainText(`${people.admin.name} saved the newer state on`)
  await expect(notice.getByRole('listitem')).toHaveText([
    'Location: was Bakau, is now Brikama, and you typed Soma',
    'Commission: was 30 %, is now 45 %',
    'Can access post paid: was no, is now yes',
  ])
  await expect(fieldIn(modal, 'Location')).toHaveValue('Soma')

  await notice.getByRole('button', { name: 'Load the newer state' }).click()
  await expect(fieldIn(modal, 'Name')).toHaveValue(`${user.name} Bah`)
  await expect(fieldIn(modal, 'Location')).toHaveValue('Soma')
  await expect(fieldIn(modal, 'Commission')).toHaveValue('45')
  await expect(modal.getByLabel('Can access post paid')).toBeChecked()
  await save(modal)
  await expect(findToast(page, 'User updated successfully')).toBeVisible()
  expect(await findUser(page, user.email)).toMatchObject({
    name: `${user.name} Bah`,
    location: 'Soma',
    commission: 45,
    version: 3,
  })
})

test('A-24 U-02 delete asks with Yes and No; No keeps, Yes deletes and says so', async ({ page }) => {
  const user = await addUser(page)
  await openUsers(page, user.name)
  const calls = watchCalls(page)
  const dialog = findModal(page, 'Are you sure want to delete?')
  const remove = page.getByRole('button', { name: `Delete ${user.name}` })
  await remove.click()
  await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused()
  await dialog.getByRole('button', { name: 'No' }).click()
  await expect(dialog).toBeHidden()
  await expect(remove).toBeFocused()
  expect(calls.filter((call) => call.method() === 'DELETE')).toEqual([])

  await remove.click()
  await expect(dialog).toBeVisible()
  await expectUsable(page)
  const [request] = await Promise.all([
    page.waitForRequest(`**/flexpower/api/users/delete/${user.id}`),
    dialog.getByRole('button', { name: 'Yes' }).click(),
  ])
  expect(request.method()).toBe('DELETE')
  await expect(findToast(page, 'User deleted successfully.')).toBeVisible()
  await expect(page.getByText(`Nothing matches “${user.name}”`)).toBeVisible()
})

test('A-24 U-02 a user with float is not deleted: Failed to delete user. and why', async ({ page }) => {
  await openUsers(page)
  const user = await addUser(page)
  await loadFloat(page, user.id, 250)
  await openUsers(page, user.name)
  await expect(findRow(page, user.name)).toContainText('GMD 250.00')
  await page.getByRole('button', { name: `Delete ${user.name}` }).click()
  const dialog = findModal(page, 'Are you sure want to delete?')
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await expect(findToast(page, 'Failed to delete user.')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText(`${user.name} still has GMD 250.00 of float`)
  await dialog.getByRole('button', { name: 'No' }).click()
  await expect(findRow(page, user.name)).toHaveCount(1)
})

test('the form closes on Escape and returns the focus', async ({ page }) => {
  await openUsers(page)
  const modal = await openForm(page)
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(addCard(page)).toBeFocused()
})
