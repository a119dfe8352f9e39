// B4, B5 and B6: what the screens request from very many sales. Databases of all sizes are in one PostgreSQL and are
// queried in turn. They take a while to make: with BENCH_DATA they are kept in that folder for the next run.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { performance } from 'node:perf_hooks'
import { API_BASE, CLIENT_TOKEN_HEADER, SESSION_TOKEN_HEADER } from '@flexpower/contract'
import { Client } from 'pg'
import { parseConfig } from '../packages/server/src/config/config.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { listed } from '../packages/server/src/features/electricity/product.ts'
import { rowJson } from '../packages/server/src/sales/shown-columns.ts'
import { type Installation, populate, readToken } from './installation.ts'
import { type BenchServer, median, startServer } from './load.ts'
import { inventSales } from './sales.ts'

const TURNS = Number(process.env['BENCH_TURNS'] ?? 500)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
export const SMALL = 50_000
export const LARGE = Number(process.env['BENCH_SALES'] ?? 5_000_000)
const STREAMED = Number(process.env['BENCH_SALES'] ?? 1_000_000)
const DEPTH = 0.9

const headers = {
  [CLIENT_TOKEN_HEADER]: parseConfig({}).clientAccessToken,
  [SESSION_TOKEN_HEADER]: readToken(1),
}

/** What the dashboard requests when it opens. */
const dashboard = [
  'CashPowerDailySales',
  'CashPowerMonthlySales',
  'transactionsCount',
  'AirPowerDailySales',
  'AirPowerMonthlySales',
  'transactionsAirTimesCount',
  'dashboard/overview',
]

export async function b4(installation: Installation): Promise<string> {
  const sizes = [SMALL, LARGE]
  const servers: BenchServer[] = []
  for (const size of sizes) servers.push(await startServer(await withSales(installation, size), 0, 'ours'))
  const screens: Record<string, (size: number) => string[]> = {
    dashboard: () => dashboard,
    'page at 90 % depth': (size) => [`transactions?limit=50&cursor=${Math.round(size * (1 - DEPTH))}`],
  }
  const results: string[] = []
  for (const [screen, paths] of Object.entries(screens)) {
    const times: number[][] = [[], []]
    for (let turn = -20; turn < TURNS; turn += 1)
      for (const [side, server] of servers.entries()) {
        const took = await ask(server.address, paths(sizes[side] ?? 0))
        if (turn >= 0) times[side]?.push(took)
      }
    const [few = 0, many = 0] = times.map(median)
    console.log(
      `p50 of the ${screen}: ${few.toFixed(2)} ms at ${SMALL} sales, ${many.toFixed(2)} ms at ${LARGE}`,
    )
    results.push(`${screen} ${(many / few).toFixed(2)} ×`)
  }
  for (const server of servers) server.stop()
  return `B4 at ${LARGE} sales, of the time at ${SMALL}: ${results.join(', ')}`
}

/** All at once, as a screen does; the time until the last answer is there. */
async function ask(address: string, paths: string[]): Promise<number> {
  const startedAt = performance.now()
  await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(new URL(API_BASE + path, address), { headers })
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      await answer.text()
    }),
  )
  return performance.now() - startedAt
}

/** Names, towns, pieces of meters, tokens, amounts and references; common, rare, and missing. */
const longTerms = [
  'mariama',
  'mariama bah',
  'ousman dr',
  'serekunda',
  'kololi',
  'cashier 77',
  'cashier 12',
  'GMD 1,250',
  '350.00',
  '37007340270',
  '0734027',
  '8549149',
  '-04412',
  '14 nov',
  '3 Dec 2025',
  'Jan 2026',
  '14:18',
  'zzz',
  'nobody of that name',
  'gmd',
]
const shortTerms = ['a', 'ba', '7', '77', '-', 'zz', 'é']

