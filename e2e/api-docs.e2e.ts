import { expect, test } from './people.ts'
import { watchComplaints } from './watching.ts'

test.use({ as: null })

test('the page of the calls keeps to the content policy, and sends a call', async ({ page }) => {
  const complaints = await watchComplaints(page)
  await page.goto('/api-docs')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('API')
  await page.getByRole('heading', { name: /^vendor/ }).click()
  await page
    .getByRole('button', { name: /vending-status/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  // With the client's token, which the page has entered; without it the status would be 401.
  await expect(page.getByText('"state": "up"').first()).toBeVisible()
  await expect(page.getByText('/flexpower/api/vending-status').first()).toBeVisible()
  expect(complaints).toEqual([])
})
