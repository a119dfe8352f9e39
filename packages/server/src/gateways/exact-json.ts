// Reads JSON from other companies without losing a digit: a number becomes the text that it was written as, so neither
// a token above 2^53 nor an amount passes through floating point.
import { type Bututs, bututs } from '@flexpower/contract'
import { z } from 'zod'
import { cleanText } from '../clean-text.ts'

/** An unquoted number. Kept apart from text, where leading zeros are significant. */
export class Numeral {
  readonly written: string
  constructor(written: string) {
    this.written = written
  }
}

/** Undefined: it is not JSON. */
export function parseExact(text: string): unknown {
  const keepDigits = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new Numeral(context?.source ?? String(value)) : value
  try {
    return JSON.parse(text, keepDigits)
  } catch {
    return undefined
  }
}

const WORDS_MOST = 500
const NAME_MOST = 120

const textOrNumber = z.union([z.string(), z.instanceof(Numeral).transform((numeral) => numeral.written)])

/** Text or a number, without the blanks that the utility pads its columns with. */
export const words = textOrNumber.transform((text) => cleanText(text, WORDS_MOST))
/** A customer, an address, a tariff: what has a line on a receipt. */
export const name = textOrNumber.nullish().transform((text) => cleanText(text ?? '', NAME_MOST))
/** Not for people to read, of any length: an access token. */
export const opaque = textOrNumber.pipe(z.string().trim().min(1))
export const optionalWords = words.nullish().transform((value) => value ?? '')

/** For values that need no exactness: units, prices, percents. */
export const quantity = words.transform(Number).refine(Number.isFinite)

/** The same if it may be missing or unreadable without harm. */
export const optionalQuantity = words
  .pipe(z.string().min(1))
  .transform(Number)
  .refine(Number.isFinite)
  .nullish()
  .catch(null)

export const money = words.transform((written, context): Bututs => readMoney(written) ?? refuse(context))

export const instant = words.transform((written, context): Date => readInstant(written) ?? refuse(context))

function refuse(context: z.RefinementCtx): never {
  context.addIssue({ code: 'custom' })
  return z.NEVER
}

/**
 * A decimal to the butut, by its digits. Java writes a double from ten million upwards as `1.23456781E7` and leaves
 * noise such as `.30000000000000004`. So an exponent is accepted, and digits beyond the butut are rounded away.
 */
function readMoney(written: string): Bututs | null {
  const match = /^([+-]?)(\d{1,30})(?:\.(\d{1,30}))?(?:e([+-]?\d{1,2}))?$/i.exec(written)
  if (match === null) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const point = whole.length + Number(exponent) + 2
  const digits = `${'0'.repeat(Math.max(0, -point))}${whole}${fraction}`.padEnd(point + 1, '0')
  const cut = Math.max(0, point)
  const magnitude = Number(digits.slice(0, cut)) + ((digits[cut] ?? '0') >= '5' ? 1 : 0)
  if (!Number.isSafeInteger(magnitude)) return null
  return bututs(sign === '-' && magnitude !== 0 ? -magnitude : magnitude)
}

/** Epoch milliseconds or seconds, or a date with a zone or in UTC, which is The Gambia's own. */
function readInstant(written: string): Date | null {
  if (/^\d{9,10}$/.test(written)) return new Date(Number(written) * 1000)
  if (/^\d{11,14}$/.test(written)) return new Date(Number(written))
  if (/^\d{4}-\d{2}-\d{2}$/.test(written)) return readDate(`${written}T00:00:00Z`)
  const iso = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?/.exec(written)
  if (iso === null) return null
  const zone = written.slice(iso[0].length)
  return readDate(`${iso[0].replace(' ', 'T')}${zone === '' ? 'Z' : zone.trim()}`)
}

function readDate(iso: string): Date | null {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? null : date
}
