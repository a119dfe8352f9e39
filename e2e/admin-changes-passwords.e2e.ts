import type { Locator, Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, expectGoneHome, fillLogin, loginButton, people, signIn, test, tokenIn } from './people.ts'
import { findToast } from './toasts.ts'
import { addUser, signInElsewhere } from './users.ts'
import { callWith, watchCalls } from './watching.ts'

const CHANGE = '/admin/change-password'
const VENDOR = '/admin/forget-password'
const save = (within: Page | Locator) => within.getByRole('button', { name: 'Save' })
const field = (within: Page | Locator, label: string) => within.getByLabel(label, { exact: true })
const resetForm = (page: Page) => page.getByRole('region', { name: 'Vendor API password' })
const updateForm = (page: Page) => page.getByRole('region', { name: 'Update password' })

test.describe('your own password', () => {
  test.use({ as: people.admin })

  test('R-21 PW-01 V-PW-01 the form asks for both, says what is missing, and links to the vendor’s', async ({
    page,
  }) => {
    const calls = watchCalls(page)
    await page.goto(CHANGE)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^change password$/i)
    await save(page).click()
    await expect(field(page, 'Current Password')).toHaveAccessibleDescription('Current password is required')
    await expect(field(page, 'New Password')).toHaveAccessibleDescription('New password is required')
    await expect(field(page, 'Current Password')).toBeFocused()
    await field(page, 'New Password').fill('12345')
    await expect(field(page, 'New Password')).toHaveAccessibleDescription(
      'Password must be at least 6 characters',
    )
    expect(calls.filter((call) => call.url().endsWith('changePassword'))).toEqual([])
    await page.getByRole('link', { name: 'Forgot Password' }).click()
    await expect(page).toHaveURL(VENDOR)
  })

  test('a password is shown on demand and hidden again', async ({ page }) => {
    await page.goto(CHANGE)
    const entered = field(page, 'New Password')
    await entered.fill('kerr-seringe')
    await expect(entered).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show New Password' }).click()
    await expect(entered).toHaveAttribute('type', 'text')
    await expect(entered).toHaveValue('kerr-seringe')
    await page.getByRole('button', { name: 'Hide New Password' }).click()
    await expect(entered).toHaveAttribute('type', 'password')
  })

  test('PW-01 A-38 a refusal shows the server’s data text and changes nothing', async ({ page: boss }) => {
    const admin = await addUser(boss, { type: 'Admin' })
    const page = await signInElsewhere(boss, { ...admin, home: CHANGE })
    await field(page, 'Current Password').fill('not-the-one')
    await field(page, 'New Password').fill('jollof-and-benachin')
    const [answer] = await Promise.all([
      page.waitForResponse('**/flexpower/api/changePassword'),
      save(page).click(),
    ])
    const { status, data } = (await answer.json()) as { status: string; data: string }
    expect(answer.request().postDataJSON()).toEqual({
      currentPwd: 'not-the-one',
      newPwd: 'jollof-and-benachin',
      codUserShift: expect.stringMatching(/^\d+$/),
    })
    expect(status).toBe('error')
    await expect(findToast(page, data)).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(data)
    await expect(page).toHaveURL(CHANGE)
    expect(await tokenIn(page.context())).toBeDefined()

    // A password that is too common is also shown at the field where it was entered.
    await field(page, 'Current Password').fill(admin.password)
    await field(page, 'New Password').fill('password')
    await save(page).click()
    await expect(field(page, 'New Password')).toHaveAccessibleDescription(/\S/)
    await expect(field(page, 'New Password')).not.toHaveAccessibleDescription(/^At least 6/)
    await expect(field(page, 'New Password')).toHaveValue('password')
    await page.close()
  })

  test('PW-01 PW-03 A-38 a change says so, forgets the session everywhere and goes home', async ({
    page,
  }) => {
    const admin = await addUser(page, { type: 'Admin' })
    const own = await signInElsewhere(page, { ...admin, home: CHANGE })
    const token = (await tokenIn(own.context())) ?? ''
    await field(own, 'Current Password').fill(admin.password)
    await field(own, 'New Password').fill('jollof-and-benachin')
    const [request] = await Promise.all([
      own.waitForRequest('**/flexpower/api/changePassword'),
      field(own, 'New Password').press('Enter'),
    ])
    expect(request.postDataJSON()).toEqual({
      currentPwd: admin.password,
      newPwd: 'jollof-and-benachin',
      codUserShift: String(admin.id),
    })
    await expect(findToast(own, 'Password changed successfully!')).toBeVisible()
    await expectGoneHome(own)
    expect((await callWith(own, token, 'GET', 'balance')).status()).toBe(401)

    await own.goto('/login')
    await fillLogin(own, admin)
    await loginButton(own).click()
    await expect(own.getByRole('alert').first()).toBeVisible()
    await signIn(own, { ...admin, password: 'jollof-and-benachin' })
    await own.close()
  })

  test('PW-03 a change goes home also if another call learns first that the session has ended', async ({
    page,
  }) => {
    const admin = await addUser(page, { type: 'Admin' })
    const own = await signInElsewhere(page, { ...admin, home: CHANGE })
    await own.route('**/flexpower/api/changePassword', async (route) => {
      const refused = own.waitForResponse((other) => other.status() === 401)
      const response = await route.fetch()
      await refused
      // What the page does about it comes after this.
      await own.evaluate('new Promise((done) => setTimeout(done, 50))')
      await route.fulfill({ response })
    })
    await field(own, 'Current Password').fill(admin.password)
    await field(own, 'New Password').fill('jollof-and-benachin')
    await save(own).click()
    await expectGoneHome(own)
    await own.close()
  })
})

