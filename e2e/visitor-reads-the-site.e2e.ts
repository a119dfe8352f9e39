import { expect, test } from './people.ts'

const publicPages = ['/', '/about', '/signup']

test('R-01 the home page has the contact section, and /#contact leads to it', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Twenty digits/)
  const contact = page.getByRole('region', { name: 'Contact Us' })
  await expect(contact).toHaveAttribute('id', 'contact')
  await expect(contact).not.toBeInViewport()

  await page.goto('about:blank')
  await page.goto('/#contact')
  await expect(contact.getByRole('heading', { name: 'Contact Us' })).toBeInViewport()
})

test('R-03 the page for future agents exists', async ({ page }) => {
  await page.goto('/signup')
  await expect(page).toHaveTitle(/^Become an agent/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Become an agent')
})

test('R-06 the about page names the product, its offices and its hours', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About FlexPower')
  await expect(page.getByRole('main')).toContainText('offices throughout the country')
  await expect(page.getByRole('main')).toContainText('open all day')
  const offices = page.getByRole('region', { name: 'Offices along the river' }).getByRole('listitem')
  await expect(offices).toHaveCount(8)
  await expect(offices.nth(4)).toHaveText('BrikamaCar park, Brikama Ba')
})

test('P-01 the links of the header lead where they say', async ({ page }) => {
  const header = page.getByRole('banner')
  await page.goto('/about')
  await header.getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/#contact')
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeInViewport()
  await header.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
  await header.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  await header.getByRole('link', { name: 'FlexPower' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Twenty digits/)
})

test('P-02 on a small screen a toggle opens the side menu and closes it again', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  const toggle = page.getByRole('button', { name: 'Open menu' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(page.getByRole('link', { name: 'Login' })).toBeHidden()
  await expect(menu).toBeHidden()

  await toggle.click()
  await expect(menu.getByRole('navigation').getByRole('link')).toHaveText(['Home', 'Contact', 'Login'])
  await menu.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toBeHidden()
  await expect(toggle).toBeFocused()

  await toggle.click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()

  await toggle.click()
  await expect(menu).toBeVisible()
  await page.mouse.click(10, 400)
  await expect(menu).toBeHidden()

  await toggle.click()
  await menu.getByRole('link', { name: 'Contact' }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeInViewport()
})

test('P-02 on a screen that becomes wide, the links are in the header and there is no side menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 600, height: 800 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
})

test('P-01 P-03 R-06 every public page has the same header and footer: who we are, how to reach us, where to go', async ({
  page,
}) => {
  // The counter's clock has stopped; the year is the server's.
  await page.clock.setFixedTime('1999-06-15T12:00:00Z')
  const year = new Date().getUTCFullYear()
  for (const path of publicPages) {
    await page.goto(path)
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'FlexPower' }), path).toHaveAttribute('href', '/')
    await expect(header.getByRole('navigation').getByRole('link'), path).toHaveText([
      'Home',
      'Contact',
      'Login',
    ])
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByText('FlexPower Gambia Ltd', { exact: true })).toBeVisible()
    await expect(footer.getByText('14 Kairaba Avenue, P.O. Box 2816, Serekunda, The Gambia')).toBeVisible()

    const links = footer.getByRole('region', { name: 'Support' }).getByRole('link')
    await expect(links).toHaveText(['support@flexpower.gm', '+220 439 2210', '+220 992 2210'])
    const targets = ['mailto:support@flexpower.gm', 'tel:+2204392210', 'tel:+2209922210']
    for (const [at, target] of targets.entries()) await expect(links.nth(at)).toHaveAttribute('href', target)

    const navigation = footer.getByRole('navigation', { name: 'Navigation' }).getByRole('link')
    await expect(navigation).toHaveText(['Home', 'Contact'])
    await expect(navigation.first()).toHaveAttribute('href', '/')
    await expect(navigation.last()).toHaveAttribute('href', '/#contact')
    await expect(footer.getByText(`© ${year} FlexPower Gambia Ltd`)).toBeVisible()
    await footer.getByRole('link', { name: 'About FlexPower' }).click()
    await expect(page).toHaveURL('/about')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About FlexPower')
  }
})

test('C-01 every amount on the public site is in GMD', async ({ page }) => {
  await page.goto('/')
  const text = await page.getByRole('main').innerText()
  expect(text).not.toMatch(/[$€£₦]|USD|EUR|GBP|XOF/)
  const amounts = text.match(/\S+\s+[\d,]+\.\d{2}(?! *kWh)\b/g) ?? []
  expect(amounts.length).toBeGreaterThan(3)
  for (const amount of amounts) expect(amount).toMatch(/^GMD\s/)
})
