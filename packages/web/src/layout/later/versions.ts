// The service worker seen from the page: it is registered, asked for new versions, and replaced when somebody agrees.
import { SALE_LOCK } from '../../lib/sale-lock.ts'

/** A counter stays open for days. */
const ASK_MS = 3_600_000

let current: ServiceWorkerRegistration | undefined

/** Calls back when a new version is loaded and waits; the returned function stops it. */
export function watchVersions(onReady: () => void): () => void {
  // Browsers have service workers on https and on this machine only.
  if (!('serviceWorker' in navigator)) return () => {}
  const asking = setInterval(() => void current?.update().catch(() => {}), ASK_MS)
  void register(onReady).catch(() => {
    // The link is too poor now, or workers are forbidden here. The next page tries again.
  })
  return () => clearInterval(asking)
}

async function register(onReady: () => void): Promise<void> {
  const { serviceWorker } = navigator
  // From the sources there is none: every file is always the latest (vite.config.ts).
  if (!import.meta.env.PROD) return
  const registration = await serviceWorker.register('/sw.js')
  current = registration
  if (registration.waiting && serviceWorker.controller) onReady()
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => {
      // Without a controller it is the first one, and nothing is replaced.
      if (installing.state === 'installed' && serviceWorker.controller) onReady()
    })
  })
}

/** Whether somebody is selling in this tab or in another one: each sale holds a lock (sale/later/kept-sales.ts). */
export async function isSaleOpen(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name?.startsWith(SALE_LOCK))
}

export async function startNewVersion(): Promise<void> {
  if (await isSaleOpen()) return
  // Another tab has started it: this one only has to load it.
  if (!current?.waiting) return window.location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
  // A worker has no other origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  current.waiting.postMessage('take over')
}
