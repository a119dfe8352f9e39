// The service worker of the back office: it keeps the files of the counter and one empty page, so that an installed
// counter opens without a network. It never keeps or answers a call: what is sold is decided by the server alone. It is
// built as `/sw.js`, a plain script, so it imports nothing.

/** Written by the build: the files that a counter needs, by their hashed names, and a name for this set of them. */
declare const FILES: readonly string[]
declare const VERSION: string

interface Waiting {
  waitUntil: (work: Promise<unknown>) => void
}
interface Fetched extends Waiting {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: ((type: 'install' | 'activate', act: (event: Waiting) => void) => void) &
    ((type: 'fetch', act: (event: Fetched) => void) => void) &
    ((type: 'message', act: (event: MessageEvent) => void) => void)
}

const worker = self as unknown as WorkerScope
const PREFIX = 'counter-'
const CACHE = `${PREFIX}${VERSION}`
/** Every screen has the same empty page; its own script draws it. */
const SHELL = '/cashier/cash-power'
/** A counter opens in under a second, on a dead link too (decision 43). */
const NETWORK_MS = 400

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('message', ({ data }) => {
  // A new version waits until no sale is open and somebody has agreed.
  if (data === 'take over') void worker.skipWaiting()
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(isScreen(pathname) ? openScreen(event) : openPage(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(readFile(event))
})

/** The public pages are for visitors, who get them from the server. */
const isScreen = (path: string): boolean => /^\/(?:admin|cashier|login)(?:\/|$)/.test(path)

async function install(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll([...FILES])
  await keepShell(await fetch(SHELL, { cache: 'no-cache' }))
}

/** The files of the version before stay for tabs that still run it: the server may not have them any more. */
async function activate(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)))
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

/** A hashed file never changes. */
async function readFile(event: Fetched): Promise<Response> {
  const { request } = event
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  const isKept = answer.ok && request.cache !== 'no-store'
  if (isKept) event.waitUntil(keep(request.url, answer.clone()))
  return answer
}

const keep = async (name: string, answer: Response): Promise<void> =>
  (await caches.open(CACHE)).put(name, answer)

/**
 * From the network, so that what the server writes into the page (names, the client token) is current. From the cache if
 * the network is missing or slow, or if the server is down behind a proxy.
 */
async function openScreen(event: Fetched): Promise<Response> {
  const fresh = readScreen(event)
  // What comes too late for this page is still kept for the next one.
  event.waitUntil(fresh.catch(() => {}))
  const kept = await (await caches.open(CACHE)).match(SHELL, { ignoreVary: true })
  if (kept === undefined) return fresh
  const orKept = fresh.then(
    (answer) => (answer.status < 500 ? answer : kept),
    () => kept,
  )
  return Promise.race([orKept, new Promise<Response>((late) => setTimeout(late, NETWORK_MS, kept))])
}

/** Any other page: if the network is missing, a word about it in place of the browser's own error. */
const openPage = (event: Fetched): Promise<Response> => readPage(event).catch(describeOffline)

const readPage = async ({ request, preloadResponse }: Fetched): Promise<Response> =>
  (await preloadResponse) ?? fetch(request)

/** It needs no file, and loads the page again by itself. */
const describeOffline = (): Response =>
  new Response(OFFLINE_PAGE, {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })

const OFFLINE_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5">
<title>Offline</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 16px; text-align: center }
  a { display: inline-block; padding: 12px; color: LinkText }
</style>
<main>
  <h1>This device is offline</h1>
  <p>This page needs the network. It opens by itself when the network is back.</p>
  <p><a href="${SHELL}">Open the counter</a></p>
</main>`

async function readScreen(event: Fetched): Promise<Response> {
  const { request } = event
  const answer = await readPage(event)
  if (answer.ok && !new URL(request.url).pathname.startsWith('/login'))
    event.waitUntil(keepShell(answer.clone()).catch(() => {}))
  return answer
}

/** Only a page of this version: a newer one needs files that are not kept yet, and comes with its own worker. */
async function keepShell(answer: Response): Promise<void> {
  if (!answer.ok || answer.redirected) return
  const files = (await answer.clone().text()).match(/\/assets\/[^"]+/g) ?? []
  if (files.length > 0 && files.every((file) => FILES.includes(file))) await keep(SHELL, answer)
}
