// In which order `npm run test:changed` runs the affected test files, and how it says what came of it.
import { dirname, join } from 'node:path'

/** Paths are relative to the project. */
export interface AffectedFile {
  path: string
  source: string
  /** How long it took last time; null if that is unknown. */
  ms: number | null
}

/** First the tests of a changed file, then those beside it and those that import it; in each group the quick ones first. */
export function sortNearest<File extends AffectedFile>(
  files: readonly File[],
  changed: readonly string[],
): File[] {
  const folders = new Set(changed.map(dirname))
  const measure = (file: File) => {
    const isOwn = changed.some((path) => path === file.path || nameTest(path) === file.path)
    const isNear = folders.has(dirname(file.path)) || listImports(file).some((path) => changed.includes(path))
    // Without a known time a longer file is taken for a slower one.
    return { file, distance: isOwn ? 0 : isNear ? 1 : 2, cost: file.ms ?? file.source.length }
  }
  return files
    .map(measure)
    .toSorted((a, b) => a.distance - b.distance || a.cost - b.cost)
    .map(({ file }) => file)
}

const nameTest = (path: string) => path.replace(/\.tsx?$/, '.test.ts')

const listImports = ({ path, source }: AffectedFile): string[] =>
  [...source.matchAll(/from '(\.[^']+)'/g)].map(([, from = '']) => join(dirname(path), from))

export interface Outcome {
  hasFailed: boolean
  affected: number
  notRun: number
  /** There was no time for it. */
  isBrowserLeftOut: boolean
}

export function describeOutcome({ hasFailed, affected, notRun, isBrowserLeftOut }: Outcome): string {
  const leftOut = [
    ...(notRun > 0 ? [`${notRun} of ${affected} affected test files`] : []),
    ...(isBrowserLeftOut ? ['the browser tests'] : []),
  ].join(' and ')
  const start = hasFailed ? 'Failed' : 'Passed'
  if (leftOut === '') return `${start}.`
  return hasFailed
    ? `${start}. Not run for lack of time: ${leftOut}.`
    : `${start}, but ${leftOut} were not run: run \`npm test\`.`
}
