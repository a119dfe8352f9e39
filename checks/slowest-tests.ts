// A reporter for vitest and for Playwright: names the ten slowest tests at the end of a run.
interface Timed {
  name: string
  ms: number
}

const SHOWN = 10

export default class SlowestTests {
  #tests: Timed[] = []

  /** Playwright. */
  onTestEnd(test: { titlePath(): string[] }, { duration }: { duration: number }): void {
    this.#add(test.titlePath().filter(Boolean).join(' > '), duration)
  }

  onEnd(): void {
    this.#show()
  }

  /** Vitest. */
  onTestCaseResult(test: {
    module: { relativeModuleId: string }
    fullName: string
    diagnostic(): { duration: number } | undefined
  }): void {
    this.#add(`${test.module.relativeModuleId} > ${test.fullName}`, test.diagnostic()?.duration ?? 0)
  }

  onTestRunEnd(): void {
    this.#show()
  }

  #add(name: string, ms: number): void {
    this.#tests.push({ name, ms })
  }

  #show(): void {
    const slowest = this.#tests.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN)
    console.log(`\nThe ${slowest.length} slowest of ${this.#tests.length} tests:`)
    for (const { name, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
  }
}
