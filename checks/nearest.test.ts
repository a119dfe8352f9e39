import { expect, test } from 'vitest'
import { describeOutcome, sortNearest } from './nearest.ts'

const file = (path: string, ms: number | null = null, source = '') => ({ path, ms, source })

test('tests of a changed file run first, then those beside it or that import it, slow ones last', () => {
  const files = [
    file('packages/server/src/backups/make.test.ts', 107_000),
    file('packages/server/src/sales/book.test.ts', 900),
    file(
      'packages/web/src/sale/total.test.ts',
      800,
      `import { bututs } from '../../../contract/src/money.ts'`,
    ),
    file('packages/contract/src/dates.test.ts', 30),
    file('packages/contract/src/money.test.ts', 5_000),
    file('checks/new.test.ts', null, 'x'.repeat(2_000)),
    file('checks/short.test.ts', null, 'x'),
  ]
  expect(sortNearest(files, ['packages/contract/src/money.ts']).map(({ path }) => path)).toEqual([
    'packages/contract/src/money.test.ts',
    'packages/contract/src/dates.test.ts',
    'packages/web/src/sale/total.test.ts',
    'checks/short.test.ts',
    'packages/server/src/sales/book.test.ts',
    'checks/new.test.ts',
    'packages/server/src/backups/make.test.ts',
  ])
})

test('a result says what was not run', () => {
  const all = { hasFailed: false, affected: 141, notRun: 0, isBrowserLeftOut: false }
  expect(describeOutcome(all)).toBe('Passed.')
  expect(describeOutcome({ ...all, notRun: 122 })).toBe(
    'Passed, but 122 of 141 affected test files were not run: run `npm test`.',
  )
  expect(describeOutcome({ ...all, notRun: 122, isBrowserLeftOut: true })).toBe(
    'Passed, but 122 of 141 affected test files and the browser tests were not run: run `npm test`.',
  )
  expect(describeOutcome({ ...all, hasFailed: true })).toBe('Failed.')
  expect(describeOutcome({ ...all, hasFailed: true, isBrowserLeftOut: true })).toBe(
    'Failed. Not run for lack of time: the browser tests.',
  )
})
