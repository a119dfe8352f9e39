// Days as the calls and the fields of the screens write them. The Gambia's clock is UTC all year.

/** Today is 0, tomorrow is -1. */
export const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
