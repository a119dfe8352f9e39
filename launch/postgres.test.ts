import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RunningPostgres, startPostgres } from './postgres.ts'

const settings = { fsync: 'off' }
const isRoot = process.getuid?.() === 0
const NOBODY = { uid: 65534, gid: 65534 }
const canRunAsNobody = isRoot && spawnSync(process.execPath, ['--version'], NOBODY).status === 0

let parent: string
let directory: string
const running: RunningPostgres[] = []
const children: ChildProcess[] = []

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'flexpower-launch-'))
  directory = join(parent, 'postgres')
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const postgres of running.splice(0)) await postgres.stop()
  rmSync(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

async function start(): Promise<RunningPostgres> {
  const postgres = await startPostgres({ directory, settings })
  running.push(postgres)
  return postgres
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ answer: unknown }>(sql)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}

/** Runs `startPostgres` in a separate process, which then does `next` and stays until it is killed. */
function startInChild(next = '', account: object = {}): ChildProcess {
  const program = `
    import(${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))}).then(async ({ startPostgres }) => {
      const postgres = await startPostgres({ directory: ${JSON.stringify(directory)}, settings: { fsync: 'off' } })
      ${next}
      console.log(JSON.stringify({ url: postgres.url, adopted: postgres.adopted }))
      setInterval(() => {}, 1000)
    })`
  const child = spawn(process.execPath, ['--eval', program], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

async function readAnswer(child: ChildProcess): Promise<{ url: string; adopted: boolean }> {
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    if (said.includes('\n')) break
  }
  return JSON.parse(said) as { url: string; adopted: boolean }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

test('a first start makes a database in UTF-8 with checksums that only this machine can reach', async () => {
  const { url, adopted } = await start()
  expect(adopted).toBe(false)
  const setting = (name: string) => ask(url, `select current_setting('${name}') as answer`)
  expect(await ask(url, 'select current_database() as answer')).toBe('flexpower')
  expect(await setting('server_encoding')).toBe('UTF8')
  expect(await setting('data_checksums')).toBe('on')
  expect(await setting('listen_addresses')).toBe('127.0.0.1')
  expect(await setting('unix_socket_directories')).toBe('')
  // Ordered by code point and folded by Unicode, whatever the machine.
  expect(await ask(url, `select 'B' < 'a' as answer`)).toBe(true)
  expect(await ask(url, `select lower('ÉŊ') as answer`)).toBe('éŋ')
  expect(statSync(join(directory, 'password')).mode & 0o777).toBe(0o600)
  const withoutPassword = url.replace(/:[^:@]+@/, ':wrong@')
  await expect(ask(withoutPassword, 'select 1 as answer')).rejects.toMatchObject({ code: '28P01' })
})

test('what was written survives a stop and a start', async () => {
  const first = await start()
  await ask(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await ask(second.url, 'select answer from kept')).toBe(42)
})

test('a server left behind by a killed start is adopted, and stopping it works', async () => {
  const child = startInChild()
  const left = await readAnswer(child)
  await kill(child)
  const adopted = await start()
  expect(adopted).toMatchObject({ adopted: true, url: left.url })
  await adopted.stop()
  await expect(ask(left.url, 'select 1 as answer')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(existsSync(join(directory, 'cluster', 'postmaster.pid'))).toBe(false)
})

test('a start right after the database itself was killed waits for its remains and recovers', async () => {
  const first = await start()
  await ask(first.url, 'create table kept as select 42 as answer')
  const pid = Number(readFileSync(join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGKILL')
  const second = await start()
  expect(second.adopted).toBe(false)
  expect(await ask(second.url, 'select answer from kept')).toBe(42)
})

test('a pid file whose number now belongs to another process does not block the start', async () => {
  await (await start()).stop()
  writeFileSync(
    join(directory, 'cluster', 'postmaster.pid'),
    `${process.pid}\n/\n1\n5432\n\n127.0.0.1\n\nready\n`,
  )
  expect((await start()).adopted).toBe(false)
})

test('an empty pid file, as a power cut leaves it, does not block the start', async () => {
  await (await start()).stop()
  writeFileSync(join(directory, 'cluster', 'postmaster.pid'), '')
  expect((await start()).adopted).toBe(false)
})

test('two first starts at the same time end up on one server', async () => {
  const child = startInChild()
  const [here, there] = await Promise.all([start(), readAnswer(child)])
  expect(new URL(here.url).port).toBe(new URL(there.url).port)
  expect(readdirSync(parent)).toEqual(['postgres'])
})

test('a first start killed half way leaves nothing that blocks the next', async () => {
  const child = startInChild()
  const isHalfWay = () =>
    readdirSync(parent).some((name) => existsSync(join(parent, name, 'cluster', 'PG_VERSION')))
  while (!isHalfWay()) await sleep(5)
  expect(existsSync(directory)).toBe(false)
  await kill(child)
  const { url } = await start()
  expect(await ask(url, 'select 42 as answer')).toBe(42)
  expect(readdirSync(parent)).toEqual(['postgres'])
})

test('a folder with other content is left alone and named', async () => {
  mkdirSync(directory)
  writeFileSync(join(directory, 'notes.txt'), 'not a database')
  await expect(start()).rejects.toThrow(`${directory} holds something that is not FlexPower's database`)
  expect(readdirSync(parent)).toEqual(['postgres'])
})

test('a server that cannot start is reported with its own last output', async () => {
  await (await start()).stop()
  const broken = startPostgres({ directory, settings: { ...settings, max_connections: 'many' } })
  await expect(broken).rejects.toThrow(/PostgreSQL did not start.*max_connections/s)
})

test.skipIf(!isRoot)('root gives up its rights, also below a folder that only root can enter', async () => {
  chmodSync(parent, 0o700)
  chownSync(parent, 0, 0)
  const first = await start()
  expect(statSync(join(directory, 'cluster')).uid).not.toBe(0)
  await ask(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  expect(await ask((await start()).url, 'select answer from kept')).toBe(42)
})

test.skipIf(!canRunAsNobody)(
  'an ordinary user runs it as itself, and root continues as that user',
  async () => {
    chownSync(parent, NOBODY.uid, NOBODY.gid)
    const child = startInChild(`await postgres.stop(); postgres.adopted = process.getuid()`, NOBODY)
    expect((await readAnswer(child)).adopted).toBe(NOBODY.uid)
    const { url } = await start()
    expect(await ask(url, 'select 42 as answer')).toBe(42)
    expect(statSync(join(directory, 'cluster')).uid).toBe(NOBODY.uid)
  },
)
