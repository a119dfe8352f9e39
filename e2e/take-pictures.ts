// Takes the screenshots for the README, in the light theme, from a freshly started demo: `npx -c 'node
// e2e/take-pictures.ts http://127.0.0.1:3000'`.
import { dirname, join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumFlags, findBrowser } from '../launch/browser.mjs'
import { people, type Person, signIn } from './people.ts'
import { pressOk, tokenCard, verifySale } from './selling.ts'

const METER = '37201148261'
const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 780 }

const [address = 'http://127.0.0.1:3000'] = process.argv.slice(2)
const folder = join(dirname(import.meta.dirname), 'docs', 'pictures')

async function openPage(browser: Browser, viewport: typeof desk, person?: Person): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    viewport,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  if (person) await signIn(page, person)
  return page
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
}

const browser = await chromium.launch({
  executablePath: findBrowser() ?? 'chromium',
  args: [...chromiumFlags],
})
try {
  const home = await openPage(browser, desk)
  await home.goto('/')
  await take(home, 'home')

  const counter = await openPage(browser, desk, people.cashier)
  await verifySale(counter, { meter: METER, amount: '250' })
  await take(counter, 'sale')
  await pressOk(counter)
  await tokenCard(counter).waitFor()
  await take(counter, 'token-card')

  await take(await openPage(browser, desk, people.admin), 'dashboard')
  await take(await openPage(browser, phone, people.cashier), 'phone')
} finally {
  await browser.close()
}
