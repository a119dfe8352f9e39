// Texts that people read are plain English: the words that GLOSSARY.md avoids are in none of them.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const screens = execFileSync('git', ['ls-files', 'packages/web/src', 'packages/contract/src'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path))

/** Each text of several words in a source file, with its line. */
function* readTexts(source: ts.SourceFile): Generator<{ text: string; line: number }> {
  const nodes: ts.Node[] = [source]
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
      if (/\S\s+\S|^[A-Z][a-z]/.test(node.text))
        yield {
          text: node.text.replaceAll(/\s+/g, ' ').trim(),
          line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
        }
    ts.forEachChild(node, (child) => void nodes.push(child))
  }
}

const AVOIDED = /\b(stands?|stood|deeds?|fruits?|letters?|anew|came of it|the own|an own|for who)\b/i

test('no text on a screen has a word that we avoid', () => {
  let count = 0
  const found = screens.flatMap((path) => {
    const source = ts.createSourceFile(
      path,
      readFileSync(new URL(path, root), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    )
    return [...readTexts(source)].flatMap(({ text, line }) => {
      count += 1
      return AVOIDED.test(text) ? [`${path}:${line} ${text}`] : []
    })
  })
  expect(count).toBeGreaterThan(1_000)
  expect(found).toEqual([])
})
