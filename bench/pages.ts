// How the five busiest screens feel on a slow counter: Chromium with a processor six times slower. When the sale screen is
// interactive, how long a click takes until the next paint, and how much JavaScript each screen loads first.
import { type Browser, chromium } from '@playwright/test'
import { chromiumFlags, ensureBrowser } from '../launch/browser.mjs'
import { buildWeb } from '../launch/build.ts'
import { type Installation, readToken } from './installation.ts'
import { SMALL, withSales } from './lists.ts'
import { median, startServer } from './load.ts'
import { countGzipBytes } from './gzip-bytes.ts'
import { type SlowBrowser, type SlowPage, startSlowBrowser } from './slow-browser.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SLOWER = 6
/** The page is quiet when no task of more than 50 ms has run for this long. */
const QUIET_MS = 1000
/** The browser reports no interaction that was faster. */
const SHORTEST_MS = 16

interface Screen {
  name: string
  /** The user of the installation: 1 is an Admin, 2 a cashier. */
  user: 1 | 2
  path: string
  /** CSS of what is clicked first. The page itself waits for it: a search from outside would run in the slow page, too. */
  shows: string
  /** CSS of what somebody clicks there, so that the last click leads back to the first. */
  clicks: string[]
}

const SALE: Screen = {
  name: 'cash power',
  user: 2,
  path: '/cashier/cash-power',
  shows: '.call',
  clicks: ['.call', '.modal[role=dialog] [aria-label=Close]'],
}

const turnPages = ['[aria-label="Next page"]', '[aria-label="Previous page"]']

const screens: readonly Screen[] = [
  SALE,
  {
    name: 'sales',
    user: 1,
    path: '/admin/cash-power',
    shows: '.pager-steps button',
    clicks: turnPages,
  },
  {
    name: 'dashboard',
    user: 1,
    path: '/admin/dashboard',
    shows: 'nav a',
    clicks: ['nav a[href="/admin/balance"]', 'nav a[href="/admin/dashboard"]'],
  },
  {
    name: 'users',
    user: 1,
    path: '/admin/user',
    shows: '.pager-steps button',
    clicks: turnPages,
  },
  {
    name: 'report',
    user: 1,
    path: '/admin/report',
    shows: 'main form',
    // This month, and 7 days.
    clicks: ['main form .segment button:nth-child(4)', 'main form .segment button:nth-child(3)'],
  },
]

export async function pages(installation: Installation): Promise<string> {
  await buildWeb()
  const server = await startServer(await withSales(installation, SMALL), 0, 'ours')
  const slow = await startSlowBrowser(SLOWER)
  const interactive: number[] = []
  const loops: number[] = []
  const clicked = new Map(screens.map(({ name }) => [name, [] as number[]]))
  // The first round warms the caches of the server and is discarded.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const screen of screens) {
      const seen = await visit(slow, server.address, screen)
      if (round === 0) continue
      if (screen === SALE) interactive.push(seen.interactiveMs)
      loops.push(seen.loopMs)
      clicked.get(screen.name)?.push(...seen.clickMs)
    }
  await slow.close()
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: [...chromiumFlags] })
  const lines: string[] = []
  const loop = median(loops)
  const inLoops = (ms: number) => `${(ms / loop).toFixed(1)} loops`
  for (const screen of screens) {
    const bytes = await countScriptBytes(browser, server.address, screen)
    const p75 = thirdQuarter(clicked.get(screen.name) ?? [])
    lines.push(`${screen.name} ${p75.toFixed(0)} ms (${inLoops(p75)}) and ${(bytes / 1000).toFixed(1)} kB`)
  }
  await browser.close()
  server.stop()
  const ready = median(interactive)
  return `pages on a ${SLOWER} × slower processor, where a fixed loop takes ${loop.toFixed(0)} ms: sale screen interactive after ${ready.toFixed(0)} ms (${inLoops(ready)}); p75 of a click to the next paint, and JavaScript gzip: ${lines.join(', ')}`
}

interface Seen {
  /** From the start of the navigation until the button for a new sale is there and the page has become quiet. */
  interactiveMs: number
  clickMs: number[]
  /** How long LOOP took there. */
  loopMs: number
}

