// A counter behind a network that can be cut. A test sells there, loses the network or the whole tab, and compares what a
// person reads afterwards with what the server and the books know.
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { type CutNetwork, openCutNetwork } from './cut-network.ts'
import { expect, storeToken } from './people.ts'
import { addCashierWithFloats, callAsAdmin, type OwnUser, signInByCall } from './users.ts'
import { callWith } from './watching.ts'

export const API = '/flexpower/api/'
/** The product promises ten seconds. A machine that is busy with other tests gets more. */
const TRUTH_MS = 45_000

/** What is sold, and where a person reads of it. */
export interface CutProduct {
  counter: string
  /** The call that sells, as the network sees it. */
  order: string
  modal: (page: Page) => Locator
  subjectLabel: string
  /** Opens the modal and types the sale. */
  enter: (page: Page, subject: string) => Promise<void>
  /** Verifies if needed: OK can be pressed afterwards. */
  prepare: (page: Page) => Promise<void>
  /** The button that enters a refused sale once more. */
  again: string
  /** Places where the page says that it is sold. */
  listSold: (page: Page, subject: string) => Locator[]
  /** The call that lists the sales of a cashier, and its name for what was sold to. */
  listed: (cashier: OwnUser) => { path: string; name: string }
  /** Whether the other side has a sale to it that we do not have, where it can be asked. */
  hasOthers?: (admin: Page, subject: string) => Promise<boolean>
}

/** The steps of a person, up to the point where the network is gone. */
export interface CutPoint {
  name: string
  product: CutProduct
  subject: () => string
  /** Cuts, or lays the trap that cuts. */
  act: (at: CutCounter) => Promise<void>
  /** What is in the books at the end. */
  ends: 'sold' | 'not sold'
  /** The point that leaves the same behind in browser and server: a tab is killed only there. */
  leavesSameAs?: string
}

export interface CutCounter {
  page: Page
  network: CutNetwork
  context: BrowserContext
  product: CutProduct
  subject: string
}

export const press = ({ page, product }: CutCounter, name: string) =>
  product.modal(page).getByRole('button', { name }).click()

export async function verify(at: CutCounter): Promise<void> {
  await at.product.enter(at.page, at.subject)
  await at.product.prepare(at.page)
}

/** Verified, and cut while OK is under way. */
export const sellInto =
  (lost: 'request' | 'answer') =>
  async (at: CutCounter): Promise<void> => {
    await verify(at)
    at.network.cutAt(at.product.order, lost)
    await press(at, 'OK')
    await at.network.whenCut()
  }

/**
 * Other tests sell to it too, and make the other side fail: until that is over, it is tried again. `trap` is the first
 * call after the sale whose answer is lost: laid before OK, because the page may make it at once and never again.
 */
export async function pend(at: CutCounter, trap?: string): Promise<void> {
  const { page, product, subject, network } = at
  const held = product
    .modal(page)
    .getByText(/is held, not spent/)
    .first()
  const taken = page.getByRole('alert').filter({ hasText: /is still open/ })
  const question = page.getByRole('dialog', { name: 'Sell again to this meter?' })
  const again = question.getByRole('button', { name: 'Sell again' })
  await product.enter(page, subject)
  await expect(async () => {
    if (await taken.isVisible()) await taken.getByRole('button', { name: product.again }).click()
    network.mend()
    await product.prepare(page)
    if (trap !== undefined) network.cutAt(trap, 'answer', product.order)
    await press(at, 'OK')
    await expect(held.or(taken).or(again).first()).toBeVisible()
    if (await again.isVisible()) await again.click()
    await expect(held.or(taken).first()).toBeVisible()
    expect(await held.isVisible()).toBe(true)
  }).toPass({ timeout: 90_000 })
}

async function readBooks(admin: Page, cashier: OwnUser, { product, subject }: CutCounter) {
  const { path, name } = product.listed(cashier)
  const sales = await callAsAdmin(admin, 'GET', path)
  const { data } = (await sales.json()) as { data: Record<string, unknown>[] }
  return {
    ours: data.filter((sale) => sale[name] === subject).length,
    differ: (await product.hasOthers?.(admin, subject)) ?? false,
  }
}

