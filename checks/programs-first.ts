// The order of the test files: those that start programs come first, because they take longest and one that came last
// would be waited for alone. Vitest knows how long a file takes from the last run only, and a new clone has none.
import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const STARTS_PROGRAMS = /'node:child_process'|\/(server-process|scratch-copy|kill-points)\.ts'/

export class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Not an array's.
    // oxlint-disable-next-line no-array-sort
    const sorted = await super.sort(files)
    const slow = new Set(
      sorted.filter(({ moduleId }) => STARTS_PROGRAMS.test(readFileSync(moduleId, 'utf8'))),
    )
    return [...slow, ...sorted.filter((file) => !slow.has(file))]
  }
}
