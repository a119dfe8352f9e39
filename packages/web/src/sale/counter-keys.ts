// The counter's keyboard: which key does what, and how a barcode scanner is told from a hand. A scanner types like a
// keyboard, only faster than anybody can, and ends with Enter.
export type Shortcut = 'new sale' | 'search' | 'keys'

/** `enter`: what the key does in a sale's form. */
export const counterKeys = (enter: string): readonly { keys: readonly string[]; does: string }[] => [
  { keys: ['N', 'F2'], does: 'New sale' },
  { keys: ['Enter'], does: enter },
  { keys: ['Esc'], does: 'Close what is open' },
  { keys: ['/'], does: 'Search the list' },
  { keys: ['?'], does: 'Show these keys' },
]

interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** Null while somebody types into a field: there an N is an N. */
export function shortcutOf(press: KeyPress, isTyping: boolean): Shortcut | null {
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
