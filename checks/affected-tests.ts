// Which files' tests `npm run test:changed` runs: vitest adds the tests that import one of them.
import { listNaming } from './naming.ts'

/** Tests that list the files they read, so that nothing in them names one. The rest is found by its name. */
export const readByPattern: ReadonlyArray<[pattern: RegExp, ...tests: string[]]> = [
  [/^/, 'checks/tidy.test.ts', 'checks/documents.test.ts'],
  [/^(packages|launch)\/.*\.tsx?$/, 'checks/regular-expressions.test.ts'],
  [/^checks\/water\//, 'checks/fourth-product.test.ts'],
]
const RECIPES = 'CONTRIBUTING.md'
const RECIPES_TEST = 'checks/recipes.test.ts'

/**
 * The changed files, those that name one of them, and the tests that read one without naming it. The sources are those
 * of the whole project, by path.
 */
export function listRelated(changed: readonly string[], sources: ReadonlyMap<string, string>): string[] {
  const byPattern = readByPattern
    .filter(([pattern]) => changed.some((path) => pattern.test(path)))
    .flatMap(([, ...tests]) => tests)
  const steps = new Set(listSteps(sources.get(RECIPES) ?? ''))
  const recipes = changed.some((path) => steps.has(path)) ? [RECIPES_TEST] : []
  // A document that names a file tests nothing.
  const naming = listNaming(changed, sources).filter((path) => !path.endsWith('.md'))
  return [...new Set([...changed, ...naming, ...byPattern, ...recipes])]
}

/** A step of a recipe begins with the file that it changes. */
const listSteps = (recipes: string): string[] =>
  [...recipes.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path)
