// Our password at the utility is reset and changed back. Between the two nobody can sign in there, so this has a separate
// product (own-product.ts).
import type { Locator, Page } from '@playwright/test'
import { test } from './own-product.ts'
import { expect, expectGoneHome, people, signIn, tokenIn } from './people.ts'
import { sell, someMeter } from './selling.ts'
import { findToast } from './toasts.ts'
import { mailedPassword, opensTheUtility, vendorAccount } from './utility.ts'
import { callWith } from './watching.ts'

const VENDOR = '/admin/forget-password'
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const resetForm = (page: Page) => page.getByRole('region', { name: 'Vendor API password' })
const updateForm = (page: Page) => page.getByRole('region', { name: 'Update password' })
const save = (within: Locator) => within.getByRole('button', { name: 'Save' })

test('PW-02 PW-03 A-39 A-40 reset at the utility, entered here, replaced: sales continue, and the screen goes home', async ({
  page,
  product: { utility },
}) => {
  await signIn(page, people.admin)
  await page.goto(VENDOR)
  await field(page, 'Vendor Id').fill('999999')
  await field(page, 'codUser').fill('nobody')
  await resetForm(page).getByRole('button', { name: 'Submit' }).click()
  await expect(findToast(page, 'Failed')).toBeVisible()
  await expect(resetForm(page).getByRole('alert')).toContainText('There is no such vendor.')
  await expect(field(page, 'codUser')).toHaveValue('nobody')

  await field(page, 'Vendor Id').fill(vendorAccount.id)
  await field(page, 'codUser').fill(vendorAccount.user)
  await resetForm(page).getByRole('button', { name: 'Submit' }).click()
  await expect(findToast(page, 'API Password changed successfully!')).toBeVisible()
  await expect(page).toHaveURL(VENDOR)
  expect(await tokenIn(page.context())).toBeDefined()
  expect(await opensTheUtility(vendorAccount.password, utility)).toBe(false)

  const token = (await tokenIn(page.context())) ?? ''
  await field(page, 'Password').fill(await mailedPassword(utility))
  await save(updateForm(page)).click()
  await expect(findToast(page, 'API Password changed successfully!').last()).toBeVisible()
  await expectGoneHome(page)
  await expect.poll(async () => (await callWith(page, token, 'GET', 'balance')).status()).toBe(401)

  await signIn(page, people.admin)
  await page.goto(VENDOR)
  await field(page, 'Password').fill(vendorAccount.password)
  await save(updateForm(page)).click()
  await expectGoneHome(page)
  expect(await opensTheUtility(vendorAccount.password, utility)).toBe(true)

  await signIn(page, people.cashier)
  await sell(page, { meter: someMeter() })
})
