import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, test } from './people.ts'
import { expectCountdown, slowToasts, findToast, findToasts } from './toasts.ts'
import { readPath, watchCalls } from './watching.ts'

const SEND = '**/flexpower/api/contact-us'
const TRY_AGAIN = 'An error occurred. Please try again.'
const LETTER = {
  name: 'Isatou Jallow',
  email: 'isatou@example.gm',
  message: 'The counter at Lamin is closed.',
}

const findForm = (page: Page) => {
  const contact = page.getByRole('region', { name: 'Contact Us' })
  return {
    contact,
    name: contact.getByLabel('Name'),
    email: contact.getByLabel('Email'),
    message: contact.getByLabel('Message'),
    submit: contact.getByRole('button', { name: 'Submit' }),
  }
}

async function fill(page: Page, letter = LETTER) {
  const form = findForm(page)
  await form.name.fill(letter.name)
  await form.email.fill(letter.email)
  await form.message.fill(letter.message)
  return form
}

test.beforeEach(({ page }) => page.goto('/#contact'))

test('P-04 the contact section asks for name, email and a message of five rows', async ({ page }) => {
  const { contact, name, email, message, submit } = findForm(page)
  await expect(contact.getByRole('heading', { name: 'Contact Us' })).toBeVisible()
  await expect(name).toHaveAttribute('placeholder', 'Enter your Name')
  await expect(email).toHaveAttribute('placeholder', 'Enter your Email')
  await expect(message).toHaveAttribute('placeholder', 'Enter your Message')
  await expect(message).toHaveAttribute('rows', '5')
  await expect(submit).toBeEnabled()
})

test('P-05 V-CO-01 V-CO-02 V-CO-03 submitting the empty form says what is missing and sends nothing', async ({
  page,
}) => {
  const calls = watchCalls(page)
  const { name, email, message, submit } = findForm(page)
  await submit.click()
  await expect(name).toHaveAccessibleDescription('Name is required')
  await expect(email).toHaveAccessibleDescription('Email is required')
  await expect(message).toHaveAccessibleDescription('Message is required')
  await expect(name).toBeFocused()
  // Red: more of it than of green and blue together.
  const error = page.getByText('Name is required')
  const paint = await page.evaluate<number[]>(`
    const context = document.createElement('canvas').getContext('2d')
    context.fillStyle = getComputedStyle(document.querySelector('#contact .field-error')).color
    context.fillRect(0, 0, 1, 1)
    ;[...context.getImageData(0, 0, 1, 1).data]`)
  expect(paint[0]).toBeGreaterThan((paint[1] ?? 0) + (paint[2] ?? 0))
  expect((await error.boundingBox())!.y).toBeGreaterThan((await name.boundingBox())!.y)

  await email.fill('isatou@example')
  await expect(email).toHaveAccessibleDescription('Invalid email format')
  await submit.click()
  await expect(email).toHaveAccessibleDescription('Invalid email format')
  await expect(findToasts(page)).toHaveCount(0)
  expect(calls.filter((call) => call.method() === 'POST')).toEqual([])
})

test('P-05 an error appears only after its field was touched, then follows every change', async ({
  page,
}) => {
  const { name, email, message } = findForm(page)
  await email.pressSequentially('isa')
  // Enough time for the rules to load: while the field has the focus, it shows no error.
  await page.waitForLoadState('networkidle')
  await expect(email).toHaveAccessibleDescription('')
  await email.press('Tab')
  await expect(email).toHaveAccessibleDescription('Invalid email format')
  await expect(name).toHaveAccessibleDescription('')
  await expect(message).toHaveAccessibleDescription('')
  await email.fill('isatou@example.gm')
  await expect(email).toHaveAccessibleDescription('')
  await email.fill('')
  await expect(email).toHaveAccessibleDescription('Email is required')
})

