// The keyboard at the counter: what each key does, and how to tell a barcode scanner from a person. A scanner types
// like a keyboard, but faster than anybody can, and ends with Enter.
import { useEffectEvent, useLayoutEffect } from 'react'
import { isDialogOpen } from '../ui/open-dialog.ts'

export type Shortcut = 'new sale' | 'search' | 'keys'

interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Null while somebody types into a field: there, N is just the letter N. */
export function readShortcut(press: KeyPress, isTyping: boolean): Shortcut | null {
  if (isTyping || press.ctrlKey || press.metaKey || press.altKey) return null
  if (press.key === 'F2' || press.key === 'n' || press.key === 'N') return 'new sale'
  if (press.key === '/') return 'search'
  return press.key === '?' ? 'keys' : null
}

const SCAN_LEAST_DIGITS = 8
/** Per digit, on average. This allows a short pause on an old machine; a fast typist needs twice as long. */
const SCAN_DIGIT_MS = 45
/**
 * After such a long pause the scan starts again. Shorter pauses never cut it: half a meter number must not pass as a
 * whole one.
 */
const SCAN_PAUSE_MS = 1000

/** Give it every key with its time. On the Enter that ends a scan it returns the digits, otherwise null. */
export function createScanReader(): (key: string, atMs: number) => string | null {
  let digits = ''
  let firstMs = 0
  let lastMs = 0
  return (key, atMs) => {
    if (digits === '' || atMs - lastMs > SCAN_PAUSE_MS) {
      digits = ''
      firstMs = atMs
    }
    lastMs = atMs
    if (/^\d$/.test(key)) {
      digits += key
      return null
    }
    const isBurst = atMs - firstMs <= SCAN_DIGIT_MS * digits.length
    const scanned = key === 'Enter' && isBurst && digits.length >= SCAN_LEAST_DIGITS ? digits : null
    digits = ''
    return scanned
  }
}

interface CounterActions {
  /** With the scanned digits, if a scanner was used. */
  onNewSale: (subject?: string) => void
  onKeys: () => void
}

/** The counter's keys on the page itself; an open dialog has its own keys. */
export function useCounterKeys({ onNewSale, onKeys }: CounterActions): void {
  const act = useEffectEvent((event: KeyboardEvent, scanned: string | null) => {
    if (event.defaultPrevented || isDialogOpen()) return
    const shortcut = readShortcut(event, isTyping(event.target))
    if (scanned === null && shortcut === null) return
    event.preventDefault()
    if (scanned !== null) onNewSale(scanned)
    else if (shortcut === 'new sale') onNewSale()
    else if (shortcut === 'keys') onKeys()
    else searchBox()?.focus()
  })
  // Before the page is painted: on a slow counter a key pressed right after it was lost.
  useLayoutEffect(() => {
    const readScan = createScanReader()
    const listen = (event: KeyboardEvent) =>
      act(event, isTyping(event.target) ? null : readScan(event.key, event.timeStamp))
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

const searchBox = () => document.querySelector<HTMLInputElement>('main input[type="search"]')
