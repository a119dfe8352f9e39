import { expect, people, test } from './people.ts'

test.use({ as: people.admin })

const sidebar = [
  ['Dashboard', '/admin/dashboard'],
  ['User', '/admin/user'],
  ['Cash Power', '/admin/cash-power'],
  ['Customer Enquiries', '/admin/customer-enquiries'],
  ['Shift Enquiries', '/admin/shift-enquiries'],
  ['Balance', '/admin/balance'],
  ['Credit Agents', '/admin/credit-agents'],
  ['Cash Power Charges', '/admin/cash-power-charges'],
  ['Change Password', '/admin/change-password'],
] as const

const screens = [
  ['R-09', '/admin/dashboard', 'dashboard'],
  ['R-10', '/admin/cash-power', 'cash power'],
  ['R-11', '/admin/air-power', 'air power'],
  ['R-12', '/admin/post-paid', 'post paid'],
  ['R-13', '/admin/user', 'user'],
  ['R-14', '/admin/credit-agents', 'credit agents'],
  ['R-15', '/admin/cash-power-charges', 'cash power charges'],
  ['R-16', '/admin/report', 'revenue report'],
  ['R-17', '/admin/backup', 'backup'],
  ['R-18', '/admin/cleanup', 'cleanup'],
  ['R-19', '/admin/customer-enquiries', 'customer enquiries'],
  ['R-20', '/admin/shift-enquiries', 'shift enquiries'],
  ['R-21', '/admin/change-password', 'change password'],
  ['R-22', '/admin/forget-password', 'forgot password'],
  ['R-23', '/admin/balance', 'balance'],
] as const

test('R-09 to R-23 every screen exists, with its header title', async ({ page }) => {
  for (const [id, path, title] of screens)
    await test.step(`${id} ${path} has the header title ${title}`, async () => {
      await page.goto(path)
      const heading = page.getByRole('banner').getByRole('heading', { level: 1 })
      await expect(heading, id).toHaveText(new RegExp(`^${title}$`, 'i'))
      await expect(page, id).toHaveTitle(new RegExp(`^${title} · FlexPower$`, 'i'))
      await expect(page, id).toHaveURL(path)
      await expect(page.getByRole('main'), id).not.toBeEmpty()
    })
})

test('R-08 /admin goes to the dashboard', async ({ page }) => {
  for (const path of ['/admin', '/admin/']) {
    await page.goto(path)
    await expect(page).toHaveURL('/admin/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  }
})

test('S-10 the sidebar has nine items in order, and each leads to its screen', async ({ page }) => {
  await page.goto('/admin/dashboard')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const items = menu.getByRole('list').getByRole('link')
  await expect(items).toHaveText(sidebar.map(([name]) => name))
  for (const [name, path] of sidebar) {
    await items.filter({ hasText: new RegExp(`^${name}$`) }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(menu.locator('[aria-current=page]')).toHaveText(name)
  }
})

test('the screens that the sidebar leaves out can be reached from the dashboard', async ({ page }) => {
  await page.goto('/admin/dashboard')
  const tiles = page.getByRole('navigation', { name: 'More screens' })
  for (const [name, path] of [
    ['Air Power', '/admin/air-power'],
    ['Post Paid', '/admin/post-paid'],
    ['Report', '/admin/report'],
    ['Backup', '/admin/backup'],
    ['Cleanup', '/admin/cleanup'],
  ] as const)
    await expect(tiles.getByRole('link', { name })).toHaveAttribute('href', path)
})

test('S-12 S-13 on a small screen a toggle opens the menu, which has a close icon and Logout', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/admin/dashboard')
  const toggle = page.getByRole('banner').getByRole('button', { name: 'Open menu' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(page.getByText('Welcome, Admin')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Balance' })).toBeHidden()

  await toggle.click()
  await expect(menu.getByRole('list').getByRole('link')).toHaveText(sidebar.map(([name]) => name))
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible()
  await menu.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toBeHidden()

  await toggle.click()
  await menu.getByRole('link', { name: 'Balance' }).click()
  await expect(page).toHaveURL('/admin/balance')
  await expect(menu).toBeHidden()
})

test('S-12 S-13 on a large screen there is Logout next to the page, a welcome line and no toggle', async ({
  page,
}) => {
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('banner').getByText('Welcome, Admin')).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Logout' })).toBeInViewport()
  await expect(page.getByRole('button', { name: /menu/ })).toBeHidden()
})

test('the keyboard reaches the page’s content in one step, and a new page is announced by its title', async ({
  page,
}) => {
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Balance' }).click()
  await expect(page.getByRole('heading', { name: 'Balance', level: 1 })).toBeFocused()
})
