// How many calls may have begun at once, so that each ends soon after. Most of those that have begun wait for another
// server. When that is as busy as it can be, more of them only make each wait longer, so no more have begun than were
// finished in the last second (docs/decisions/0044).

export interface Pace {
  finish(): void
  /** How many may have begun for each place: at least one. */
  perPlace(): number
}

/** What is begun should end within this long. A server that always takes longer gets as many calls as there are places. */
const ENDS_WITHIN_MS = 1_000

export function createPace(places: number): Pace {
  let since = performance.now()
  let finished = 0
  let finishedBefore = 0
  const keepTime = () => {
    const passed = performance.now() - since
    if (passed < ENDS_WITHIN_MS) return
    finishedBefore = (finished * ENDS_WITHIN_MS) / passed
    finished = 0
    since += passed
  }
  return {
    finish() {
      keepTime()
      finished += 1
    },
    perPlace() {
      keepTime()
      return Math.max(1, Math.max(finished, finishedBefore) / places)
    },
  }
}
