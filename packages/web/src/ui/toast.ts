// Short repetitions of what the page also shows. The library and its container load with the first toast, so that no
// page pays for them before; toasts requested in the meantime wait for it in order. Without them a toast is plain text.

import type { showToast, ToastTone } from './later/Toaster.tsx'

/** P-09, C-04. */
export const TOAST_LONG_MS = 5000
export const TOAST_SHORT_MS = 3000

const say =
  (tone: ToastTone) =>
  (message: string, ms = TOAST_LONG_MS): void =>
    void load()
      .then((showNow) => showNow(tone, message, ms))
      .catch(() => showPlain(message, ms))

export const toast = { success: say('success'), error: say('error'), info: say('info') }

let loading: Promise<typeof showToast> | undefined

const load = (): Promise<typeof showToast> =>
  (loading ??= import('./later/Toaster.tsx').then((toaster) => toaster.showToast))

/**
 * Loads the toasts in advance. Call it once where the connection may drop later, so that the message about the dropped
 * connection looks as usual.
 *
 * @public
 */
export function preloadToasts(): void {
  load().catch(() => {})
}

/** Without its code a toast is plain text: it may be the only sign that something could not be loaded. */
function showPlain(message: string, ms: number): void {
  // The next toast tries again.
  loading = undefined
  const plain = document.body.appendChild(document.createElement('p'))
  plain.className = 'toast-plain'
  plain.setAttribute('role', 'alert')
  plain.append(message)
  setTimeout(() => plain.remove(), ms)
}