type Truth = 'sold' | 'open' | 'refused' | 'unheard' | 'typed'

/** What the server knows, asked without the network that is cut. A sale that was never sent has no key there. */
async function askServer(outside: Page, token: string, key: string | null): Promise<Truth> {
  if (key === null) return 'typed'
  const answer = await callWith(outside, token, 'GET', `transactions/key/${key}`)
  if (answer.status() === 404) return 'unheard'
  return ((await answer.json()) as { state: 'sold' | 'open' | 'refused' }).state
}

/** What a person reads on the page. */
async function readTruth({ page, product, subject }: CutCounter): Promise<Truth | null> {
  const modal = product.modal(page)
  const texts: [Truth, Locator][] = [
    ...product.listSold(page, subject).map((text): [Truth, Locator] => ['sold', text]),
    ['refused', page.getByRole('main').getByText(/was refused|is back|was not sold/)],
    ['refused', modal.getByText(/is back\. It may be sold again/)],
    ['unheard', modal.getByText('The server does not have this sale')],
    ['unheard', page.getByText(new RegExp(`^Not with the server: .*${subject}`))],
    ['open', modal.getByText(/is held, not spent/)],
    ['open', page.getByRole('region', { name: 'Open sales' }).getByText(/^(Waiting|Asking) /)],
  ]
  for (const [truth, text] of texts) if (await text.first().isVisible()) return truth
  // Until it is sent, OK is there.
  const isTyped = await modal.getByRole('button', { name: 'OK' }).isVisible()
  return isTyped && (await modal.getByLabel(product.subjectLabel).inputValue()) === subject ? 'typed' : null
}

/** As a crash leaves it: no event reaches the page. */
async function kill({ context, page }: CutCounter): Promise<void> {
  const devtools = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  devtools.send('Page.crash').catch(() => {})
  await crashed
  await page.close()
}

async function openAgain(at: CutCounter): Promise<CutCounter> {
  const page = await at.context.newPage()
  await page.goto(at.product.counter)
  return { ...at, page }
}

/** Soon the page says what the server knows. Returns what it says. */
async function expectTruth(at: CutCounter, ask: () => Promise<Truth>): Promise<Truth | null> {
  let truth: Truth | null = null
  await expect
    .poll(
      async () => {
        truth = await readTruth(at)
        return truth !== null && truth === (await ask())
      },
      { timeout: TRUTH_MS, intervals: [250] },
    )
    .toBe(true)
  return truth
}

interface Stage {
  browser: Browser
  admin: Page
  baseURL: string
}

export async function playCut(point: CutPoint, isKilled: boolean, { browser, admin, baseURL }: Stage) {
  const { product, subject } = point
  // Of this test alone, so that the page shows nobody else's sales.
  const cashier = await addCashierWithFloats(admin)
  const network = await openCutNetwork(baseURL)
  const { token, ...state } = await signInByCall(admin, cashier, network.address)
  const context = await browser.newContext(state)
  await storeToken(context, token)
  let key: string | null = null
  context.on('request', (request) => {
    key = request.headers()['idempotency-key'] ?? key
  })
  let at: CutCounter = { page: await context.newPage(), network, context, product, subject: subject() }
  await at.page.goto(product.counter)
  await point.act(at)
  if (isKilled) await kill(at)
  network.mend()
  await context.setOffline(false)
  if (isKilled) at = await openAgain(at)
  const truth = await expectTruth(at, () => askServer(admin, token, key))
  await expect(at.page.getByText(/Failed to fetch|NetworkError/)).toHaveCount(0)
  // What was not sent is sent by the person, who is still there.
  if (truth === 'typed') {
    await product.prepare(at.page)
    await press(at, 'OK')
  }
  // While the modal is open and the customer waits, the page sends it itself.
  if (truth === 'unheard' && isKilled) await at.page.getByRole('button', { name: 'Send it now' }).click()
  await expect
    .poll(() => readBooks(admin, cashier, at), { timeout: 60_000 })
    .toEqual({ ours: point.ends === 'sold' ? 1 : 0, differ: false })
  await context.close()
  await network.close()
}
