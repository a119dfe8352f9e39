import type { Page } from '@playwright/test'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'

test.use({ as: people.admin })

const setWidth = (page: Page, width: number) => page.setViewportSize({ width, height: 900 })

/** How many of them are in the first row. */
async function listColumns(page: Page, name: string): Promise<number> {
  const boxes = await Promise.all(
    (await page.getByRole('navigation', { name }).getByRole('link').all()).map((link) => link.boundingBox()),
  )
  return boxes.filter((box) => box?.y === boxes[0]?.y).length
}

test('C-03 the layout changes at 600, 900 and 1200 px and not one pixel before', async ({ page }) => {
  await page.goto('/admin/dashboard')
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  const toggle = page.getByRole('button', { name: 'Open menu' })
  for (const [width, columns, menu] of [
    [320, 1, 'drawer'],
    [599, 1, 'drawer'],
    [600, 2, 'drawer'],
    [899, 2, 'drawer'],
    [900, 3, 'rail'],
    [1199, 3, 'rail'],
    [1200, 4, 'sidebar'],
  ] as const) {
    await setWidth(page, width)
    await expect(toggle, `toggle at ${width}`).toBeVisible({ visible: menu === 'drawer' })
    await expect(sidebar, `menu at ${width}`).toBeVisible({ visible: menu !== 'drawer' })
    await expect.poll(() => listColumns(page, 'More screens'), `tiles at ${width}`).toBe(columns)
    if (menu !== 'drawer') {
      const box = await sidebar.boundingBox()
      expect(box?.width, `menu at ${width}`).toBe(menu === 'rail' ? 68 : 208)
      // In the narrow menu the names are still there for screen readers.
      await expect(sidebar.getByRole('link', { name: 'Shift Enquiries' })).toBeVisible()
    }
  }
})

test('C-03 a page grows to 1536 px and no further', async ({ page }) => {
  await page.goto('/admin/dashboard')
  const widthOfMain = async () => (await page.getByRole('main').boundingBox())?.width
  await setWidth(page, 1700)
  await expect.poll(widthOfMain).toBeLessThan(1536)
  await setWidth(page, 2400)
  await expect.poll(widthOfMain).toBe(1536)
})

test('C-03 no style uses another width than 600, 900, 1200 or 1536 px', async ({ page }) => {
  await page.goto('/')
  const conditions = await page.evaluate<string[]>(`
    const found = []
    const read = (rules) => {
      for (const rule of rules) {
        if (rule instanceof CSSMediaRule) found.push(rule.conditionText)
        if (rule.cssRules) read(rule.cssRules)
      }
    }
    for (const sheet of document.styleSheets) read(sheet.cssRules)
    found`)
  const widths = conditions.flatMap((text) => (text.includes('width') ? (text.match(/[\d.]+px/g) ?? []) : []))
  expect(widths.length).toBeGreaterThan(3)
  expect([...new Set(widths)].filter((px) => !['600px', '900px', '1200px', '1536px'].includes(px))).toEqual(
    [],
  )
})

test('no page is wider than the screen, at any width', async ({ page }) => {
  for (const path of [
    '/',
    '/about',
    '/signup',
    '/admin/dashboard',
    '/admin/report',
    '/admin/revenue?period=this-month',
    '/outbox',
    '/style-sheet',
    '/nowhere',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    for (const width of [320, 360, 599, 600, 899, 900, 1199, 1200, 1536]) {
      await setWidth(page, width)
      await expectNoOverflow(page, `${path} at ${width}`)
    }
  }
})
