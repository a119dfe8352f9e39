import type { Page } from '@playwright/test'
import { expect, people, signIn, test } from './people.ts'
import { hold, watchCalls, watchComplaints } from './watching.ts'

const drawn = ['/', '/about', '/signup', '/login', '/forget']

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('every public page can be read, says that its forms need scripts, and fits a small screen', async ({
    page,
  }) => {
    for (const path of drawn) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page.locator('noscript p'), path).toContainText('every form need JavaScript')
      await expect(page.locator('noscript p'), path).toBeVisible()
      for (const button of await page.locator('form button').all()) await expect(button, path).toBeDisabled()
      const { width } = (await page.locator('body').boundingBox())!
      expect(width, path).toBeLessThanOrEqual(360)
    }
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Contact Us' }).getByRole('link').first()).toHaveText(
      '+220 439 2210',
    )
    await page.getByRole('link', { name: 'Become an agent' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Become an agent')
    await expect(page).toHaveTitle('Become an agent · FlexPower')
  })
})

test.describe('without scripts on a small screen', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('P-02 the links of the side menu are in the header and work', async ({ page }) => {
    const header = page.getByRole('banner')
    for (const path of ['/', '/about', '/signup']) {
      await page.goto(path)
      await expect(header.getByRole('button', { name: 'Open menu' })).toBeHidden()
      await expect(header.getByRole('navigation').getByRole('link')).toHaveText(['Home', 'Contact', 'Login'])
      expect((await header.boundingBox())!.width, path).toBe(360)
    }
    await header.getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL('/#contact')
    await header.getByRole('link', { name: 'Login' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  })

  test('R-25 an unknown URL says so and has a link home', async ({ page }) => {
    const answer = await page.goto('/no-such-page')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('main')).toContainText('There is no page at this address.')
    await page.getByRole('link', { name: 'Go to the start' }).click()
    await expect(page).toHaveURL('/')
  })
})

test.describe('with scripts that load late', () => {
  const typed = 'isatou@example.gm'
  /** Not the theme's, which is as small as it is early, like the styles (decision 28). */
  const SCRIPTS = /\/assets\/.*\.js$/

  for (const path of ['/', '/signup', '/login', '/forget'])
    test(`what was typed on ${path} before they loaded is still there, and is sent`, async ({ page }) => {
      const complaints = await watchComplaints(page)
      const release = await hold(page, SCRIPTS)
      await page.goto(path, { waitUntil: 'commit' })
      const email = page.getByLabel('Email')
      await email.fill(typed)
      const submit = page.locator('form button[type=submit]')
      await expect(submit).toBeDisabled()
      release()
      await expect(submit).toBeEnabled()
      await expect(email).toHaveValue(typed)
      await fillOthers(page, path)
      const calls = watchCalls(page)
      await page.route('**/flexpower/api/**', (route) =>
        route.fulfill({ json: { success: false, message: 'No.' } }),
      )
      await submit.click()
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
      const sent = calls.find((call) => call.method() === 'POST')
      expect(sent?.postDataJSON()).toMatchObject({ email: typed })
      expect(complaints).toEqual([])
    })

  async function fillOthers(page: Page, path: string) {
    if (path === '/login') await page.getByLabel('Password').fill('not-the-one')
    if (path !== '/' && path !== '/signup') return
    await page.getByLabel('Name', { exact: true }).fill('Isatou')
    if (path === '/') return page.getByLabel('Message').fill('Hello')
    await page.getByLabel('Business name').fill('Njie & Daughters')
    await page.getByLabel('Mobile Number').fill('7714208')
    await page.getByLabel('Location').fill('Soma')
  }

  test('the menu of a small screen waits for them', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const release = await hold(page, SCRIPTS)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeDisabled()
    release()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  })
})

test('what the login page has to say is shown again after a reload, without a browser error', async ({
  page,
}) => {
  const complaints = await watchComplaints(page)
  await page.goto('/forget')
  await page.getByLabel('Email').fill('nobody@example.gm')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/login')
  const told = page.getByRole('main').getByRole('status')
  await expect(told).toContainText('on its way')
  await page.reload()
  await expect(told).toContainText('on its way')
  expect(complaints).toEqual([])
})

test('R-26 a signed-in user is redirected from the drawn login page, without a browser error', async ({
  page,
}) => {
  await signIn(page, people.cashier)
  const complaints = await watchComplaints(page)
  await page.goto('/login')
  await expect(page).toHaveURL(people.cashier.home)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(complaints).toEqual([])
})

test.describe('the state of vending', () => {
  const STATUS = '**/flexpower/api/vending-status'
  const status = (page: Page) => page.getByRole('main').getByRole('status').first()

  for (const [state, text] of [
    ['up', 'Vending works'],
    ['slow', 'Vending is slow'],
    ['down', 'Vending is down'],
  ] as const)
    test(`${state} is shown on the home page, and nothing moves when it appears`, async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      let answer = () => {}
      const asked = new Promise<void>((resolve) => (answer = resolve))
      await page.route(STATUS, async (route) => {
        await asked
        await route.fulfill({ json: { data: { state } } })
      })
      await page.goto('/')
      const below = page.getByRole('heading', { name: 'What is sold' })
      const before = await below.boundingBox()
      await expect(status(page)).toHaveText('')
      answer()
      await expect(status(page)).toContainText(text)
      expect(await below.boundingBox()).toEqual(before)
    })

  test('comes from the server, and a page that cannot ask shows nothing', async ({ page }) => {
    await page.goto('/')
    await expect(status(page)).toContainText(/Vending (works|is slow)/)
    await page.route(STATUS, (route) => route.abort())
    await page.reload()
    await page.waitForLoadState('networkidle')
    await expect(status(page)).toHaveText('')
  })
})
