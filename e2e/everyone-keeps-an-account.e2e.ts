import { readCode, stepAt } from '../packages/server/src/identity/totp.ts'
import { expectUsable } from './axe.ts'
import { expect, fillLogin, loginButton, people, test } from './people.ts'
import { addUser, signInElsewhere } from './users.ts'

test.use({ as: people.admin })

const codeNow = (secret: string, later = 0) => readCode(secret, stepAt(new Date()) + later)

test('a cashier turns on two-step sign-in, needs the code from then on, and signs in with a recovery code', async ({
  page: admin,
}) => {
  // Three sign-ins and three checks with axe: too long for the usual limit on a busy machine.
  test.slow()
  const cashier = await addUser(admin)
  const page = await signInElsewhere(admin, cashier)

  await page.getByRole('link', { name: /your account/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Account')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('Your password').fill('not this one')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('alert').first()).toContainText('The password is not right')
  await page.getByLabel('Your password').fill(cashier.password)
  await page.getByRole('button', { name: 'Go on' }).click()

  const picture = page.getByRole('img', { name: 'Key for the app' })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(picture).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  }
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await expectUsable(page)
  await page.getByLabel('Code that the app shows').fill(codeNow(secret))
  await page.getByLabel('Code that the app shows').press('Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  // They are shown only once: no stray key press may close them.
  await expect(page.getByRole('button', { name: 'Copy' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeDisabled()
  await expect(codes).toHaveCount(10)
  await expectUsable(page)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 recovery codes are left')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/login')
  await fillLogin(page, cashier)
  await loginButton(page).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('six digits')
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.getByLabel('Code').fill('000000')
  await loginButton(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This code is not right')
  await page.getByLabel('Code').fill(recovery)
  await loginButton(page).click()
  await page.waitForURL(`**${cashier.home}`)

  await page.goto('/cashier/account')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByLabel('Your password').fill(cashier.password)
  await page.getByLabel('Code of the app, or a recovery code').fill(codeNow(secret, 1))
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Off', { exact: true })).toBeVisible()
  await page.close()
})

test('an Admin who must set it up first is redirected there, from any page', async ({ page }) => {
  const told = 'Admins of this installation need two-step sign-in.'
  await page.route(/\/flexpower\/api\/(?!account)/, (route) =>
    route.fulfill({
      status: 403,
      json: { status: 'Error', message: told, errors: { second_factor: [told] } },
    }),
  )
  for (const path of ['/admin/dashboard', '/admin/user', '/admin/report']) {
    await page.goto(path)
    await expect(page).toHaveURL('/admin/account')
    await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
  }
  // Once nothing is refused any more, there are no redirects.
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByText('Cash Power Daily Sale')).toBeVisible()
  await expect(page).toHaveURL('/admin/dashboard')
})
