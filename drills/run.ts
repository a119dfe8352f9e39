// `npm run drill -- F1`: each drill starts what it needs on loopback, is bounded, ends by itself and prints its figures
// last. DRILL_SCALE=0.01 makes the sizes of the plan smaller; a drill without an end after DRILL_MINUTES has failed.
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterFaults } from './cluster.ts'
import { databaseLoss } from './database.ts'
import type { Drill, Size } from './drill.ts'
import { floats } from './floats.ts'
import { floods } from './floods.ts'
import { clearGround } from './ground.ts'
import { injection } from './injection.ts'
import { keys } from './keys.ts'
import { killPoints } from './kill-points.ts'
import { kills } from './kills.ts'
import { login } from './login.ts'
import { overload } from './overload.ts'
import { races } from './races.ts'
import { restores } from './restores.ts'
import { silence } from './silence.ts'
import { surroundings } from './surroundings.ts'
import { storedScript, testsAtSize } from './tests.ts'
import { upgrades } from './upgrades.ts'
import { utilityFaults } from './utility-faults.ts'

const SCALE = Number(process.env['DRILL_SCALE'] ?? 1)
if (!(SCALE > 0)) throw new Error('DRILL_SCALE is a number above 0, such as 0.01.')
const MINUTES_MOST = Number(process.env['DRILL_MINUTES'] ?? 240)

const size: Size = (whole) => Math.max(1, Math.round(whole * SCALE))

const drills: Record<string, Drill> = {
  F1: kills,
  F2: killPoints,
  F3: testsAtSize('F3'),
  F4: utilityFaults,
  F5: races,
  F6: keys,
  F7: floats,
  F8: databaseLoss,
  F9: clusterFaults,
  F10: surroundings,
  F11: overload,
  F12: testsAtSize('F12'),
  F13: restores,
  F14: silence,
  F15: testsAtSize('F15'),
  F16: upgrades,
  S1: testsAtSize('S1'),
  S2: testsAtSize('S2'),
  S3: injection,
  S4: storedScript,
  S5: testsAtSize('S5'),
  S6: login,
  S7: testsAtSize('S7'),
  S8: testsAtSize('S8'),
  S9: floods,
  S10: testsAtSize('S10'),
}

const id = process.argv[2] ?? ''
const drill = drills[id]
if (!drill) {
  console.log(`Which one? npm run drill -- ${Object.keys(drills).join(' | ')}`)
  process.exitCode = 1
} else {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void clearGround().then(() => process.exit(1)))
  const late = sleep(MINUTES_MOST * 60_000, null, { ref: false })
  const ended = await Promise.race([drill(size), late])
  const { passed, figures } = ended ?? { passed: false, figures: `no end within ${MINUTES_MOST} minutes` }
  await clearGround()
  console.log(`${id} ${passed ? 'passed' : 'FAILED'}: ${figures}`)
  process.exit(passed ? 0 : 1)
}
