import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** A package as package-lock.json describes it. */
interface Entry {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const project = dirname(import.meta.dirname)
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(project, path), 'utf8'))
const { packages } = readJson('package-lock.json') as { packages: Record<string, Entry> }
const manifests = ['', ...readdirSync(join(project, 'packages')).map((name) => `packages/${name}`)]
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)

/** The entry that Node would load `name` from, in a package at `from`. */
function findEntry(from: string, name: string): Entry | undefined {
  const entry = packages[join(from, 'node_modules', name)]
  if (entry || from === '') return entry
  return findEntry(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

test('B12 npm ci finds every package that another one asks for in the lock file, for every machine', () => {
  const asked = Object.entries(packages).flatMap(([from, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.devDependencies }).map(
      (name) => ({ from, name }),
    ),
  )
  expect(asked.length).toBeGreaterThan(400)
  expect(asked.filter(({ from, name }) => !findEntry(from, name))).toEqual([])
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
      const entry = findEntry(path, name)
      if (!entry?.link) expect(entry?.version, name).toBe(version)
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
