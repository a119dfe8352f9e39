// The words of a statement on paper: the same from the browser and from the server.
import { type Day, formatDay, toNoon } from '../time.ts'

/** `1 Nov 2026 to 30 Nov 2026`; a missing day: from the beginning, to the end. */
export function describeDays({ from, to }: { from?: Day | undefined; to?: Day | undefined }): string {
  const [first, last] = [from, to].map((day) => day && formatDay(toNoon(day)))
  if (first === undefined) return last === undefined ? 'All days' : `Until ${last}`
  if (last === undefined) return `From ${first}`
  return first === last ? first : `${first} to ${last}`
}
