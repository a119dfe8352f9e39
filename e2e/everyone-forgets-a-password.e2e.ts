import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expect, people, signIn, test } from './people.ts'
import { findToast, findToasts } from './toasts.ts'
import { addUser, maySignIn } from './users.ts'
import { watchCalls } from './watching.ts'
import { answerWindows } from './windows.ts'

const TRY_AGAIN = 'An error occurred. Please try again.'
const NEW_PASSWORD = 'tanji-river-77'

/** On a public page, because a page of the back office would redirect to the login. */
async function forgetSession(page: Page): Promise<void> {
  await page.goto('/about')
  await page.context().clearCookies()
  await page.evaluate('localStorage.clear()')
}

test('S-07 S-08 a cashier forgets the password, follows the link in the outbox and signs in with a new one', async ({
  page,
}) => {
  await signIn(page, people.admin)
  const cashier = await addUser(page)
  await forgetSession(page)

  let message = ''
  await page.route('**/password/forget', async (route) => {
    const response = await route.fetch()
    message = ((await response.json()) as { message: string }).message
    await route.fulfill({ response })
  })
  await page.goto('/forget')
  await page.getByLabel('Email').fill(cashier.email)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/login')
  expect(message).not.toBe('')
  await expect(findToast(page, message)).toBeVisible()
  await expect(page.getByRole('main').getByRole('status')).toContainText(message)

  await page.getByRole('link', { name: 'read the email in its outbox' }).click()
  await expect(page).toHaveURL('/outbox')
  const letter = page.getByRole('listitem').filter({ hasText: `To ${cashier.email}` })
  await expect(letter).toHaveCount(1)
  await letter.getByRole('link').click()
  const link = page.url()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset Password')
  await page.getByLabel('Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/login')
  await expect(findToasts(page).first()).toHaveRole('status')
  await expect(page.getByRole('main').getByRole('status')).toBeVisible()
  expect(await maySignIn(page, cashier.email, cashier.password)).toBe(false)
  await signIn(page, { ...cashier, password: NEW_PASSWORD })

  await forgetSession(page)
  await page.goto(link)
  await page.getByLabel('Password').fill('another-one-88')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This link has been used')
  await expect(findToasts(page).last()).toHaveRole('alert')
  await expect(page).toHaveURL(link)
})

for (const [id, path, label, typed] of [
  ['S-07', '/forget', 'Email', 'nobody@example.gm'],
  ['S-08', '/password/reset/a-token', 'Password', NEW_PASSWORD],
] as const)
  test(`${id} a refusal shows the server’s message, anything else says to try again`, async ({ page }) => {
    const api = '**/flexpower/api/password/*'
    await page.route(api, (route) => route.fulfill({ json: { success: false, message: 'Not today.' } }))
    await page.goto(path)
    const submit = page.getByRole('button', { name: 'Submit' })
    await page.getByLabel(label).fill(typed)
    await submit.click()
    await expect(findToast(page, 'Not today.')).toHaveRole('alert')
    await expect(page).toHaveURL(path)
    // The newer route answers first.
    await page.route(api, (route) => route.abort())
    await submit.click()
    await expect(findToast(page, TRY_AGAIN)).toHaveRole('alert')
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(TRY_AGAIN)
  })

for (const [path, label, empty, wrong, text] of [
  ['/forget', 'Email', 'Email is required', 'nobody@', 'Invalid email address'],
  [
    '/password/reset/a-token',
    'Password',
    'Password is required',
    '12345',
    'Password must be at least 6 characters',
  ],
] as const)
  test(`V-FP-01 ${path} says at its field what is wrong, and sends nothing`, async ({ page }) => {
    const calls = watchCalls(page)
    await page.goto(path)
    const [field, submit] = [page.getByLabel(label), page.getByRole('button', { name: 'Submit' })]
    await submit.click()
    await expect(field).toHaveAccessibleDescription(empty)
    await field.fill(wrong)
    await submit.click()
    await expect(field).toHaveAccessibleDescription(text)
    expect(calls).toEqual([])
  })

test('R-05 the token of a link goes only to the server that made it', async ({ page }) => {
  const sent: string[] = []
  page.on('request', async (request) => {
    const headers = await request.allHeaders()
    sent.push(`${request.method()} ${request.url()} ${headers['referer'] ?? ''}`)
  })
  const token = 'a-token-that-is-secret'
  await page.goto(`/password/reset/${token}`)
  await expect(page.locator('input[name=token]')).toHaveValue(token)
  await page.getByLabel('Password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => sent.length).toBeGreaterThan(5)
  expect(sent.filter((line) => line.includes(token))).toHaveLength(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
})

test('every page of the demo links to the outbox, which is accessible to everybody', async ({ page }) => {
  await answerWindows(page, 'outbox', [])
  await page.goto('/about')
  await page.getByRole('complementary', { name: 'Demo' }).getByRole('link', { name: 'Outbox' }).click()
  await expect(page.getByText('No messages yet')).toBeVisible()
  await expectUsable(page)
})
