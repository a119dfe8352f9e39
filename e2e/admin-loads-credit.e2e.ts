import { readFile } from 'node:fs/promises'
import { expectUsable } from './axe.ts'
import {
  bodyRows,
  findDialog,
  fields,
  fillLoad,
  readFloat,
  save,
  searchBox,
  someSlip,
  table,
  waitingLoads,
} from './credits.ts'
import { figureIn } from './figures.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { findToast } from './toasts.ts'
import { addUser, callAsAdmin, loadFloat } from './users.ts'
import { watchCalls } from './watching.ts'
import { matchWindows } from './windows.ts'

test.use({ as: people.admin })
test.beforeEach(async ({ page }) => {
  await page.goto('/admin/credit-agents')
  await expect(table(page)).toBeVisible()
})

const LOAD = '**/flexpower/api/load/credit'
test('R-14 CR-01 A-31 E-06 the screen has its title, its card, and a table with exactly its columns', async ({
  page,
}) => {
  const agent = await addUser(page)
  await loadFloat(page, agent.id, 1250.5)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^credit agents$/i)
  await page.reload()
  const answer = await callAsAdmin(page, 'GET', 'credits')
  const { credits } = (await answer.json()) as { credits: { agent_name: string }[] }
  expect(credits.find(({ agent_name: name }) => name === agent.name)).toMatchObject({
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    _type: 0,
    amount: 1250.5,
    bank_transaction_ref: expect.stringMatching(/^E2E-/),
    created_by: 'Binta Saidy',
    nawec_balance: 1250.5,
  })
  await expect(table(page).getByRole('columnheader')).toHaveText([
    'Date',
    'Agent',
    'Type',
    'Amount',
    'Bank Transaction Ref',
    'Loaded by',
    'Balance after',
  ])
  await expect(bodyRows(page).filter({ hasText: agent.name }).getByRole('cell')).toContainText([
    /\d{4}/,
    agent.name,
    'NAWEC',
    'GMD 1,250.50',
    'E2E-',
    'Binta Saidy',
    'GMD 1,250.50',
  ])
})

test('CR-01 Load Credit History opens Add New Credit with agent, type, amount and bank transaction ref', async ({
  page,
}) => {
  const agent = await addUser(page)
  await page.getByRole('button', { name: 'Load Credit History' }).click()
  const field = fields(findDialog(page))
  // Agents are users who sell from a float: no Admin is among them.
  await expect(field.agent.getByRole('option', { name: agent.name })).toHaveCount(1)
  await expect(field.agent.getByRole('option', { name: people.admin.name })).toHaveCount(0)
  await expect(findDialog(page).getByRole('radio')).toHaveCount(2)
  await expect(field.type('NAWEC')).toBeVisible()
  await expect(field.type('Airtime')).toBeVisible()
  await expect(field.amount).toBeEditable()
  await expect(field.slip).toBeEditable()
})

test('CR-02 CR-03 A-32 a load is sent as type 0 for the utility and 1 for airtime, and the new balance is shown', async ({
  page,
}) => {
  const agent = await addUser(page)
  const calls = watchCalls(page)
  const slips = { NAWEC: someSlip(), Airtime: someSlip() }
  for (const [type, wireType, amount, balance] of [
    ['NAWEC', 0, '5000', 'GMD 5,000.00'],
    ['Airtime', 1, '300.25', 'GMD 300.25'],
  ] as const) {
    await fillLoad(page, { agent, amount, type, slip: slips[type] })
    await expect(findDialog(page).getByText(`${agent.name} has GMD 0.00 ${type} now and`)).toContainText(
      balance,
    )
    await save(page)
    await expect(findToast(page, 'Credit added successfully').first()).toBeVisible()
    await expect(findDialog(page)).toBeHidden()
    const notice = page.getByRole('status').filter({ hasText: `${balance} ${type} loaded for ${agent.name}` })
    await expect(notice).toContainText(`New balance: ${balance}`)
    const sent = calls.findLast((request) => request.url().endsWith('load/credit'))
    expect(sent?.postDataJSON()).toEqual({
      agent: agent.id,
      type: wireType,
      amount: Number(amount),
      bank_transaction_ref: slips[type],
      user_id: expect.stringMatching(/^\d+$/),
      created_by: 'Binta Saidy',
    })
    await expect(bodyRows(page).filter({ hasText: slips[type] })).toContainText(balance)
  }
  expect(await readFloat(page, agent)).toBe(5000)
})

