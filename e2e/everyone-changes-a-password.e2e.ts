import type { Locator, Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { findToast } from './toasts.ts'
import { addUser, maySignIn, signInElsewhere } from './users.ts'
import { watchCalls } from './watching.ts'

test.use({ as: people.admin })

const NEXT = 'jollof-and-benachin'
const form = (page: Page) => page.getByRole('region', { name: 'Change password' })
const field = (within: Locator, label: string) => within.getByLabel(label, { exact: true })
const save = (page: Page) => form(page).getByRole('button', { name: 'Save' })
const findAccount = (home: string) => `${home.split('/').slice(0, 2).join('/')}/account`

async function fill(page: Page, current: string, next: string): Promise<void> {
  await field(form(page), 'Current Password').fill(current)
  await field(form(page), 'New Password').fill(next)
}

for (const type of ['Cashier', 'Admin'] as const)
  test(`PW-01 A-38 a ${type} changes the password under Your Account: this browser stays signed in, the others do not`, async ({
    page,
  }) => {
    const person = await addUser(page, { type })
    const here = await signInElsewhere(page, person)
    const there = await signInElsewhere(page, person)
    await here.goto(findAccount(person.home))
    await fill(here, person.password, NEXT)
    await field(form(here), 'New Password').press('Enter')
    await expect(findToast(here, 'Password changed successfully!')).toBeVisible()
    await expect(field(form(here), 'Current Password')).toHaveValue('')
    await expect(field(form(here), 'New Password')).toHaveValue('')
    await here.reload()
    await expect(here.getByRole('heading', { level: 1 })).toHaveText('Your Account')
    // It learns it by itself, a few seconds after it was opened or at once. A reload might meet it on its way.
    await expect(there).toHaveURL(/\/login/, { timeout: 30_000 })
    expect(await maySignIn(page, person.email, person.password)).toBe(false)
    expect(await maySignIn(page, person.email, NEXT)).toBe(true)
    await here.close()
    await there.close()
  })

test('V-PW-01 the form under Your Account says what is missing or wrong, and changes nothing', async ({
  page,
}) => {
  const cashier = await addUser(page)
  const own = await signInElsewhere(page, { ...cashier, home: '/cashier/account' })
  const calls = watchCalls(own)
  await save(own).click()
  await expect(field(form(own), 'Current Password')).toHaveAccessibleDescription(
    'Current password is required',
  )
  await expect(field(form(own), 'New Password')).toHaveAccessibleDescription('New password is required')
  await expect(field(form(own), 'Current Password')).toBeFocused()
  await field(form(own), 'New Password').fill('12345')
  await expect(field(form(own), 'New Password')).toHaveAccessibleDescription(
    'Password must be at least 6 characters',
  )
  expect(calls.filter((call) => call.url().endsWith('changePassword'))).toEqual([])
  await expectUsable(own)
  await fill(own, 'not-the-one', NEXT)
  await save(own).click()
  await expect(form(own).getByRole('alert')).toContainText(
    'The current password is not right. Nothing was changed.',
  )
  expect(await maySignIn(page, cashier.email, cashier.password)).toBe(true)
  for (const width of [320, 360, 600, 1280]) {
    await own.setViewportSize({ width, height: 900 })
    await expectNoOverflow(own, `at ${width}`)
  }
  await own.close()
})
