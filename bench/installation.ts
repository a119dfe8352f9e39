// A database to measure on: the real PostgreSQL with fsync on, migrated, with 200 cashiers who are signed in, have
// enough float and have verified their meters. Both sides of a comparison use the same one.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../launch/postgres.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'

export const CASHIERS = 200
export const METERS_A_CASHIER = 40
export const TENDERED = 10_000
export const FEE = 500

export const readToken = (cashier: number) => `bench-token-${cashier}`

export interface Installation {
  url: string
  postmasterPid: number
  close(): Promise<void>
}

export async function createInstallation(): Promise<Installation> {
  const kept = process.env['BENCH_DATA']
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'flexpower-bench-')))
  // Checkpoints in the middle of a round would fall on one side by chance.
  const settings = {
    max_connections: '300',
    shared_buffers: '512MB',
    max_wal_size: '8GB',
    checkpoint_timeout: '1h',
  }
  const postgres = await startPostgres({ directory: join(folder, 'postgres'), settings })
  await migrate(postgres.url)
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  const { rows: people } = await client.query('select from users limit 1')
  if (people.length === 0) await populate(client)
  const { rows } = await client.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  )
  await client.end()
  return {
    url: postgres.url,
    postmasterPid: rows[0]?.pid ?? 0,
    close: async () => {
      await postgres.stop()
      if (kept === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function populate(client: Client): Promise<void> {
  const now = '2026-11-14T14:20:00Z'
  await client.query(
    `insert into users (name, email, password_hash, type, commission_percent, created_at)
       select 'Cashier ' || n, n || '@bench.gm', 'x', 'Cashier', 3000, $2 from generate_series(1, $1::int) n`,
    [CASHIERS, now],
  )
  const hashes = Array.from({ length: CASHIERS }, (_, n) =>
    createHash('sha256')
      .update(readToken(n + 1))
      .digest(),
  )
  await client.query(
    `insert into session (token_hash, user_id, remembered, address, agent, created_at, seen_at, expires_at)
       select h, n, true, '', '', now(), now(), now() + interval '1 day' from unnest($1::bytea[]) with ordinality as t (h, n)`,
    [hashes],
  )
  await client.query(
    `insert into float_balance (user_id, kind, balance) select n, 'electricity', 10000000000000 from generate_series(1, $1::int) n`,
    [CASHIERS],
  )
  const quote = {
    fee: FEE,
    commission: 150,
    chargeId: null,
    vended: TENDERED - FEE,
    quote: {
      customerName: 'Mariama Bah',
      serviceAddress: '12 Sayerr Jobe Avenue, Serekunda',
      account: '2048261',
      tariff: 'Domestic prepaid',
    },
  }
  await client.query(
    `insert into verification (user_id, product, subject, tendered, quote, verified_at)
       select c, 'electricity', '9' || lpad(c::text, 4, '0') || lpad(m::text, 6, '0'), $3, $4, now() + interval '1 day'
       from generate_series(1, $1::int) c, generate_series(0, $2::int - 1) m`,
    [CASHIERS, METERS_A_CASHIER, TENDERED, JSON.stringify(quote)],
  )
  // Not the tables of sales: PostgreSQL takes an empty one that it knows nothing about for a small one, as in a new
  // installation, and one that it knows to be empty it reads as a whole, for as long as it keeps that plan.
  await client.query('analyze users, session, float_balance, verification')
}
