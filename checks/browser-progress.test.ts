import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Suite, TestCase } from '@playwright/test/reporter'
import { expect, onTestFinished, test, vi } from 'vitest'
import KeepProgress, { PROGRESS_FILE } from './browser-progress.ts'

const testIn = (file: string, outcome = 'expected') =>
  ({ location: { file: `e2e/${file}.e2e.ts` }, outcome: () => outcome }) as unknown as TestCase

function begin(...tests: TestCase[]) {
  const folder = mkdtempSync(join(tmpdir(), 'flexpower-progress-'))
  const file = join(folder, 'progress.json')
  vi.stubEnv(PROGRESS_FILE, file)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  const reporter = new KeepProgress()
  reporter.onBegin(null, { allTests: () => tests } as unknown as Suite)
  const read = () => JSON.parse(readFileSync(file, 'utf8')) as unknown
  return { reporter, read }
}

test('a file is done when all of its tests have ended', () => {
  const [first, second, third] = [testIn('sale'), testIn('sale'), testIn('till')]
  const { reporter, read } = begin(first, second, third)
  reporter.onTestEnd(first, { status: 'passed' })
  expect(read()).toEqual({ hasFailed: false, done: [] })
  reporter.onTestEnd(second, { status: 'skipped' })
  expect(read()).toEqual({ hasFailed: false, done: ['sale'] })
})

test('a test that the end of the time interrupts has not failed; one that failed before has', () => {
  const [late, wrong] = [testIn('sale', 'skipped'), testIn('till', 'unexpected')]
  const { reporter, read } = begin(late, wrong)
  reporter.onTestEnd(late, { status: 'interrupted' })
  expect(read()).toEqual({ hasFailed: false, done: [] })
  reporter.onTestEnd(wrong, { status: 'failed' })
  expect(read()).toEqual({ hasFailed: true, done: ['till'] })
})

test('an error outside a test, as of the audit of the books, is a failure', () => {
  const { reporter, read } = begin(testIn('sale'))
  reporter.onError()
  expect(read()).toEqual({ hasFailed: true, done: [] })
})
