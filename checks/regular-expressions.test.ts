// Regular expressions that could run away: none repeats without limit something that itself repeats without limit (ASVS
// 1.3.12).
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const files = execFileSync('git', ['ls-files', 'packages', 'launch'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path))

function readPatterns(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(new URL(path, root), 'utf8'), ts.ScriptTarget.Latest)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Escapes and classes are one character each; groups and repetitions are left. */
function repeatsRepetition(pattern: string): boolean {
  const bare = pattern.replaceAll(/\\./gs, 'x').replaceAll(/\[[^\]]*\]/g, 'x')
  const parts = bare.match(/\(|\)?(?:[*+]|\{\d+,\})|\)|[^()]/gs) ?? []
  const groups = [false]
  for (const part of parts) {
    const isEndless = /[*+}]$/.test(part) && part !== '}'
    if (part === '(') groups.push(false)
    else if (part.startsWith(')')) {
      const repeats = groups.pop() ?? false
      if (repeats && isEndless) return true
      groups[groups.length - 1] ||= repeats || isEndless
    } else if (isEndless) groups[groups.length - 1] = true
  }
  return false
}

test.each(['/(a+)+$/', '/^(\\d*x?)*$/', '/((?:[ab]{2,}c?))+/', '/(x(y(z*)))*/'])('%s is found', (pattern) => {
  expect(repeatsRepetition(pattern)).toBe(true)
})

test.each(['/(a+)?b*/', '/(?:a|b)*c+/', '/(\\(\\+\\))*[+*]+/', '/(a{1,3})+/'])(
  '%s is harmless',
  (pattern) => {
    expect(repeatsRepetition(pattern)).toBe(false)
  },
)

test('no regular expression of the product repeats a repetition without limit', () => {
  const patterns = files.flatMap((path) => readPatterns(path).map((pattern) => `${path}: ${pattern}`))
  expect(patterns.length).toBeGreaterThan(100)
  expect(patterns.filter((each) => repeatsRepetition(each.slice(each.indexOf(': ') + 2)))).toEqual([])
})
