// A fourth product, water, added to a copy of the project and sold there: over real HTTP, on a real PostgreSQL, at the
// simulated utility. The files that it takes are counted; the new ones are in checks/water/. Tests are not counted:
// some list every call by hand on purpose, and a new product adds a line to each.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeScratchCopy } from './scratch-copy.ts'

const CHANGED_MOST = 12
const ADDED_MOST = 8
/** A separate compiler and test runner, on a machine that may be busy. */
const LONG_MS = 600_000

const copy = makeScratchCopy()
afterAll(copy.remove)

const readNew = (name: string) => readFileSync(join(import.meta.dirname, 'water', `${name}.txt`), 'utf8')
const isTest = (path: string) => path.endsWith('.test.ts')

/** The contract, the database, the server. */
function addToServer(): void {
  const contract = 'packages/contract/src'
  copy.write(`${contract}/water.ts`, readNew('contract.ts'))
  copy.replace(
    `${contract}/sales.ts`,
    `postpaid: 'Post Paid',\n`,
    `postpaid: 'Post Paid',\n  water: 'Water',\n`,
  )
  copy.replace(`${contract}/index.ts`, `'./vendor.ts'\n`, `'./vendor.ts'\nexport * from './water.ts'\n`)
  addImport(`${contract}/api.ts`, `import { water } from './water.ts'`)
  copy.replace(`${contract}/api.ts`, `\n  postpaid,\n`, `\n  postpaid,\n  water,\n`)

  const server = 'packages/server/src'
  const migrations = `${server}/db/migrations`
  const number = String(readdirSync(join(copy.folder, migrations)).length + 1).padStart(4, '0')
  copy.write(`${migrations}/${number}_water.sql`, readNew('migration.sql'))
  copy.write(`${server}/features/water/product.ts`, readNew('product.ts'))
  copy.write(`${server}/features/water/water.ts`, readNew('water.ts'))
  copy.write(`${server}/features/water/water.test.ts`, readNew('water.test.ts'))
  addImport(`${server}/products.ts`, `import { createWater } from './features/water/product.ts'`)
  // Before the bills: a water customer's number distinguishes its records from theirs.
  copy.replace(
    `${server}/products.ts`,
    `  postpaid: create`,
    `  water: createWater(parts),\n  postpaid: create`,
  )
  addImport(`${server}/app.ts`, `import { water } from './features/water/water.ts'`)
  copy.replace(`${server}/app.ts`, `\n  postpaid,\n`, `\n  postpaid,\n  water,\n`)
}

/** Its screen, its address, its place in the menu and in the command search. */
function addToWeb(): void {
  const web = 'packages/web/src'
  copy.write(`${web}/sale/water/product.ts`, readNew('web-product.ts'))
  copy.write(`${web}/sale/water/sales.tsx`, readNew('web-sales.tsx'))
  copy.write(`${web}/sale/water/WaterPage.tsx`, readNew('WaterPage.tsx'))
  copy.write(`${web}/sale/water/later/parts.tsx`, readNew('web-parts.tsx'))
  addImport(`${web}/sale/products.ts`, `import { waterProduct } from './water/product.ts'`)
  copy.replace(`${web}/sale/products.ts`, `\n  postpaid: `, `\n  water: waterProduct,\n  postpaid: `)
  for (const area of ['admin', 'cashier'])
    copy.replace(
      `${web}/paths.ts`,
      `    postPaid: '/${area}/post-paid',\n`,
      `    postPaid: '/${area}/post-paid',\n    water: '/${area}/water',\n`,
    )
  copy.replace(
    `${web}/paths.ts`,
    `\n  postpaid: { admin`,
    `\n  water: { admin: paths.admin.water, cashier: paths.cashier.water },\n  postpaid: { admin`,
  )
  const page = `  water: lazyPage('WaterPage', () => import('./sale/water/WaterPage.tsx')),\n`
  copy.replace(`${web}/routes.tsx`, `  postPaid: lazyPage`, `${page}  postPaid: lazyPage`)
  addBefore(
    `${web}/routes.tsx`,
    `  { path: cashier.postPaid,`,
    `{ path: cashier.water, lazy: sharedPages.water },`,
  )
  addBefore(
    `${web}/admin-routes.tsx`,
    `  { path: admin.postPaid,`,
    `{ path: admin.water, lazy: lazyPage('WaterPage', () => import('./sale/water/WaterPage.tsx')) },`,
  )
  addBefore(`${web}/layout/menu.ts`, `  postpaid: { title`, `water: { title: 'Water', icon: 'bill' },`)
  const purpose = `'Sell water to a customer number.'`
  addBefore(
    `${web}/palette/purposes.ts`,
    `  postpaid: {\n`,
    `water: { admin: ${purpose}, cashier: ${purpose} },`,
  )
  addBefore(
    `${web}/enquiries/BookingFacts.tsx`,
    `  postpaid: { name`,
    `water: { name: 'Customer', subject: 'Customer number', received: 'Received' },`,
  )
}

const addImport = (path: string, line: string) =>
  copy.write(path, copy.read(path).replace(/^import /m, `${line}\nimport `))
const addBefore = (path: string, place: string, line: string) =>
  copy.replace(path, place, `  ${line}\n${place}`)

addToServer()
addToWeb()

test(`a product takes at most ${CHANGED_MOST} changed files and ${ADDED_MOST} new ones`, () => {
  const { changed, added } = copy.listChanges()
  expect(changed.filter((path) => !isTest(path)).length).toBeLessThanOrEqual(CHANGED_MOST)
  expect(added.filter((path) => !isTest(path)).length).toBeLessThanOrEqual(ADDED_MOST)
})

test('it compiles: nothing that names the products lacks it', { timeout: LONG_MS }, () => {
  expect(copy.findTypeErrors()).toEqual([])
})

test('it is verified, sold, found again, listed, searched, compared, and the audit is clean', {
  timeout: LONG_MS,
}, () => {
  const { code, output } = copy.run('vitest', ['run', 'packages/server/src/features/water', '--maxWorkers=1'])
  expect(code, output).toBe(0)
})
