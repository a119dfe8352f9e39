import type { Locator, Page } from '@playwright/test'
import { seriousIn } from './axe.ts'
import { expect, people, test } from './people.ts'
import { adminScreens, cashierScreens } from './screens.ts'

const more = (page: Page) => page.getByRole('button', { name: 'More', exact: true })
const menuIn = (page: Page) => page.getByRole('navigation', { name: 'More', exact: true })
const readTheme = (page: Page) =>
  page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')

const readPaths = async (links: Locator) =>
  Promise.all((await links.all()).map((link) => link.getAttribute('href')))

for (const person of [people.admin, people.cashier])
  test.describe(`as ${person.type}`, () => {
    test.use({ as: person })

    test(`More leads to every screen that is not in the sidebar`, async ({ page }) => {
      await page.goto(person.home)
      await expect(more(page)).toBeVisible()
      await page.keyboard.press('Control+k')
      const choices = page.getByRole('dialog', { name: 'Search' }).getByRole('option')
      await expect(choices.first()).toBeVisible()
      const all = await readPaths(choices)
      expect([...adminScreens, ...cashierScreens]).toEqual(expect.arrayContaining(all))
      await page.keyboard.press('Escape')
      await more(page).click()
      const links = menuIn(page).getByRole('link')
      await expect(links.first()).toBeVisible()
      const shown = await readPaths(links)
      const sidebar = page.getByRole('navigation', { name: 'Main' }).getByRole('list').getByRole('link')
      expect(new Set([...shown, ...(await readPaths(sidebar))])).toEqual(new Set(all))
      const account = links.filter({ hasText: 'Your Account' })
      await account.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Account')
      await expect(menuIn(page)).toBeHidden()
      await more(page).click()
      await expect(account).toHaveAttribute('aria-current', 'page')
    })

    test(`More is closed by Escape, by a press elsewhere and by Tab`, async ({ page }) => {
      await page.goto(person.home)
      await more(page).press('Enter')
      await expect(more(page)).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.press('Tab')
      await expect(menuIn(page).getByRole('link').first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(menuIn(page)).toBeHidden()
      await expect(more(page)).toBeFocused()
      await more(page).click()
      await page.getByRole('heading', { level: 1 }).click()
      await expect(menuIn(page)).toBeHidden()
      await more(page).click()
      await page.getByRole('button', { name: 'Dark', exact: true }).focus()
      await page.keyboard.press('Tab')
      await expect(menuIn(page)).toBeHidden()
    })
  })

test.describe('the theme', () => {
  test.use({ as: people.admin, colorScheme: 'light' })

  test('is chosen under More, and a reload, another page and another tab have it', async ({
    page,
    context,
  }) => {
    const other = await context.newPage()
    await other.goto('/')
    await page.goto('/admin/audit')
    await more(page).click()
    await expect(page.getByRole('button', { name: 'System', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.getByRole('button', { name: 'Dark', exact: true }).click()
    await expect.poll(() => readTheme(page)).toBe('dark')
    await expect.poll(() => readTheme(other)).toBe('dark')
    expect(await seriousIn(page)).toEqual([])
    for (const path of ['/admin/audit', '/', '/nowhere']) {
      await page.goto(path)
      expect(await readTheme(page), path).toBe('dark')
    }
    await page.goto('/admin/audit')
    await more(page).click()
    await page.getByRole('button', { name: 'System', exact: true }).click()
    await expect.poll(() => readTheme(page)).toBe('light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => readTheme(page)).toBe('dark')
    await page.getByRole('button', { name: 'Light', exact: true }).click()
    await expect.poll(() => readTheme(page)).toBe('light')
  })

  test('is chosen by a button at the end of every public page', async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL: baseURL ?? '', colorScheme: 'light' })
    await page.goto('/')
    const button = page.getByRole('contentinfo').getByRole('button', { name: /^Theme: / })
    await expect(button).toHaveText('Theme: system')
    for (const [name, shown] of [
      ['light', 'light'],
      ['dark', 'dark'],
    ]) {
      await button.click()
      await expect(button).toHaveText(`Theme: ${name}`)
      await expect.poll(() => readTheme(page)).toBe(shown)
    }
    await page.goto('/about')
    await expect(button).toHaveText('Theme: dark')
    expect(await readTheme(page)).toBe('dark')
    expect(await seriousIn(page)).toEqual([])
    await button.click()
    await expect(button).toHaveText('Theme: system')
    await expect.poll(() => readTheme(page)).toBe('light')
    await page.close()
  })

  test('is there before the first paint, and stays after a logout', async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL: baseURL ?? '', colorScheme: 'light' })
    await page.goto('/login')
    await page.evaluate(`localStorage.setItem('theme', 'dark')`)
    // What is painted first, whatever the modules do later.
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload()
    expect(await readTheme(page)).toBe('dark')
    await page.unroute('**/assets/*.js')
    await page.getByRole('link', { name: 'FlexPower' }).first().waitFor()
    await page.evaluate(`localStorage.setItem('token', 'nobody')`)
    await page.goto('/cashier/cash-power')
    await expect(page).toHaveURL('/login')
    expect(await readTheme(page)).toBe('dark')
    await page.close()
  })
})
