// What a person sees of millions of sales, in a real browser: how long after the frame of the screen the first page of
// the list is there, whether typing into the search is ever delayed, how soon the found rows and the next page come.
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumFlags, ensureBrowser } from '../launch/browser.mjs'
import { buildWeb } from '../launch/build.ts'
import { type Installation, readToken } from './installation.ts'
import { LARGE, SMALL, withSales } from './lists.ts'
import { median, startServer } from './load.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const KEY_EVERY_MS = 80
const TERM = 'mariama bah'
/** Not the grey placeholder lines. */
const ROW = 'table:not([aria-busy=true]) tbody tr'

interface Seen {
  firstPageMs: number
  /** The longest time between two frames while somebody typed. */
  heldUpMs: number
  foundMs: number
  nextPageMs: number
}

export async function screens(installation: Installation): Promise<string> {
  await buildWeb()
  const sizes = [SMALL, LARGE]
  const servers = []
  for (const size of sizes) servers.push(await startServer(await withSales(installation, size), 0, 'ours'))
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: [...chromiumFlags],
  })
  const seen: Seen[][] = [[], []]
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [side, { address }] of servers.entries()) {
      const result = await look(browser, address)
      if (round > 0) seen[side]?.push(result)
    }
  await browser.close()
  for (const server of servers) server.stop()
  const figures = (side: number) => {
    const middle = (figure: keyof Seen) =>
      `${median((seen[side] ?? []).map((each) => each[figure])).toFixed(0)} ms`
    return `first page ${middle('firstPageMs')} after the frame, found ${middle('foundMs')} after the last key, next page ${middle('nextPageMs')}, typing held up for ${middle('heldUpMs')} at most`
  }
  console.log(`at ${SMALL} sales: ${figures(0)}`)
  return `screens at ${LARGE} sales: ${figures(1)}`
}

async function look(browser: Browser, address: string): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, bypassCSP: true })
  await context.addCookies(
    ['user_id=1', 'user_type=Admin', 'location=', 'username=Cashier'].map((cookie) => {
      const [name = '', value = ''] = cookie.split('=')
      return { name, value, url: address }
    }),
  )
  await context.addInitScript({ content: watchFrames(readToken(1)) })
  const page = await context.newPage()
  await page.goto(`${address}/admin/cash-power`)
  await page.locator(ROW).first().waitFor()
  const firstPageMs = await page.evaluate<number>('bench.rows - bench.frame')
  const nextPageMs = await changing(page, () => page.getByRole('button', { name: 'Next page' }).click())
  await page.evaluate('bench.longest = 0')
  const search = page.getByRole('searchbox')
  const keys = TERM.split('')
  const last = keys.pop() ?? ''
  for (const key of keys) await search.press(key, { delay: KEY_EVERY_MS })
  const foundMs = await changing(page, () => search.press(last))
  const heldUpMs = await page.evaluate<number>('bench.longest')
  await context.close()
  return { firstPageMs, heldUpMs, foundMs, nextPageMs }
}

/** The time until the first row is a different one. */
async function changing(page: Page, act: () => Promise<void>): Promise<number> {
  const before = await page.locator(ROW).first().innerText()
  const startedAt = performance.now()
  await act()
  const isOther = `(document.querySelector('${ROW}')?.innerText ?? ${JSON.stringify(before)}) !== ${JSON.stringify(before)}`
  await page.waitForFunction(isOther, null, { polling: 'raf' })
  return performance.now() - startedAt
}

/** Runs in the page, before anything else there: records every frame that the browser draws. */
const watchFrames = (token: string) => `
  localStorage.setItem('token', '${token}')
  const bench = (globalThis.bench = { frame: 0, rows: 0, longest: 0 })
  let before = performance.now()
  const tick = (now) => {
    bench.longest = Math.max(bench.longest, now - before)
    before = now
    if (bench.frame === 0 && document.querySelector('nav') !== null) bench.frame = now
    if (bench.rows === 0 && document.querySelector('${ROW}') !== null) bench.rows = now
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)`
