// The reference of a sale: `A261116-7K3M9-QXT4C`. Epoch, day, then three characters for the time of day, six random ones
// and a check character. Nothing in it comes from the database, so no earlier state of the database can issue it again.
import { toDay } from './time.ts'

/** Crockford's base 32: no I, L, O or U, so that it can be read out on the phone. */
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** The letters of an epoch, in the order of `formatEpoch`. */
export const EPOCH_LETTERS = SYMBOLS.slice(10)
const TIME_CHARACTERS = 3
const RANDOM_CHARACTERS = 6
const DAY_MS = 86_400_000

/** The random part of a reference is a whole number below this. */
export const REFERENCE_RANDOM = SYMBOLS.length ** RANDOM_CHARACTERS

export function formatReference(given: { epoch: number; at: Date; random: number }): string {
  const { epoch, at, random } = given
  const day = toDay(at).slice(2).replaceAll('-', '')
  const share = (at.getTime() % DAY_MS) / DAY_MS
  const time = inSymbols(Math.floor(share * SYMBOLS.length ** TIME_CHARACTERS), TIME_CHARACTERS)
  const code = `${time}${inSymbols(random, RANDOM_CHARACTERS)}`
  const name = `${formatEpoch(epoch)}${day}`
  return `${name}-${code.slice(0, 5)}-${code.slice(5)}${checkCharacter(name + code)}`
}

/**
 * 1 is A, 22 is Z, 23 is AA. The letters before the day only name a history of the books. A new epoch skips some
 * numbers, so that two histories that started from the same backup have different letters.
 */
export function formatEpoch(epoch: number): string {
  const rest = Math.floor((epoch - 1) / EPOCH_LETTERS.length)
  return `${rest > 0 ? formatEpoch(rest) : ''}${EPOCH_LETTERS[(epoch - 1) % EPOCH_LETTERS.length]}`
}

function inSymbols(value: number, characters: number): string {
  let text = ''
  for (let left = value; text.length < characters; left = Math.floor(left / SYMBOLS.length))
    text = SYMBOLS.charAt(left % SYMBOLS.length) + text
  return text
}

/** Luhn's algorithm in base 32: detects every wrong character and almost every swapped pair. */
function checkCharacter(text: string): string {
  let sum = 0
  for (let fromEnd = 0; fromEnd < text.length; fromEnd += 1) {
    const value = SYMBOLS.indexOf(text.charAt(text.length - 1 - fromEnd)) * (fromEnd % 2 === 0 ? 2 : 1)
    sum += Math.floor(value / SYMBOLS.length) + (value % SYMBOLS.length)
  }
  return SYMBOLS.charAt((SYMBOLS.length - (sum % SYMBOLS.length)) % SYMBOLS.length)
}

const FORM = `[${EPOCH_LETTERS}]{1,3}\\d{6}-[${SYMBOLS}]{5}-[${SYMBOLS}]{5}`
/** Sales of the first release, whose references end in their number. */
const OLD_FORM = String.raw`\d{6}-\d{5,15}`
const whole = new RegExp(`^(?:${FORM}|${OLD_FORM})$`)
const inText = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${FORM}|${OLD_FORM})(?![\\p{L}\\p{N}-])`, 'giu')

export const isReference = (text: string): boolean => whole.test(text) && hasRightCheck(text)

function hasRightCheck(text: string): boolean {
  if (/^\d/.test(text)) return true
  const symbols = text.replaceAll('-', '')
  return checkCharacter(symbols.slice(0, -1)) === symbols.slice(-1)
}

/** Every complete reference in a text that somebody else may have written. */
export const findReferences = (text: string): string[] =>
  (text.match(inText) ?? []).map((found) => found.toUpperCase()).filter(isReference)

/** As somebody types it: in any case, with or without its dashes, O for 0 and I or L for 1. Null: not a reference. */
export function parseReference(text: string): string | null {
  const trimmed = text.trim()
  if (isReference(trimmed)) return trimmed
  const symbols = trimmed.toUpperCase().replaceAll(/[\s-]/g, '')
  const parts = new RegExp(
    `^([${EPOCH_LETTERS}]{1,3})([\\dOIL]{6})([${SYMBOLS}OIL]{5})([${SYMBOLS}OIL]{5})$`,
  ).exec(symbols)
  if (!parts) return null
  const [, epoch = '', ...rest] = parts
  const [day, first, last] = rest.map((part) => part.replaceAll('O', '0').replaceAll(/[IL]/g, '1'))
  const reference = `${epoch}${day}-${first}-${last}`
  return isReference(reference) ? reference : null
}