test('V-CR-01 everything is required, and an amount below 0 says so and becomes 0', async ({ page }) => {
  const calls = watchCalls(page)
  await page.getByRole('button', { name: 'Load Credit History' }).click()
  await save(page)
  for (const text of [
    'Agent is required',
    'Type is required',
    'Amount is required',
    'Bank Transaction Ref is required',
  ])
    await expect(findDialog(page).getByText(text, { exact: true })).toBeVisible()
  const { amount, slip } = fields(findDialog(page))
  await amount.fill('-5')
  await expect(findDialog(page).getByText('Amount cannot be negative', { exact: true })).toBeVisible()
  await slip.focus()
  await expect(amount).toHaveValue('0')
  await expect(amount).toHaveAccessibleDescription('Amount cannot be negative: it is 0 now.')
  await amount.fill('five')
  await expect(findDialog(page).getByText('Amount must be a number')).toBeVisible()
  expect(calls.filter((request) => request.method() === 'POST')).toEqual([])
})

test('V-CR-01 a load of 0 asks first', async ({ page }) => {
  const agent = await addUser(page)
  const calls = watchCalls(page)
  const loads = () => calls.filter((request) => request.url().endsWith('load/credit'))
  await fillLoad(page, { agent, amount: '0', slip: someSlip() })
  await save(page)
  const question = page.getByRole('dialog', { name: 'Load GMD 0.00?' })
  await expect(question).toContainText('This loads nothing and uses up the reference')
  await question.getByRole('button', { name: 'No', exact: true }).click()
  await expect(question).toHaveCount(0)
  expect(loads()).toEqual([])
  await save(page)
  await question.getByRole('button', { name: 'Load nothing' }).click()
  await expect(findToast(page, 'Credit added successfully')).toBeVisible()
  expect(loads()).toHaveLength(1)
})

test('an amount far above what the agent ever got asks first', async ({ page }) => {
  const agent = await addUser(page)
  await fillLoad(page, { agent, amount: '500' })
  await save(page)
  await expect(findDialog(page)).toBeHidden()
  await fillLoad(page, { agent, amount: '50000' })
  await save(page)
  const question = page.getByRole('dialog', { name: 'Load GMD 50,000.00?' })
  await expect(question).toContainText('far above what this agent ever got: at most GMD 500.00')
  await question.getByRole('button', { name: 'No', exact: true }).click()
  await fields(findDialog(page)).amount.fill('1500')
  await save(page)
  await expect(findDialog(page)).toBeHidden()
  expect(await readFloat(page, agent)).toBe(2000)
})

test('CR-02 a slip is loaded once: the second time the form says who loaded it when, and no money moves', async ({
  page,
}) => {
  const agent = await addUser(page)
  const slip = someSlip()
  await fillLoad(page, { agent, amount: '700', slip })
  await save(page)
  await expect(findDialog(page)).toBeHidden()
  // Spaces and case do not make it another slip.
  await fillLoad(page, { agent, amount: '900', slip: ` ${slip.toLowerCase().replace(' ', '   ')} ` })
  await save(page)
  await expect(findToast(page, 'Error adding credit')).toBeVisible()
  await expect(findDialog(page).getByRole('alert')).toContainText('Error adding credit')
  await expect(fields(findDialog(page)).slip).toHaveAccessibleDescription(
    new RegExp(
      `^Binta Saidy loaded this NAWEC slip on .+ at \\d\\d:\\d\\d: GMD 700.00 for ${agent.name}. Nothing was loaded again.$`,
    ),
  )
  await expect(fields(findDialog(page)).slip).toBeFocused()
  await expect(fields(findDialog(page)).amount).toHaveValue('900')
  expect(await readFloat(page, agent)).toBe(700)
})

