// The specification's constants and our own limits, named once. Every size and every time in the product has a limit.
export const limits = {
  amountDigits: 10,
  passwordLeast: 6,
  passwordMost: 200,
  meterLeast: 8,
  meterMost: 50,
  phoneLeast: 7,
  phoneMost: 15,
  enquiryMeterLeast: 8,
  enquiryMeterMost: 12,
  emailMost: 254,
  /** Names, addresses, references: long enough for people, short enough for a row. */
  lineMost: 200,
  bodyBytes: 16 * 1024,
} as const

/** Smallest tendered amount for cash power, in bututs. */
export const ELECTRICITY_LEAST = 5000

/** The provider's share of an airtime sale, in percent. */
export const AIRTIME_DISCOUNT_PERCENT = 4

/** The four operators in the order of the list; the second is the default. */
export const OPERATORS = ['Africell', 'QCell', 'Gamcel', 'Comium'] as const
export type Operator = (typeof OPERATORS)[number]
export const DEFAULT_OPERATOR: Operator = 'QCell'

/** What an airtime sale sends as its location until the user's own is known. */
export const UNKNOWN_LOCATION = 'NC'

/** Times that the screens use, in milliseconds. */
export const LOGIN_REDIRECT_MS = 1000
export const SEARCH_DEBOUNCE_MS = 400
export const CHUNK_TIMEOUT_MS = 120_000
