import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listRelated, readByPattern } from './affected-tests.ts'
import { listFiles, readSources } from './sources.ts'

const sources = readSources()
const files = listFiles()

test.each([
  ['docs/scaling.md', ['checks/documents.test.ts', 'checks/tidy.test.ts']],
  ['docs/metrics.md', ['packages/server/src/metrics/monitoring.test.ts']],
  ['packages/server/src/db/migrations/0001_people_and_sessions.sql', ['packages/server/src/db/migrate.ts']],
  ['launch/setup.mjs', ['launch/setup.test.ts']],
  ['deploy/compose.yaml', ['deploy/deploy.test.ts']],
  ['deploy/monitoring/alerts.yml', ['packages/server/src/metrics/monitoring.test.ts']],
  ['.env.example', ['packages/server/src/config/config.test.ts']],
  ['packages/sts/src/vectors.json', ['packages/sts/src/vector-check.test.ts']],
  ['packages/web/src/ui/Badge.tsx', ['checks/plain-english.test.ts', 'checks/regular-expressions.test.ts']],
  ['packages/contract/src/charges.ts', ['checks/recipes.test.ts', 'checks/fourth-product.test.ts']],
  ['CONTRIBUTING.md', ['checks/recipes.test.ts']],
  ['checks/water/product.ts.txt', ['checks/fourth-product.test.ts']],
  ['packages/server/src/main.ts', ['packages/server/src/testing/server-process.ts']],
  ['package-lock.json', ['launch/lock-file.test.ts']],
  ['.githooks/commit-msg', ['checks/commit-subject.test.ts']],
])('whoever reads %s from the disk or starts it is found', (changed, readers) => {
  expect(listRelated([changed], sources)).toEqual(expect.arrayContaining([changed, ...readers]))
})

test('a document that no test names is read by two', () => {
  expect(listRelated(['docs/security.md'], new Map())).toEqual([
    'docs/security.md',
    'checks/tidy.test.ts',
    'checks/documents.test.ts',
  ])
})

test('a name in another folder, or a part of one, is another file', () => {
  const some = new Map([
    ['checks/a.ts', `import { wait } from './sale.ts'`],
    ['launch/b.ts', `import { wait } from '../packages/web/src/sale.ts.txt'`],
    ['packages/web/src/c.ts', `const noun = 'sale'; import { sell } from './sale/sell.ts'`],
    ['packages/web/src/d.ts', 'import { sale } from `./sale.ts`'],
  ])
  expect(listRelated(['packages/web/src/sale.ts'], some).filter((path) => some.has(path))).toEqual([
    'packages/web/src/d.ts',
  ])
})

describe.each(readByPattern)('%s', (pattern, ...tests) => {
  test('matches files, and its tests exist', () => {
    expect(files.filter((path) => pattern.test(path))).not.toEqual([])
    for (const path of tests) expect(existsSync(join(dirname(import.meta.dirname), path)), path).toBe(true)
  })
})