test('A-01 P-06 a message reaches the outbox as text; the form is emptied and the server’s message is shown', async ({
  page,
}) => {
  const mark = randomUUID()
  const { name, email, message, submit } = await fill(page, {
    ...LETTER,
    message: `<img src=x onerror="document.title='run'"> ${mark}`,
  })
  const [answer] = await Promise.all([page.waitForResponse(SEND), submit.click()])
  const { success, message: words } = (await answer.json()) as { success: boolean; message: string }
  expect(success).toBe(true)
  expect(Object.keys(answer.request().postDataJSON() as object).toSorted()).toEqual([
    'email',
    'message',
    'name',
  ])
  await expect(findToast(page, words)).toHaveRole('status')
  for (const field of [name, email, message]) {
    await expect(field).toHaveValue('')
    await expect(field).toHaveAccessibleDescription('')
  }
  await expect(page.getByRole('main').getByText(words)).toBeVisible()

  await page.goto('/outbox')
  const letter = page.getByRole('listitem').filter({ hasText: mark })
  await expect(letter).toContainText(`<img src=x onerror="document.title='run'"> ${mark}`)
  await expect(letter.locator('img')).toHaveCount(0)
  await expect(page).toHaveTitle(/^Outbox/)
})

test('P-04 Submit is disabled while the message is being sent, and a second press sends nothing', async ({
  page,
}) => {
  const calls = watchCalls(page)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(SEND, async (route) => {
    await promise
    await route.fulfill({ json: { success: true, message: 'Thank you.' } })
  })
  const { submit, message } = await fill(page)
  await submit.click()
  await expect(submit).toBeDisabled()
  await submit.click({ force: true })
  resolve()
  await expect(findToast(page, 'Thank you.')).toBeVisible()
  await expect(submit).toBeEnabled()
  await expect(message).toHaveValue('')
  expect(calls.filter((call) => readPath(call) === 'contact-us')).toHaveLength(1)
})

test('P-07 P-09 what the server refuses is shown with its message for 5000 ms, and the form is kept', async ({
  page,
}) => {
  await slowToasts(page)
  await page.route(SEND, (route) => route.fulfill({ json: { success: false, message: 'Not today.' } }))
  const { name, email, message, submit } = await fill(page)
  await submit.click()
  const toast = findToast(page, 'Not today.')
  await expect(toast).toHaveRole('alert')
  await expectCountdown(toast, 5000, 'running')
  const { x, y, width } = (await toast.boundingBox())!
  expect(y).toBeLessThan(40)
  expect(1280 - x - width).toBeLessThan(40)
  await expect(name).toHaveValue(LETTER.name)
  await expect(email).toHaveValue(LETTER.email)
  await expect(message).toHaveValue(LETTER.message)
})

test('V-CO-03 the form sets no length; a message that is too long for the server is refused by it and kept', async ({
  page,
}) => {
  const long = 'x'.repeat(20_000)
  const { message, submit } = await fill(page, { ...LETTER, message: long })
  const [answer] = await Promise.all([page.waitForResponse(SEND), submit.click()])
  expect(answer.status()).toBe(413)
  await expect(findToasts(page)).toHaveText('The request is too large. Nothing was changed.')
  await expect(message).toHaveValue(long)
})

for (const [what, answer] of [
  ['a dropped connection', null],
  ['a fault of the server', { status: 500, json: { success: false, message: 'Something went wrong' } }],
  ['an answer of nonsense', { status: 200, body: '<h1>Hello</h1>' }],
] as const)
  test(`P-08 ${what} says to try again, is logged, and keeps the form`, async ({ page }) => {
    const logged: string[] = []
    page.on('pageerror', (error) => logged.push(error.name))
    await page.route(SEND, (route) => (answer === null ? route.abort() : route.fulfill(answer)))
    const { message, submit } = await fill(page)
    await submit.click()
    await expect(findToasts(page)).toHaveText(TRY_AGAIN)
    await expect(findToasts(page)).toHaveRole('alert')
    await expect(message).toHaveValue(LETTER.message)
    await expect(submit).toBeEnabled()
    expect(logged).toHaveLength(1)
  })

test('axe finds nothing serious in a contact form full of errors, and it fits a phone', async ({ page }) => {
  const { submit, message } = findForm(page)
  await submit.click()
  await expect(message).toHaveAccessibleDescription('Message is required')
  await expectUsable(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
})
