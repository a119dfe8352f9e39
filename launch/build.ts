// Builds the web application into packages/web/dist, only if its sources have changed: browser/ is what the server
// sends, with compressed copies, and render.js draws the public pages on the server. dist appears complete or not at
// all: a killed build is never served.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { readCode, isAlive } from './postgres-cluster.ts'

const project = dirname(import.meta.dirname)
const web = join(project, 'packages', 'web')
const dist = join(web, 'dist')
/** Inside node_modules, so that git, linters and the formatter ignore it. */
const drafts = join(web, 'node_modules', '.drafts')
const STAMP = '.inputs'
const LONGEST_BUILD_MS = 60_000

const INPUTS = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json', 'tsconfig.json']
  .map((name) => join(web, name))
  .concat(join(project, 'packages', 'contract', 'src'), join(project, 'package-lock.json'))

/** Not the page itself: the server fills in its placeholders for every answer. */
const COMPRESSIBLE = new Set([
  '.js',
  '.mjs',
  '.css',
  '.svg',
  '.json',
  '.webmanifest',
  '.txt',
  '.xml',
  '.map',
  '.wasm',
  '.ico',
])
const SMALLEST_BYTES = 1024

/** The message is for the person who builds, without a stack. */
export class BuildError extends Error {
  override name = 'BuildError'
}

interface BuildOptions {
  force?: boolean
  /** Whatever was built last is good enough. */
  keeps?: boolean
  /** Ends the build early and leaves the last one in place. */
  signal?: AbortSignal
}

/** Returns whether a build was needed. */
export async function buildWeb(options: BuildOptions = {}): Promise<boolean> {
  if (options.keeps && (await readStamp()) !== null) return false
  await waitForOtherBuilds(options.signal)
  const inputs = fingerprint()
  if (!options.force && (await readStamp()) === inputs) return false
  console.log('Building the web application ...')
  const draft = join(drafts, String(process.pid))
  await removeAbandonedDrafts()
  await mkdir(draft, { recursive: true })
  try {
    const browser = join(draft, 'browser')
    await Promise.all([
      runVite(['--outDir', browser], options.signal),
      // Beside what is served, not in it; Vite would empty the folder of both.
      runVite(['--ssr', 'src/render.tsx', '--outDir', draft, '--emptyOutDir', 'false'], options.signal),
    ])
    await compressAll(browser)
    await writeFile(join(draft, STAMP), inputs)
    await swapIn(draft)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return true
}

/** Read synchronously: every start waits for it, and for so many small files that takes a quarter of the time. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const input of INPUTS)
    for (const file of filesIn(input)) {
      // Tests beside the code are not part of the application.
      if (/\.test\.tsx?$/.test(file)) continue
      hash.update(`\n${relative(project, file)}\n`).update(readFileSync(file))
    }
  return hash.digest('hex')
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.toSorted()
}

const readStamp = () => readFile(join(dist, STAMP), 'utf8').catch(() => null)

/** In a separate process, so that the compiler's memory is not the server's. */
async function runVite(build: string[], signal?: AbortSignal): Promise<void> {
  const vite = join(
    dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  )
  const args = [vite, 'build', ...build, '--logLevel', 'warn']
  const failure = await new Promise<string | null>((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: web,
      // A test run sets NODE_ENV, which would build React's development version.
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    })
    let said = ''
    child.stdout.on('data', (chunk) => (said += String(chunk)))
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => resolve(code === 0 ? null : said.trim()))
  })
  if (failure !== null)
    throw new BuildError(`${failure}\n\nThe web application could not be built (see above).`)
}

async function compressAll(folder: string): Promise<void> {
  const files = filesIn(folder).filter((file) => COMPRESSIBLE.has(extname(file)))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      if (content.length <= SMALLEST_BYTES) return
      const brotli = {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotli))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

/** A folder cannot be replaced in one step. A kill between the two leaves no dist, and the next start builds again. */
async function swapIn(draft: string): Promise<void> {
  const old = `${draft}-old`
  for (let attempt = 1; ; attempt += 1) {
    await rm(old, { recursive: true, force: true })
    if (existsSync(dist)) await rename(dist, old)
    try {
      await rename(draft, dist)
      break
    } catch (error) {
      // Another build put its own there in between.
      if (readCode(error) !== 'ENOTEMPTY' || attempt === 3) throw error
    }
  }
  await rm(old, { recursive: true, force: true })
}

/** The set-up starts a build while it installs; the start that follows needs its result and not a second build. */
async function waitForOtherBuilds(signal?: AbortSignal): Promise<void> {
  for (;;) {
    const names = await readdir(drafts).catch(() => [])
    const isRunning = names.some((name) => {
      const maker = Number.parseInt(name, 10)
      const made = statSync(join(drafts, name), { throwIfNoEntry: false })
      // An older draft was left behind, and its process number belongs to another process now.
      const isRecent = made !== undefined && Date.now() - made.mtimeMs < LONGEST_BUILD_MS
      return maker !== process.pid && isAlive(maker) && isRecent
    })
    if (!isRunning) return
    await sleep(50, undefined, signal && { signal })
  }
}

async function removeAbandonedDrafts(): Promise<void> {
  const names = await readdir(drafts).catch(() => [])
  for (const name of names) {
    const maker = Number.parseInt(name, 10)
    if (maker === process.pid || !isAlive(maker))
      await rm(join(drafts, name), { recursive: true, force: true })
  }
}

if (import.meta.main) {
  try {
    const isBuilt = await buildWeb({ force: process.argv.includes('--force') })
    console.log(isBuilt ? 'The web application is built.' : 'The web application is up to date.')
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
