import { someNumber } from './airtime.ts'
import { expectUsable } from './axe.ts'
import { expect, people, test } from './people.ts'
import { meters } from './selling.ts'
import { callAsAdmin } from './users.ts'

test.use({ as: people.admin })

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 740 }],
  ['a desk', { width: 1280, height: 800 }],
] as const)
  test.describe(`on ${device}`, () => {
    test.use({ viewport })

    test('a number is counted, confirmed with the password, and gone from the list and the audit', async ({
      page,
    }) => {
      const phone = someNumber()
      await page.goto('/admin/erase-phone')
      const sold = { mobile_number: phone, amount: 25, vendor_type: 'QCell' }
      expect((await callAsAdmin(page, 'POST', 'transactions/airtime', sold)).status()).toBe(200)
      await page.getByLabel('Mobile Number').fill(phone)
      await page.getByRole('button', { name: 'Find the number' }).click()
      const dialog = page.getByRole('dialog', { name: `Erase ${phone}?` })
      await expect(dialog).toContainText('1 sale and 0 messages')
      await expect(dialog).toContainText('This cannot be undone.')
      await expectUsable(page, [viewport.width])
      await dialog.getByLabel('Password').fill('not the password')
      await dialog.getByRole('button', { name: 'Erase for ever' }).click()
      await expect(dialog).toContainText('The password is not right. Nothing was changed.')
      await dialog.getByLabel('Password').fill(people.admin.password)
      await dialog.getByRole('button', { name: 'Erase for ever' }).click()
      await expect(page.getByRole('main').getByText('The number is erased.')).toBeVisible()

      // A number that the utility only ever refused is found, too.
      const refused = { meter_number: meters.balanceUsedUp, amount: 100, telephone: someNumber() }
      await expect(async () => {
        await callAsAdmin(page, 'POST', 'transactions', refused)
        await page.getByLabel('Mobile Number').fill(refused.telephone)
        await page.getByRole('button', { name: 'Find the number' }).click()
        await expect(page.getByRole('dialog')).toContainText(/0 sales, \d orders? that became no sale/)
      }).toPass({ timeout: 20_000 })
      await page.keyboard.press('Escape')

      await page.goto(`/admin/air-power?search=${phone}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(/no |nothing/i)
      await expect(page.getByRole('main').getByRole('cell', { name: phone })).toHaveCount(0)
      await page.goto('/admin/audit')
      await expect(page.getByText(`Number that ends in ${phone.slice(-2)}`).first()).toBeVisible()
      await expect(page.getByText(phone)).toHaveCount(0)
    })
  })
