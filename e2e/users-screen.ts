// The users screen for the tests, by its roles and labels.
import type { Locator, Page } from '@playwright/test'
import { expect, people } from './people.ts'
import { readEmail } from './users.ts'

export const REGISTER = '**/flexpower/api/register'
export const usersTable = (page: Page) => page.getByRole('table', { name: 'Users' })
export const bodyRows = (page: Page) => usersTable(page).locator('tbody').getByRole('row')
export const findRow = (page: Page, name: string) => bodyRows(page).filter({ hasText: name })
export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
export const addCard = (page: Page) => page.getByRole('button', { name: 'Add a new user' })
export const findModal = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
export const fieldIn = (modal: Locator, label: string) => modal.getByLabel(label, { exact: true })
export const save = (modal: Locator) => modal.getByRole('button', { name: 'Save' }).click()

/** Enters the Admin's password, which is required before a user's email or password changes. */
export async function provePassword(
  page: Page,
  { title, confirm, password = people.admin.password }: { title: string; confirm: string; password?: string },
): Promise<Locator> {
  const dialog = findModal(page, title)
  await expect(fieldIn(dialog, 'Your password')).toBeFocused()
  await fieldIn(dialog, 'Your password').fill(password)
  await dialog.getByRole('button', { name: confirm }).click()
  return dialog
}

export async function openUsers(page: Page, search = ''): Promise<void> {
  await page.goto(`/admin/user${search && `?search=${encodeURIComponent(search)}`}`)
  await expect(bodyRows(page).first().getByRole('link')).toBeVisible()
}

export async function openForm(page: Page): Promise<Locator> {
  await addCard(page).click()
  const modal = findModal(page, 'Add a new user')
  await expect(fieldIn(modal, 'Name')).toBeFocused()
  return modal
}

export async function fillForm(modal: Locator, name: string): Promise<void> {
  for (const [label, value] of [
    ['Name', name],
    ['Email', readEmail(name)],
    ['Address', 'Lumo market, south gate'],
    ['Location', 'Farafenni'],
    ['Password', 'kerr-seringe-42'],
  ] as const)
    await fieldIn(modal, label).fill(value)
}
