// The 16-bit amount of a token: a 2-bit exponent and a 14-bit mantissa. Encoding rounds up, so that a customer never
// gets less than was paid for.

const MANTISSA_VALUES = 2 ** 14

/** The largest amount that the field can encode: 1,820,162.4 kWh in tenths. */
export const AMOUNT_MOST = 18_201_624

/** The field for an amount in its smallest units: tenths of a kWh or m³, or whole watts for a power limit. */
export function encodeAmount(units: number): number {
  if (!Number.isInteger(units) || units < 0 || units > AMOUNT_MOST)
    throw new RangeError(`An amount must be a whole number of units from 0 to ${AMOUNT_MOST}, not ${units}`)
  let exponent = 0
  let rest = units
  let unit = 1
  while (rest >= MANTISSA_VALUES * unit) {
    rest -= MANTISSA_VALUES * unit
    unit *= 10
    exponent += 1
  }
  // Added, not joined: rounding up can carry into the exponent, and the carried field is the right one.
  return exponent * MANTISSA_VALUES + Math.ceil(rest / unit)
}

export function decodeAmount(field: number): number {
  const mantissa = field % MANTISSA_VALUES
  const exponent = Math.floor(field / MANTISSA_VALUES)
  let units = mantissa * 10 ** exponent
  for (let step = 0; step < exponent; step++) units += MANTISSA_VALUES * 10 ** step
  return units
}

/**
 * Tenths of a kWh from a decimal text, exactly. What is less than a tenth is cut off from 1 kWh up and rounded up
 * below, as in the compliance tests: a token for less than a tenth would be a token for nothing.
 */
export function countTenths(kwh: string): number {
  const [, whole, tenth = '0', finer = ''] = /^(\d+)(?:\.(\d)(\d*))?$/.exec(kwh) ?? []
  if (whole === undefined) throw new RangeError(`An amount must be written as a decimal number, not ${kwh}`)
  const tenths = Number(whole + tenth)
  return Number(whole) === 0 && /[1-9]/.test(finer) ? tenths + 1 : tenths
}
