// Takes every picture of the documents from a freshly started demo: `npm run pictures`, or `npm run pictures --
// http://127.0.0.1:3001` for another address. docs/pictures/ is for the README; docs/screens/ has every screen
// (pictured.ts), on a desk and on a phone, and a page that shows them.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumFlags, findBrowser } from '../launch/browser.mjs'
import { people, type Person, signIn } from './people.ts'
import { pictured } from './pictured.ts'
import { pressOk, tokenCard, verifySale } from './selling.ts'

const METER = '37201148261'
const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 780 }
const WEBP_QUALITY = 55

const [address = 'http://127.0.0.1:3000'] = process.argv.slice(2)
const docs = join(dirname(import.meta.dirname), 'docs')

interface Look {
  viewport: typeof desk
  colorScheme?: 'light' | 'dark'
}

async function openPage(browser: Browser, look: Look, person?: Person): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    ...look,
  })
  const page = await context.newPage()
  if (person) await signIn(page, person)
  return page
}

/** A page is ready when nothing is being read and nothing says that it loads. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.getByText('Loading...').waitFor({ state: 'detached' })
}

async function take(page: Page, name: string): Promise<void> {
  await settle(page)
  await page.screenshot({ path: join(docs, 'pictures', `${name}.png`), animations: 'disabled' })
}

async function takeForReadme(browser: Browser): Promise<void> {
  const home = await openPage(browser, { viewport: desk })
  await home.goto('/')
  await take(home, 'home')

  const counter = await openPage(browser, { viewport: desk }, people.cashier)
  await verifySale(counter, { meter: METER, amount: '250' })
  await take(counter, 'sale')
  await pressOk(counter)
  await tokenCard(counter).waitFor()
  await take(counter, 'token-card')

  await take(await openPage(browser, { viewport: desk }, people.admin), 'dashboard')
  await take(await openPage(browser, { viewport: phone }, people.cashier), 'phone')
}

/** WebP, which Playwright itself does not write: a sixth of a PNG. */
async function takeSmall(page: Page, name: string): Promise<void> {
  await settle(page)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: WEBP_QUALITY })
  await session.detach()
  await writeFile(join(docs, 'screens', `${name}.webp`), data, 'base64')
}

/** The page of the newest sale's receipt. */
async function findReceipt(browser: Browser): Promise<string> {
  const page = await openPage(browser, { viewport: desk }, people.cashier)
  await page.getByTitle('Details').first().press('Enter')
  const link = await page.getByRole('main').locator('a[href*="/r/"]').getAttribute('href')
  await page.context().close()
  return new URL(link ?? '/r', address).pathname
}

interface Shown {
  title: string
  name: string
}

const looks = [
  { suffix: '', viewport: desk },
  { suffix: '-phone', viewport: phone },
  { suffix: '-dark', viewport: desk, colorScheme: 'dark' },
] as const

/** In the dark only the first screen of an area: the others have the same parts. */
async function takeArea(
  browser: Browser,
  area: string,
  paths: readonly string[],
  person?: Person,
): Promise<string> {
  const shown: Shown[] = []
  for (const { suffix, ...look } of looks) {
    const page = await openPage(browser, look, person)
    for (const path of suffix === '-dark' ? paths.slice(0, 1) : paths) {
      await page.goto(path)
      // A receipt on the page has one of its own.
      const heading = page.getByRole('heading', { level: 1 }).first()
      await heading.waitFor()
      const name = path.startsWith('/r/')
        ? 'receipt'
        : path.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '') || 'home'
      await takeSmall(page, `${name}${suffix}`)
      if (suffix === '') shown.push({ title: (await heading.innerText()).replaceAll(/\s+/g, ' '), name })
    }
    await page.context().close()
  }
  return [`## ${area}`, ...shown.map(describe)].join('\n\n')
}

const describe = ({ title, name }: Shown, index: number): string =>
  [
    `### ${title}`,
    '',
    `![${title}](${name}.webp)`,
    `![${title} on a phone](${name}-phone.webp)`,
    ...(index === 0 ? [`![${title} in the dark](${name}-dark.webp)`] : []),
  ].join('\n')

async function takeScreens(browser: Browser): Promise<void> {
  const folder = join(docs, 'screens')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const parts = [
    '# Screens',
    'Every screen of the demo, taken with `npm run pictures`.',
    await takeArea(browser, 'Public pages', [...pictured.public, await findReceipt(browser)]),
    await takeArea(browser, 'Cashier', pictured.cashier, people.cashier),
    await takeArea(browser, 'Admin', pictured.admin, people.admin),
  ]
  await writeFile(join(folder, 'README.md'), `${parts.join('\n\n')}\n`)
}

const browser = await chromium.launch({
  executablePath: findBrowser() ?? 'chromium',
  args: [...chromiumFlags],
})
try {
  await takeForReadme(browser)
  await takeScreens(browser)
} finally {
  await browser.close()
}