/** Always the same work: machines, and a machine's good and bad hours, can be compared by it. */
const LOOP = `(() => {
  const startedAt = performance.now()
  let number = 1
  for (let turn = 0; turn < 5e6; turn += 1) number = (Math.imul(number, 48271) + turn) | 0
  return number === 0 ? 0 : performance.now() - startedAt
})()`

async function visit(browser: SlowBrowser, address: string, screen: Screen): Promise<Seen> {
  const script = watch(readToken(screen.user), screen.shows)
  const page = await browser.open(address, listCookies(screen), script)
  await page.goTo(address + screen.path)
  await page.waitUntil('globalThis.bench?.shownAt > 0')
  await untilQuiet(page)
  const shownMs = await page.read<number>('bench.shownAt')
  const lastTaskMs = await page.read<number>('bench.lastTaskEnd')
  const clickMs: number[] = []
  for (const target of screen.clicks) clickMs.push(await click(page, target))
  const loopMs = await page.read<number>(LOOP)
  await page.close()
  return { interactiveMs: Math.max(shownMs, lastTaskMs), clickMs, loopMs }
}

/** As with a person, the pointer is there before the press, and the press takes a moment; neither counts as an answer. */
async function click(page: SlowPage, target: string): Promise<number> {
  const [x, y] = await page.read<[number, number]>(`bench.find(${JSON.stringify(target)})`)
  await page.movePointer(x, y)
  await untilQuiet(page)
  await page.read('bench.slowest = 0')
  await page.press()
  await untilQuiet(page)
  return Math.max(SHORTEST_MS, await page.read<number>('bench.slowest'))
}

const untilQuiet = async (page: SlowPage): Promise<void> => {
  await page.read('bench.quietSince = performance.now()')
  await page.waitUntil(`performance.now() - Math.max(bench.quietSince, bench.lastTaskEnd) > ${QUIET_MS}`)
}

/** Runs in the page, before anything else there. An interaction is a click with its press and release. */
const watch = (token: string, shows: string) => `
  localStorage.setItem('token', '${token}')
  const bench = (globalThis.bench = { shownAt: 0, lastTaskEnd: 0, quietSince: 0, slowest: 0 })
  bench.find = (shows) => {
    const { x, y, width, height } = document.querySelector(shows).getBoundingClientRect()
    return [x + width / 2, y + height / 2]
  }
  new MutationObserver((_, observer) => {
    if (document.querySelector('${shows}') === null) return
    bench.shownAt = performance.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
  const observe = (type, see, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true, ...options })
  observe('longtask', (task) => (bench.lastTaskEnd = task.startTime + task.duration))
  observe('event', (event) => event.interactionId > 0 && (bench.slowest = Math.max(bench.slowest, event.duration)), {
    durationThreshold: ${SHORTEST_MS},
  })`

/** What is requested until the page is drawn. What it loads when idle is left out: here it is never idle. */
async function countScriptBytes(browser: Browser, address: string, screen: Screen): Promise<number> {
  const never = `localStorage.setItem('token', '${readToken(screen.user)}'); window.requestIdleCallback = () => 0`
  const { page, close } = await openPage(browser, address, screen, never)
  const scripts: string[] = []
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(answer.url())
  })
  await page.goto(address + screen.path, { waitUntil: 'networkidle' })
  await close()
  const sizes = await Promise.all(scripts.map(countGzipBytes))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function listCookies({ user }: Screen): Record<string, string> {
  const type = user === 1 ? 'Admin' : 'Cashier'
  return { user_id: String(user), user_type: type, location: '', username: type }
}

async function openPage(browser: Browser, address: string, screen: Screen, script: string) {
  // A new context has no files in its cache.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, bypassCSP: true })
  await context.addCookies(
    Object.entries(listCookies(screen)).map(([name, value]) => ({ name, value, url: address })),
  )
  await context.addInitScript({ content: script })
  return { page: await context.newPage(), close: () => context.close() }
}

const thirdQuarter = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.75) - 1] ?? 0
