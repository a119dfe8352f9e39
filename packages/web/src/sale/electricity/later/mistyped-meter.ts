// Finds mistyped meter numbers before they are paid for, as far as a number can show it. These are warnings, never
// refusals, because a real meter may break any rule.
import type { Customer } from '@flexpower/contract'

/** `served`: for whom this phone has bought before. */
export function warnOfMeter(
  meter: string,
  served: readonly Pick<Customer, 'subject' | 'name'>[],
): string | null {
  const usual = served.find(({ subject }) => isOneSlipAway(meter, subject))
  if (usual)
    return `Nearly ${usual.subject} (${usual.name}), for which this phone usually buys. Compare the digits.`
  return failsItsCheckDigit(meter) ? 'The last digit does not fit the others. Compare with the meter.' : null
}

/** The last digit checks the others: every second digit from the right is doubled, and the sum ends in 0. */
export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits).reduce((total, digit, place) => {
    const value = Number(digit) * ((digits.length - place) % 2 === 1 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Meters of 11 digits end in a Luhn digit. */
export const failsItsCheckDigit = (meter: string): boolean => /^\d{11}$/.test(meter) && !passesLuhn(meter)

/** One wrong digit, or two adjacent digits swapped. */
export function isOneSlipAway(typed: string, known: string): boolean {
  if (typed.length !== known.length || typed === known) return false
  const places = Array.from(typed).flatMap((digit, place) => (digit === known[place] ? [] : [place]))
  const [first = 0, second] = places
  if (second === undefined) return true
  return (
    places.length === 2 &&
    second === first + 1 &&
    typed[first] === known[second] &&
    typed[second] === known[first]
  )
}
