import { expect, fillLogin, loginButton, people, signIn, test, tokenIn } from './people.ts'
import { findToast, findToasts } from './toasts.ts'
import { callWith, hold, readPath, watchCalls } from './watching.ts'

const LOGIN = '**/flexpower/api/login'
const UNREACHABLE = 'Login failed. Please try again later.'

test('R-02 S-01 the login page is titled Login and asks for email, password and Remember Me', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page).toHaveTitle(/^Login/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
  await expect(page.getByRole('checkbox', { name: 'Remember Me' })).not.toBeChecked()
})

test('S-01 the button shows that it is busy, and a second press sends nothing', async ({ page }) => {
  const calls = watchCalls(page)
  const release = await hold(page, LOGIN)
  await page.goto('/login')
  await fillLogin(page, people.cashier)
  await loginButton(page).click()
  const busy = page.getByRole('button', { name: /^(Logging in|Submitting)\.\.\.$/ })
  await expect(busy).toBeVisible()
  await busy.click({ force: true })
  await page.getByLabel('Password').press('Enter')
  release()
  await page.waitForURL('**/cashier/cash-power')
  expect(calls.filter((call) => readPath(call) === 'login')).toHaveLength(1)
})

test('V-LO-01 V-LO-02 an empty or wrong form says what is wrong and sends nothing', async ({ page }) => {
  const calls = watchCalls(page)
  await page.goto('/login')
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password')
  await loginButton(page).click()
  await expect(email).toHaveAccessibleDescription('Email is required')
  await expect(password).toHaveAccessibleDescription('Password is required')
  await expect(email).toBeFocused()

  await fillLogin(page, { email: 'fatou', password: '12345' })
  await loginButton(page).click()
  await expect(email).toHaveAccessibleDescription('Invalid email address')
  await expect(password).toHaveAccessibleDescription('Password must be at least 6 characters')

  await fillLogin(page, { email: 'fatou@flexpower.gm', password: '123456' })
  await expect(email).toHaveAccessibleDescription('')
  await expect(password).toHaveAccessibleDescription('')
  expect(calls).toEqual([])
})

for (const person of [people.admin, people.kiosk])
  test(`S-02 the browser keeps the token and four cookies of ${person.name}`, async ({ page, context }) => {
    await page.goto('/login')
    await fillLogin(page, person)
    const [answer] = await Promise.all([page.waitForResponse(LOGIN), loginButton(page).click()])
    await expect(findToast(page, 'Login Successfully')).toBeVisible()
    const { token, data } = (await answer.json()) as { token: string; data: { id: number } }
    expect(await tokenIn(context)).toBe(token)
    const cookies = await context.cookies()
    expect(Object.fromEntries(cookies.map(({ name, value }) => [name, decodeURIComponent(value)]))).toEqual({
      user_id: String(data.id),
      user_type: person.type,
      location: person.location,
      username: person.name,
    })
    expect(cookies.map(({ expires }) => expires)).toEqual([-1, -1, -1, -1])
  })

test('S-02 with Remember Me the cookies survive closing the browser', async ({ page, context }) => {
  await page.goto('/login')
  await fillLogin(page, people.cashier)
  await page.getByRole('checkbox', { name: 'Remember Me' }).check()
  const [sent] = await Promise.all([page.waitForRequest(LOGIN), loginButton(page).click()])
  expect(sent.postDataJSON()).toMatchObject({ remember: true })
  await expect(findToast(page, 'Login Successfully')).toBeVisible()
  const days = (await context.cookies()).map(({ expires }) => (expires - Date.now() / 1000) / 86_400)
  expect(days.map(Math.round)).toEqual([30, 30, 30, 30])
})

for (const person of [people.admin, people.cashier])
  test(`S-03 C-04 ${person.type} lands on ${person.home} 1000 ms after the login`, async ({ page }) => {
    await page.clock.install()
    await page.goto('/login')
    await fillLogin(page, person)
    // React must have loaded before the clock is stopped.
    await expect(loginButton(page)).toBeEnabled()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await loginButton(page).click()
    await expect(findToast(page, 'Login Successfully')).toBeVisible()
    await page.clock.runFor(999)
    // A navigation that has started needs real time to arrive.
    await page.waitForTimeout(1000)
    await expect(page).toHaveURL('/login')
    await page.clock.runFor(1)
    await expect(page).toHaveURL(person.home)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

test('S-04 a refused login shows the server’s message and keeps nothing', async ({ page, context }) => {
  await page.goto('/login')
  await fillLogin(page, { email: people.kiosk.email, password: 'not-the-one' })
  const [answer] = await Promise.all([page.waitForResponse(LOGIN), loginButton(page).click()])
  expect(answer.status()).toBe(200)
  const { status, message } = (await answer.json()) as { status: string; message: string }
  expect(status).not.toBe('Ok')
  await expect(findToasts(page)).toHaveText(message)
  await expect(findToasts(page)).toHaveRole('alert')
  expect(await tokenIn(context)).toBeUndefined()
  expect(await context.cookies()).toEqual([])
  await expect(loginButton(page)).toBeEnabled()
})

test('S-05 without a network the login says to try later, and works when it is back', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  // The page's own code has loaded.
  await expect(loginButton(page)).toBeEnabled()
  await fillLogin(page, people.admin)
  await context.setOffline(true)
  await loginButton(page).click()
  await expect(findToasts(page)).toHaveText(UNREACHABLE)
  await context.setOffline(false)
  await loginButton(page).click()
  await page.waitForURL('**/admin/dashboard')
})

test('S-05 a network failure before anybody used the form does no harm once it is back', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  // The page's own code has loaded.
  await expect(loginButton(page)).toBeEnabled()
  await context.setOffline(true)
  await fillLogin(page, people.admin)
  await loginButton(page).click()
  await expect(page.getByRole('main')).toContainText(UNREACHABLE)
  await expect(page.getByLabel('Email')).toHaveValue(people.admin.email)
  await context.setOffline(false)
  await loginButton(page).click()
  await page.waitForURL('**/admin/dashboard')
})

