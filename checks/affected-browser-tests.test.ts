import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { about, chooseBrowserTests, findSubject } from './affected-browser-tests.ts'
import { listFiles, readSources } from './sources.ts'

const sources = readSources()
const files = listFiles()
const choose = (...changed: string[]) => chooseBrowserTests(changed, sources)

test('the table has every browser test, and no other', () => {
  const tests = files.flatMap((path) => /^e2e\/(.+)\.e2e\.ts$/.exec(path)?.[1] ?? [])
  expect(Object.keys(about).toSorted()).toEqual(tests.toSorted())
  expect(Object.values(about).filter((subjects) => subjects.length === 0)).toEqual([])
})

test('everything that a person can meet in the browser is the subject of a test', () => {
  const inFolders = files.filter((path) => /^packages\/(web|server)\/src\/.+\//.test(path))
  const places = [
    ...inFolders.filter((path) => !path.startsWith('packages/server/src/features/')).map(dirname),
    ...files.filter((path) => /^packages\/(server\/src\/features|contract\/src)\//.test(path)),
  ]
  expect(places.length).toBeGreaterThan(200)
  const without = places.filter((path) => !/\.test\.tsx?$|\/testing(\/|$)/.test(path) && !findSubject(path))
  expect([...new Set(without)]).toEqual([])
})

test('every subject is a folder or a file of a package', () => {
  const names = new Set(
    files
      .filter((path) => /^packages\/\w+\/src\//.test(path))
      .flatMap((path) => path.split('/').map((name) => name.replace(/\..*$/, ''))),
  )
  expect(
    Object.values(about)
      .flat()
      .filter((subject) => !names.has(subject)),
  ).toEqual([])
})

test('a sale comes first, then the tests about the same subject, and every screen at the end', () => {
  expect(choose('packages/web/src/charges/ChargeForm.tsx')).toEqual([
    ['money-follows-a-sale'],
    ['cashier-sells-cash-power'],
    ['admin-sets-charges', 'admin-weighs-charges'],
    ['admin-walks-the-menu', 'pages-load-cleanly'],
  ])
  expect(choose('packages/contract/src/charges.ts')).toEqual(choose('packages/web/src/charges/bands.css'))
})

test.each([
  ['packages/web/src/ui/dialog/Modal.tsx', 'dialogs-keep-the-focus'],
  ['packages/web/src/ui/tokens.css', 'screens-fit-every-width'],
  ['packages/web/src/printer/PrinterPage.tsx', 'everyone-prints-without-a-dialog'],
  ['packages/web/src/layout/TopBar.tsx', 'header-leads-everywhere'],
  ['packages/web/src/form/SureField.tsx', 'visitor-writes-to-us'],
  ['packages/server/src/identity/sessions.ts', 'everyone-signs-in'],
  ['packages/server/src/features/airtime/airtime.ts', 'cashier-sells-airtime'],
  ['packages/contract/src/till.ts', 'cashier-balances-the-drawer'],
])('%s is tested by %s', (path, name) => {
  expect(choose(path).flat()).toContain(name)
})

test('a part of a word is no subject', () => {
  expect(choose('packages/web/src/ui/Badge.tsx').flat()).not.toContain('new-cashier-follows-the-guide')
})

test('the tests that use a changed part of the browser tests are run, also in turn, and nothing else', () => {
  const some = new Map([
    ['e2e/float.e2e.ts', `import { sell } from './sell.ts'`],
    ['e2e/sell.ts', `import { fill } from './fill.ts'`],
    ['e2e/other.e2e.ts', `import { expect } from './people.ts'`],
  ])
  expect(chooseBrowserTests(['e2e/fill.ts'], some)).toEqual([['float']])
  expect(choose('e2e/selling.ts').flat()).toContain('cashier-gives-change')
  expect(choose('e2e/selling.ts').flat()).not.toContain('api-docs')
})

test('a changed browser test is run; documents and unit tests need no browser', () => {
  expect(choose('e2e/api-docs.e2e.ts')).toEqual([['api-docs']])
  expect(choose('docs/scaling.md', 'packages/web/src/lib/periods.test.ts', 'deploy/compose.yaml')).toEqual([])
})
