// How typed text finds something. A title fits as a whole, then by its start, then by the start of one of its words, then
// by first letters of several words (`cpc` for Cash Power Charges), then anywhere, then with letters left out.
import { parseReceiptCode } from '@flexpower/contract'

/** Null: no match. A smaller number is a better match. */
export function rateMisfit(title: string, typed: string): number | null {
  const text = title.toLowerCase()
  const wanted = typed.trim().toLowerCase().replace(/\s+/g, ' ')
  if (text === wanted) return -1
  if (text.startsWith(wanted)) return 0
  if (text.includes(` ${wanted}`)) return 1
  const letters = wanted.replaceAll(' ', '')
  if (startsOfWords(text.split(' '), letters)) return 2
  if (text.includes(wanted)) return 3
  return isWorthGuessing(text, letters) && hasInOrder(text, letters) ? 4 : null
}

/** Whether the letters are the starts of these words, in order: `custenq`, `cpc`. */
function startsOfWords(words: readonly string[], letters: string): boolean {
  if (letters === '') return true
  const [word, ...others] = words
  if (word === undefined) return false
  for (let taken = Math.min(word.length, letters.length); taken > 0; taken--)
    if (word.startsWith(letters.slice(0, taken)) && startsOfWords(others, letters.slice(taken))) return true
  return startsOfWords(others, letters)
}

/** Two letters match nearly everything; a guess must start like the title. */
const isWorthGuessing = (text: string, letters: string): boolean =>
  letters.length > 2 && text.charAt(0) === letters.charAt(0)

function hasInOrder(text: string, letters: string): boolean {
  let at = -1
  return Array.from(letters).every((letter) => (at = text.indexOf(letter, at + 1)) >= 0)
}

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

const PHONE_DIGITS = 7
const NAME_LETTERS = 3

/** What a customer has: a whole meter, phone number or code. Parts of one are not asked for: each question is counted. */
export const isWholeNumber = (words: string): boolean =>
  parseReceiptCode(words) !== null || words.replaceAll(/[^\d]/g, '').length >= PHONE_DIGITS

export const isName = (words: string): boolean => words.length >= NAME_LETTERS && !/\d/.test(words)