test('S-05 too many attempts are refused with 429, whatever the password', async ({ page }) => {
  const guess = { email: `nobody-${Date.now()}@flexpower.gm`, password: 'a-wrong-guess' }
  await page.goto('/login')
  for (const answer of await Promise.all(
    Array.from({ length: 10 }, () => callWith(page, '', 'POST', 'login', guess)),
  ))
    expect(answer.status()).toBe(200)
  await fillLogin(page, guess)
  const [answer] = await Promise.all([page.waitForResponse(LOGIN), loginButton(page).click()])
  expect(answer.status()).toBe(429)
  await expect(findToasts(page)).toHaveText(UNREACHABLE)
  await expect(page.locator('.notice')).toHaveText('Too many attempts. Try again in 15 minutes.')
})

test('S-05 a server fault, with any text, is reported as one', async ({ page }) => {
  await page.route(LOGIN, (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
  await page.goto('/login')
  await fillLogin(page, people.admin)
  await loginButton(page).click()
  await expect(findToasts(page)).toHaveText(UNREACHABLE)
})

for (const person of [people.admin, people.cashier])
  test(`S-06 ${person.type} logs out: nothing is left here, and the server forgets the session`, async ({
    page,
    context,
  }) => {
    await signIn(page, person)
    await page.evaluate(`document.cookie = 'other=1; Path=/'; localStorage.setItem('other', '1')`)
    const token = (await tokenIn(context)) ?? ''
    expect((await callWith(page, token, 'GET', 'gettransactions/0')).status()).not.toBe(401)

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Twenty digits/)
    expect(await context.cookies()).toEqual([])
    expect(await page.evaluate('localStorage.length')).toBe(0)
    expect((await callWith(page, token, 'GET', 'gettransactions/0')).status()).toBe(401)
    await page.goto(person.home)
    await expect(page).toHaveURL('/login')
  })

test('S-06 Logout forgets the session here even when the server cannot be reached', async ({
  page,
  context,
}) => {
  await page.route('**/flexpower/api/logout', (route) => route.abort())
  await signIn(page, people.cashier)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await context.cookies()).toEqual([])
  expect(await tokenIn(context)).toBeUndefined()
})

test('S-09 every call carries the client’s token, and the session’s once there is one', async ({
  page,
  context,
}) => {
  const calls = watchCalls(page)
  await signIn(page, people.admin)
  await expect(page.getByText('Loading...')).toHaveCount(0)
  const clientToken = await page.locator('meta[name="client-access-token"]').getAttribute('content')
  const token = await tokenIn(context)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')

  expect(clientToken).toMatch(/\S+/)
  expect(calls.length).toBeGreaterThan(5)
  for (const call of calls) {
    const headers = await call.allHeaders()
    expect(headers['client-access-token'], readPath(call)).toBe(clientToken)
    const isVisitors = ['login', 'vending-status'].includes(readPath(call))
    expect(headers['x-auth-token'], readPath(call)).toBe(isVisitors ? undefined : token)
  }
})

test('R-04 the page for a forgotten password is titled Reset Password, mentions the email and has a field for it', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await expect(page).toHaveURL('/forget')
  await expect(page).toHaveTitle(/^Reset Password/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset Password')
  await expect(page.getByRole('main')).toContainText(/\bemail\b/)
  await expect(page.getByLabel('Email')).toBeEditable()
})

test('R-05 the link of the email opens a page titled Reset Password that asks for a new one, with the token as a hidden field', async ({
  page,
}) => {
  await page.goto('/password/reset/a-token-from-a-mail')
  await expect(page).toHaveTitle(/^Reset Password/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset Password')
  await expect(page.getByRole('main')).toContainText('new password')
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
  await expect(page.locator('input[type=hidden]')).toHaveValue('a-token-from-a-mail')
})

test('R-07 a visitor who opens a page of an area is sent to the login', async ({ page }) => {
  for (const path of [
    '/admin',
    '/admin/dashboard',
    '/admin/cash-power',
    '/admin/balance',
    '/admin/no-such-screen',
    '/cashier',
    '/cashier/cash-power',
    '/cashier/user',
    '/cashier/no-such-screen',
  ]) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/login')
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Login')
  }
})

test('a session that has ended on the server sends its user to the login, which says so and leads back', async ({
  page,
  context,
}) => {
  await signIn(page, people.admin)
  const place = '/admin/messages?tab=unsent&unsent-search=lamin'
  const token = (await tokenIn(context)) ?? ''
  // An open page might find out by itself, and be on its way to the login already.
  await page.close()
  const later = await context.newPage()
  await callWith(later, token, 'POST', 'logout')
  await later.goto(place)
  await expect(later).toHaveURL('/login')
  await expect(later.getByText('You have been signed out')).toBeVisible()
  expect(await context.cookies()).toEqual([])
  await fillLogin(later, people.admin)
  await loginButton(later).click()
  await expect(later).toHaveURL(place)
})

for (const person of [people.admin, people.cashier])
  test.describe(`signed in as ${person.type}`, () => {
    test.use({ as: person })
    test(`R-26 ${person.type} who opens a page for visitors ends on ${person.home}`, async ({ page }) => {
      for (const path of ['/login', '/password/reset/a-token', '/forget']) {
        await page.goto(path)
        await expect(page, path).toHaveURL(person.home)
        await expect(page.getByRole('navigation', { name: 'Main' }), path).toBeVisible()
      }
    })
  })
