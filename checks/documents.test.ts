// Documents stay short, readable in a terminal, and true: what they name is in the repository.
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './sources.ts'

const root = dirname(import.meta.dirname)
const files = listFiles().toSorted()

/** The changelog describes the past, with the names of that time. */
const documents = files.filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md')
const records = documents.filter((path) => path.startsWith('docs/decisions/'))

const PROSE_MOST = 120
const TABLE_MOST = 140

/** Lines with their numbers, without those inside a fence. */
function readLines(path: string): { at: string; line: string }[] {
  let isFenced = false
  return readFileSync(join(root, path), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const isFence = /^\s*```/.test(line)
      if (isFence) isFenced = !isFenced
      return isFence || isFenced ? [] : [{ at: `${path}:${index + 1}`, line }]
    })
}

const findLines = (isWrong: (line: string) => boolean, among = documents): string[] =>
  among.flatMap(readLines).flatMap(({ at, line }) => (isWrong(line) ? [`${at} ${line.trim()}`] : []))

/** As documents write paths: from the root, or without the folders that a reader knows. */
function exists(path: string): boolean {
  const name = path.replace(/\/$/, '')
  return files.some((file) => `/${file}`.endsWith(`/${name}`) || `/${file}`.includes(`/${name}/`))
}

test('a line fits a terminal', () => {
  expect(documents.length).toBeGreaterThan(20)
  expect(findLines((line) => line.length > (line.startsWith('|') ? TABLE_MOST : PROSE_MOST))).toEqual([])
})

test('README and ARCHITECTURE fit two screens each', () => {
  for (const path of ['README.md', 'ARCHITECTURE.md'])
    expect(readFileSync(join(root, path), 'utf8').split('\n').length, path).toBeLessThanOrEqual(100)
})

test('every file that a document names is in the repository', () => {
  const isPath = /^[\w@.-]+(\/[\w@.-]+)*(\.(ts|tsx|mjs|cjs|css|sql|md|json|html)|\/)$/
  /** Made when the program is built or run, or by a reader who follows a recipe. */
  const isMade =
    /^(data|dist|backups|postgres|node_modules)\/|^(utility|sbom)\.json$|\/(DeletedChargesPage\.tsx|NNNN-title\.md)$/
  const missing = documents.flatMap(readLines).flatMap(({ at, line }) =>
    [...line.matchAll(/`([^`]+)`/g)]
      .map(([, named = '']) => named)
      .filter((named) => isPath.test(named) && !isMade.test(named) && !exists(named))
      .map((named) => `${at} ${named}`),
  )
  expect(missing).toEqual([])
})

test('every document that the code names is in the repository', () => {
  const missing = files
    .filter((path) => /\.(ts|tsx|mjs|sql)$/.test(path) && !path.startsWith('checks/'))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/[\w/.-]*\w\.md\b/g)]
        .map(([named]) => named)
        .filter((named) => !exists(named))
        .map((named) => `${path} ${named}`),
    )
  expect(missing).toEqual([])
})

test('the newest section of the changelog is the version of every package', () => {
  const [, version] = /^## v(\S+)$/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? []
  const manifests = files.filter((path) => /^(packages\/\w+\/)?package\.json$/.test(path))
  expect(manifests.length).toBeGreaterThan(3)
  for (const path of manifests)
    expect(JSON.parse(readFileSync(join(root, path), 'utf8')), path).toMatchObject({ version })
})

test('a decision record has a unique number, also in its title', () => {
  const numbers = records.map((path) => Number(basename(path).slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  for (const [index, path] of records.entries())
    expect(readFileSync(join(root, path), 'utf8'), path).toMatch(new RegExp(`^# ${numbers[index]}\\. `))
})

test('documents use the usual words', () => {
  const unusual =
    /\bdeeds?\b|\bfruit|came of it|\bthe own\b|\bfor who\b|\bstands? (here|there|in|at|beside|above)\b|\b501\b/i
  const glossary = documents.filter((path) => path !== 'GLOSSARY.md')
  expect(findLines((line) => unusual.test(line), glossary)).toEqual([])
})

test('a picture or link by name has its target on a line of its own', () => {
  const missing = documents.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return [...text.matchAll(/\]\[(\w+)\]/g)]
      .filter(([, name]) => !new RegExp(`^\\[${name}\\]: \\S+$`, 'm').test(text))
      .map(([found]) => `${path} ${found}`)
  })
  expect(missing).toEqual([])
})
