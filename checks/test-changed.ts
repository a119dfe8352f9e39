// `npm run test:changed`: what a change can break, in under three minutes. Without an argument the change is what is not
// committed, or the last commit; with one, everything since that commit. It runs the static checks, the tests that
// import a changed file, nearest first, and in the browser the tests about the same subject and a sale from sign-in to
// receipt. Its last line says what it left out for lack of time; `npm test` runs everything.
import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  BaseSequencer,
  createVitest,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node'
import { describeOutcome, sortNearest } from './nearest.ts'

const MOST_MS = 170_000
/** The browser needs the rest. */
const MOST_WITHOUT_BROWSER_MS = 100_000
/** Less is not enough for the product to start and for one test. */
const LEAST_FOR_BROWSER_MS = 40_000
/** For what is running when the time is over; then it is killed. */
const GRACE_MS = 5_000
const root = dirname(import.meta.dirname)
/** Every screen opens, and a sale is made, for whatever change. */
const ALWAYS = ['money-follows-a-sale', 'admin-walks-the-menu', 'pages-load-cleanly']

const begun = performance.now()
const left = (most: number) => Math.round(Math.max(1_000, most - (performance.now() - begun)))
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const isCommitted = git('status', '--porcelain') === ''
const base = process.argv[2] ?? (isCommitted ? 'HEAD~1' : 'HEAD')
const changed = [
  ...git('diff', '--name-only', base).split('\n'),
  ...git('ls-files', '--others', '--exclude-standard').split('\n'),
].filter(Boolean)
console.log(`${changed.length} files changed since ${git('rev-parse', '--short', base)}`)

/** If time runs out, the ones far away and the slow ones are left out. */
class NearestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const files = specifications.map((specification) => ({
      specification,
      path: relative(root, specification.moduleId),
      source: readFileSync(specification.moduleId, 'utf8'),
      ms: this.ctx.cache.getTestSpecificationResult(specification)?.duration ?? null,
    }))
    return sortNearest(files, changed).map(({ specification }) => specification)
  }
}

async function runTests(): Promise<{ hasFailed: boolean; affected: number; notRun: number }> {
  const vitest = await createVitest({ changed: base, watch: false, sequence: { sequencer: NearestFirst } })
  const affected = (await vitest.getRelevantTestSpecifications()).length
  const all = (await vitest.globTestSpecifications()).length
  const most = (left(MOST_WITHOUT_BROWSER_MS) / 1000).toFixed(0)
  console.log(
    `${affected} of ${all} test files are affected: nearest and quickest first, for at most ${most} s.`,
  )
  const stopLimit = limit(vitest)
  const { testModules } = await vitest.start()
  const isLate = stopLimit()
  const started = isLate ? listStartedByTests() : []
  // A test that was cut short may not end.
  await (isLate ? Promise.race([vitest.close(), sleep(GRACE_MS)]) : vitest.close())
  started.forEach(kill)
  const hasFailed = (module: TestModule) => module.state() === 'failed'
  const isCutShort = (module: TestModule) =>
    !['passed', 'skipped'].includes(module.state()) || [...module.children.allTests('skipped')].length > 0
  const notRun = isLate ? testModules.filter((module) => !hasFailed(module) && isCutShort(module)) : []
  return { hasFailed: testModules.some(hasFailed), affected, notRun: notRun.length }
}

/**
 * The second cancellation kills; what the killed tests had started would go on running. Returns how to end the limit,
 * which answers whether it was reached.
 */
function limit(vitest: Vitest): () => boolean {
  let isLate = false
  const cancel = () => {
    isLate = true
    void vitest.cancelCurrentRun('keyboard-input').catch(() => {})
  }
  const cancelling = setTimeout(cancel, left(MOST_WITHOUT_BROWSER_MS))
  const killing = setTimeout(() => {
    const started = listStartedByTests()
    cancel()
    setTimeout(() => started.forEach(kill), GRACE_MS / 2)
  }, left(MOST_WITHOUT_BROWSER_MS) + GRACE_MS)
  return () => {
    clearTimeout(cancelling)
    clearTimeout(killing)
    return isLate
  }
}

/** The test workers and everything below them. */
function listStartedByTests(): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  const processes = rows.map((row) => {
    const [pid, parent, ...args] = row.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), args: args.join(' ') }
  })
  const listBelow = (parent: number): number[] =>
    processes.filter((each) => each.parent === parent).flatMap(({ pid }) => [pid, ...listBelow(pid)])
  return processes
    .filter(({ parent, args }) => parent === process.pid && args.includes('vitest'))
    .flatMap(({ pid }) => [pid, ...listBelow(pid)])
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** "packages/web/src/charges/ChargeForm.tsx" is about charges, and so is "admin-sets-charges". */
function chooseBrowserTests(): string[] {
  const subjects = changed.flatMap(
    (path) => /^packages\/(?:web\/src|server\/src\/features)\/(\w+?)s?(?:\/|\.)/.exec(path)?.[1] ?? [],
  )
  return readdirSync(join(root, 'e2e'))
    .filter((name) => name.endsWith('.e2e.ts'))
    .filter(
      (name) =>
        changed.includes(`e2e/${name}`) || [...ALWAYS, ...subjects].some((subject) => name.includes(subject)),
    )
}

const run = (program: string, args: string[], most = MOST_MS) =>
  new Promise<boolean>((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', timeout: left(most) })
    child.on('close', (code) => resolve(code === 0))
  })

const checks = run('npm', ['run', '--silent', 'check:static'])
const tests = await runTests()
const results = [!tests.hasFailed, await checks]
const isForBrowser = changed.some((path) => /^(packages|e2e|launch)\//.test(path))
const isBrowserLeftOut = isForBrowser && left(MOST_MS) < LEAST_FOR_BROWSER_MS
if (isForBrowser && !isBrowserLeftOut) {
  const chosen = chooseBrowserTests()
  console.log(`In the browser: ${chosen.join(', ')}`)
  const timeout = `--global-timeout=${left(MOST_MS)}`
  results.push(await run('npx', ['playwright', 'test', timeout, ...chosen], MOST_MS + 10_000))
}
const hasFailed = !results.every(Boolean)
console.log(`\nAfter ${((performance.now() - begun) / 1000).toFixed(0)} s:`)
console.log(describeOutcome({ ...tests, hasFailed, isBrowserLeftOut }))
// What was cut short may still hold something open.
process.exit(hasFailed ? 1 : 0)
