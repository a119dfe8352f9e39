// B4: the owner's figures over fifty thousand sales and over five million, on two databases of one PostgreSQL, asked in turn.
import { performance } from 'node:perf_hooks'
import { API_BASE, CLIENT_TOKEN_HEADER, SESSION_TOKEN_HEADER } from '@flexpower/contract'
import { Client } from 'pg'
import { parseConfig } from '../packages/server/src/config.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { CASHIERS, type Installation, populate, tokenOf } from './installation.ts'
import { median, startServer } from './load.ts'

const TURNS = Number(process.env['BENCH_TURNS'] ?? 500)
const SMALL = 50_000
const LARGE = Number(process.env['BENCH_SALES'] ?? 5_000_000)
/** The sales are spread over this many days: the number of days a business has been open is not what is measured. */
const DAYS = 365

/** What the dashboard asks when it opens. */
const questions = [
  'CashPowerDailySales',
  'CashPowerMonthlySales',
  'transactionsCount',
  'AirPowerDailySales',
  'AirPowerMonthlySales',
  'transactionsAirTimesCount',
  'dashboard/overview',
]

export async function b4(installation: Installation): Promise<string> {
  const small = await withSales(installation, 'b4_small', SMALL)
  const large = await withSales(installation, 'b4_large', LARGE)
  const servers = [await startServer(small, 0, 'ours'), await startServer(large, 0, 'ours')]
  const times: number[][] = [[], []]
  for (let turn = -20; turn < TURNS; turn += 1)
    for (const [side, server] of servers.entries()) {
      const took = await openDashboard(server.address)
      if (turn >= 0) times[side]?.push(took)
    }
  for (const server of servers) server.stop()
  const [few = 0, many = 0] = times.map(median)
  console.log(
    `p50 of the whole dashboard: ${few.toFixed(2)} ms at ${SMALL} sales, ${many.toFixed(2)} ms at ${LARGE}`,
  )
  return `B4 dashboard at ${LARGE} sales: ${(many / few).toFixed(2)} × of its time at ${SMALL}`
}

async function openDashboard(address: string): Promise<number> {
  const headers = {
    [CLIENT_TOKEN_HEADER]: parseConfig({}).clientAccessToken,
    [SESSION_TOKEN_HEADER]: tokenOf(1),
  }
  const startedAt = performance.now()
  await Promise.all(
    questions.map(async (path) => {
      const answer = await fetch(new URL(API_BASE + path, address), { headers })
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      await answer.json()
    }),
  )
  return performance.now() - startedAt
}

async function withSales(installation: Installation, name: string, sales: number): Promise<Installation> {
  const server = new Client({ connectionString: installation.url })
  await server.connect()
  await server.query(`create database ${name}`)
  await server.end()
  const url = new URL(installation.url)
  url.pathname = `/${name}`
  await migrate(url.href)
  const client = new Client({ connectionString: url.href })
  await client.connect()
  await populate(client)
  await client.query(`update users set type = 'Admin' where id = 1`)
  // An index made afterwards costs a tenth of one that is kept up row by row.
  await client.query(
    'drop index sale_by_token, sale_by_transaction, sale_of_day, sale_of_subject, sale_of_user',
  )
  await client.query(
    `insert into sale (id, product, user_id, at, day, subject, phone, customer_name, tendered, vended, fee, commission, tokens,
         cashier_name, location, transaction_id, details)
       select n, 'electricity', 2 + n % ($2::int - 1), t.at, t.at::date, '9' || lpad((n % 100000)::text, 10, '0'), '7712345', 'Mariama Bah',
           10000 + n % 90000, 9500 + n % 90000, 500, 150, array[lpad((n * 7919)::text, 20, '0')], 'Cashier', 'Serekunda',
           to_char(t.at, 'YYMMDD') || '-' || lpad(n::text, 5, '0'), '{}'
         from generate_series(1, $1::bigint) n, lateral (select now() - ($1 - n) * interval '1 day' * $3 / $1 as at) t`,
    [sales, CASHIERS, DAYS],
  )
  await client.query(
    `insert into sale_day (product, day, user_id, sales, tendered, fees, commissions)
       select product, day, user_id, count(*), sum(tendered), sum(fee), sum(commission) from sale group by 1, 2, 3`,
  )
  await client.query(`create index sale_of_day on sale (product, day, id)`)
  await client.query(`create index sale_of_user on sale (user_id, id)`)
  await client.query('vacuum analyze')
  await client.end()
  return { ...installation, url: url.href }
}
