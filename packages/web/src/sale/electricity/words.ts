// How Cash Power says units, and how long a float lasts.

/** `About 1 h 30 min`, in steps that an estimate deserves. */
export function roughly(minutes: number): string {
  if (minutes < 5) return 'A few minutes'
  if (minutes >= 24 * 60) return 'More than a day'
  const rounded = Math.round(minutes / (minutes < 60 ? 5 : 10)) * (minutes < 60 ? 5 : 10)
  const [hours, rest] = [Math.floor(rounded / 60), rounded % 60]
  if (hours === 0) return `About ${rest} min`
  return rest === 0 || hours >= 6 ? `About ${hours} h` : `About ${hours} h ${rest} min`
}

/** `24.24 kWh` */
export const formatUnits = (units: number): string =>
  `${units.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} kWh`
