// How much a figure has changed, as a text.

/** `+6.9 %`, `−12.0 %`; the sign stays on the line of its number. */
export const formatChange = (percent: number): string =>
  `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}\u00A0%`

/** Null: there is nothing to compare with. */
export const changePercent = (now: number, before: number): number | null =>
  before === 0 ? null : ((now - before) / before) * 100
