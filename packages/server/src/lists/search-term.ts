// Reads what a user typed into a search box: a day, a month, a whole transaction id, token, subject or receipt code,
// each of which has its own index; or text, which is searched in everything that a row shows.
import { type Day, MONTHS, parseDay, parseReceiptCode, parseReference } from '@flexpower/contract'

/** What can be found as a whole. A receipt code is shown in no list, but on the receipt that a customer brings. */
type ExactColumn = 'transaction_id' | 'tokens' | 'subject' | 'receipt_code'

export type SearchTerm =
  | { kind: 'nothing' }
  | { kind: 'days'; from: Day; to: Day }
  /** Equal to the first of these columns in which any row is; otherwise `text`. */
  | { kind: 'exact'; columns: readonly ExactColumn[]; value: string; text: string }
  /** `isShort`: too short for the index of three-letter pieces. */
  | { kind: 'text'; text: string; isShort: boolean }

const SUBJECT_LEAST = 7
const TOKEN_DIGITS = 20
const PIECE = 3

export function readTerm(typed: string | undefined): SearchTerm {
  const words = tidyWords(typed)
  if (words === '') return { kind: 'nothing' }
  const days = readDays(words)
  if (days) return { kind: 'days', ...days }
  // Tokens are stored without the blanks that they are shown with, amounts without their commas.
  const digits = words.replaceAll(' ', '')
  const text = /^\d+$/.test(digits) ? digits : withoutThousands(words)
  const exact = (value: string, ...columns: ExactColumn[]): SearchTerm => ({
    kind: 'exact',
    columns,
    value,
    text,
  })
  const reference = parseReference(words)
  if (reference !== null) return exact(reference, 'transaction_id')
  if (/^\d+$/.test(digits) && digits.length === TOKEN_DIGITS) return exact(digits, 'tokens')
  // A code can consist of digits only, like a subject; a name of twelve letters can look like a code.
  const code = parseReceiptCode(words)
  if (/^\d+$/.test(digits) && digits.length >= SUBJECT_LEAST)
    return exact(digits, 'subject', ...(code === digits ? ['receipt_code' as const] : []))
  if (code !== null) return exact(code, 'receipt_code')
  return { kind: 'text', text, isShort: text.replaceAll(/[^\p{L}\p{N}]/gu, '').length < PIECE }
}

/** As typed, except for blanks and the comma that a screen may write between a day and its time. */
export const tidyWords = (typed = ''): string =>
  typed
    .replace(/^(\s*\d{1,2} [a-z]{3,9} \d{4}),/i, '$1 ')
    .trim()
    .replaceAll(/\s+/g, ' ')

const withoutThousands = (words: string) =>
  /^(gmd )?[\d,]+(\.\d*)?$/i.test(words) ? words.replaceAll(',', '') : words

/** `14 Nov 2026`, `14/11/2026`, `2026-11-14`, or a whole month: `November 2026`. */
function readDays(words: string): { from: Day; to: Day } | null {
  const iso = parseDay(words)
  if (iso) return { from: iso, to: iso }
  const [, dayText, monthText = '', year] =
    /^(\d{1,2})[ ./]([a-z]{3,9}|\d{1,2})[ ./](\d{4})$/i.exec(words) ?? []
  if (dayText) {
    const day = dayNamed(year, monthNamed(monthText), Number(dayText))
    return day && { from: day, to: day }
  }
  const [, name = '', yearOfMonth] = /^([a-z]{3,9}) (\d{4})$/i.exec(words) ?? []
  const month = monthNamed(name)
  const from = dayNamed(yearOfMonth, month, 1)
  if (!from || /^\d/.test(name)) return null
  const last = [31, 30, 29, 28].find((day) => dayNamed(yearOfMonth, month, day))
  const to = last === undefined ? null : dayNamed(yearOfMonth, month, last)
  return to && { from, to }
}

/** 1 to 12, from a number or from the month's name, whole or cut to three letters or more; 0 for anything else. */
function monthNamed(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  const isMeant = (month: string) =>
    text.length >= PIECE && month.toLowerCase().startsWith(text.toLowerCase())
  return MONTHS.findIndex(isMeant) + 1
}

const dayNamed = (year: string | undefined, month: number, day: number): Day | null =>
  parseDay(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)
