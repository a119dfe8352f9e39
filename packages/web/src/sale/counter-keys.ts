// The counter's keyboard: which key does what, and how a barcode scanner is told from a hand. A scanner types like a
// keyboard, only faster than anybody can, and ends with Enter.
import { useEffect, useEffectEvent } from 'react'
import { isDialogOpen } from '../ui/open-dialog.ts'

export type Shortcut = 'new sale' | 'search' | 'keys'

interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Null while somebody types into a field: there an N is an N. */
export function readShortcut(press: KeyPress, isTyping: boolean): Shortcut | null {
  if (isTyping || press.ctrlKey || press.metaKey || press.altKey) return null
  if (press.key === 'F2' || press.key === 'n' || press.key === 'N') return 'new sale'
  if (press.key === '/') return 'search'
  return press.key === '?' ? 'keys' : null
}

const SCAN_LEAST_DIGITS = 8
/** A digit, on average: a hiccup of an old machine is no pause, and a fast typist needs twice as long. */
const SCAN_DIGIT_MS = 45
/** Whoever waits so long begins anew. Shorter pauses never do: half a meter must not pass for a whole one. */
const SCAN_PAUSE_MS = 1000

/** Give it every key with its time; on the Enter that ends a scan it answers the digits, otherwise null. */
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
  /** With what a scanner read, when it was one. */
  onNewSale: (subject?: string) => void
  onKeys: () => void
}

/** The counter's keys on the page itself; an open dialog has its own. */
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
  useEffect(() => {
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
