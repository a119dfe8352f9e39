// Cleans text that somebody else has written, before it is stored and shown.

/**
 * Text from others as it may be stored, printed and shown: no control characters (PostgreSQL takes no NUL), no
 * direction marks that reorder the text after them, no half characters, and no longer than needed.
 */
export function cleanText(text: string, most: number): string {
  const clean = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .trim()
  if (clean.length <= most) return clean
  // Not between the halves of a character.
  const cut = clean.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.trimEnd()}…`
}
