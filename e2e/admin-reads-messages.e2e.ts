import type { Page } from '@playwright/test'
import { expectUsable } from './axe.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { findToast } from './toasts.ts'
import { answerWindows } from './windows.ts'

test.use({ as: people.admin })

const message = (id: number, name: string, text: string, state = 'new') => ({
  id,
  created_at: '2026-11-14T09:10:00Z',
  name,
  email: `visitor${id}@example.gm`,
  message: text,
  state,
  handled_by: state === 'new' ? null : 'Binta Saidy',
  handled_at: state === 'new' ? null : '2026-11-15T10:00:00Z',
})
const SCRIPT = `<script>document.title = 'run'</script><img src=x onerror="document.title='run'">`
const NEW = message(990_001, 'Isatou Jallow', `The counter at Lamin is closed.\n${SCRIPT}`)
const OLD = message(990_002, 'Musa Camara', 'When does Basse open?', 'answered')

/** Only a few real messages may be sent in an hour; the test answers with these instead. Marks go to the real server. */
const answerWith = (page: Page, list: readonly ReturnType<typeof message>[]) =>
  answerWindows(page, 'contact-messages', list)

const rows = (page: Page) => page.getByRole('table', { name: 'Messages' }).locator('tbody').getByRole('row')

test('messages are reached from the dashboard, shown as text only, and found by search', async ({ page }) => {
  await answerWith(page, [NEW, OLD])
  await page.goto('/admin/dashboard')
  await page.getByRole('navigation', { name: 'More screens' }).getByRole('link', { name: 'Messages' }).click()
  await expect(page).toHaveURL('/admin/messages')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText(SCRIPT)
  await expect(rows(page).locator('img, script')).toHaveCount(0)
  await expect(page).toHaveTitle(/^Messages/)
  await expect(rows(page).nth(1)).toContainText('Answered 15 Nov 2026 by Binta Saidy')
  await page.getByRole('searchbox', { name: 'Search' }).fill('basse')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Musa Camara')
  await expect(page).toHaveURL('/admin/messages?search=basse')
})

test('a long message shows its first lines, and all of them on request, with its line breaks', async ({
  page,
}) => {
  const lines = Array.from({ length: 300 }, (_, at) => `Line ${at + 1} of what happened at the counter.`)
  const long = message(990_003, 'Ebrima Touray', `${lines.join('\n')}\n${'x'.repeat(3_000)}`)
  await answerWith(page, [long, OLD])
  await page.goto('/admin/messages')
  const text = rows(page).first().getByText('Line 1 of what')
  const showAll = page.getByRole('button', { name: 'Show all: Ebrima Touray' })
  await expect(showAll).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('button', { name: /^Show/ })).toHaveCount(1)
  expect((await text.boundingBox())!.height).toBeLessThan(100)
  await expect(rows(page).nth(1)).toBeInViewport()

  await showAll.click()
  const showLess = page.getByRole('button', { name: 'Show less: Ebrima Touray' })
  await expect(showLess).toHaveAttribute('aria-expanded', 'true')
  await expect(showLess).toBeFocused()
  // At least one line on screen for each line of the message.
  expect((await text.boundingBox())!.height).toBeGreaterThan(300 * 16)
  await showLess.press('Enter')
  expect((await text.boundingBox())!.height).toBeLessThan(100)
  await expect(showAll).toBeFocused()
  await expect(text).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('button', { name: 'Show all: Ebrima Touray' })).toBeVisible()
  await expectNoOverflow(page)
  await expectUsable(page)
})

test('messages that could not be sent are in a separate tab, each with the reason', async ({ page }) => {
  const letter = { id: 1, created_at: '2026-11-14T09:10:00Z', channel: 'mail', body: '' }
  const REASON = 'The link in it died before it could be sent.'
  await answerWith(page, [OLD])
  await answerWindows(page, 'letters/unsent', [
    {
      ...letter,
      recipient: 'awa@example.gm',
      subject: 'Choose a new password',
      state: 'failed',
      attempts: 4,
      failure: REASON,
    },
    {
      ...letter,
      id: 2,
      recipient: 'musa@example.gm',
      subject: 'Welcome',
      state: 'waiting',
      attempts: 1,
      failure: 'try later',
    },
  ])
  await page.route('**/flexpower/api/dashboard/overview', async (route) => {
    const { data } = (await (await route.fetch()).json()) as { data: object }
    await route.fulfill({ json: { data: { ...data, letters_given_up: 1 } } })
  })
  await page.goto('/admin/messages')
  await page.getByRole('tab', { name: 'Unsent messages 1' }).click()
  await expect(page).toHaveURL('/admin/messages?tab=unsent')
  const letters = page.getByRole('table', { name: 'Unsent messages' }).locator('tbody').getByRole('row')
  await expect(letters).toHaveText([
    /awa@example\.gm.*Choose a new password.*Given up.*Tried 4 times.*The link in it died/,
    /musa@example\.gm.*Welcome.*Waiting.*Tried once.*try later/,
  ])
  await expectUsable(page)
})

test('a message is marked as read, then as answered', async ({ page }) => {
  await answerWith(page, [NEW])
  const marked: unknown[] = []
  await page.route('**/contact-messages/990001/mark', (route) => {
    marked.push(route.request().postDataJSON())
    return route.fulfill({ json: { message: 'The message is marked.' } })
  })
  await page.goto('/admin/messages')
  const markRead = page.getByRole('button', { name: 'Mark read: Isatou Jallow' })
  await expect(markRead).toBeVisible()
  await answerWith(page, [{ ...NEW, state: 'read', handled_at: '2026-11-15T10:00:00Z' }])
  await markRead.click()
  await expect(findToast(page, 'The message is marked.')).toBeVisible()
  await expect(markRead).toHaveCount(0)
  await page.getByRole('button', { name: 'Mark answered: Isatou Jallow' }).click()
  await expect.poll(() => marked).toEqual([{ state: 'read' }, { state: 'answered' }])
})

test('a message that is gone says so in the page', async ({ page }) => {
  await answerWith(page, [NEW])
  await page.goto('/admin/messages')
  await page.getByRole('button', { name: 'Mark answered: Isatou Jallow' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('There is no such message.')
})

test('on a phone the messages are cards, and axe finds nothing serious', async ({ page }) => {
  await answerWith(page, [NEW, OLD])
  await page.goto('/admin/messages')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(2)
  await expectNoOverflow(page)
  await expectUsable(page)
})
