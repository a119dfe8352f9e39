// A copy of the project in a temporary folder, for tests that change the code and check whether the result compiles and
// works. It shares the installed packages; our own packages are the copy's, so that a change in one reaches the others.
import { execFileSync, spawnSync } from 'node:child_process'
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
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

const root = dirname(import.meta.dirname)

export interface ScratchCopy {
  folder: string
  /** The files that were changed, and those that are new. */
  listChanges(): { changed: string[]; added: string[] }
  read(path: string): string
  write(path: string, text: string): void
  /** Replaces a text that occurs exactly once in a file. */
  replace(path: string, before: string, after: string): void
  /**
   * Checks the types of every changed or new file, of the files that import one, and of those named in `also`. The rest
   * of the project is only parsed: to check all of it, `run('tsc', ['-p', '.'])` takes a minute.
   */
  findTypeErrors(tsconfig: string, also?: string[]): string[]
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
    findTypeErrors: (tsconfig, also = []) => findTypeErrors(folder, tsconfig, [...written], also),
    run: (program, args) => run(folder, program, args),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

function copyFiles(folder: string): void {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  for (const path of listed.split('\n'))
    if (path !== '' && existsSync(join(root, path))) cpSync(join(root, path), join(folder, path))
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

function findTypeErrors(folder: string, tsconfig: string, written: string[], also: string[]): string[] {
  const { config } = ts.readConfigFile(join(folder, tsconfig), (path) => ts.sys.readFile(path))
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    dirname(join(folder, tsconfig)),
  )
  const program = ts.createProgram(fileNames, options)
  const changed = new Set(written.map((path) => join(folder, path)))
  const named = new Set(also.map((path) => join(folder, path)))
  const resolve = (name: string, from: string) =>
    ts.resolveModuleName(name, from, options, ts.sys).resolvedModule?.resolvedFileName ?? ''
  return program
    .getSourceFiles()
    .filter(
      ({ fileName }) =>
        changed.has(fileName) ||
        named.has(fileName) ||
        (fileName.startsWith(`${folder}/packages/`) && importsAny(fileName, changed, resolve)),
    )
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ file, start = 0, messageText }) => {
      const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
      const text = ts.flattenDiagnosticMessageText(messageText, '\n')
      return `${relative(folder, file?.fileName ?? folder)}:${line} ${text}`
    })
}

function importsAny(
  fileName: string,
  changed: ReadonlySet<string>,
  resolve: (name: string, from: string) => string,
): boolean {
  const { importedFiles } = ts.preProcessFile(readFileSync(fileName, 'utf8'))
  return importedFiles.some(
    ({ fileName: name }) => name.startsWith('.') && changed.has(resolve(name, fileName)),
  )
}

function run(folder: string, program: string, args: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(join(folder, 'node_modules', '.bin', program), args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // A test runner inside a test runner must not take itself for a part of it.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))),
  })
  return { code: status, output: stdout + stderr }
}
