// In which order `npm run test:changed` runs the affected test files, and how it says what came of it.
import { dirname } from 'node:path'
import { listNamed } from './naming.ts'

/** Paths are relative to the project. */
export interface AffectedFile {
  path: string
  source: string
  /** How long it took last time; null if that is unknown. */
  ms: number | null
}

/** First the tests of a changed file, then those beside it and those that name it; in each group the quick ones first. */
export function sortNearest<File extends AffectedFile>(
  files: readonly File[],
  changed: readonly string[],
): File[] {
  const folders = new Set(changed.map(dirname))
  const measure = (file: File) => {
    const isOwn = changed.some((path) => path === file.path || nameTest(path) === file.path)
    const isNear =
      folders.has(dirname(file.path)) ||
      listNamed(file.path, file.source).some((path) => changed.includes(path))
    // Without a known time a longer file is taken for a slower one.
    return { file, distance: isOwn ? 0 : isNear ? 1 : 2, cost: file.ms ?? file.source.length }
  }
  return files
    .map(measure)
    .toSorted((a, b) => a.distance - b.distance || a.cost - b.cost)
    .map(({ file }) => file)
}

const nameTest = (path: string) => path.replace(/\.tsx?$/, '.test.ts')

/** Of some test files: how many there are, and how many the time was not enough for. */
export interface Share {
  affected: number
  notRun: number
}

export interface Outcome {
  hasFailed: boolean
  tests: Share
  browser: Share
  areChecksCutShort: boolean
}

export function describeOutcome({ hasFailed, tests, browser, areChecksCutShort }: Outcome): string {
  const leftOut = [
    ...describeShare(tests, 'test files'),
    ...describeShare(browser, 'browser test files'),
    ...(areChecksCutShort ? ['the static checks'] : []),
  ]
  if (leftOut.length === 0) return hasFailed ? 'Failed.' : 'Passed.'
  const start = hasFailed ? 'Failed' : 'All that ran has passed'
  const advice = hasFailed ? '' : ' Run `npm run check`.'
  return `${start}. Left out for lack of time: ${leftOut.join(', ')}.${advice}`
}

const describeShare = ({ affected, notRun }: Share, what: string): string[] =>
  notRun > 0 ? [`${notRun} of ${affected} affected ${what}`] : []
