import { bodyRows, fillLoad, readFloat, save, someSlip, table, waitingLoads } from './credits.ts'
import { letAdminIn } from './machine.ts'
import { expect, people, test } from './people.ts'
import { findToast } from './toasts.ts'
import { addUser, callAsAdmin, signInElsewhere } from './users.ts'

test.use({ as: people.admin })
test.beforeEach(async ({ page }) => {
  await page.goto('/admin/credit-agents')
  await expect(table(page)).toBeVisible()
})

test('a large load waits for a second Admin: no money moves before, and the first Admin cannot confirm', async ({
  page,
}) => {
  const agent = await addUser(page)
  await fillLoad(page, { agent, amount: '500000.01' })
  await save(page)
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    `A second Admin must confirm GMD 500,000.01 for ${agent.name}. Nothing has moved yet.`,
  )
  const waiting = waitingLoads(page).filter({ hasText: agent.name })
  await expect(waiting).toContainText('You asked for this yourself, so a second Admin must confirm it.')
  await expect(waiting.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  await expect(bodyRows(page).filter({ hasText: agent.name })).toHaveCount(0)
  expect(await readFloat(page, agent)).toBe(0)

  const colleague = await letAdminIn(page)
  const other = await signInElsewhere(page, { ...colleague, home: '/admin/credit-agents' })
  await waitingLoads(other).filter({ hasText: agent.name }).getByRole('button', { name: 'Confirm' }).click()
  const question = other.getByRole('dialog', { name: `Load GMD 500,000.01 for ${agent.name}?` })
  await expect(question).toContainText('asked for by Binta Saidy')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(findToast(other, 'Credit added successfully')).toBeVisible()
  await expect(other.getByRole('status').filter({ hasText: 'New balance' })).toContainText('GMD 500,000.01')
  await expect(waitingLoads(other).filter({ hasText: agent.name })).toHaveCount(0)
  await expect(bodyRows(other).filter({ hasText: agent.name })).toContainText('GMD 500,000.01')
  await other.close()
  expect(await readFloat(page, agent)).toBe(500_000.01)
})

test('an Admin whom the first one created sees the reason instead of a button to confirm', async ({
  page,
}) => {
  const agent = await addUser(page)
  await fillLoad(page, { agent, amount: '500000.02' })
  await save(page)
  const waiting = waitingLoads(page).filter({ hasText: agent.name })
  await expect(waiting).toBeVisible()
  const other = await signInElsewhere(page, {
    ...(await addUser(page, { type: 'Admin' })),
    home: '/admin/credit-agents',
  })
  const seen = waitingLoads(other).filter({ hasText: agent.name })
  await expect(seen).toContainText(
    /Binta Saidy created your account on .+ Nothing has moved\. Ask another Admin to confirm it\./,
  )
  await expect(seen.getByRole('button', { name: 'Decline' })).toBeVisible()
  await expect(seen.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  await other.close()
  await expect(waiting).toBeVisible()
  expect(await readFloat(page, agent)).toBe(0)
})

test('a waiting load is declined with a reason: no money moves, and its slip can be used again', async ({
  page,
}) => {
  const agent = await addUser(page)
  const slip = someSlip()
  await fillLoad(page, { agent, amount: '600000', slip })
  await save(page)
  const waiting = waitingLoads(page).filter({ hasText: agent.name })
  await waiting.getByRole('button', { name: 'Decline' }).click()
  const question = page.getByRole('dialog', { name: `Decline GMD 600,000.00 for ${agent.name}?` })
  await question.getByLabel('Reason').fill('One nought too many')
  await question.getByRole('button', { name: 'Decline' }).click()
  await expect(findToast(page, 'The load of GMD 600,000.00 was declined. Nothing has moved.')).toBeVisible()
  await expect(waiting).toHaveCount(0)
  expect(await readFloat(page, agent)).toBe(0)
  await fillLoad(page, { agent, amount: '60000', slip })
  await save(page)
  await expect(findToast(page, 'Credit added successfully')).toBeVisible()
})

test('a load that another Admin has decided meanwhile says so, and loads nothing again', async ({ page }) => {
  const agent = await addUser(page)
  const colleague = await letAdminIn(page)
  const other = await signInElsewhere(page, { ...colleague, home: '/admin/credit-agents' })
  await callAsAdmin(other, 'POST', 'load/credit', {
    agent: agent.id,
    type: 0,
    amount: 700_000,
    bank_transaction_ref: someSlip(),
  })
  await page.reload()
  await waitingLoads(page).filter({ hasText: agent.name }).getByRole('button', { name: 'Confirm' }).click()
  await other.reload()
  await waitingLoads(other).filter({ hasText: agent.name }).getByRole('button', { name: 'Decline' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect(waitingLoads(other).filter({ hasText: agent.name })).toHaveCount(0)
  await other.close()
  const question = page.getByRole('dialog', { name: /^Load GMD 700,000.00/ })
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(findToast(page, 'Error adding credit')).toBeVisible()
  await expect(question.getByRole('alert')).toContainText('This load is declined already')
  expect(await readFloat(page, agent)).toBe(0)
})
