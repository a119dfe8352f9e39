// `npm run drill -- F1`: each drill starts what it needs on loopback, is bounded, ends by itself and prints its figures last.
// DRILL_SCALE=0.01 makes the sizes of the plan smaller.
import { databaseLoss } from './database.ts'
import { floats } from './floats.ts'
import { keys } from './keys.ts'
import { kills } from './kills.ts'
import { overload } from './overload.ts'
import { races } from './races.ts'
import { utilityFaults } from './utility-faults.ts'

const SCALE = Number(process.env['DRILL_SCALE'] ?? 1)

/** A size of the plan, at least one. */
export type Size = (whole: number) => number
const size: Size = (whole) => Math.max(1, Math.round(whole * SCALE))

const drills: Record<string, (size: Size) => Promise<{ passed: boolean; figures: string }>> = {
  F1: kills,
  F4: utilityFaults,
  F5: races,
  F6: keys,
  F7: floats,
  F8: databaseLoss,
  F11: overload,
}

const id = process.argv[2] ?? ''
const drill = drills[id]
if (!drill) {
  console.log(`Which one? npm run drill -- ${Object.keys(drills).join(' | ')}`)
  process.exitCode = 1
} else {
  const { passed, figures } = await drill(size)
  console.log(`${id} ${passed ? 'passed' : 'FAILED'}: ${figures}`)
  process.exitCode = passed ? 0 : 1
}
