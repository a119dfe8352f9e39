// Drills that are tests of ours: the same files that run with all other tests, at the size of the plan. What they print
// as a figure (packages/server/src/testing/size.ts) is shown; browser tests have one size.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { DrillResult } from './drill.ts'

const root = join(import.meta.dirname, '..')
/** For any size: vitest's own limit is for the usual test run. */
const ONE_TEST_MS = 3_600_000

const server = 'packages/server/src'
const files: Record<string, string[]> = {
  F3: [`${server}/sales/model.test.ts`],
  F12: ['launch/restore.test.ts', `${server}/features/backups.test.ts`],
  F15: [
    `${server}/features/till/random-days.test.ts`,
    `${server}/features/till/kill.test.ts`,
    `${server}/ledger/closing.test.ts`,
  ],
  S1: [
    `${server}/http/fuzz.test.ts`,
    `${server}/http/documented-answers.test.ts`,
    `${server}/http/broken-requests.test.ts`,
  ],
  S2: [`${server}/http/permissions.test.ts`, `${server}/http/others-records.test.ts`],
  S5: [`${server}/http/mass-assignment.test.ts`, `${server}/http/handle.test.ts`],
  S7: [`${server}/features/tokens.test.ts`, `${server}/features/session.test.ts`],
  S8: ['packages/web/src/list/csv.test.ts', 'packages/web/src/sale/electricity/later/parts.test.ts'],
  S10: [`${server}/http/canary.test.ts`, `${server}/features/vendor-password.test.ts`],
}

export const testsAtSize = (id: string) => (): Promise<DrillResult> =>
  run(
    ['node_modules/vitest/vitest.mjs', 'run', ...(files[id] ?? []), `--testTimeout=${ONE_TEST_MS}`],
    { DRILL_SCALE: process.env['DRILL_SCALE'] ?? '1' },
    /^ *Tests +(.*)$/m,
  )

/** S4: a real browser on the whole product. */
export const storedScript = (): Promise<DrillResult> =>
  run(
    [
      'node_modules/playwright/cli.js',
      'test',
      'e2e/stored-script.e2e.ts',
      'e2e/pages-load-cleanly.e2e.ts',
      '--workers=1',
    ],
    {},
    /^ *(\d+ (?:passed|failed).*)$/m,
  )

async function run(program: string[], env: Record<string, string>, total: RegExp): Promise<DrillResult> {
  const child = spawn(process.execPath, program, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
  })
  let said = ''
  child.stdout.on('data', (bytes) => {
    said += String(bytes)
    process.stdout.write(bytes)
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  const figures = [...said.matchAll(/^figure: (.*)$/gm)].map(([, text]) => text)
  return { passed: code === 0, figures: [...figures, total.exec(said)?.[1] ?? 'no test ran'].join('; ') }
}
