// The two sources of load, and the result of each round: sales a second, and processor time for each sale of the
// measured side (server and PostgreSQL; never of the load generator).
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { nodeEnvironment, nodeFlags } from '../launch/node-flags.ts'
import type { Installation } from './installation.ts'
import { secondsOfFamily } from './processor-time.ts'

export interface Round {
  salesPerSecond: number
  /** Of server and PostgreSQL together. */
  cpuMsPerSale: number
  serverCpuMsPerSale: number
  p50Ms: number
}

const here = import.meta.dirname

export interface BenchServer {
  address: string
  pid: number
  stop(): void
}

/** The product, its peer, and parts of it (layers.ts). */
export type ServerKind = 'ours' | 'naive' | 'without books' | 'framework' | 'bare'

export async function startServer(
  installation: Installation,
  delayMs: number,
  kind: ServerKind,
  processes = 1,
  poolerUrl = '',
): Promise<BenchServer> {
  const args = [installation.url, String(delayMs), kind, String(processes), poolerUrl]
  const child: ChildProcess = fork(join(here, 'server.ts'), args, {
    execArgv: nodeFlags,
    env: { ...process.env, ...nodeEnvironment },
  })
  const { address } = await new Promise<{ address: string }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { address: string }))
    child.once('exit', () => reject(new Error('the server did not start')))
  })
  return { address, pid: child.pid ?? 0, stop: () => child.disconnect() }
}

let serial = 0

export async function loadServer(
  installation: Installation,
  server: BenchServer,
  connections: number,
  seconds: number,
): Promise<Round> {
  const before = {
    server: secondsOfFamily(server.pid),
    postgres: secondsOfFamily(installation.postmasterPid),
  }
  serial += 1
  const seed = `${process.pid}-${serial}`
  const said = await run(
    ['wrk'],
    [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--latency',
      '--timeout',
      '30s',
      '-s',
      join(here, 'sale.lua'),
      server.address,
      '--',
      seed,
    ],
  )
  await untilNothingIsLeft(installation)
  const spent = {
    server: secondsOfFamily(server.pid) - before.server,
    postgres: secondsOfFamily(installation.postmasterPid) - before.postgres,
  }
  const sales = Number(/(\d+) requests in/.exec(said)?.[1] ?? 0)
  if (sales === 0 || /Non-2xx|\n\d{3} /.test(said)) throw new Error(`some sales failed:\n${said}`)
  const p50 = /50%\s+([\d.]+)(us|ms|s)/.exec(said)
  const unit = { us: 0.001, ms: 1, s: 1000 }[p50?.[2] ?? 'ms'] ?? 1
  return {
    salesPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1] ?? 0),
    cpuMsPerSale: ((spent.server + spent.postgres) * 1000) / sales,
    serverCpuMsPerSale: (spent.server * 1000) / sales,
    p50Ms: Number(p50?.[1] ?? 0) * unit,
  }
}

export async function loadPgbench(
  installation: Installation,
  clients: number,
  seconds: number,
  /** PostgreSQL's own for these connections, as in PGOPTIONS. */
  settings = '',
): Promise<Round> {
  const before = secondsOfFamily(installation.postmasterPid)
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '1',
    '-T',
    String(seconds),
    '-f',
    join(here, 'sale.pgbench.sql'),
    installation.url,
  ]
  const said = await run(pgbenchPlaces(), args, { PGOPTIONS: settings })
  await untilNothingIsLeft(installation)
  const cpu = secondsOfFamily(installation.postmasterPid) - before
  const sales = Number(/actually processed: (\d+)/.exec(said)?.[1] ?? 0)
  if (sales === 0 || !/number of failed transactions: 0/.test(said))
    throw new Error(`pgbench failed:\n${said}`)
  return {
    salesPerSecond: Number(/tps = ([\d.]+)/.exec(said)?.[1] ?? 0),
    cpuMsPerSale: (cpu * 1000) / sales,
    serverCpuMsPerSale: 0,
    p50Ms: Number(/latency average = ([\d.]+)/.exec(said)?.[1] ?? 0),
  }
}

/** Debian puts it beside the server of each version, outside PATH. */
function pgbenchPlaces(): string[] {
  const versions = '/usr/lib/postgresql'
  const found = existsSync(versions)
    ? readdirSync(versions).map((version) => join(versions, version, 'bin/pgbench'))
    : []
  return ['pgbench', ...found.filter((path) => existsSync(path))]
}

async function run(programs: string[], args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  for (const program of programs) {
    const said = await runOne(program, args, env)
    if (said !== null) return said
  }
  throw new Error(`${programs[0]} is needed: on Debian, apt-get install wrk postgresql-contrib`)
}

function runOne(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    let said = ''
    child.stdout.on('data', (chunk) => (said += String(chunk)))
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    child.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve(null) : reject(error),
    )
    child.on('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`${program} failed:\n${said}`)),
    )
  })
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Sales in flight at the end of a round belong to it, and so does what their rows still cost the search index. */
export async function untilNothingIsLeft(installation: Installation): Promise<void> {
  const client = new Client({ connectionString: installation.url })
  client.on('error', () => {})
  await client.connect()
  for (let polls = 0; polls < 100; polls += 1) {
    const { rows } = await client.query<{ open: boolean }>(
      `select exists (select from vend where state = 'sent') as open`,
    )
    if (rows[0]?.open === false) break
    await sleep(100)
  }
  await client.query(`select gin_clean_pending_list('sale_search'), gin_clean_pending_list('sale_by_token')`)
  await client.end()
}
