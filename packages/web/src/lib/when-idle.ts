// Work that can wait until the browser has nothing better to do, but not for ever.
const LATEST_MS = 3000

/** The answer cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari does not have it.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, LATEST_MS)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: LATEST_MS })
  return () => window.cancelIdleCallback(handle)
}
