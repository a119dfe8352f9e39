// The counter's keyboard: which key does what, and how a barcode scanner is told from a hand. A scanner types like a
// keyboard, only faster than anybody can, and ends with Enter.
export type Shortcut = 'new sale' | 'search' | 'keys'

export const counterKeys: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['N', 'F2'], does: 'New sale' },
  { keys: ['Enter'], does: 'Verify, then sell' },
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

const SCAN_GAP_MS = 35
const SCAN_LEAST_DIGITS = 8

/** Give it every key with its time; on the Enter that ends a scan it answers the digits, otherwise null. */
export function createScanReader(): (key: string, atMs: number) => string | null {
  let digits = ''
  let lastMs = Number.NEGATIVE_INFINITY
  return (key, atMs) => {
    const isQuick = atMs - lastMs <= SCAN_GAP_MS
    lastMs = atMs
    if (/^\d$/.test(key)) {
      digits = isQuick ? digits + key : key
      return null
    }
    const scanned = key === 'Enter' && isQuick && digits.length >= SCAN_LEAST_DIGITS ? digits : null
    digits = ''
    return scanned
  }
}
