// Notices a link that is up but leads nowhere, as a dead radio link does: no sign of life on the stream for some seconds, and
// a tiny question without the server's own answer, mean offline. Its next answer means online again.
import { onlineManager } from '@tanstack/react-query'

/** The server gives a sign of life every 4 seconds. Together with the probe a dead link is known within 10. */
const SILENT_MS = 5_500
const PROBE_MS = 3_000
const AGAIN_MS = 2_000

export interface Reach {
  /** Something came from the server. */
  hear: () => void
  stop: () => void
}

/** Rejects unless the server itself answers: a proxy that has no server behind it, or a Wi-Fi's sign-in page, sells nothing. */
export async function askServer(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) })
  const { status } = (await answer.json()) as { status?: unknown }
  if (status !== 'ok') throw new Error(`Foreign answer ${answer.status}`)
}

export function watchReach(
  ask = askServer,
  tell: (isOnline: boolean) => void = (isOnline) => onlineManager.setOnline(isOnline),
): Reach {
  let timer: ReturnType<typeof setTimeout> | undefined
  let signs = 0
  let isStopped = false
  const askIn = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void probe(), ms)
  }
  function hear(): void {
    if (isStopped) return
    signs += 1
    tell(true)
    askIn(SILENT_MS)
  }
  async function probe(): Promise<void> {
    // A page that nobody sees has no stream, and needs no traffic.
    if (document.hidden) return
    const before = signs
    try {
      await ask()
      hear()
    } catch {
      if (isStopped || signs !== before) return
      tell(false)
      askIn(AGAIN_MS)
    }
  }
  const onVisibility = () => askIn(0)
  document.addEventListener('visibilitychange', onVisibility)
  // A page that came from this device's own storage says nothing about the network.
  void probe()
  return {
    hear,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    },
  }
}
