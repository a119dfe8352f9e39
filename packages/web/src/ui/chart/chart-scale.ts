// What a chart computes before it draws: where the lines of its axis are and which columns get a label.

const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10]
const INTERVALS = 3

/** The values of the axis lines from zero up, in round steps; the last one is above every column. */
export function axisTicks(highest: number): number[] {
  const least = Math.max(highest, INTERVALS) / INTERVALS
  const power = 10 ** Math.floor(Math.log10(least))
  const step = (STEPS.find((each) => each * power >= least) ?? 10) * power
  return Array.from({ length: INTERVALS + 1 }, (_, index) => index * step)
}

const shown = (value: number) => String(Math.round(value * 100) / 100)

/** `150`, `7.5k`, `2.5M`: an axis has no room for more, and the exact figures are shown elsewhere. */
export function shortNumber(value: number): string {
  if (value >= 1_000_000) return `${shown(value / 1_000_000)}M`
  return value >= 1000 ? `${shown(value / 1000)}k` : shown(value)
}

const CHARACTER_PX = 7
const GAP_PX = 10

export const labelWidth = (label: string): number => label.length * CHARACTER_PX

/** Every how many columns one gets a label, so that labels do not touch. */
export function labelEvery(labels: readonly string[], width: number): number {
  const widest = Math.max(CHARACTER_PX, ...labels.map(labelWidth))
  // At the ends, labels wider than their columns are aligned inwards, towards their neighbours.
  const gap = widest > width / labels.length ? 2 * GAP_PX : GAP_PX
  const room = Math.max(1, Math.floor(width / (widest + gap)))
  return Math.max(1, Math.ceil(labels.length / room))
}
