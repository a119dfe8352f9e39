// The browser that the tests drive: where one is found and, on Debian as root, how one is installed. Plain JavaScript
// without packages, because setup.mjs uses it on any Node, before anything is installed.
import { spawn } from 'node:child_process'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The same engine without the windows comes first: it takes half of the processor time of a whole browser. */
const NAMES = [
  'chromium-headless-shell',
  'headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]

const FIXED_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** For the tests' own pages only: they are trusted, and Chromium refuses to run as root with its sandbox. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** If FLEXPOWER_TEST_BROWSER is set, it decides alone: a wrong path must not quietly become another browser. */
export function findBrowser() {
  const chosen = process.env.FLEXPOWER_TEST_BROWSER
  if (chosen) return isProgram(chosen) ? chosen : null
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'].filter(Boolean)
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...places, ...FIXED_PLACES].find(isProgram) ?? null
}

/** Returns the browser's path, after installing one if that is possible; otherwise throws what to do. */
export async function ensureBrowser() {
  const found = findBrowser()
  if (found) return found
  const chosen = process.env.FLEXPOWER_TEST_BROWSER
  if (chosen)
    throw new Error(`FLEXPOWER_TEST_BROWSER names ${chosen}, which is not a program that can be run.`)
  if (!isDebian() || process.getuid?.() !== 0) throw new Error(advice())
  console.log('Installing Chromium for the browser tests ...')
  // A fresh container has no package lists, and an old list names files that are gone.
  const failure =
    (await apt(['update'])) ??
    (await apt(['install', '-y', '--no-install-recommends', 'chromium-headless-shell']))
  if (failure !== null)
    throw new Error(`${failure}\nChromium could not be installed (see above). ${advice()}`)
  const installed = findBrowser()
  if (!installed) throw new Error(`Chromium was installed but is not found. ${advice()}`)
  return installed
}

/** Null if it succeeded, otherwise all of its output. */
function apt(args) {
  return new Promise((resolve) => {
    const child = spawn('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => resolve(code === 0 ? null : output.trim()))
  })
}

function advice() {
  const how = isDebian()
    ? 'run "apt-get install chromium-headless-shell" as root'
    : 'install Chromium or Google Chrome with the package manager of this system'
  return `The browser tests need Chromium or Chrome: ${how}, or set FLEXPOWER_TEST_BROWSER to the path of one.`
}

/** Ubuntu does not count: its chromium package is an empty shell around snap. */
function isDebian() {
  try {
    return /^ID="?(debian|raspbian)"?$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
