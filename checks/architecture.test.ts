// Checks the architecture check itself: a violation of each rule is planted in a copy of the tree's shape, because a
// tool that looks at no module at all also reports "no violations".
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const config = join(root, '.dependency-cruiser.cjs')
const depcruise = join(root, 'node_modules/.bin/depcruise')

const planted: Record<string, [file: string, imports: string]> = {
  'contract-knows-only-zod': ['packages/contract/src/a.ts', 'pg'],
  'sts-knows-nothing': ['packages/sts/src/a.ts', 'zod'],
  'simulator-knows-sts-and-zod': ['packages/simulator/src/a.ts', '../../contract/src/target.ts'],
  'server-cannot-mint-tokens': ['packages/server/src/features/b.ts', '../../../sts/src/target.ts'],
  'web-knows-only-the-contract': ['packages/web/src/users/a.ts', '../../../server/src/db/target.ts'],
  'front-doors-only': ['packages/server/src/features/c.ts', '../../../contract/src/target.ts'],
  'product-knows-no-tool': ['packages/server/src/features/g.ts', '../../../../drills/target.ts'],
  'tools-know-no-test': ['bench/a.ts', '../e2e/target.ts'],
  'rooms-know-no-feature': ['packages/server/src/identity/a.ts', '../features/target.ts'],
  'only-http-knows-fastify': ['packages/server/src/features/d.ts', 'fastify'],
  'only-db-knows-pg': ['packages/server/src/features/e.ts', 'pg'],
  'db-knows-no-feature': ['packages/server/src/db/a.ts', '../features/target.ts'],
  'ledger-knows-no-feature': ['packages/server/src/ledger/a.ts', '../features/target.ts'],
  'gateways-know-neither-db-nor-feature': ['packages/server/src/gateways/a.ts', '../db/target.ts'],
  'sales-know-no-feature': ['packages/server/src/sales/a.ts', '../features/target.ts'],
  'features-stand-alone': ['packages/server/src/features/f.ts', './target.ts'],
  'http-knows-no-feature': ['packages/server/src/http/a.ts', '../features/target.ts'],
  'ui-knows-nothing-of-ours': ['packages/web/src/ui/a.ts', '../lib/target.ts'],
  'router-knows-no-page': ['packages/web/src/router/a.ts', '../lib/target.ts'],
  'screens-stand-alone': ['packages/web/src/charges/a.ts', '../users/target.ts'],
  'lib-is-pure': ['packages/web/src/lib/a.ts', '../users/target.ts'],
  'api-knows-no-ui': ['packages/web/src/api/a.ts', '../users/target.ts'],
  'lists-and-forms-know-no-screen': ['packages/web/src/list/a.ts', '../users/target.ts'],
  'layout-knows-no-screen': ['packages/web/src/layout/a.ts', '../users/target.ts'],
  'no-orphan-target': ['packages/web/src/lib/b.ts', './nowhere.ts'],
  'no-cycles': ['packages/sts/src/cycle.ts', './cycle.ts'],
}

const folder = mkdtempSync(join(tmpdir(), 'flexpower-architecture-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

test('a planted violation of every rule is found', () => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  write('tsconfig.json', '{}')
  for (const target of [
    'packages/contract/src',
    'packages/sts/src',
    'packages/server/src/db',
    'packages/server/src/features',
    'packages/web/src/lib',
    'packages/web/src/users',
    'drills',
    'e2e',
  ])
    write(`${target}/target.ts`, 'export const target = 1\n')
  for (const [file, imports] of Object.values(planted)) write(file, `import '${imports}'\n`)
  const { stdout } = spawnSync(
    depcruise,
    ['--config', config, '--output-type', 'json', 'packages', 'drills', 'bench', 'e2e'],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] }
  }
  const found = new Set(summary.violations.map(({ from, rule }) => `${rule.name} in ${from}`))
  for (const [rule, [file]] of Object.entries(planted)) expect(found).toContain(`${rule} in ${file}`)
})

test('no rule is without a planted violation', async () => {
  const { default: rules } = (await import(config)) as { default: { forbidden: { name: string }[] } }
  expect(Object.keys(planted).toSorted()).toEqual(rules.forbidden.map(({ name }) => name).toSorted())
})
