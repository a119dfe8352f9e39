// `npm run test:changed`: what a change can break, in under three minutes. Without an argument the change is what is not
// committed, or the last commit; with one, everything since that commit. It runs the static checks, the tests that
// import, start or read a changed file, nearest first, and in the browser a sale from sign-in to receipt and the tests
// about the same subject. Its last line says what it left out for lack of time; `npm run check` runs everything.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  BaseSequencer,
  createVitest,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node'
import { chooseBrowserTests } from './affected-browser-tests.ts'
import { listRelated } from './affected-tests.ts'
import { type BrowserProgress, PROGRESS_FILE } from './browser-progress.ts'
import { describeOutcome, type Share, sortNearest } from './nearest.ts'
import { endAll, endWithAll, listBelow, run } from './programs.ts'
import { readSources } from './sources.ts'

/** Since the start of the process. */
const MOST_MS = 170_000
/** For Playwright to stop the product and to audit the books. */
const BROWSER_GRACE_MS = 15_000
const BROWSER_UNTIL_MS = MOST_MS - BROWSER_GRACE_MS
/** If there are browser tests to run, they need the rest. */
const BEFORE_BROWSER_MS = 75_000
/** Less is not enough for the product to start and for one test. */
const LEAST_FOR_BROWSER_MS = 40_000
/** For what is running when the time is over; then it is killed. */
const GRACE_MS = 5_000
const root = dirname(import.meta.dirname)

interface Result extends Share {
  hasFailed: boolean
}
const NOTHING: Result = { hasFailed: false, affected: 0, notRun: 0 }

const left = (most: number) => Math.round(Math.max(1_000, most - performance.now()))
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const isCommitted = git('status', '--porcelain') === ''
const base = process.argv[2] ?? (isCommitted ? 'HEAD~1' : 'HEAD')
const changed = [
  ...git('diff', '--name-only', base).split('\n'),
  ...git('ls-files', '--others', '--exclude-standard').split('\n'),
].filter(Boolean)
const sources = readSources()
const inBrowser = chooseBrowserTests(changed, sources)
const testsUntilMs = inBrowser.length > 0 ? BEFORE_BROWSER_MS : MOST_MS - 2 * GRACE_MS
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

async function runTests(): Promise<Result> {
  const related = listRelated(changed, sources).map((path) => join(root, path))
  const vitest = await createVitest({ related, watch: false, sequence: { sequencer: NearestFirst } })
  const affected = (await vitest.getRelevantTestSpecifications()).length
  const all = (await vitest.globTestSpecifications()).length
  const most = (left(testsUntilMs) / 1000).toFixed(0)
  console.log(
    `${affected} of ${all} test files are affected: nearest and quickest first, for at most ${most} s.`,
  )
  if (affected === 0) {
    await vitest.close()
    return NOTHING
  }
  const stopLimit = limit(vitest)
  const { testModules, unhandledErrors } = await vitest.start()
  const isLate = stopLimit()
  const started = isLate ? listWorkers() : []
  // A test that was cut short may not end.
  await (isLate ? Promise.race([vitest.close(), sleep(GRACE_MS)]) : vitest.close())
  endAll(started)
  const hasFailed = (module: TestModule) => module.state() === 'failed'
  const isCutShort = (module: TestModule) =>
    !['passed', 'skipped'].includes(module.state()) || [...module.children.allTests('skipped')].length > 0
  const notRun = isLate ? testModules.filter((module) => !hasFailed(module) && isCutShort(module)) : []
  return {
    hasFailed: testModules.some(hasFailed) || (!isLate && unhandledErrors.length > 0),
    affected,
    notRun: notRun.length,
  }
}

/** The test workers and everything below them. */
const listWorkers = () => listBelow(process.pid, 'vitest')

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
  const cancelling = setTimeout(cancel, left(testsUntilMs))
  const killing = setTimeout(() => {
    const started = listWorkers()
    cancel()
    setTimeout(() => endAll(started), GRACE_MS / 2)
  }, left(testsUntilMs) + GRACE_MS)
  return () => {
    clearTimeout(cancelling)
    clearTimeout(killing)
    return isLate
  }
}

async function runInBrowser(): Promise<Result> {
  const names = inBrowser.flat()
  const affected = names.length
  const most = left(BROWSER_UNTIL_MS)
  if (affected === 0) return NOTHING
  if (most < LEAST_FOR_BROWSER_MS) return { hasFailed: false, affected, notRun: affected }
  console.log(`In the browser, for at most ${(most / 1000).toFixed(0)} s: ${names.join(', ')}`)
  const folder = mkdtempSync(join(tmpdir(), 'flexpower-changed-'))
  const file = join(folder, 'progress.json')
  const ended = await run(process.execPath, ['node_modules/.bin/playwright', 'test'], {
    cwd: root,
    most,
    grace: BROWSER_GRACE_MS,
    env: { E2E_GROUPS: inBrowser.map((group) => group.join(',')).join(' '), [PROGRESS_FILE]: file },
  })
  const { hasFailed, done } = readProgress(file)
  rmSync(folder, { recursive: true })
  const open = ended === 'cut short' ? names.filter((name) => !done.includes(name)) : []
  if (open.length > 0) console.log(`Not or not wholly run: ${open.join(', ')}`)
  return { hasFailed: hasFailed || ended === 'failed', affected, notRun: open.length }
}

/** It is not there before the first test. */
const readProgress = (file: string): BrowserProgress =>
  existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as BrowserProgress)
    : { hasFailed: false, done: [] }

endWithAll(BROWSER_GRACE_MS)
const running = run('npm', ['run', '--silent', 'check:static'], { cwd: root, most: left(MOST_MS), grace: 0 })
const tests = await runTests()
const browser = await runInBrowser()
const checks = await running
const hasFailed = [tests, browser].some((result) => result.hasFailed) || checks === 'failed'
console.log(`\nAfter ${(performance.now() / 1000).toFixed(0)} s:`)
console.log(describeOutcome({ hasFailed, tests, browser, areChecksCutShort: checks === 'cut short' }))
// What was cut short may still hold something open.
process.exit(hasFailed ? 1 : 0)
