// What is sent to the server for the typed text: a token as its twenty digits, however it was pasted; other numbers
// without spaces. A reference keeps its dash.
const TOKEN_DIGITS = 20

/** Fewer letters find too much. */
const LEAST = 2

/** Null: nothing to ask for yet. */
export function readSearchWords(typed: string): string | null {
  const text = typed.trim().replace(/\s+/g, ' ')
  if (text.length < LEAST) return null
  const digits = text.replace(/[\s-]/g, '')
  if (/^\d+$/.test(digits) && digits.length === TOKEN_DIGITS) return digits
  return /^[\d ]+$/.test(text) ? text.replaceAll(' ', '') : text
}
