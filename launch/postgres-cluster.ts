// The folder with one PostgreSQL cluster and its password. It gets its name only when it is complete: everything is
// made in a sibling folder first, so that a start killed half way leaves nothing that looks like a database.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, lchown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  chooseAccount,
  findProgram,
  PostgresError,
  type SystemAccount,
  type Program,
} from './postgres-program.ts'

export const SUPERUSER = 'flexpower'

export interface Cluster {
  /** PostgreSQL's data directory. */
  data: string
  log: string
  password: string
  account: SystemAccount
  program: Program
}

/**
 * How PostgreSQL is given its data directory, together with `cwd: data`. On Linux the working directory is entered
 * before root is given up, and this path leads back to it without walking the folders above, which the account may not
 * be allowed to enter (a root home, `mktemp -d`).
 */
export const dataArgument = (data: string) => (process.platform === 'linux' ? '/proc/self/cwd' : data)

/** Nothing in our own environment (PGPORT, PGOPTIONS, LD_LIBRARY_PATH …) may change what PostgreSQL does. */
export const postgresEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C' }

const dataIn = (directory: string) => join(directory, 'cluster')

export const hasCluster = async (directory: string): Promise<boolean> =>
  (await findOwner(dataIn(directory))) !== null

/** Opens the cluster in `directory`, making it if there is none. */
export async function openCluster(directory: string, isDurable: boolean): Promise<Cluster> {
  const data = dataIn(directory)
  const owner = await findOwner(data)
  const account = await chooseAccount(owner)
  const program = await findProgram(account)
  if (owner === null) await makeCluster(directory, account, program, isDurable)
  else if (account !== null && owner.uid === 0) await giveAll(directory, account)
  const password = await readPassword(directory)
  return { data, log: join(directory, 'postgres.log'), password, account, program }
}

async function findOwner(path: string): Promise<SystemAccount> {
  try {
    const { uid, gid } = await stat(path)
    return { uid, gid }
  } catch (error) {
    if (readCode(error) === 'ENOENT') return null
    throw new PostgresError(
      `The database in ${path} cannot be opened (${readCode(error)}): start FlexPower as the user who made it, or choose another folder with FLEXPOWER_DATA_DIR.`,
    )
  }
}

async function readPassword(directory: string): Promise<string> {
  const file = join(directory, 'password')
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    throw new PostgresError(
      `The password of the database cannot be read from ${file} (${readCode(error)}): put the file back from a backup of the data folder.`,
    )
  }
}

async function makeCluster(
  directory: string,
  account: SystemAccount,
  program: Program,
  isDurable: boolean,
): Promise<void> {
  const parent = dirname(directory)
  await mkdir(parent, { recursive: true })
  await removeAbandonedDrafts(directory)
  const draft = `${directory}.new-${process.pid}`
  const data = join(draft, 'cluster')
  const password = join(draft, 'password')
  await mkdir(data, { recursive: true, mode: 0o700 })
  const file = await open(password, 'wx', 0o600)
  await file.writeFile(`${randomBytes(24).toString('hex')}\n`)
  await file.sync()
  await file.close()
  if (account) await Promise.all([draft, data, password].map((path) => chown(path, account.uid, account.gid)))
  try {
    await runInitdb(program, account, data, isDurable)
    await moveInto(directory, draft)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** A draft whose process is gone was interrupted; its initdb may still be writing for a moment, hence the retries. */
async function removeAbandonedDrafts(directory: string): Promise<void> {
  const prefix = `${basename(directory)}.new-`
  const names = await readdir(dirname(directory))
  const abandoned = names.filter((name) => {
    const maker = Number(name.slice(prefix.length))
    // A container reuses process ids, so a draft under our own is from an earlier run.
    return name.startsWith(prefix) && (maker === process.pid || !isAlive(maker))
  })
  await Promise.all(
    abandoned.map((name) =>
      rm(join(dirname(directory), name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
    ),
  )
}

/**
 * Text is ordered by code point and case-folded by PostgreSQL's own Unicode tables: an order from the operating system
 * could change with the next upgrade or another machine and silently break every text index.
 */
async function runInitdb(
  program: Program,
  account: SystemAccount,
  data: string,
  isDurable: boolean,
): Promise<void> {
  const args = ['-D', dataArgument(data), `--username=${SUPERUSER}`, '--pwfile=../password']
  args.push('--auth=scram-sha-256', '--data-checksums', '--no-instructions')
  args.push('--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (!isDurable) args.push('--no-sync')
  const failure = await new Promise<string | null>((resolve, reject) => {
    const child = spawn(program.initdb, args, {
      ...account,
      cwd: data,
      env: postgresEnvironment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stdout.on('data', (chunk) => (said += String(chunk)))
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0 ? null : said.trim()))
  })
  if (failure !== null)
    throw new PostgresError(`The database could not be created:\n${failure.split('\n').slice(-8).join('\n')}`)
}

async function moveInto(directory: string, draft: string): Promise<void> {
  try {
    await rename(draft, directory)
  } catch (error) {
    const code = readCode(error)
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
    // Either another start was faster, and its cluster is as good as ours, or the folder is not ours at all.
    if ((await findOwner(join(directory, 'cluster'))) !== null) return
    throw new PostgresError(
      `${directory} holds something that is not FlexPower's database: move it away, or choose another folder with FLEXPOWER_DATA_DIR.`,
    )
  }
  const parent = await open(dirname(directory))
  await parent.sync()
  await parent.close()
}

/** Somebody copied the folder as root; PostgreSQL must own its files. */
async function giveAll(directory: string, account: { uid: number; gid: number }): Promise<void> {
  await chown(directory, account.uid, account.gid)
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid)
}

export function isAlive(pid: number): boolean {
  // Zero and below would ask about whole process groups, including our own.
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return readCode(error) === 'EPERM'
  }
}

export function readCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
