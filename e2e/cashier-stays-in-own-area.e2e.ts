import { expect, people, signIn, test, tokenIn } from './people.ts'
import { callWith } from './watching.ts'

test.use({ as: people.cashier })

test('R-08 /cashier and its dashboard go to cash power', async ({ page }) => {
  for (const path of ['/cashier', '/cashier/dashboard']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/cashier/cash-power')
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Cash Power')
  }
})

test('R-24 S-11 S-12 the cashier’s two screens exist, each with its title, and are all that the sidebar has beside Logout', async ({
  page,
}) => {
  for (const [path, title] of [
    ['/cashier/user', 'User'],
    ['/cashier/cash-power', 'Cash Power'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveURL(path)
  }
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('list').getByRole('link')).toHaveText(['Cash Power', 'User'])
  await expect(menu.getByRole('button')).toHaveText(['Logout'])
  await menu.getByRole('link', { name: 'User', exact: true }).click()
  await expect(page).toHaveURL('/cashier/user')
  await menu.getByRole('link', { name: 'Cash Power' }).click()
  await expect(page).toHaveURL('/cashier/cash-power')
})

test('S-13 the header welcomes the cashier and has the menu’s toggle on a small screen', async ({ page }) => {
  await page.goto('/cashier/cash-power')
  await expect(page.getByRole('banner').getByText('Welcome, Cashier')).toBeVisible()
  const toggle = page.getByRole('banner').getByRole('button', { name: 'Open menu' })
  await expect(toggle).toBeHidden()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(page.getByRole('banner').getByText('Welcome, Cashier')).toBeVisible()
  await toggle.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('list').getByRole('link')).toHaveText(['Cash Power', 'User'])
})

test('S-14 a cashier who opens a page of the admin area is sent to the cashier area', async ({ page }) => {
  for (const path of [
    '/admin',
    '/admin/dashboard',
    '/admin/user',
    '/admin/report',
    '/admin/no-such-screen',
  ]) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/cashier/cash-power')
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Cash Power')
  }
})

test('S-14 a cashier who forges the cookie of an admin sees no figures: the server refuses', async ({
  page,
  context,
}) => {
  const cookie = (await context.cookies()).find(({ name }) => name === 'user_type')
  await context.addCookies([{ ...cookie!, value: 'Admin' }])
  const statuses: number[] = []
  page.on('response', (answer) => {
    // Their own notices are everybody's.
    if (/\/flexpower\/api\/(?!notices|events)/.test(answer.url())) statuses.push(answer.status())
  })
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('region', { name: 'Figures' }).getByText(/Could not be read/)).toHaveCount(4)
  expect(statuses.length).toBeGreaterThanOrEqual(4)
  expect(new Set(statuses)).toEqual(new Set([403]))
  await expect(page.getByText(/GMD/)).toHaveCount(0)
})

const adminCalls = [
  'GET CashPowerDailySales',
  'GET CashPowerMonthlySales',
  'GET transactionsCount',
  'GET AirPowerDailySales',
  'GET AirPowerMonthlySales',
  'GET transactionsAirTimesCount',
  'GET filter?paymentDate=2026-01-01',
  'GET vendorInfo',
  'GET nawec-vendor-balance',
  'GET balance',
  'GET transactions',
  'GET register',
  'POST register',
  'PUT users/update/1',
  'DELETE users/delete/1',
  'GET users/list',
  'GET charges/list',
  'POST addCashPowerCharges',
  'POST charges/update/1',
  'POST charges/delete/1',
  'GET credits',
  'POST load/credit',
  'GET get/cashiers',
  'POST generate/revenue/report',
  'GET backups',
  'POST backups',
  'GET backups/1/download',
  'GET cleanup',
  'POST cleanup',
  'POST cleanup/1/undo',
  'POST customerenquiries',
  'POST shitEnquiries',
  'POST forgotpassowrd',
  'POST updatepassword',
]

test('S-14 the server refuses every admin call of a cashier with 403', async ({ page, context }) => {
  await page.goto('/')
  const token = (await tokenIn(context)) ?? ''
  const answers = await Promise.all(
    adminCalls.map(async (call) => {
      const [method = '', path = ''] = call.split(' ')
      const answer = await callWith(page, token, method, path, method === 'GET' ? undefined : {})
      return `${call} ${answer.status()}`
    }),
  )
  expect(answers).toEqual(adminCalls.map((call) => `${call} 403`))
})

test.describe('after another user', () => {
  test.use({ as: null })
  test('S-14 a cashier who signs in after an admin has the cashier’s menu', async ({ page }) => {
    await signIn(page, people.admin)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await signIn(page, people.kiosk)
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('list').getByRole('link'),
    ).toHaveText(['Cash Power', 'User'])
    await expect(page.getByText('Signed in as Lamin Jobe')).toBeAttached()
  })
})
