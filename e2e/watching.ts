// What happens behind a page: the calls it makes, what the browser reports, and answers that are held back.
import type { BrowserContext, Page, Request } from '@playwright/test'

const API = '/flexpower/api/'

/** Every call from now on, in order. */
export function watchCalls(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes(API)) calls.push(request)
  })
  return calls
}

export const readPath = (request: Request): string => new URL(request.url()).pathname.replace(API, '')

/** Everything that the browser reports about the page: errors, warnings, violations of its content policy. */
export async function watchComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`${page.url()} threw ${error.message}`))
  page.on('console', (message) => {
    if (message.text().includes('registration blocked by Playwright')) return
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${page.url()} said ${message.text()}`)
  })
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective, event.blockedURI))`,
  )
  return complaints
}

/** Holds these requests back until the returned function is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** No stream of hints: the page learns what happened from its own calls, and its network can fall silent. */
export const closeStream = (page: Page) => page.route('**/flexpower/api/events*', (route) => route.abort())

const clientTokens = new WeakMap<BrowserContext, Promise<string>>()

async function readClientToken(page: Page): Promise<string> {
  const html = await (await page.request.get('/login')).text()
  return /<meta name="client-access-token" content="([^"]+)"/.exec(html)?.[1] ?? ''
}

/** A direct call with this session, without the page, which need not be open: what the server answers to it. */
export async function callWith(page: Page, token: string, method: string, path: string, data?: object) {
  const clientToken = clientTokens.get(page.context()) ?? readClientToken(page)
  clientTokens.set(page.context(), clientToken)
  return page.request.fetch(`${API}${path}`, {
    method,
    headers: { 'client-access-token': await clientToken, 'x-auth-token': token },
    ...(data && { data }),
  })
}
