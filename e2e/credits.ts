// The screen on which an Admin loads credit, for the tests.
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { findUser, type OwnUser } from './users.ts'

export const table = (page: Page) => page.getByRole('table', { name: 'Credits' })
export const bodyRows = (page: Page) => table(page).locator('tbody').getByRole('row')
export const findDialog = (page: Page) => page.getByRole('dialog', { name: 'Add New Credit' })
export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
export const waitingLoads = (page: Page) =>
  page.getByRole('list', { name: 'Waiting for a second Admin' }).getByRole('listitem')
export const someSlip = () => `TBL ${randomUUID().slice(0, 13)}`
export const save = (page: Page) => findDialog(page).getByRole('button', { name: 'Save' }).click()

export const fields = (dialog: Locator) => ({
  agent: dialog.getByLabel('Agent'),
  type: (name: 'NAWEC' | 'Airtime') => dialog.getByRole('radio', { name: new RegExp(`^${name}`) }),
  amount: dialog.getByLabel('Amount'),
  slip: dialog.getByLabel('Bank Transaction Ref'),
})

export interface Load {
  agent: OwnUser
  amount: string
  slip?: string
  type?: 'NAWEC' | 'Airtime'
}

export async function fillLoad(
  page: Page,
  { agent, amount, slip = someSlip(), type = 'NAWEC' }: Load,
): Promise<void> {
  await page.getByRole('button', { name: 'Load Credit History' }).click()
  const field = fields(findDialog(page))
  await field.agent.selectOption({ label: agent.name })
  await field.type(type).check()
  await field.amount.fill(amount)
  await field.slip.fill(slip)
}

/** What the server says they have. */
export async function readFloat(page: Page, { email }: OwnUser): Promise<unknown> {
  return ((await findUser(page, email)) as unknown as Record<'nawec_balance', unknown>).nawec_balance
}
