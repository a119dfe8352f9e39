import { expect, test } from 'vitest'
import { describeOutcome, sortNearest } from './nearest.ts'

const file = (path: string, ms: number | null = null, source = '') => ({ path, ms, source })

test('tests of a changed file run first, then those beside it or that name it, slow ones last', () => {
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

test('a result says what was left out for lack of time, which is no failure', () => {
  const all = {
    hasFailed: false,
    tests: { affected: 141, notRun: 0 },
    browser: { affected: 12, notRun: 0 },
    areChecksCutShort: false,
  }
  expect(describeOutcome(all)).toBe('Passed.')
  expect(describeOutcome({ ...all, hasFailed: true })).toBe('Failed.')
  const browser = { affected: 12, notRun: 7 }
  expect(describeOutcome({ ...all, browser })).toBe(
    'All that ran has passed. Left out for lack of time: 7 of 12 affected browser test files. Run `npm run check`.',
  )
  const tests = { affected: 141, notRun: 122 }
  expect(describeOutcome({ ...all, tests, browser, areChecksCutShort: true })).toBe(
    'All that ran has passed. Left out for lack of time: 122 of 141 affected test files, 7 of 12 affected browser test ' +
      'files, the static checks. Run `npm run check`.',
  )
  expect(describeOutcome({ ...all, tests, hasFailed: true })).toBe(
    'Failed. Left out for lack of time: 122 of 141 affected test files.',
  )
})