export async function b5(installation: Installation): Promise<string> {
  const large = await withSales(installation, LARGE)
  const server = await startServer(large, 0, 'ours')
  const medians = { long: [] as number[], short: [] as number[] }
  const worst = { long: 0, short: 0 }
  for (const [kind, terms] of [
    ['long', longTerms],
    ['short', shortTerms],
  ] as const)
    for (const term of terms) {
      const times: number[] = []
      for (let round = 0; round <= ROUNDS; round += 1) {
        const took = await ask(server.address, [`transactions?limit=50&search=${encodeURIComponent(term)}`])
        if (round > 0) times.push(took)
      }
      medians[kind].push(...times)
      worst[kind] = Math.max(worst[kind], ...times)
      console.log(
        `${JSON.stringify(term)}: median ${median(times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms`,
      )
    }
  server.stop()
  const plain = await searchPlainly(large)
  const long = median(medians.long)
  console.log(`ILIKE over the columns: ${(plain / 1000).toFixed(1)} s`)
  return `B5 at ${LARGE} sales: three characters and more median ${long.toFixed(0)} ms, worst ${worst.long.toFixed(0)} ms (${Math.round(plain / long)} × faster than ILIKE over the columns); one or two, median ${median(medians.short).toFixed(0)} ms, worst ${worst.short.toFixed(0)} ms`
}

/** The peer: every shown column compared, row by row. */
async function searchPlainly({ url }: Installation): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const columns = [
    'customer_name',
    'subject',
    'cashier_name',
    'location',
    'transaction_id',
    'tendered::text',
    'vended::text',
    'fee::text',
    'tokens::text',
    `to_char(at, 'FMDD Mon YYYY HH24:MI')`,
  ]
  const startedAt = performance.now()
  await client.query(
    `select id from sale where ${columns.map((column) => `${column} ilike '%nobody of that name%'`).join(' or ')} order by id desc limit 50`,
  )
  const took = performance.now() - startedAt
  await client.end()
  return took
}

export async function b6(installation: Installation): Promise<string> {
  const large = await withSales(installation, STREAMED)
  const server = await startServer(large, 0, 'ours')
  const query = `select ${rowJson(listed.row, listed.columns)} from sale where product = 'electricity' order by at desc, id desc`
  const rates: { copy: number[]; ours: number[] } = { copy: [], ours: [] }
  const idleMb = memoryMb(server)
  let peakMb = 0
  const watch = setInterval(() => (peakMb = Math.max(peakMb, memoryMb(server))), 100)
  for (let round = 0; round <= ROUNDS; round += 1) {
    const copied = await timed(() => psqlCopy(large.url, query))
    const streamed = await timed(() => readAll(`${server.address}${API_BASE}transactions`))
    if (round === 0) continue
    console.log(
      `COPY ${perSecond(copied.ms)} rows/s, our stream ${perSecond(streamed.ms)} rows/s, ${(streamed.bytes / 1e6).toFixed(0)} MB`,
    )
    rates.copy.push(STREAMED / copied.ms)
    rates.ours.push(STREAMED / streamed.ms)
  }
  clearInterval(watch)
  server.stop()
  return `B6 the stream of ${STREAMED} rows: ${(median(rates.ours) / median(rates.copy)).toFixed(2)} × the rate of psql's COPY of the same rows, server ${peakMb.toFixed(0)} MB at most (${idleMb.toFixed(0)} MB before)`
}

const memoryMb = ({ pid }: BenchServer) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const perSecond = (ms: number) => Math.round((STREAMED / ms) * 1000)

async function timed(work: () => Promise<number>): Promise<{ ms: number; bytes: number }> {
  const startedAt = performance.now()
  const bytes = await work()
  return { ms: performance.now() - startedAt, bytes }
}

const readAll = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { headers }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => (answer.complete ? resolve(bytes) : reject(new Error('the stream broke off'))))
      answer.on('error', reject)
    }).on('error', reject)
  })

const psqlCopy = (url: string, query: string) =>
  new Promise<number>((resolve, reject) => {
    const child = spawn('psql', [url, '-qc', `copy (${query}) to stdout`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let bytes = 0
    child.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(bytes) : reject(new Error('psql failed'))))
  })

/** A database with that many sales; made once for each installation. */
export async function withSales(installation: Installation, sales: number): Promise<Installation> {
  const name = `sales_${sales}`
  const url = new URL(installation.url)
  url.pathname = `/${name}`
  const server = new Client({ connectionString: installation.url })
  await server.connect()
  const { rows } = await server.query('select from pg_database where datname = $1', [name])
  if (rows.length === 0) {
    await server.query(`create database ${name}_unfinished`)
    const unfinished = new URL(url)
    unfinished.pathname += '_unfinished'
    await migrate(unfinished.href)
    const client = new Client({ connectionString: unfinished.href })
    await client.connect()
    await populate(client)
    await client.query(`update users set type = 'Admin' where id = 1`)
    await inventSales(client, sales)
    await client.end()
    await server.query(`alter database ${name}_unfinished rename to ${name}`)
  }
  await server.end()
  return { ...installation, url: url.href }
}
