// Rules that no linter has, as tests: a rule that is only written down is not enforced.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { nodeEnvironment, nodeFlags } from '../launch/node-flags.ts'
import { listFiles } from './sources.ts'

const root = new URL('..', import.meta.url)
const files = listFiles()

const readText = (path: string) => readFileSync(new URL(path, root), 'utf8')
const isTest = (path: string) => /\.(test|e2e)\.tsx?$|\/testing\//.test(path)
const code = files.filter((path) => /\.(ts|tsx|mjs|mts|cjs)$/.test(path) && !path.endsWith('.d.mts'))
const production = code.filter((path) => !isTest(path) && /^(packages|launch)\//.test(path))

/** `path:line` of every line that matches, except in the places named. */
const linesWith = (pattern: RegExp, among: string[], except: RegExp) =>
  among
    .filter((path) => !except.test(path))
    .flatMap((path) =>
      readText(path)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
    )

describe('tidy', () => {
  test('looks at the whole project', () => {
    expect(production.length).toBeGreaterThan(60)
  })

  test('legacy and misspelt wire names are in the contract only', () => {
    const legacy =
      /commision|priece|shitEnquiries|forgotpassowrd|list_token|totalamount|bank_transaction_ref|nawec_balance|meter_number|recorded_by|can_access_post_paid|countTransactions/
    expect(linesWith(legacy, production, /^packages\/contract\//)).toEqual([])
  })

  test('only a clock file reads the time', () => {
    expect(linesWith(/new Date\(\)|Date\.now\(/, production, /^launch\/|\/clock\.ts$/)).toEqual([])
  })

  test('the time zone is named once', () => {
    expect(linesWith(/Africa\/Banjul/, production, /^packages\/contract\/src\/time\.ts$/)).toEqual([])
  })

  test('numbers and days are written by the contract, not by a formatter that is slow to make', () => {
    const made = /\bIntl\.|\.toLocale(Date|Time)?String\(/
    expect(linesWith(made, production, /^launch\/|^packages\/simulator\//)).toEqual([])
  })

  test('environment variables are read where configuration is parsed, and in the launcher', () => {
    expect(linesWith(/process\.env/, production, /^launch\/|\/main\.ts$|\/vite\.config\.ts$/)).toEqual([])
  })

  test('the browser’s code calls nothing that the last Chrome for Windows 7 does not have', () => {
    const shipped = production.filter((path) => /^packages\/(web|contract)\/src\//.test(path))
    const newer = /\.(toSorted|toReversed|toSpliced)\(|withResolvers\(|\b(Object|Map)\.groupBy\(/
    expect(linesWith(newer, shipped, /^packages\/contract\/src\/openapi\//)).toEqual([])
  })

  test('a file opens with a comment that says what it is for', () => {
    const silent = production.filter((path) => !/^(#![^\n]*\n)?(\/\/|\/\*)/.test(readText(path)))
    expect(silent.filter((path) => !path.endsWith('.config.ts'))).toEqual([])
  })

  test('code asks a product for its properties, and does not compare its name', () => {
    const told = /\bproduct (===|!==) '|\bcase (\w+\.)?product when\b/
    // Today's figures of a user are specified for electricity and for the rest.
    expect(linesWith(told, production, /features\/users\/overview\.ts$/)).toEqual([])
  })

  test('no comment has a TODO', () => {
    expect(linesWith(/\b(TODO|FIXME|XXX|HACK)\b/, code, /^checks\//)).toEqual([])
  })

  test('names say what is inside', () => {
    const empty =
      /^(utils?|helpers?|common|misc|base|types?|constants?|manager|lib|service|repository)\.\w+$/i
    expect(files.filter((path) => empty.test(basename(path)))).toEqual([])
    expect(
      linesWith(
        /\b(class|interface|type|function) \w+(Service|Repository|Dto|Impl|Manager|Helper)\b/,
        code,
        /^$/,
      ),
    ).toEqual([])
  })

  test('components are PascalCase.tsx, everything else kebab-case', () => {
    const wrong = code.filter((path) => {
      const name = basename(path)
      return path.startsWith('packages/web/src/') && name.endsWith('.tsx')
        ? !/^([A-Z][A-Za-z]+|[a-z]+(-[a-z]+)*)(\.test)?\.tsx$/.test(name)
        : !/^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(name)
    })
    expect(wrong).toEqual([])
  })

  test('npm start runs the server as benchmarks and drills run it', () => {
    expect(readText('package.json')).toContain(
      `"start": "MALLOC_ARENA_MAX=${nodeEnvironment.MALLOC_ARENA_MAX} NODE_COMPILE_CACHE=$PWD/node_modules/.cache/compiled exec node ${nodeFlags.join(' ')} launch/start.ts"`,
    )
  })

  test('a package has one entry point and no barrels', () => {
    expect(code.filter((path) => basename(path).startsWith('index.'))).toEqual([
      'packages/contract/src/index.ts',
    ])
    expect(linesWith(/^export \* from/, code, /^packages\/contract\/src\/index\.ts$/)).toEqual([])
  })

  test('migrations are numbered without a gap', () => {
    const numbers = files
      .filter((path) => path.endsWith('.sql') && path.includes('/migrations/'))
      .map((path) => basename(path).slice(0, 4))
    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')))
  })

  test('decision records have every heading', () => {
    const records = files.filter((path) => /^docs\/decisions\/\d{4}-.*\.md$/.test(path))
    expect(records.length).toBeGreaterThan(0)
    for (const path of records)
      for (const heading of ['Date', 'Status', 'Context', 'Options', 'Decision', 'Consequences'])
        expect(readText(path), path).toMatch(new RegExp(`^(#+ )?\\**${heading}`, 'm'))
  })

  test('links between documents lead somewhere', () => {
    const broken = files
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...readText(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
          .map(([, target = '']) => target)
          .filter((target) => {
            const resolved = new URL(target, new URL(path, root))
            return !files.some((file) => new URL(file, root).href.startsWith(resolved.href))
          })
          .map((target) => `${path} → ${target}`),
      )
    expect(broken).toEqual([])
  })
})
