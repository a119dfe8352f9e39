// A copy of the project in a temporary folder, for tests that change the code and check whether the result compiles and
// works. It shares the installed packages; our own packages are the copy's, so that a change in one reaches the others.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listFiles } from './sources.ts'

const root = dirname(import.meta.dirname)
/** As in package.json. One checker takes half of the processor time of four, which would learn the same types. */
const COMPILER = ['node_modules/typescript-7/bin/tsc', '--checkers', '1']

export interface ScratchCopy {
  folder: string
  /** The files that were changed, and those that are new. */
  listChanges(): { changed: string[]; added: string[] }
  read(path: string): string
  write(path: string, text: string): void
  /** Replaces a text that occurs exactly once in a file. */
  replace(path: string, before: string, after: string): void
  /** As `npm run types` finds them: those of the first project that has any. */
  findTypeErrors(): string[]
  /** Runs an installed program, such as `vitest`, and returns its exit code and all of its output. */
  run(program: string, args: string[]): { code: number | null; output: string }
  remove(): void
}

export function makeScratchCopy(): ScratchCopy {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'flexpower-scratch-')))
  copyFiles(folder)
  linkPackages(folder)
  const written = new Set<string>()
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    written.add(path)
  }
  return {
    folder,
    listChanges: () => {
      const paths = [...written].toSorted()
      return {
        changed: paths.filter((path) => existsSync(join(root, path))),
        added: paths.filter((path) => !existsSync(join(root, path))),
      }
    },
    read,
    write,
    replace: (path, before, after) => {
      const [head, tail, ...more] = read(path).split(before)
      if (tail === undefined || more.length > 0)
        throw new Error(
          `${path} must contain this exactly once, but has it ${more.length + 1} times:\n${before}`,
        )
      write(path, `${head}${after}${tail}`)
    },
    findTypeErrors: () => {
      for (const project of ['.', 'packages/web']) {
        const { code, output } = runNode(folder, [...COMPILER, '-p', project])
        if (code !== 0) return output.split('\n')
      }
      return []
    },
    run: (program, args) => runNode(folder, [join('node_modules', '.bin', program), ...args]),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

function copyFiles(folder: string): void {
  for (const path of listFiles()) cpSync(join(root, path), join(folder, path))
}

function linkPackages(folder: string): void {
  for (const place of ['', 'packages/web']) {
    const [from, to] = [join(root, place, 'node_modules'), join(folder, place, 'node_modules')]
    mkdirSync(to)
    if (!existsSync(from)) continue
    for (const name of readdirSync(from))
      if (name !== '@flexpower' && !/^\.(cache|vite)/.test(name))
        symlinkSync(join(from, name), join(to, name))
  }
  const ours = join(folder, 'node_modules', '@flexpower')
  mkdirSync(ours)
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(ours, name))
}

function runNode(folder: string, args: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // A test runner inside a test runner must not take itself for a part of it.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))),
  })
  return { code: status, output: stdout + stderr }
}
