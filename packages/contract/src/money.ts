// Money is an integer number of bututs (1 GMD = 100 bututs) everywhere inside; only the wire and the screen use dalasi
// with decimals. Parsing is strict: anything that is not a plain decimal is refused, never rounded or coerced.
import { limits } from './limits.ts'

declare const bututsBrand: unique symbol
export type Bututs = number & { readonly [bututsBrand]: true }

export const CURRENCY = 'GMD'

/** For amounts known to be whole bututs (constants, sums, database rows); anything else is a programming error. */
export function bututs(value: number): Bututs {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not a whole number of bututs`)
  return value as Bututs
}

export type DecimalProblem = 'not a number' | 'too many digits' | 'too many decimals'

/** Reads a plain decimal ("50", "1250.75", 99.5) as an integer number of hundredths, or says why it cannot. */
export function parseHundredths(given: unknown): number | DecimalProblem {
  if (typeof given !== 'string' && typeof given !== 'number') return 'not a number'
  const text = String(given).trim()
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') return 'not a number'
  if (whole.length > limits.amountDigits) return 'too many digits'
  if (fraction.length > 2) return 'too many decimals'
  const hundredths = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return sign === '-' && hundredths !== 0 ? -hundredths : hundredths
}

/** Dalasi as a JSON number with at most two decimals. */
export const toDalasi = (amount: Bututs): number => amount / 100

/** The inverse of toDalasi, for numbers that our own side wrote. */
export const fromDalasi = (dalasi: number): Bututs => bututs(Math.round(dalasi * 100))

// Numbers are written by hand, because the browser's formatters take a slow counter long to make.
const groupThousands = (digits: string): string => digits.replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ',')

/** `1,250`: a whole number. */
export const formatCount = (count: number): string => groupThousands(String(count))

/** `1 sale`, `1,250 sales` */
export const countOf = (count: number, one: string): string =>
  `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`

/** `24.20`: two decimals everywhere. */
export function formatDecimal(value: number): string {
  // Rounds what a person would see: 1.005 is a little less in binary.
  const [digits = '', exponent = '0'] = String(Math.abs(value)).split('e')
  const hundredths = Math.round(Number(`${digits}e${Number(exponent) + 2}`))
  return groupThousands(((Math.sign(value) * hundredths) / 100).toFixed(2))
}

/** `1,250.00`: for places that show the currency separately. */
export const formatAmount = (amount: Bututs): string => formatDecimal(amount / 100)

/** `24.20 kWh` */
export const formatUnits = (units: number): string => `${formatDecimal(units)} kWh`

/** `GMD 1,250.00` */
export const formatGmd = (amount: Bututs): string => `${CURRENCY} ${formatAmount(amount)}`
