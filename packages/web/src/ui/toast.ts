// Short repetitions of what the page also shows. The library and its container load with the first toast, so that no
// page pays for them before; toasts requested in the meantime wait for it in order.

import type { showToast, ToastTone } from './later/Toaster.tsx'

/** P-09, C-04. */
export const TOAST_LONG_MS = 5000
export const TOAST_SHORT_MS = 3000

export const toast = {
  success: (message: string, ms = TOAST_LONG_MS) => show('success', message, ms),
  error: (message: string, ms = TOAST_LONG_MS) => show('error', message, ms),
  info: (message: string, ms = TOAST_LONG_MS) => show('info', message, ms),
}

let loading: Promise<typeof showToast> | undefined

/**
 * Loads the toasts in advance. Call it once where the connection may drop later, so that the message about the dropped
 * connection can still be shown.
 *
 * @public
 */
export function preloadToasts(): void {
  load().catch(forget)
}

function show(tone: ToastTone, message: string, ms: number): void {
  load()
    .then((showNow) => showNow(tone, message, ms))
    .catch(forget)
}

function load(): Promise<typeof showToast> {
  loading ??= import('./later/Toaster.tsx').then((toaster) => toaster.showToast)
  return loading
}

// The code could not be loaded. A toast is never the only sign of an outcome, so this one is dropped; the next one
// tries again.
function forget(): void {
  loading = undefined
}
