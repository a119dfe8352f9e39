// A reporter for Playwright: keeps in a file what has run so far, for `npm run test:changed`, which may end the run before
// its end.
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Reporter, Suite, TestCase } from '@playwright/test/reporter'

export interface BrowserProgress {
  hasFailed: boolean
  /** The names of the test files of which every test has ended: admin-backs-up. */
  done: string[]
}

export const PROGRESS_FILE = 'BROWSER_PROGRESS_FILE'

export default class KeepProgress implements Reporter {
  #hasFailed = false
  #tests: TestCase[] = []
  #ended = new Set<TestCase>()

  onBegin(_: unknown, suite: Suite): void {
    this.#tests = suite.allTests()
    this.#keep()
  }

  onTestEnd(test: TestCase, { status }: { status: string }): void {
    // What the end of the time has interrupted has neither passed nor failed.
    if (status === 'interrupted') return
    this.#ended.add(test)
    if (test.outcome() === 'unexpected') this.#hasFailed = true
    this.#keep()
  }

  onError(): void {
    this.#hasFailed = true
    this.#keep()
  }

  printsToStdio(): boolean {
    return false
  }

  #keep(): void {
    const file = process.env[PROGRESS_FILE]
    if (!file) return
    const open = new Set(this.#tests.filter((test) => !this.#ended.has(test)).map(nameFile))
    const done = [...new Set(this.#tests.map(nameFile))].filter((name) => !open.has(name))
    const progress: BrowserProgress = { hasFailed: this.#hasFailed, done }
    writeFileSync(file, JSON.stringify(progress))
  }
}

const nameFile = ({ location }: TestCase) => basename(location.file, '.e2e.ts')
