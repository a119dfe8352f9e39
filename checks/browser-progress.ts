// A reporter for Playwright: keeps in a file what has run so far, also for whoever ends the run before its end.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, Suite, TestCase } from '@playwright/test/reporter'

export interface BrowserProgress {
  hasFailed: boolean
  /** Test files, relative to the project. */
  planned: string[]
  /** Those of which at least one test has not ended. */
  notRun: string[]
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
    const list = (tests: TestCase[]) => [
      ...new Set(tests.map(({ location }) => relative(process.cwd(), location.file))),
    ]
    const progress: BrowserProgress = {
      hasFailed: this.#hasFailed,
      planned: list(this.#tests),
      notRun: list(this.#tests.filter((test) => !this.#ended.has(test))),
    }
    writeFileSync(process.env[PROGRESS_FILE] ?? '', JSON.stringify(progress))
  }
}
