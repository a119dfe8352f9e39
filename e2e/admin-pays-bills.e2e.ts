import { accounts, payBill, paymentsTable } from './bills.ts'
import { expect, people, test } from './people.ts'
import { addUser, callAsAdmin, signInElsewhere } from './users.ts'
import { closeStream, readPath, watchCalls } from './watching.ts'

test.use({ as: people.admin })

test('PP-04 an Admin pays from the house’s account and sees everybody’s payments', async ({ page }) => {
  await page.goto('/admin/post-paid')
  await payBill(page, { account: accounts.touray.account, amount: '71' })
  await page.keyboard.press('Escape')
  const row = paymentsTable(page).getByRole('row').filter({ hasText: 'GMD 71.00' }).first()
  const cashier = row.getByRole('link', { name: 'Binta Saidy' })
  await expect(cashier).toHaveAttribute('href', /^\/admin\/user\/\d+$/)
})

test('PP-06 an Admin without the flag is refused too: the screen explains, the calls answer 403', async ({
  page,
}) => {
  const admin = await addUser(page, { type: 'Admin' })
  const other = await signInElsewhere(page, admin)
  const calls = watchCalls(other)
  await closeStream(other)
  await other.goto('/admin/post-paid')
  await expect(other.getByText('Post Paid is not open to you')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Open User' })).toBeVisible()
  await other.waitForLoadState('networkidle')
  expect(calls.map(readPath).filter((path) => path.includes('post-paid'))).toEqual([])
  for (const [method, path] of [
    ['GET', 'transactions-post-paid'],
    ['POST', 'make-payment-post-paid'],
    ['POST', 'transactions-post-paid'],
    ['GET', 'transactions-post-paid/261114-00001/status'],
  ] as const)
    expect((await callAsAdmin(other, method, path, method === 'POST' ? {} : undefined)).status()).toBe(403)
  await other.close()
})
