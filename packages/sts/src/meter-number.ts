// Meter numbers and the 18-digit MeterPAN that keys are derived from. A wrong check digit means that the number was
// probably mistyped. That is worth a warning and never a refusal, because real meters with such numbers exist.

const ISSUER = '600727'
/** Takes the issuer's place before a number of 13 digits, which has its own. */
const NO_ISSUER = '0000'

export function luhnDigit(digits: string): string {
  if (!/^\d*$/.test(digits)) throw new RangeError(`A check digit is made from digits, not from ${digits}`)
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    // Every other digit counts double, beginning with the last.
    const isDoubled = (digits.length - index) % 2 === 1
    const weighted = Number(digits[index]) * (isDoubled ? 2 : 1)
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return String((10 - (sum % 10)) % 10)
}

/** Whether the last digit is the Luhn check digit of those before it. */
export const hasLuhnDigit = (digits: string): boolean =>
  /^\d{2,}$/.test(digits) && luhnDigit(digits.slice(0, -1)) === digits.slice(-1)

/** Null: only numbers of 11 or 13 digits have one. */
export function buildMeterPan(meterNumber: string): string | null {
  if (!/^(\d{11}|\d{13})$/.test(meterNumber)) return null
  const digits = (meterNumber.length === 11 ? ISSUER : NO_ISSUER) + meterNumber
  return digits + luhnDigit(digits)
}
