import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Entry } from './packages.mjs'
import { startRegistry } from './test-registry.ts'

const registry = await startRegistry()
let root = ''

/** A clone with one package that the product needs and two that only its tests need. */
beforeEach(() => {
  root = mkdtempSync(join(registry.folder, 'clone-'))
  mkdirSync(join(root, 'packages'))
  for (const name of ['setup.mjs', 'packages.mjs', 'browser.mjs', 'hooks.mjs'])
    cpSync(join(import.meta.dirname, name), join(root, 'launch', name))
  const manifest = {
    name: 'clone',
    version: '1.0.0',
    dependencies: { vite: '8.0.0' },
    devDependencies: { typescript: '6.0.0', vitest: '5.0.0' },
  }
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
  const packages = {
    '': manifest,
    'node_modules/vite': publishProgram('vite', '8.0.0', 'vite'),
    'node_modules/typescript': { ...publishProgram('typescript', '6.0.0', 'tsc'), dev: true },
    'node_modules/vitest': { ...publishProgram('vitest', '5.0.0', 'vitest'), dev: true },
  }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
  registry.asked.length = 0
})

afterAll(() => registry.close())

const publishProgram = (name: string, version: string, program: string): Entry => ({
  ...registry.publish(name, version, { 'run.js': '' }),
  bin: { [program]: 'run.js' },
})

async function setUp(...args: string[]): Promise<{ code: number | null; output: string }> {
  const proxies = /^(npm_config_)?https?_proxy$/i
  const own = Object.entries(process.env).filter(([name]) => !proxies.test(name))
  const child = spawn(process.execPath, [join(root, 'launch/setup.mjs'), ...args], {
    cwd: root,
    env: {
      ...Object.fromEntries(own),
      npm_config_registry: registry.url,
      npm_config_cache: join(registry.folder, 'cache'),
      npm_config_fetch_retries: '0',
      FLEXPOWER_TEST_BROWSER: process.execPath,
    },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output }
}

const has = (program: string) => existsSync(join(root, 'node_modules/.bin', program))

test('B12 npm start installs the product on a fresh clone, and npm test adds the tools of the tests', async () => {
  expect(await setUp()).toMatchObject({ code: 0 })
  expect([has('vite'), has('vitest'), has('tsc')]).toEqual([true, false, false])
  expect(await setUp('--tests')).toMatchObject({ code: 0 })
  expect([has('vite'), has('vitest'), has('tsc')]).toEqual([true, true, true])
  expect(registry.asked.toSorted()).toEqual([
    '/typescript/-/typescript-6.0.0.tgz',
    '/vite/-/vite-8.0.0.tgz',
    '/vitest/-/vitest-5.0.0.tgz',
  ])
})

test('B12 the next start installs nothing, says nothing and needs no network', async () => {
  await setUp('--tests')
  registry.asked.length = 0
  expect(await setUp()).toEqual({ code: 0, output: '' })
  expect(registry.asked).toEqual([])
})

test('if a package cannot be had, npm tries too, and then it is said what to do', async () => {
  registry.withdrawAll()
  const { code, output } = await setUp('--tests')
  expect(code).toBe(1)
  expect(output).toContain('cannot be downloaded (HTTP 404)). npm installs them ...')
  expect(output).toContain('Check the network and the free disk space, then run the same command again.')
})
