// Runs before start, test and others: installs the packages if they changed since the last time, and makes sure that a
// recent Node runs the scripts. With --tests it also installs the tools of the tests and a browser. Plain JavaScript
// that works on Node 20 with nothing installed; if there is nothing to do it takes no noticeable time.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findBrowser, ensureBrowser } from './browser.mjs'
import { describeMachine, installPackages } from './packages.mjs'

const NODE_MAJOR = 24
/** What the first line of the stamp says while npm works, and the second one what is installed. */
const UNFINISHED = 'unfinished'
const [NOTHING, PRODUCT, TOOLS] = ['nothing', 'the product', 'the product and the tools of the tests']
const HEARTBEAT_MS = 2_000
const ABANDONED_AFTER_MS = 30_000

const isRecent = (version) => Number.parseInt(version, 10) >= NODE_MAJOR
const hasRecentNode = isRecent(process.versions.node)
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.flexpower-installed')
const lock = join(modules, '.flexpower-setup-lock')

/**
 * Changes with every manifest and with the kind of machine: a folder moved to another processor type is installed
 * again.
 */
function fingerprint() {
  const packages = join(root, 'packages')
  const manifests = readdirSync(packages)
    .toSorted()
    .map((name) => join(packages, name, 'package.json'))
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of [join(root, 'package.json'), join(root, 'package-lock.json'), ...manifests])
    if (existsSync(file)) hash.update(`\n${file.slice(root.length)}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

function isInstalled(withTools) {
  const [manifests, what] = readOr(stamp, '').split('\n')
  const programs = ['vite', ...(withTools ? ['vitest', 'tsc'] : []), ...(hasRecentNode ? [] : ['node'])]
  return (
    manifests === fingerprint() &&
    what !== NOTHING &&
    (what === TOOLS || !withTools) &&
    programs.every((name) => existsSync(join(modules, '.bin', name)))
  )
}

async function install(withTools) {
  // A killed npm can leave half a package that the next one takes for complete; then only a clean install is safe.
  if (readOr(stamp, '') === UNFINISHED)
    for (const name of readdirSync(modules).filter((entry) => join(modules, entry) !== lock))
      rmSync(join(modules, name), { recursive: true, force: true })
  console.log(withTools ? 'Installing packages and the tools of the tests ...' : 'Installing packages ...')
  const isAdding = readOr(stamp, '').startsWith(fingerprint())
  const isFresh = readdirSync(modules).every(
    (name) => join(modules, name) === lock || join(modules, name) === stamp,
  )
  if ((isFresh || isAdding) && (await installDirectly(withTools))) return
  await installWithNpm(withTools)
}

/** The fast way, for a folder with no packages or with those of the same lock file. False if npm has to do it. */
async function installDirectly(withTools) {
  if (isBehindProxy()) return false
  try {
    const registry = await findRegistry()
    writeStamp(NOTHING)
    await installPackages({
      root,
      registry,
      machine: describeMachine(hasRecentNode),
      withTools,
      onBuildable: withTools ? undefined : startBuild,
    })
    await import('./hooks.mjs')
    writeStamp(withTools ? TOOLS : PRODUCT)
    return true
  } catch (error) {
    const reason = error.cause?.message ?? error.message
    console.log(`The packages cannot be downloaded directly (${reason}). npm installs them ...`)
    return false
  }
}

const isBehindProxy = () =>
  Object.entries(process.env).some(([name, value]) => /^(npm_config_)?https?_proxy$/i.test(name) && value)

async function findRegistry() {
  const { output } = await runNpm(['config', 'get', 'registry'])
  const found = /^https?:\S+$/m.exec(output)
  if (!found) throw new Error('npm names no registry.')
  return found[0].replace(/\/+$/, '')
}

/** Not awaited: the start waits for it. If it fails, the start builds again and says why. */
function startBuild() {
  const node = hasRecentNode ? process.execPath : join(modules, '.bin', 'node')
  const child = spawn(node, [join(root, 'launch', 'build.ts')], { stdio: ['ignore', 'inherit', 'ignore'] })
  child.on('error', () => {})
  child.unref()
}

/**
 * Without --no-save npm would rewrite the lock file of a clone for this machine. Warnings are left out because npm
 * itself runs on the machine's Node here, which may be older than the packages require; they run on ours.
 */
async function installWithNpm(withTools) {
  // Tools that somebody has installed with npm stay.
  const keepsTools = withTools || existsSync(join(modules, '.bin', 'vitest'))
  writeFileSync(stamp, UNFINISHED)
  const args = ['install', '--no-save', keepsTools ? '--include=dev' : '--omit=dev', '--include=optional']
  args.push('--engine-strict=false', '--loglevel=error', '--no-progress', '--no-audit', '--no-fund')
  const { code, output } = await runNpm(args)
  if (code !== 0) {
    // npm itself rolls back a failure; only a kill leaves the mark.
    rmSync(stamp, { force: true })
    throw new Error(
      `${output.trim()}\n\nThe packages could not be installed: npm's own words are above. ` +
        'Check the network and the free disk space, then run the same command again.',
    )
  }
  writeStamp(keepsTools ? TOOLS : PRODUCT)
}

const writeStamp = (what) => writeFileSync(stamp, `${fingerprint()}\n${what}`)

function runNpm(args) {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const isNpm = npm && node && /npm-cli\.c?js$/.test(npm) && existsSync(node)
  return new Promise((resolve) => {
    const child = isNpm
      ? spawn(node, [npm, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
      : spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: `npm could not be run: ${error.message}` }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** npm puts node_modules/.bin first in PATH, so the Node there runs the scripts; without one it is the machine's. */
function requireRecentNode() {
  if (hasRecentNode) return
  const own = join(modules, '.bin', 'node')
  const run = spawnSync(own, ['--version'], { encoding: 'utf8' })
  if (run.status === 0 && isRecent(run.stdout.trim().slice(1))) return
  const missing = run.error ? 'npm has none for it' : 'the one from npm does not run on it'
  throw new Error(
    `FlexPower needs Node.js ${NODE_MAJOR} or newer. This machine (${process.platform} ${process.arch}) has ` +
      `${process.version}, and ${missing}: install Node.js ${NODE_MAJOR} from nodejs.org, then try again.`,
  )
}

/** One set-up at a time: two npms in one folder destroy each other's work. */
async function alone(work) {
  mkdirSync(modules, { recursive: true })
  for (let told = false; !takeLock(); told = true) {
    if (!told) console.log('Waiting for another set-up in this folder ...')
    await sleep(300)
  }
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), HEARTBEAT_MS)
  try {
    await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(lock, { force: true })
  }
}

function takeLock() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (!isAbandoned()) return false
  // Renamed first, so that of two that see it abandoned only one removes it.
  const aside = `${lock}-${process.pid}`
  try {
    renameSync(lock, aside)
    rmSync(aside)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  return takeLock()
}

function isAbandoned() {
  try {
    if (Date.now() - statSync(lock).mtimeMs > ABANDONED_AFTER_MS) return true
    const owner = Number(readFileSync(lock, 'utf8'))
    if (owner > 0) process.kill(owner, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}

try {
  const isForTests = process.argv.includes('--tests')
  if (!isInstalled(isForTests))
    await alone(async () => (isInstalled(isForTests) ? undefined : install(isForTests)))
  requireRecentNode()
  if (isForTests && !findBrowser()) await alone(ensureBrowser)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
