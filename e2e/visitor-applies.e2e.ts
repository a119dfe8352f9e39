import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expect, people, signIn, test } from './people.ts'
import { findToast, findToasts } from './toasts.ts'
import { callAsAdmin, readEmail, someName } from './users.ts'
import { watchCalls } from './watching.ts'

const APPLY = '**/flexpower/api/signup'

async function fill(page: Page, name = 'Sanna Manneh') {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Business name').fill('Manneh & Sons')
  await page.getByLabel('Email').fill(readEmail(name))
  await page.getByLabel('Mobile Number').fill('7714208')
  await page.getByLabel('Location').fill('Farafenni')
}

const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })

test.beforeEach(({ page }) => page.goto('/signup'))

test('R-03 an application waits for an Admin, its sender reads what happens next, and a message confirms it', async ({
  page,
}) => {
  const name = someName('Sanna')
  await fill(page, name)
  const [answer] = await Promise.all([page.waitForResponse(APPLY), submit(page).click()])
  const { message } = (await answer.json()) as { message: string }
  await expect(findToast(page, message)).toBeVisible()
  const sent = page.getByRole('main')
  await expect(sent.getByRole('heading', { name: message })).toBeFocused()
  await expect(sent).toContainText('What happens next')
  await expect(sent).toContainText(readEmail(name))
  await expect(page.getByRole('form', { name: 'Application' })).toHaveCount(0)
  await expectUsable(page)

  await sent.getByRole('link', { name: 'read the email in its outbox' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: `To ${readEmail(name)}` })).toContainText(
    'we have your application',
  )

  await signIn(page, people.admin)
  const { data } = (await (await callAsAdmin(page, 'GET', 'applications')).json()) as {
    data: { id: number; email: string; state: string; business_name: string }[]
  }
  const own = data.find(({ email }) => email === readEmail(name))
  expect(own).toMatchObject({ state: 'waiting', business_name: 'Manneh & Sons' })
  // Other tests look at the list of waiting applications: this one is removed from it.
  await callAsAdmin(page, 'POST', `applications/${own?.id}/decline`, { reason: 'A test' })
})

test('R-03 the empty form says what is missing and sends nothing', async ({ page }) => {
  const calls = watchCalls(page)
  await submit(page).click()
  for (const [label, text] of [
    ['Name', 'Name is required'],
    ['Business name', 'Business name is required'],
    ['Email', 'Email is required'],
    ['Mobile Number', 'Mobile Number is required'],
    ['Location', 'Location is required'],
  ] as const)
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(text)
  await page.getByLabel('Mobile Number').fill('77-142')
  await expect(page.getByLabel('Mobile Number')).toHaveAccessibleDescription(
    'Mobile Number must be digits only',
  )
  await expectUsable(page)
  expect(calls).toEqual([])
})

test('R-03 what the server refuses is shown at its field, and no input is lost', async ({ page }) => {
  await page.route(APPLY, (route) =>
    route.fulfill({
      status: 422,
      json: {
        success: false,
        message: 'Not this one.',
        errors: { telephone: ['This number is not in use.'] },
      },
    }),
  )
  await fill(page)
  await submit(page).click()
  await expect(findToasts(page)).toHaveText('Not this one.')
  await expect(page.getByLabel('Mobile Number')).toHaveAccessibleDescription('This number is not in use.')
  await expect(page.getByLabel('Business name')).toHaveValue('Manneh & Sons')
  await page.unroute(APPLY)
  await page.route(APPLY, (route) => route.abort())
  await page.getByLabel('Mobile Number').fill('7714209')
  await submit(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('An error occurred. Please try again.')
})
