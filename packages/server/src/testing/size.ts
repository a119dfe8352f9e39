// How much of something a test does: a little among all other tests, as much as the plan requires when `npm run drill`
// runs the same test (drills/tests.ts). What it did then is a figure of the drill.
const scale = process.env['DRILL_SCALE']

export const isDrill = scale !== undefined

export const sized = (inTests: number, inDrill: number): number =>
  scale === undefined ? inTests : Math.max(1, Math.round(inDrill * Number(scale)))

/** Shown by the drill; otherwise not used. */
export function figure(text: string): void {
  if (isDrill) process.stdout.write(`figure: ${text}\n`)
}
