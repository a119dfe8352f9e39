import { expectUsable, isSerious, lesserIn, seriousIn } from './axe.ts'
import { showFewCashiers } from './few-cashiers.ts'
import { expectNoOverflow } from './overflow.ts'
import { expect, people, test } from './people.ts'
import { adminScreens, cashierScreens, publicPages } from './screens.ts'
import { findToast } from './toasts.ts'
import { watchComplaints } from './watching.ts'

/** Every layout: it changes at 600, 900 and 1200 px. A colour changes at 900 px alone, as cards do to tables. */
const OUTER = [360, 1200]
const BETWEEN = [600, 900]
/** The last pixel before each change, the narrowest and the widest screen: nothing may be cut off there either. */
const EDGES = [599, 899, 1199, 1536, 320]

const sweeps = [
  ['a visitor', null, [...publicPages, '/r']],
  ['an admin', people.admin, adminScreens],
  ['a cashier', people.cashier, cashierScreens],
] as const

/** As many as one test does in its time. */
const SHARE = 5

for (const [who, as, pages] of sweeps)
  test.describe(`as ${who}`, () => {
    test.use({ as })
    for (let first = 0; first < pages.length; first += SHARE) {
      const some = pages.slice(first, first + SHARE)
      test(`axe finds nothing serious in light and dark at four widths, and the browser reports no problem, on ${some.join(', ')}`, async ({
        page,
      }) => {
        test.slow()
        const complaints = await watchComplaints(page)
        await showFewCashiers(page)
        for (const path of some) {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
          await expect(page, path).toHaveURL(path)
          await expect(page.locator('main [aria-busy=true]:visible', { hasText: 'Loading...' })).toHaveCount(
            path === '/style-sheet' ? 1 : 0,
          )
          await expectUsable(page, OUTER, BETWEEN)
          for (const width of EDGES) {
            await page.setViewportSize({ width, height: 900 })
            await expectNoOverflow(page, `${path} at ${width}`)
          }
        }
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        // Nothing violates the content policy or logs an error.
        expect(complaints).toEqual([])
      })
    }
  })

test('axe finds nothing serious on a login page full of errors', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expectUsable(page)
})

test('axe finds nothing serious in an open modal with a toast over it', async ({ page }) => {
  await page.goto('/style-sheet')
  await page.getByRole('button', { name: 'Error toast' }).click()
  await findToast(page, 'Failed to add transaction').hover()
  await page.getByRole('button', { name: 'Open the modal' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await seriousIn(page), colorScheme).toEqual([])
  }
})

test('no rule of axe that is left out finds anything serious', async ({ page }) => {
  await page.setContent(`<html lang="en" xml:lang="fr"><title>Faults</title>
    <meta name="viewport" content="user-scalable=no">
    <header></header><header></header><main><footer></footer></main><main><header></header></main>
    <p id="twice">Outside</p><h4 id="twice">Four</h4><h2></h2>
    <a href="#nowhere">Skip</a><a href="/r"><img src="/x" alt="Receipt">Receipt</a><img src="/x" ismap>
    <h1 role="button">One</h1><img src="/x" alt="" tabindex="0"><section aria-label="A"></section><section aria-label="A"></section>
    <label>One<label>Two<input></label></label>
    <table summary="Sales"><caption>Sales</caption><tr><th></th></tr><tr><td scope="col">1</td></tr></table></html>`)
  const found = await lesserIn(page)
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter(({ impact }) => isSerious(impact))).toEqual([])
})

test('axe reports a small target, and not one that a bar at the edge of the screen covers until it is scrolled', async ({
  page,
}) => {
  const show = (style: string) =>
    page.setContent(
      `<html lang="en"><title>Targets</title><main><h1>Targets</h1>
       <div style="height:calc(100vh - 90px)"></div>
       <button style="${style}">One</button><button style="${style}">Two</button>
       <div style="height:100vh"></div></main>
       <footer style="position:fixed;bottom:0;width:100%;height:60px;background:#fff"></footer></html>`,
    )
  const size = 'display:block;border:0;padding:0;background:#fff;width:60px;font-size:12px'
  await show(`${size};height:40px`)
  expect(await seriousIn(page)).toEqual([])
  await show(`${size};height:12px`)
  expect(await seriousIn(page)).toEqual([
    expect.stringContaining('target-size'),
    expect.stringContaining('target-size'),
  ])
})

test.describe('signed in', () => {
  test.use({ as: people.admin })
  test('axe finds nothing serious in the open side menu', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto('/admin/dashboard')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await seriousIn(page), colorScheme).toEqual([])
    }
  })
})