test('CR-02 when the answer is lost, the form says that the result is unknown, and trying again loads nothing twice', async ({
  page,
}) => {
  const agent = await addUser(page)
  await page.route(LOAD, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await fillLoad(page, { agent, amount: '450' })
  await save(page)
  await expect(findToast(page, 'Error adding credit')).toBeVisible()
  await expect(findDialog(page).getByRole('alert')).toContainText('a slip is never loaded twice')
  await page.unroute(LOAD)
  await save(page)
  await expect(findDialog(page).getByText('Binta Saidy loaded this NAWEC slip')).toBeVisible()
  expect(await readFloat(page, agent)).toBe(450)
})

test('CR-01 T-03 C-02 the search looks into every column, is in the URL, and decides what the CSV has', async ({
  page,
}) => {
  const agent = await addUser(page)
  const slip = someSlip()
  await fillLoad(page, { agent, amount: '1234.50', slip })
  await save(page)
  await expect(findDialog(page)).toBeHidden()
  for (const term of [slip.toUpperCase(), agent.name, 'GMD 1,234.50', '1234.5']) {
    await searchBox(page).fill(term)
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(term)
    await expect(bodyRows(page).filter({ hasText: slip })).toHaveCount(1)
  }
  await searchBox(page).fill(slip)
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(slip)
  await expect(bodyRows(page)).toHaveCount(1)
  await page.reload()
  await expect(searchBox(page)).toHaveValue(slip)
  await expect(bodyRows(page)).toHaveCount(1)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^credits-\d{1,5}\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  const [header, line, ...rest] = text.slice(1).split('\r\n')
  expect(header).toBe('"Date";"Agent";"Type";"Amount";"Bank Transaction Ref";"Loaded by";"Balance after"')
  expect(line).toMatch(
    new RegExp(
      `^"\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d";"${agent.name}";"NAWEC";"1234.5";"${slip}";"Binta Saidy";"1234.5"$`,
    ),
  )
  expect(rest).toEqual([])
  await searchBox(page).fill('no such slip')
  await expect(page.getByText('Nothing matches “no such slip”')).toBeVisible()
})

test('A-33 one agent’s loads, chosen from all cashiers and kept in the URL, show the running balance', async ({
  page,
}) => {
  const agent = await addUser(page)
  await loadFloat(page, agent.id, 1000)
  await loadFloat(page, agent.id, 250.25)
  const [request] = await Promise.all([page.waitForRequest('**/flexpower/api/get/cashiers'), page.reload()])
  expect(request.method()).toBe('GET')
  await page.getByLabel('Agent', { exact: true }).selectOption({ label: agent.name })
  await expect(page).toHaveURL(`/admin/credit-agents?agent=${agent.id}`)
  const expectHistory = async () => {
    await expect(bodyRows(page)).toHaveCount(2)
    await expect(bodyRows(page).first()).toContainText('GMD 1,250.25GMD 1,000.00 before')
    await expect(bodyRows(page).last()).toContainText('GMD 1,000.00GMD 0.00 before')
    await expect(figureIn(page, `Figures of ${agent.name}`, 'NAWEC balance now')).toHaveText('GMD 1,250.25')
    await expect(figureIn(page, `Figures of ${agent.name}`, 'Loads')).toHaveText('2')
    await expect(page.getByRole('figure')).toContainText('down to GMD 1,000.00 before a load')
  }
  await expectHistory()
  await page.reload()
  await expectHistory()
  // The form starts with the agent in view.
  await page.getByRole('button', { name: 'Load Credit History' }).click()
  await expect(fields(findDialog(page)).agent).toHaveValue(String(agent.id))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'All agents' }).click()
  await expect(page).toHaveURL('/admin/credit-agents')
  await bodyRows(page).getByRole('button', { name: agent.name }).first().click()
  await expect(page).toHaveURL(`/admin/credit-agents?agent=${agent.id}`)
})

test('T-02 while the list loads 11 rows shimmer, and a list that cannot be loaded says what to do', async ({
  page,
}) => {
  await page.route(matchWindows('credits'), () => {})
  await page.reload()
  await expect(page.locator('[data-shimmer-row]')).toHaveCount(11)
  await page.unroute(matchWindows('credits'))
  await page.route(matchWindows('credits'), (route) => route.fulfill({ status: 404, json: {} }))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('No balance is affected')
  await page.unroute(matchWindows('credits'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(bodyRows(page).first()).toBeVisible()
})

test('axe finds nothing serious on the credits screen with a waiting load and one agent; no width overflows', async ({
  page,
}) => {
  const agent = await addUser(page)
  await loadFloat(page, agent.id, 1000)
  const waiting = { agent: agent.id, type: 1, amount: 9_999_999_999, bank_transaction_ref: someSlip() }
  await callAsAdmin(page, 'POST', 'load/credit', waiting)
  await page.goto(`/admin/credit-agents?agent=${agent.id}`)
  await expect(waitingLoads(page).filter({ hasText: agent.name })).toBeVisible()
  await expect(page.getByRole('figure')).toBeVisible()
  for (const width of [320, 360, 600, 900, 1200]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page, `at ${width}`)
  }
  await expectUsable(page)
})

test('axe finds nothing serious in the credit form, full of errors', async ({ page }) => {
  await page.getByRole('button', { name: 'Load Credit History' }).click()
  await save(page)
  await expect(findDialog(page).getByText('Type is required')).toBeVisible()
  await expectUsable(page)
})