test.describe('the vendor’s password', () => {
  test('R-22 PW-02 V-PW-02 both forms say what is missing and send nothing', async ({ page }) => {
    await signIn(page, people.admin)
    const calls = watchCalls(page)
    await page.goto(VENDOR)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^forgot password$/i)
    await resetForm(page).getByRole('button', { name: 'Submit' }).click()
    await expect(field(page, 'Vendor Id')).toHaveAccessibleDescription('Vendor Id is required')
    await expect(field(page, 'codUser')).toHaveAccessibleDescription('codUser is required')
    await save(updateForm(page)).click()
    await expect(field(page, 'Password')).toHaveAccessibleDescription('Password is required')
    expect(calls.filter((call) => /password|passowrd/.test(call.url()))).toEqual([])
  })

  test('PW-02 A-40 a new password that the utility refuses is Failed, with its reason', async ({ page }) => {
    await signIn(page, people.admin)
    await page.route('**/flexpower/api/updatepassword', (route) =>
      route.fulfill({
        json: { status: 'error', data: 'NAWEC does not take it.', message: 'NAWEC does not take it.' },
      }),
    )
    await page.goto(VENDOR)
    await field(page, 'Password').fill('anything-at-all')
    const [request] = await Promise.all([
      page.waitForRequest('**/flexpower/api/updatepassword'),
      save(updateForm(page)).click(),
    ])
    expect(request.postDataJSON()).toEqual({
      updatepassword: 'anything-at-all',
      codUserShift: expect.stringMatching(/^\d+$/),
    })
    await expect(findToast(page, 'Failed')).toBeVisible()
    await expect(updateForm(page).getByRole('alert')).toContainText('NAWEC does not take it.')
    await expect(page).toHaveURL(VENDOR)
    expect(await tokenIn(page.context())).toBeDefined()
  })
})

test.describe('on screen', () => {
  test.use({ as: people.admin })
  for (const path of [CHANGE, VENDOR])
    test(`axe finds nothing serious on ${path}, and it fits every width`, async ({ page }) => {
      await page.goto(path)
      await expect(save(page)).toBeVisible()
      for (const button of await page.getByRole('button', { name: /^(Save|Submit)$/ }).all())
        await button.click()
      await expect(page.locator('.field-error').first()).toBeVisible()
      await expectUsable(page)
      for (const width of [320, 360, 600, 900, 1200]) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoOverflow(page, `${path} at ${width}`)
      }
    })
})
