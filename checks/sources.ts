// The project's code as text, for checks that look for names in it.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)

/** Every file that git knows or would add, and that is there; relative to the project. */
export function listFiles(): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    { cwd: root, encoding: 'utf8' },
  )
  return listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
}

/** By path: code, and the documents beside it. */
export const readSources = (): Map<string, string> =>
  new Map(
    listFiles()
      .filter((path) => /\.(ts|tsx|mjs|cjs|md)$/.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
